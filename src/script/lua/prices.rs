//! Prices of calls of the standard library whose work grows with their arguments.
//!
//! A price of one is 83 ns of reference time. Prices follow what Luau does natively, to within a
//! factor of ten at worst, and are nothing for the small arguments of everyday calls.

#![allow(unsafe_code)] // arguments are read off the Lua stack

use mlua::ffi;
use std::ffi::c_int;

use super::convert::text;
use super::interrupt::{long_text, most_memory};

/// Bytes copied and hashed into a new string for a price of one.
pub const STRING: u64 = 128;
/// Bytes moved without looking at them for a price of one.
const MOVED: u64 = 1024;
/// Bytes looked at one by one for a price of one.
const READ: u64 = 64;
/// Values pushed, moved or compared for a price of one.
pub const VALUES: u64 = 16;
/// Digits of a number that are worked out for a price of one.
const DIGITS: u64 = 4;
/// Digits that a fraction is charged for at least: what it takes to format one at all.
const FEWEST_DIGITS: u64 = 12;

/// The arguments of a running C function.
#[derive(Clone, Copy)]
pub struct Args(pub *mut ffi::lua_State);

impl Args {
    fn kind(self, index: c_int) -> c_int {
        // SAFETY: the state is that of the running function; any index may be asked for.
        unsafe { ffi::lua_type(self.0, index) }
    }

    /// Their number.
    pub fn count(self) -> u64 {
        // SAFETY: as in `kind`.
        unsafe { ffi::lua_gettop(self.0) as u64 }
    }

    /// Bytes of a text or buffer, elements of a list; 0 for anything else.
    pub fn len(self, index: c_int) -> u64 {
        match self.kind(index) {
            // SAFETY: the value is there. A number would be turned into text, and is not asked.
            ffi::LUA_TSTRING | ffi::LUA_TTABLE | ffi::LUA_TBUFFER => unsafe {
                ffi::lua_objlen(self.0, index) as u64
            },
            _ => 0,
        }
    }

    /// The bytes of a text; none of anything else.
    pub fn text(&self, index: c_int) -> &[u8] {
        if self.kind(index) != ffi::LUA_TSTRING {
            return &[];
        }
        // SAFETY: an argument that is text stays where it is while the function runs.
        unsafe { text(self.0, index) }
    }

    /// A whole number, `default` if it is left out. One that no C `int` holds becomes the nearest:
    /// what a cast would make of it differs between processors.
    pub fn int(self, index: c_int, default: i64) -> i64 {
        match self.kind(index) {
            // SAFETY: the value is there, and a C function has room for one more on the stack.
            ffi::LUA_TNUMBER => unsafe {
                let number = ffi::lua_tonumber(self.0, index);
                let held = number as i32;
                if number.is_nan() || number.abs() >= 2147483648.0 {
                    ffi::lua_pushnumber(self.0, held.into());
                    ffi::lua_replace(self.0, index);
                }
                held.into()
            },
            // SAFETY: as above.
            ffi::LUA_TSTRING => unsafe { ffi::lua_tonumber(self.0, index) as i32 as i64 },
            _ => default,
        }
    }

    /// Number of the `len` positions from argument `from` to the next, counted as Lua does.
    pub fn span(self, from: c_int, default_end: i64, len: u64) -> u64 {
        let len = len as i64;
        let at = |position: i64| if position < 0 { (position + len + 1).max(0) } else { position };
        let (start, end) = (at(self.int(from, 1)), at(self.int(from + 1, default_end)));
        (end.min(len) - start.max(1) + 1).max(0) as u64
    }

    /// Number of elements of the list at 1 behind the place that an argument gives.
    pub fn behind(self, index: c_int, default: i64) -> u64 {
        (self.len(1) as i64 - self.int(index, default).max(0)).max(0) as u64
    }

    /// Number of integers from argument `from` to the next.
    fn range(self, from: c_int, default_start: i64, default_end: i64) -> u64 {
        (self.int(from + 1, default_end) - self.int(from, default_start) + 1).max(0) as u64
    }

    /// Bytes of every text among the arguments.
    fn texts(self) -> u64 {
        (1..=self.count() as c_int)
            .filter(|&index| self.kind(index) == ffi::LUA_TSTRING)
            .map(|index| self.len(index))
            .sum()
    }
}

/// Price of one allocation: none if it cannot fit into memory, because it is refused at once.
fn in_one_piece(bytes: u64) -> u64 {
    if bytes > most_memory() { 0 } else { bytes }
}

/// `string.byte(s, i, j)`, `utf8.codepoint(s, i, j)`
pub fn each_position(args: Args) -> u64 {
    let start = args.int(2, 1);
    args.span(2, start, args.len(1)) / VALUES
}

/// Functions that do little for each argument.
pub fn each_argument(args: Args) -> u64 {
    args.count() / VALUES
}

/// Functions that look at every byte of a text.
pub fn each_byte(args: Args) -> u64 {
    args.len(1) / READ
}

/// `string.rep(s, n)`
pub fn rep(args: Args) -> u64 {
    let bytes = args.len(1).saturating_mul(args.int(2, 0).max(0) as u64);
    // What is charged for every long text is not charged twice.
    (in_one_piece(bytes) / STRING).saturating_sub(long_text(bytes))
}

/// `string.split(s, separator)`
pub fn split(args: Args) -> u64 {
    let len = args.len(1);
    len / VALUES + len.saturating_mul(args.len(2)) / (2 * MOVED)
}

/// `string.pack(format, ...)`: a format may ask for padding.
pub fn pack(args: Args) -> u64 {
    let mut padding = 0u64;
    let mut number = 0u64;
    for &byte in args.text(1) {
        number = match byte {
            b'0'..=b'9' => (number * 10 + u64::from(byte - b'0')).min(most_memory()),
            _ => {
                padding = padding.saturating_add(number);
                0
            }
        };
    }
    let padding = padding.saturating_add(number).min(most_memory());
    args.len(1) / 4 + args.texts() / STRING + padding / 32
}

/// `string.unpack(format, data, at)`
pub fn unpack_text(args: Args) -> u64 {
    args.int(3, 1);
    args.len(1) / 4 + args.len(2) / STRING
}

/// `string.format(format, ...)`: numbers may have many digits, and quotes four times the text.
pub fn format(args: Args) -> u64 {
    let mut digits = 0;
    let mut quoted = 0;
    let mut index = 2;
    let mut rest = args.text(1);
    while let Some(at) = rest.iter().position(|&byte| byte == b'%') {
        rest = &rest[at + 1..];
        let length = rest.iter().take_while(|byte| b"-+ #0123456789.".contains(byte)).count();
        let (spec, after) = rest.split_at(length);
        let Some((&kind, after)) = after.split_first() else { break };
        rest = after;
        match kind {
            b'%' => continue,
            b'q' => quoted += args.len(index),
            _ => digits += digits_of(args, index, spec, kind),
        }
        index += 1;
    }
    args.texts() / READ + quoted / VALUES + digits / DIGITS
}

/// Digits that a number is charged for: one for whole ones.
fn digits_of(args: Args, index: c_int, spec: &[u8], kind: u8) -> u64 {
    if args.kind(index) != ffi::LUA_TNUMBER {
        return 0;
    }
    // SAFETY: the value is there.
    let number = unsafe { ffi::lua_tonumber(args.0, index) };
    if !b"fFeEgG".contains(&kind) || !number.is_finite() || number == 0.0 {
        return 1;
    }
    let point = spec.iter().position(|&byte| byte == b'.');
    let precision = point.map_or(6, |point| {
        let digits = spec[point + 1..].iter().take_while(|byte| byte.is_ascii_digit());
        digits.fold(0, |sum: u64, digit| (sum * 10 + u64::from(digit - b'0')).min(99))
    });
    let exponent = number.abs().log10().abs() as u64;
    (exponent + precision).max(FEWEST_DIGITS)
}

/// `table.insert(t, at, value)`, `table.remove(t, at)`: at the end, which has fewer than `given`
/// arguments, they cost nothing.
pub fn shifted(args: Args, given: u64) -> u64 {
    if args.count() < given { 0 } else { args.behind(2, i64::MAX) / VALUES }
}

/// `table.unpack(t, i, j)`
pub fn unpack(args: Args) -> u64 {
    let count = args.range(2, 1, args.len(1) as i64);
    in_one_piece(count * 16) / (16 * VALUES)
}

/// `table.move(a, i, j, at, b)`
pub fn move_values(args: Args) -> u64 {
    args.int(4, 1);
    args.range(2, 1, 0) / VALUES
}

/// `table.create(n, value)`
pub fn create(args: Args) -> u64 {
    in_one_piece(args.int(1, 0).max(0) as u64 * 16) / (32 * VALUES)
}

/// `buffer.create(size)`
pub fn create_buffer(args: Args) -> u64 {
    in_one_piece(args.int(1, 0).max(0) as u64) / MOVED
}

/// `buffer.readstring(b, at, count)`
pub fn read_string(args: Args) -> u64 {
    args.int(2, 0);
    (args.int(3, 0).max(0) as u64).min(args.len(1)) / STRING
}

/// `buffer.writestring(b, at, text, count)`
pub fn write_string(args: Args) -> u64 {
    args.int(2, 0);
    args.int(4, 0);
    args.len(3) / MOVED
}

/// `buffer.fill(b, at, value, count)`
pub fn fill(args: Args) -> u64 {
    let len = args.len(1);
    args.int(2, 0);
    (args.int(4, len as i64).max(0) as u64).min(len) / MOVED
}

/// `buffer.copy(target, at, source, from, count)`
pub fn copy(args: Args) -> u64 {
    let len = args.len(3);
    args.int(2, 0);
    args.int(4, 0);
    (args.int(5, len as i64).max(0) as u64).min(len) / MOVED
}

/// A pattern function, of the arguments subject, pattern and replacement.
pub struct Pattern {
    /// The price of going over the subject once.
    pub once: u64,
    /// Cost of each attempt to match beyond its safepoint.
    pub attempt: u64,
}

impl Pattern {
    /// The prices of `find`, `match`, `gmatch` and `gsub`. Luau has a safepoint at every attempt to
    /// match the rest of a pattern; between two of them it goes over the pattern once, and for `%b`
    /// and `%1` over the subject. Only patterns and subjects far from everyday ones cost more than
    /// their safepoints.
    pub fn of(args: Args, from: u64, replacement: bool) -> Pattern {
        let (subject, pattern) = (args.len(1).saturating_sub(from), args.text(2));
        let len = pattern.len() as u64;
        let has = |wanted: fn(u8) -> bool| {
            pattern.windows(2).any(|pair| pair[0] == b'%' && wanted(pair[1]))
        };
        let class = if pattern.contains(&b'[') { subject.saturating_mul(len) / 512 } else { 0 };
        let balance = if has(|byte| byte == b'b') { subject / READ } else { 0 };
        let again = if has(|byte| byte.is_ascii_digit()) { subject / (2 * MOVED) } else { 0 };
        let written = if replacement { args.len(3) / VALUES } else { 0 };
        Pattern { once: subject / READ + class, attempt: len / 32 + balance + again + written }
    }
}

/// `string.find(s, text, init, true)` that begins after `from` bytes.
pub fn plain_find(args: Args, from: u64) -> u64 {
    let (subject, len) = (args.len(1).saturating_sub(from), args.len(2));
    subject / READ + subject.saturating_mul(len) / (2 * MOVED)
}
