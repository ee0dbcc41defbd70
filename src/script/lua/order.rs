//! The order in which tables are gone over: numbers from small to large, then texts byte by byte,
//! then `false` and `true`.
//!
//! That of Luau depends on where a table's keys lie in memory if one of them is, or was, a table or a
//! function, and that differs from run to run. What is such a key has no order here: going over it is
//! an error. What [`super::loops`] compiles never lets the VM go over a table by itself.

#![allow(unsafe_code)] // C functions of a VM

use mlua::{Function, Lua, Table, ffi};
use std::cmp::Ordering;
use std::ffi::{CStr, CString, c_int};

use super::convert::text;
use super::interrupt::charge;
use super::slots::empty_slots;
use super::words;

/// Keys of a table that are read for a price of one, and keys after which that is charged.
const LOOKED_AT: u64 = 2;
const OFTEN: usize = 1024;
/// Bytes of a text up to which its comparison costs nothing beyond that of a number.
const SHORT: u64 = 1024;

/// The name under which a VM keeps the function that loops pass through.
const EACH: &str = "each";

/// Changes the globals of a VM before it is sandboxed.
pub fn install(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: the closures leave what they say on the stack; `exec_raw` runs them protected.
    let each: Function = unsafe {
        lua.exec_raw::<()>((), |state| {
            ffi::lua_getglobal(state, c"pairs".as_ptr());
            ffi::lua_pushcclosurek(state, next, c"next".as_ptr(), 0, None);
            ffi::lua_pushvalue(state, -1);
            ffi::lua_setglobal(state, c"next".as_ptr());
            // What `pairs` returns first is its upvalue.
            ffi::lua_setupvalue(state, -2, 1);
            ffi::lua_pop(state, 1);
        })?;
        lua.exec_raw((), |state| {
            ffi::lua_pushcclosurek(state, each, c"each".as_ptr(), 0, None);
        })?
    };
    lua.set_named_registry_value(EACH, each)
}

/// The function that every file is given for its loops: takes what a loop is given, and returns what
/// it goes over.
pub fn loops(lua: &Lua) -> mlua::Result<Function> {
    lua.named_registry_value(EACH)
}

/// A function that takes nil and a key of a table, gives the key behind it and its value, and goes over
/// the table once.
///
/// # Errors
/// A key of the table has no order, or fuel runs out.
pub fn next_of(lua: &Lua, table: &Table) -> mlua::Result<Function> {
    // SAFETY: the closure leaves the function in the place of its argument; `exec_raw` runs it
    // protected.
    unsafe {
        lua.exec_raw(table, |state| {
            let table = ffi::lua_gettop(state);
            in_order(state, table);
            ffi::lua_replace(state, table);
        })
    }
}

/// A key, in the order of tables. None is without order to others, for none is NaN.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Key<'a> {
    Number(f64),
    Text(&'a [u8]),
    Flag(bool),
}

impl Key<'_> {
    /// The key at an index of the stack, or an error that says why it is none. Texts are borrowed from
    /// the VM, for as long as it holds them.
    unsafe fn at<'a>(state: *mut ffi::lua_State, index: c_int) -> Key<'a> {
        unsafe {
            match ffi::lua_type(state, index) {
                ffi::LUA_TNUMBER => Key::Number(ffi::lua_tonumber(state, index)),
                ffi::LUA_TSTRING => Key::Text(text(state, index)),
                ffi::LUA_TBOOLEAN => Key::Flag(ffi::lua_toboolean(state, index) != 0),
                kind => {
                    let kind = CStr::from_ptr(ffi::lua_typename(state, kind));
                    let why = words::no_order(kind.to_string_lossy());
                    let why = CString::new(why).unwrap_or_default();
                    ffi::lua_pushstring(state, why.as_ptr());
                    drop(why);
                    ffi::luaL_error(state, c"%s".as_ptr(), ffi::lua_tostring(state, -1))
                }
            }
        }
    }
}

/// True if the table at an index has no keys but the numbers from 1 to `len`, its length.
unsafe fn is_list(state: *mut ffi::lua_State, table: c_int, len: c_int) -> bool {
    unsafe {
        // The VM keeps the elements up to the length in an array, which it goes over first.
        let more = ffi::lua_rawiter(state, table, len) >= 0;
        if more {
            ffi::lua_pop(state, 2);
        } else {
            charge(state, empty_slots(state, table, len.max(0) as u64));
        }
        !more
    }
}

/// Looks at each key of the table at an index, with the slot that `lua_rawiter` finds it in. The key
/// is on top of the stack.
unsafe fn each_key<'a>(
    state: *mut ffi::lua_State,
    table: c_int,
    mut look: impl FnMut(Key<'a>, c_int),
) {
    let (mut slot, mut count) = (0, 0usize);
    unsafe {
        loop {
            let next = ffi::lua_rawiter(state, table, slot);
            if next < 0 {
                break;
            }
            ffi::lua_pop(state, 1);
            look(Key::at(state, -1), next - 1);
            ffi::lua_pop(state, 1);
            slot = next;
            count += 1;
            if count % OFTEN == 0 {
                charge(state, OFTEN as u64 / LOOKED_AT);
            }
        }
        charge(state, (count % OFTEN) as u64 / LOOKED_AT);
        charge(state, empty_slots(state, table, count as u64));
    }
}

/// `for ... in a, b, c`: what goes over a table becomes a function that does so in order; all else is
/// returned as it is.
unsafe extern "C-unwind" fn each(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        ffi::lua_settop(state, 3);
        if ffi::lua_type(state, 1) == ffi::LUA_TTABLE
            || ffi::lua_type(state, 1) == ffi::LUA_TUSERDATA
        {
            if ffi::luaL_getmetafield(state, 1, c"__iter".as_ptr()) != ffi::LUA_TNIL {
                ffi::lua_pushvalue(state, 1);
                ffi::lua_call(state, 1, 3);
                for index in (1..=3).rev() {
                    ffi::lua_replace(state, index);
                }
                if ffi::lua_isnil(state, 1) != 0 {
                    ffi::luaL_error(state, c"attempt to call a nil value".as_ptr());
                }
            }
            if ffi::lua_type(state, 1) == ffi::LUA_TTABLE {
                if ffi::luaL_getmetafield(state, 1, c"__call".as_ptr()) == ffi::LUA_TNIL {
                    return in_order(state, 1);
                }
                ffi::lua_pop(state, 1);
            }
        }
        let is_next = ffi::lua_tocfunction(state, 1)
            .is_some_and(|function| std::ptr::fn_addr_eq(function, next as ffi::lua_CFunction));
        if is_next && ffi::lua_type(state, 2) == ffi::LUA_TTABLE && ffi::lua_isnil(state, 3) != 0 {
            return in_order(state, 2);
        }
        3
    }
}

/// Pushes a function that gives the next key and value of the table at an index at each call.
unsafe fn in_order(state: *mut ffi::lua_State, table: c_int) -> c_int {
    unsafe {
        let len = ffi::lua_objlen(state, table) as c_int;
        if is_list(state, table, len) {
            ffi::lua_pushvalue(state, table);
            ffi::lua_pushinteger(state, len.into());
            ffi::lua_pushcclosurek(state, next_of_list, c"next".as_ptr(), 2, None);
            return 1;
        }
        // Dropped also where an error unwinds.
        let mut keys = Vec::new();
        each_key(state, table, |key, slot| keys.push((key, slot)));
        let rounds = u64::from(keys.len().max(1).ilog2()) + 2;
        let len =
            |(key, _): &(Key<'_>, c_int)| if let Key::Text(text) = key { text.len() } else { 0 };
        let longest = keys.iter().map(len).max().unwrap_or(0) as u64;
        let count = keys.len() as u64;
        charge(state, count * rounds / 8 + (count * rounds).saturating_mul(longest / SHORT));
        keys.sort_unstable_by(|(one, _), (two, _)| one.partial_cmp(two).unwrap_or(Ordering::Equal));
        ffi::lua_pushvalue(state, table);
        ffi::lua_createtable(state, keys.len() as c_int, 0);
        for (at, (_, slot)) in (1..).zip(&keys) {
            ffi::lua_rawiter(state, table, *slot);
            ffi::lua_pop(state, 1);
            ffi::lua_rawseti_(state, -2, at);
        }
        ffi::lua_pushinteger(state, 0);
        ffi::lua_pushcclosurek(state, next_of_keys, c"next".as_ptr(), 3, None);
        1
    }
}

/// Pushes the element behind `from` of the list at an index, and its number; nothing at the end.
unsafe fn push_element(state: *mut ffi::lua_State, list: c_int, from: c_int, last: c_int) -> c_int {
    unsafe {
        for at in from.saturating_add(1)..=last {
            ffi::lua_pushinteger(state, at.into());
            if ffi::lua_rawgeti_(state, list, at) != ffi::LUA_TNIL {
                return 2;
            }
            ffi::lua_pop(state, 2);
            if (at - from) % OFTEN as c_int == 0 {
                charge(state, OFTEN as u64 / LOOKED_AT);
            }
        }
        ffi::lua_pushnil(state);
        1
    }
}

/// The list and its length are upvalues, the number of the element before is argument 2.
unsafe extern "C-unwind" fn next_of_list(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let from = ffi::lua_tonumber(state, 2) as c_int;
        let last = ffi::lua_tonumber(state, ffi::lua_upvalueindex(2)) as c_int;
        push_element(state, ffi::lua_upvalueindex(1), from, last)
    }
}

/// The table, the list of its keys and the number of those that are done are upvalues.
unsafe extern "C-unwind" fn next_of_keys(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let done = ffi::lua_upvalueindex(3);
        let mut at = ffi::lua_tonumber(state, done) as c_int;
        loop {
            at += 1;
            if ffi::lua_rawgeti_(state, ffi::lua_upvalueindex(2), at) == ffi::LUA_TNIL {
                return 1;
            }
            ffi::lua_pushvalue(state, -1);
            // A key may have been taken away since.
            if ffi::lua_rawget(state, ffi::lua_upvalueindex(1)) != ffi::LUA_TNIL {
                ffi::lua_pushinteger(state, at.into());
                ffi::lua_replace(state, done);
                return 2;
            }
            ffi::lua_pop(state, 2);
        }
    }
}

/// `next(t, key)`: the key behind `key` in order, and its value; of all the first.
unsafe extern "C-unwind" fn next(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        ffi::luaL_checktype(state, 1, ffi::LUA_TTABLE);
        ffi::lua_settop(state, 2);
        let after = (ffi::lua_isnil(state, 2) == 0).then(|| Key::at(state, 2));
        let len = ffi::lua_objlen(state, 1) as c_int;
        if is_list(state, 1, len) {
            let from = match after {
                None => 0,
                Some(Key::Number(number)) => number.max(0.0) as c_int,
                Some(_) => len,
            };
            return push_element(state, 1, from, len);
        }
        let mut first: Option<(Key<'_>, c_int)> = None;
        each_key(state, 1, |key, slot| {
            let behind = after.is_none_or(|after| key > after);
            if behind && first.is_none_or(|(first, _)| key < first) {
                first = Some((key, slot));
            }
        });
        let Some((_, slot)) = first else {
            ffi::lua_pushnil(state);
            return 1;
        };
        ffi::lua_rawiter(state, 1, slot);
        2
    }
}
