//! Charges library functions whose native work grows with their arguments, before they run.
//!
//! Luau checks its budget at every loop iteration and every call, but a call like
//! `string.rep("x", 1e7)` is a single step however long it takes. Each such function is replaced by
//! a C function of the same name that charges fuel and then runs the original in the same frame, so
//! messages, lines and speed stay the same.

use juez_luau::{Kind, Lua, Native, upvalue};
use std::ffi::{CStr, c_int};

use super::interrupt::{charge, with_dear_safepoints};
use super::library::address_free;
use super::prices::{self, Args, Pattern, STRING, VALUES};
use super::slots::empty_slots;

/// A library function by its library and name, its replacement, and its price if the replacement
/// uses it.
type Charge = (&'static CStr, &'static CStr, Native, fn(&mut Args<'_>) -> u64);

const fn nothing(_: &mut Args<'_>) -> u64 {
    0
}

const PRICED: Native = Native::of(priced);
const CANONICAL: Native = Native::of(canonical);

/// Every function whose work grows with its arguments.
static CHARGES: &[Charge] = &[
    (c"string", c"byte", PRICED, prices::each_position),
    (c"string", c"char", PRICED, prices::each_argument),
    (c"string", c"find", Native::of(find), nothing),
    (c"string", c"format", Native::of(format), prices::format),
    (c"string", c"gmatch", Native::of(gmatch), nothing),
    (c"string", c"gsub", Native::of(gsub), nothing),
    (c"string", c"lower", PRICED, prices::each_byte),
    (c"string", c"match", Native::of(match_once), nothing),
    (c"string", c"pack", CANONICAL, prices::pack),
    (c"string", c"packsize", PRICED, |args| args.len(1) / 4),
    (c"string", c"rep", PRICED, prices::rep),
    (c"string", c"reverse", PRICED, prices::each_byte),
    (c"string", c"split", PRICED, prices::split),
    (c"string", c"sub", PRICED, sub),
    (c"string", c"unpack", PRICED, prices::unpack_text),
    (c"string", c"upper", PRICED, prices::each_byte),
    (c"table", c"clear", Native::of(clear), |args| args.len(1) / (2 * VALUES)),
    (c"table", c"clone", Native::of(clone), nothing),
    (c"table", c"concat", Native::of(concat), nothing),
    (c"table", c"create", PRICED, prices::create),
    (c"table", c"find", PRICED, |args| args.behind(3, 1) / VALUES),
    (c"table", c"insert", PRICED, |args| prices::shifted(args, 3)),
    (c"table", c"move", PRICED, prices::move_values),
    (c"table", c"pack", PRICED, prices::each_argument),
    (c"table", c"remove", PRICED, |args| prices::shifted(args, 2)),
    (c"table", c"sort", Native::of(sort), nothing),
    (c"table", c"unpack", PRICED, prices::unpack),
    (c"_G", c"print", Native::of(print), prices::each_argument),
    (c"_G", c"unpack", PRICED, prices::unpack),
    (c"utf8", c"char", PRICED, prices::each_argument),
    (c"utf8", c"codepoint", PRICED, prices::each_position),
    (c"utf8", c"len", PRICED, prices::each_byte),
    (c"utf8", c"offset", PRICED, prices::each_byte),
    (c"buffer", c"copy", PRICED, prices::copy),
    (c"buffer", c"create", PRICED, prices::create_buffer),
    (c"buffer", c"fill", PRICED, prices::fill),
    (c"buffer", c"fromstring", PRICED, |args| args.len(1) / STRING),
    (c"buffer", c"readstring", PRICED, prices::read_string),
    (c"buffer", c"tostring", PRICED, |args| args.len(1) / STRING),
    (c"buffer", c"writef32", CANONICAL, nothing),
    (c"buffer", c"writef64", CANONICAL, nothing),
    (c"buffer", c"writestring", PRICED, prices::write_string),
];

/// Maximum number of values that one `print` shows.
const MOST_PRINTED: c_int = 200;

/// Library functions that the compiler would inline, bypassing their replacements.
pub const CHARGED_BUILTINS: &[&CStr] =
    &[c"buffer.writef32", c"buffer.writef64", c"table.unpack", c"unpack"];

/// The bits of NaN that a script can see: the bits of a computed NaN differ between processors.
const NAN: u64 = 0x7ff8_0000_0000_0000;

/// Replaces the functions. The upvalues of each are the replaced one and its row.
pub fn install(lua: &mut Lua) {
    for (row, (library, name, replacement, _)) in CHARGES.iter().enumerate() {
        lua.push_global(library);
        lua.push_field(-1, name);
        lua.push_number(row as f64);
        lua.push_function(*replacement, Some(name), 2);
        lua.set_field(-2, name);
        lua.pop(1);
    }
}

/// Runs the replaced function, the first upvalue of the running one, on the same arguments.
pub fn original(lua: &mut Lua) -> c_int {
    lua.original(1)
}

fn priced(lua: &mut Lua) -> c_int {
    let row = lua.number(upvalue(2)).unwrap_or_default() as usize;
    let price = CHARGES[row].3(&mut Args(lua));
    charge(lua, price);
    original(lua)
}

/// `string.sub(s, i, j)`, priced by the bytes of the result.
fn sub(args: &mut Args<'_>) -> u64 {
    let len = args.len(1);
    args.span(2, -1, len) / STRING
}

/// Wraps functions that reveal the bits or the sign of numbers.
fn canonical(lua: &mut Lua) -> c_int {
    for index in 1..=lua.top() {
        make_canonical(lua, index);
    }
    priced(lua)
}

/// Replaces a NaN argument by the canonical one.
fn make_canonical(lua: &mut Lua, index: c_int) {
    if lua.number(index).is_some_and(f64::is_nan) {
        lua.push_number(f64::from_bits(NAN));
        lua.replace(index);
    }
}

/// `table.clear(t)`; clears every slot, empty or not.
fn clear(lua: &mut Lua) -> c_int {
    if lua.kind(1) == Kind::Table {
        charge(lua, empty_slots(lua, 1, lua.len(1) as u64));
    }
    priced(lua)
}

/// The special characters of patterns.
const SPECIAL: &[u8] = b"^$*+?.([%-";

/// `string.find(s, pattern, init, plain)`; a pattern without special characters is searched as
/// plain text.
fn find(lua: &mut Lua) -> c_int {
    let args = &mut Args(lua);
    if !args.0.flag(4) && args.text(2).iter().any(|byte| SPECIAL.contains(byte)) {
        return match_once(lua);
    }
    let from = skipped(args);
    let price = prices::plain_find(args, from);
    charge(lua, price);
    original(lua)
}

/// `string.match(s, pattern, init)`
fn match_once(lua: &mut Lua) -> c_int {
    let args = &mut Args(lua);
    let from = skipped(args);
    let price = Pattern::of(args, from, false);
    charge(lua, price.once);
    with_dear_safepoints(lua, price.attempt, original)
}

/// Returns the bytes of the subject before the start position, argument 3.
fn skipped(args: &mut Args<'_>) -> u64 {
    (args.int(3, 1) - 1).max(0) as u64
}

/// `string.gsub(s, pattern, replacement, n)`
fn gsub(lua: &mut Lua) -> c_int {
    let args = &mut Args(lua);
    args.int(4, 0);
    let price = Pattern::of(args, 0, true);
    charge(lua, price.once);
    with_dear_safepoints(lua, price.attempt, original)
}

/// `string.gmatch(s, pattern)`; its iterator is charged too if attempts are expensive.
fn gmatch(lua: &mut Lua) -> c_int {
    let price = Pattern::of(&Args(lua), 0, false);
    charge(lua, price.once);
    let results = original(lua);
    if price.attempt > 0 {
        lua.push_number(price.attempt as f64);
        lua.push_function(Native::of(dear_gmatch), Some(c"gmatch"), 2);
    }
    results
}

fn dear_gmatch(lua: &mut Lua) -> c_int {
    let attempt = lua.number(upvalue(2)).unwrap_or_default() as u64;
    with_dear_safepoints(lua, attempt, |lua| {
        lua.set_top(0);
        lua.push_copy(upvalue(1));
        lua.call(0, None);
        lua.top()
    })
}

/// `string.format(format, ...)`; shows kinds instead of addresses, and NaN without a sign.
fn format(lua: &mut Lua) -> c_int {
    let price = prices::format(&mut Args(lua));
    charge(lua, price);
    for index in 2..=lua.top() {
        make_canonical(lua, index);
        let Some(kind) = address_free(lua, index) else { continue };
        lua.push_text(kind);
        lua.replace(index);
    }
    original(lua)
}

/// `print(...)`; ignores more values than a log line can show.
fn print(lua: &mut Lua) -> c_int {
    let price = prices::each_argument(&mut Args(lua));
    charge(lua, price);
    lua.set_top(lua.top().min(MOST_PRINTED));
    lua.push_copy(upvalue(1));
    lua.insert(1);
    lua.call(lua.top() - 1, Some(0));
    0
}

/// `table.clone(t)`; charged afterwards, since only the copy reveals the size of the table.
fn clone(lua: &mut Lua) -> c_int {
    let before = lua.used_kib();
    let results = original(lua);
    // In whole KiB, so a small table can count as one or none.
    let grown = lua.used_kib() - before - 1;
    charge(lua, grown.max(0) as u64 * 2);
    results
}

/// `table.concat(t, separator, i, j)`
fn concat(lua: &mut Lua) -> c_int {
    if lua.kind(1) == Kind::Table {
        let args = &mut Args(lua);
        let len = args.len(1) as i64;
        let (first, last) = (args.int(3, 1), args.int(4, len));
        let separator = args.len(2);
        let mut bytes = 0;
        for (count, index) in (first..=last).enumerate() {
            let there = args.0.push_item(1, index as c_int) != Kind::Nil;
            let len = args.len(-1);
            args.0.pop(1);
            if !there {
                break;
            }
            bytes += 16 + separator + len;
            // Reading the elements is work too, and there can be very many.
            if count % 1024 == 1023 {
                charge(args.0, bytes / STRING);
                bytes = 0;
            }
        }
        charge(lua, bytes / STRING);
    }
    original(lua)
}

/// `table.sort(t, less)`; without `less`, texts are compared byte by byte.
fn sort(lua: &mut Lua) -> c_int {
    let count = Args(lua).len(1);
    if lua.kind(1) == Kind::Table && count > 1 {
        let rounds = u64::from(count.ilog2()) + 1;
        charge(lua, count * rounds / 4);
        if matches!(lua.kind(2), Kind::None | Kind::Nil) {
            let mut longest = 0;
            for index in 1..=count {
                lua.push_item(1, index as c_int);
                longest = longest.max(lua.text(-1).unwrap_or_default().len() as u64);
                lua.pop(1);
            }
            charge(lua, (count * rounds).saturating_mul(longest / 1024));
        }
    }
    original(lua)
}
