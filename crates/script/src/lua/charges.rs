//! Charges library functions whose native work grows with their arguments, before they run.
//!
//! Luau checks its budget at every loop iteration and every call, but a call like
//! `string.rep("x", 1e7)` is a single step however long it takes. Each such function is replaced by
//! a C function of the same name that charges fuel and then runs the original in the same frame, so
//! messages, lines and speed stay the same.

#![allow(unsafe_code)] // C functions of a VM

use juez_luau as ffi;
use std::ffi::{CStr, c_int, c_void};

use super::interrupt::{charge, with_dear_safepoints};
use super::library::address_free;
use super::prices::{self, Args, Pattern, STRING, VALUES};
use super::slots::empty_slots;

/// A library function by its library and name, its replacement, and its price if the replacement
/// uses it.
type Charge = (&'static CStr, &'static CStr, ffi::lua_CFunction, fn(Args) -> u64);

const fn nothing(_: Args) -> u64 {
    0
}

/// Every function whose work grows with its arguments.
static CHARGES: &[Charge] = &[
    (c"string", c"byte", priced, prices::each_position),
    (c"string", c"char", priced, prices::each_argument),
    (c"string", c"find", find, nothing),
    (c"string", c"format", format, prices::format),
    (c"string", c"gmatch", gmatch, nothing),
    (c"string", c"gsub", gsub, nothing),
    (c"string", c"lower", priced, prices::each_byte),
    (c"string", c"match", match_once, nothing),
    (c"string", c"pack", canonical, prices::pack),
    (c"string", c"packsize", priced, |args| args.len(1) / 4),
    (c"string", c"rep", priced, prices::rep),
    (c"string", c"reverse", priced, prices::each_byte),
    (c"string", c"split", priced, prices::split),
    (c"string", c"sub", priced, |args| args.span(2, -1, args.len(1)) / STRING),
    (c"string", c"unpack", priced, prices::unpack_text),
    (c"string", c"upper", priced, prices::each_byte),
    (c"table", c"clear", clear, |args| args.len(1) / (2 * VALUES)),
    (c"table", c"clone", clone, nothing),
    (c"table", c"concat", concat, nothing),
    (c"table", c"create", priced, prices::create),
    (c"table", c"find", priced, |args| args.behind(3, 1) / VALUES),
    (c"table", c"insert", priced, |args| prices::shifted(args, 3)),
    (c"table", c"move", priced, prices::move_values),
    (c"table", c"pack", priced, prices::each_argument),
    (c"table", c"remove", priced, |args| prices::shifted(args, 2)),
    (c"table", c"sort", sort, nothing),
    (c"table", c"unpack", priced, prices::unpack),
    (c"_G", c"print", print, prices::each_argument),
    (c"_G", c"unpack", priced, prices::unpack),
    (c"utf8", c"char", priced, prices::each_argument),
    (c"utf8", c"codepoint", priced, prices::each_position),
    (c"utf8", c"len", priced, prices::each_byte),
    (c"utf8", c"offset", priced, prices::each_byte),
    (c"buffer", c"copy", priced, prices::copy),
    (c"buffer", c"create", priced, prices::create_buffer),
    (c"buffer", c"fill", priced, prices::fill),
    (c"buffer", c"fromstring", priced, |args| args.len(1) / STRING),
    (c"buffer", c"readstring", priced, prices::read_string),
    (c"buffer", c"tostring", priced, |args| args.len(1) / STRING),
    (c"buffer", c"writef32", canonical, nothing),
    (c"buffer", c"writef64", canonical, nothing),
    (c"buffer", c"writestring", priced, prices::write_string),
];

/// Maximum number of values that one `print` shows.
const MOST_PRINTED: c_int = 200;

/// Library functions that the compiler would inline, bypassing their replacements.
pub const CHARGED_BUILTINS: &[&CStr] =
    &[c"buffer.writef32", c"buffer.writef64", c"table.unpack", c"unpack"];

/// The bits of NaN that a script can see: the bits of a computed NaN differ between processors.
const NAN: u64 = 0x7ff8_0000_0000_0000;

/// Replaces the functions.
///
/// # Safety
/// `state` must be the running one, and Lua errors must be free to unwind through the caller.
pub unsafe fn install(state: *mut ffi::lua_State) {
    // SAFETY: rows and entries are static.
    unsafe {
        for row @ (library, name, entry, _) in CHARGES {
            ffi::lua_getglobal(state, library.as_ptr());
            ffi::lua_rawgetfield(state, -1, name.as_ptr());
            ffi::lua_pushlightuserdata(state, (&raw const *row) as *mut c_void);
            ffi::lua_pushcclosurek(state, *entry, name.as_ptr(), 2, None);
            ffi::lua_rawsetfield(state, -2, name.as_ptr());
            ffi::lua_pop(state, 1);
        }
    }
}

/// Runs the replaced function, the first upvalue of the running one, on the same arguments.
///
/// # Safety
/// `state` must belong to a replacement.
pub unsafe fn original(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        match ffi::lua_tocfunction(state, ffi::lua_upvalueindex(1)) {
            Some(function) => function(state),
            None => 0,
        }
    }
}

unsafe extern "C-unwind" fn priced(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let row = ffi::lua_touserdata(state, ffi::lua_upvalueindex(2)) as *const Charge;
        charge(state, ((*row).3)(Args(state)));
        original(state)
    }
}

/// Wraps functions that reveal the bits or the sign of numbers.
unsafe extern "C-unwind" fn canonical(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        for index in 1..=ffi::lua_gettop(state) {
            make_canonical(state, index);
        }
        priced(state)
    }
}

/// Replaces a NaN argument by the canonical one.
unsafe fn make_canonical(state: *mut ffi::lua_State, index: c_int) {
    unsafe {
        if ffi::lua_type(state, index) == ffi::LUA_TNUMBER
            && ffi::lua_tonumber(state, index).is_nan()
        {
            ffi::lua_pushnumber(state, f64::from_bits(NAN));
            ffi::lua_replace(state, index);
        }
    }
}

/// `table.clear(t)`; clears every slot, empty or not.
unsafe extern "C-unwind" fn clear(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        if ffi::lua_type(state, 1) == ffi::LUA_TTABLE {
            charge(state, empty_slots(state, 1, Args(state).len(1)));
        }
        priced(state)
    }
}

/// The special characters of patterns.
const SPECIAL: &[u8] = b"^$*+?.([%-";

/// `string.find(s, pattern, init, plain)`; a pattern without special characters is searched as
/// plain text.
unsafe extern "C-unwind" fn find(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let args = Args(state);
        if ffi::lua_toboolean(state, 4) == 0
            && args.text(2).iter().any(|byte| SPECIAL.contains(byte))
        {
            return match_once(state);
        }
        charge(state, prices::plain_find(args, skipped(args)));
        original(state)
    }
}

/// `string.match(s, pattern, init)`
unsafe extern "C-unwind" fn match_once(state: *mut ffi::lua_State) -> c_int {
    let args = Args(state);
    let price = Pattern::of(args, skipped(args), false);
    unsafe {
        charge(state, price.once);
        with_dear_safepoints(state, price.attempt, |state| original(state))
    }
}

/// Returns the bytes of the subject before the start position, argument 3.
fn skipped(args: Args) -> u64 {
    (args.int(3, 1) - 1).max(0) as u64
}

/// `string.gsub(s, pattern, replacement, n)`
unsafe extern "C-unwind" fn gsub(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let args = Args(state);
        args.int(4, 0);
        let price = Pattern::of(args, 0, true);
        charge(state, price.once);
        with_dear_safepoints(state, price.attempt, |state| original(state))
    }
}

/// `string.gmatch(s, pattern)`; its iterator is charged too if attempts are expensive.
unsafe extern "C-unwind" fn gmatch(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let price = Pattern::of(Args(state), 0, false);
        charge(state, price.once);
        let results = original(state);
        if price.attempt > 0 {
            ffi::lua_pushnumber(state, price.attempt as f64);
            ffi::lua_pushcclosurek(state, dear_gmatch, c"gmatch".as_ptr(), 2, None);
        }
        results
    }
}

unsafe extern "C-unwind" fn dear_gmatch(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let attempt = ffi::lua_tonumber(state, ffi::lua_upvalueindex(2)) as u64;
        with_dear_safepoints(state, attempt, |state| {
            ffi::lua_settop(state, 0);
            ffi::lua_pushvalue(state, ffi::lua_upvalueindex(1));
            ffi::lua_call(state, 0, ffi::LUA_MULTRET);
            ffi::lua_gettop(state)
        })
    }
}

/// `string.format(format, ...)`; shows kinds instead of addresses, and NaN without a sign.
unsafe extern "C-unwind" fn format(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        charge(state, prices::format(Args(state)));
        for index in 2..=ffi::lua_gettop(state) {
            make_canonical(state, index);
            let Some(kind) = address_free(state, index) else { continue };
            ffi::lua_pushstring(state, kind.as_ptr());
            ffi::lua_replace(state, index);
        }
        original(state)
    }
}

/// `print(...)`; ignores more values than a log line can show.
unsafe extern "C-unwind" fn print(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        charge(state, prices::each_argument(Args(state)));
        ffi::lua_settop(state, ffi::lua_gettop(state).min(MOST_PRINTED));
        ffi::lua_pushvalue(state, ffi::lua_upvalueindex(1));
        ffi::lua_insert(state, 1);
        ffi::lua_call(state, ffi::lua_gettop(state) - 1, 0);
        0
    }
}

/// `table.clone(t)`; charged afterwards, since only the copy reveals the size of the table.
unsafe extern "C-unwind" fn clone(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let before = ffi::lua_gc(state, ffi::LUA_GCCOUNT, 0);
        let results = original(state);
        // In whole KiB, so a small table can count as one or none.
        let grown = ffi::lua_gc(state, ffi::LUA_GCCOUNT, 0) - before - 1;
        charge(state, grown.max(0) as u64 * 2);
        results
    }
}

/// `table.concat(t, separator, i, j)`
unsafe extern "C-unwind" fn concat(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let args = Args(state);
        if ffi::lua_type(state, 1) == ffi::LUA_TTABLE {
            let (first, last) = (args.int(3, 1), args.int(4, args.len(1) as i64));
            let separator = args.len(2);
            let mut bytes = 0;
            for (count, index) in (first..=last).enumerate() {
                let there = ffi::lua_rawgeti(state, 1, index as c_int) != ffi::LUA_TNIL;
                let len = args.len(-1);
                ffi::lua_pop(state, 1);
                if !there {
                    break;
                }
                bytes += 16 + separator + len;
                // Reading the elements is work too, and there can be very many.
                if count % 1024 == 1023 {
                    charge(state, bytes / STRING);
                    bytes = 0;
                }
            }
            charge(state, bytes / STRING);
        }
        original(state)
    }
}

/// `table.sort(t, less)`; without `less`, texts are compared byte by byte.
unsafe extern "C-unwind" fn sort(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let count = Args(state).len(1);
        if ffi::lua_type(state, 1) == ffi::LUA_TTABLE && count > 1 {
            let rounds = u64::from(count.ilog2()) + 1;
            charge(state, count * rounds / 4);
            if ffi::lua_gettop(state) < 2 || ffi::lua_isnil(state, 2) {
                let mut longest = 0;
                for index in 1..=count {
                    ffi::lua_rawgeti(state, 1, index as c_int);
                    longest = longest.max(Args(state).text(-1).len() as u64);
                    ffi::lua_pop(state, 1);
                }
                charge(state, (count * rounds).saturating_mul(longest / 1024));
            }
        }
        original(state)
    }
}
