//! Prices of library calls whose work grows with their arguments.
//!
//! A unit of price is 83 ns of reference time. Prices follow Luau's native work, to within a factor
//! of ten at worst, and are zero for the small arguments of everyday calls.

use juez_luau::{Kind, Lua};
use std::ffi::c_int;

use super::interrupt::{long_text, most_memory};

/// Bytes copied and hashed into a new string per unit of price.
pub const STRING: u64 = 128;
/// Bytes moved unread per unit of price.
const MOVED: u64 = 1024;
/// Bytes read one by one per unit of price.
const READ: u64 = 64;
/// Values pushed, moved or compared per unit of price.
pub const VALUES: u64 = 16;
/// Digits of a number computed per unit of price.
const DIGITS: u64 = 4;
/// Minimum number of digits charged for a fraction: the fixed cost of formatting one.
const FEWEST_DIGITS: u64 = 12;

/// The arguments of the running native function.
pub struct Args<'a>(pub &'a mut Lua);

impl Args<'_> {
    /// Returns the number of arguments.
    pub fn count(&self) -> u64 {
        self.0.top() as u64
    }

    /// Returns the bytes of a text or buffer, or the elements of a list; 0 for anything else.
    pub fn len(&self, index: c_int) -> u64 {
        match self.0.kind(index) {
            // Numbers are excluded: they would be converted to text.
            Kind::Text | Kind::Table | Kind::Buffer => self.0.len(index) as u64,
            _ => 0,
        }
    }

    /// Returns the bytes of a text; empty for anything else.
    pub fn text(&self, index: c_int) -> &[u8] {
        self.0.text(index).unwrap_or_default()
    }

    /// Returns an integer argument, or `default` if it is omitted. Clamps it to a C `int`, since
    /// the result of casting a larger one differs between processors.
    pub fn int(&mut self, index: c_int, default: i64) -> i64 {
        if !matches!(self.0.kind(index), Kind::Number | Kind::Text) {
            return default;
        }
        // A text that is no number is 0 here, and refused by the function.
        let number = self.0.to_number(index);
        let held = number as i32;
        if number.is_nan() || number.abs() >= 2147483648.0 {
            self.0.push_number(held.into());
            self.0.replace(index);
        }
        held.into()
    }

    /// Returns the number of the `len` positions from argument `from` to the next, counted as in
    /// Lua.
    pub fn span(&mut self, from: c_int, default_end: i64, len: u64) -> u64 {
        let len = len as i64;
        let at = |position: i64| if position < 0 { (position + len + 1).max(0) } else { position };
        let (start, end) = (at(self.int(from, 1)), at(self.int(from + 1, default_end)));
        (end.min(len) - start.max(1) + 1).max(0) as u64
    }

    /// Returns the number of elements of the list at 1 after the index in an argument.
    pub fn behind(&mut self, index: c_int, default: i64) -> u64 {
        (self.len(1) as i64 - self.int(index, default).max(0)).max(0) as u64
    }

    /// Returns the number of integers from argument `from` to the next.
    fn range(&mut self, from: c_int, default_start: i64, default_end: i64) -> u64 {
        (self.int(from + 1, default_end) - self.int(from, default_start) + 1).max(0) as u64
    }

    /// Returns the total bytes of text among the arguments.
    fn texts(&self) -> u64 {
        (1..=self.count() as c_int)
            .filter(|&index| self.0.kind(index) == Kind::Text)
            .map(|index| self.len(index))
            .sum()
    }
}

/// Returns the price of one allocation; zero if it exceeds memory, since it is refused immediately.
fn in_one_piece(bytes: u64) -> u64 {
    if bytes > most_memory() { 0 } else { bytes }
}

/// `string.byte(s, i, j)`, `utf8.codepoint(s, i, j)`
pub fn each_position(args: &mut Args<'_>) -> u64 {
    let start = args.int(2, 1);
    let len = args.len(1);
    args.span(2, start, len) / VALUES
}

/// Returns the price of a function that does little work per argument.
pub fn each_argument(args: &mut Args<'_>) -> u64 {
    args.count() / VALUES
}

/// Returns the price of a function that reads every byte of a text.
pub fn each_byte(args: &mut Args<'_>) -> u64 {
    args.len(1) / READ
}

/// `string.rep(s, n)`
pub fn rep(args: &mut Args<'_>) -> u64 {
    let times = args.int(2, 0).max(0) as u64;
    let bytes = args.len(1).saturating_mul(times);
    // The charge for every long text is not made twice.
    (in_one_piece(bytes) / STRING).saturating_sub(long_text(bytes))
}

/// `string.split(s, separator)`
pub fn split(args: &mut Args<'_>) -> u64 {
    let len = args.len(1);
    len / VALUES + len.saturating_mul(args.len(2)) / (2 * MOVED)
}

/// `string.pack(format, ...)`; a format can request padding.
pub fn pack(args: &mut Args<'_>) -> u64 {
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
pub fn unpack_text(args: &mut Args<'_>) -> u64 {
    args.int(3, 1);
    args.len(1) / 4 + args.len(2) / STRING
}

/// `string.format(format, ...)`; numbers can have many digits, and quoting can quadruple a text.
pub fn format(args: &mut Args<'_>) -> u64 {
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

/// Returns the digits charged for a number: one for integers.
fn digits_of(args: &Args<'_>, index: c_int, spec: &[u8], kind: u8) -> u64 {
    let Some(number) = args.0.number(index) else { return 0 };
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

/// `table.insert(t, at, value)`, `table.remove(t, at)`; free at the end of the list, a call with
/// fewer than `given` arguments.
pub fn shifted(args: &mut Args<'_>, given: u64) -> u64 {
    if args.count() < given { 0 } else { args.behind(2, i64::MAX) / VALUES }
}

/// `table.unpack(t, i, j)`
pub fn unpack(args: &mut Args<'_>) -> u64 {
    let len = args.len(1) as i64;
    let count = args.range(2, 1, len);
    in_one_piece(count * 16) / (16 * VALUES)
}

/// `table.move(a, i, j, at, b)`
pub fn move_values(args: &mut Args<'_>) -> u64 {
    args.int(4, 1);
    args.range(2, 1, 0) / VALUES
}

/// `table.create(n, value)`
pub fn create(args: &mut Args<'_>) -> u64 {
    in_one_piece(args.int(1, 0).max(0) as u64 * 16) / (32 * VALUES)
}

/// `buffer.create(size)`
pub fn create_buffer(args: &mut Args<'_>) -> u64 {
    in_one_piece(args.int(1, 0).max(0) as u64) / MOVED
}

/// `buffer.readstring(b, at, count)`
pub fn read_string(args: &mut Args<'_>) -> u64 {
    args.int(2, 0);
    (args.int(3, 0).max(0) as u64).min(args.len(1)) / STRING
}

/// `buffer.writestring(b, at, text, count)`
pub fn write_string(args: &mut Args<'_>) -> u64 {
    args.int(2, 0);
    args.int(4, 0);
    args.len(3) / MOVED
}

/// `buffer.fill(b, at, value, count)`
pub fn fill(args: &mut Args<'_>) -> u64 {
    let len = args.len(1);
    args.int(2, 0);
    (args.int(4, len as i64).max(0) as u64).min(len) / MOVED
}

/// `buffer.copy(target, at, source, from, count)`
pub fn copy(args: &mut Args<'_>) -> u64 {
    let len = args.len(3);
    args.int(2, 0);
    args.int(4, 0);
    (args.int(5, len as i64).max(0) as u64).min(len) / MOVED
}

/// The prices of a pattern function with the arguments subject, pattern and replacement.
pub struct Pattern {
    /// Price of one pass over the subject.
    pub once: u64,
    /// Price of each attempt to match, in addition to its safepoint.
    pub attempt: u64,
}

impl Pattern {
    /// Computes the prices of `find`, `match`, `gmatch` and `gsub`. Luau has a safepoint at every
    /// attempt to match the rest of a pattern; between two of them it makes one pass over the
    /// pattern, and for `%b` and `%1` over the subject. Only unusual patterns and subjects cost
    /// more than their safepoints.
    pub fn of(args: &Args<'_>, from: u64, replacement: bool) -> Pattern {
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

/// `string.find(s, text, init, true)`, starting after `from` bytes.
pub fn plain_find(args: &Args<'_>, from: u64) -> u64 {
    let (subject, len) = (args.len(1).saturating_sub(from), args.len(2));
    subject / READ + subject.saturating_mul(len) / (2 * MOVED)
}
