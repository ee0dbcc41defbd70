//! The iteration order of tables: numbers in ascending order, then texts byte by byte, then `false`
//! and `true`. A table with other keys has the order of its slots, which is the same in every run,
//! since [`super::arena`] gives the keys the same addresses.
//!
//! The VM iterates by itself over lists and over tables with other keys. Code compiled by
//! [`super::loops`] first passes each loop's table through a function, which sorts the other
//! tables, and charges for empty slots.

#![allow(unsafe_code)] // C functions of a VM

use juez_luau as ffi;
use std::cmp::Ordering;
use std::ffi::{CStr, c_int};

use super::convert::text;
use super::interrupt::charge;
use super::slots::{empty_slots, price_of_slots};

/// Keys of a table read per unit of price, and the number of keys after which that is charged.
const LOOKED_AT: u64 = 2;
const OFTEN: usize = 1024;
/// Size in bytes up to which comparing a text costs no more than comparing a number.
const SHORT: u64 = 1024;

/// The registry name of the function that loops pass through.
const EACH: &CStr = c"each";

/// Changes the globals of a VM before it is sandboxed.
///
/// # Safety
/// `state` must be the running one, and Lua errors must be free to unwind through the caller.
pub unsafe fn install(state: *mut ffi::lua_State) {
    unsafe {
        ffi::lua_getglobal(state, c"pairs".as_ptr());
        ffi::lua_pushcclosurek(state, next, c"next".as_ptr(), 0, None);
        ffi::lua_pushvalue(state, -1);
        ffi::lua_setglobal(state, c"next".as_ptr());
        // The upvalue of `pairs` is the function that it returns.
        ffi::lua_setupvalue(state, -2, 1);
        ffi::lua_pop(state, 1);
        ffi::lua_pushcclosurek(state, each, EACH.as_ptr(), 0, None);
        ffi::lua_rawsetfield(state, ffi::LUA_REGISTRYINDEX, EACH.as_ptr());
    }
}

/// Pushes the function passed to every file for its loops: it maps the values of a loop to an
/// ordered iterator.
///
/// # Safety
/// See [`install`].
pub unsafe fn push_loops(state: *mut ffi::lua_State) {
    unsafe { ffi::lua_rawgetfield(state, ffi::LUA_REGISTRYINDEX, EACH.as_ptr()) };
}

/// Pushes a function that returns the next key of the table at an index and its value, and returns
/// true; pushes nothing if fuel runs out. It iterates over the table once.
///
/// # Safety
/// See [`install`].
pub unsafe fn push_next_of(state: *mut ffi::lua_State, table: c_int) -> bool {
    unsafe extern "C-unwind" fn next_of(state: *mut ffi::lua_State) -> c_int {
        unsafe { push_iterator(state, 1, Loop::ByCalls) }
    }
    unsafe {
        ffi::lua_pushcclosurek(state, next_of, c"next".as_ptr(), 0, None);
        ffi::lua_pushvalue(state, table);
        let is_ordered = ffi::lua_pcall(state, 1, 1, 0) == ffi::LUA_OK;
        if !is_ordered {
            ffi::lua_pop(state, 1);
        }
        is_ordered
    }
}

/// A key, ordered as in iteration. NaN cannot be a key, so the order is total.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Key<'a> {
    Number(f64),
    Text(&'a [u8]),
    Flag(bool),
}

impl Key<'_> {
    /// Returns the key at a stack index, unless it is of a type without an order of its own. Texts
    /// are borrowed from the VM, for as long as it holds them.
    unsafe fn at<'a>(state: *mut ffi::lua_State, index: c_int) -> Option<Key<'a>> {
        unsafe {
            match ffi::lua_type(state, index) {
                ffi::LUA_TNUMBER => Some(Key::Number(ffi::lua_tonumber(state, index))),
                ffi::LUA_TSTRING => Some(Key::Text(text(state, index))),
                ffi::LUA_TBOOLEAN => Some(Key::Flag(ffi::lua_toboolean(state, index) != 0)),
                _ => None,
            }
        }
    }
}

/// Returns true if the table at an index has only the keys 1 to `len`, its length.
unsafe fn is_list(state: *mut ffi::lua_State, table: c_int, len: c_int) -> bool {
    unsafe {
        // The VM keeps the elements up to the length in an array, which it iterates over first.
        let more = ffi::lua_rawiter(state, table, len) >= 0;
        if more {
            ffi::lua_pop(state, 2);
        } else {
            // All elements but the last can be nil.
            let len = len as u64;
            charge(state, empty_slots(state, table, len) + price_of_slots(len + 1, 1));
        }
        !more
    }
}

/// Calls `look` with each key of the table at an index and the key's slot in `lua_rawiter`, and
/// returns true; returns false at a key without an order.
unsafe fn each_key<'a>(
    state: *mut ffi::lua_State,
    table: c_int,
    mut look: impl FnMut(Key<'a>, c_int),
) -> bool {
    let (mut slot, mut count) = (0, 0usize);
    unsafe {
        loop {
            let next = ffi::lua_rawiter(state, table, slot);
            if next < 0 {
                break;
            }
            let key = Key::at(state, -2);
            ffi::lua_pop(state, 2);
            let Some(key) = key else {
                charge(state, empty_slots(state, table, 0));
                return false;
            };
            look(key, next - 1);
            slot = next;
            count += 1;
            if count % OFTEN == 0 {
                charge(state, OFTEN as u64 / LOOKED_AT);
            }
        }
        charge(state, (count % OFTEN) as u64 / LOOKED_AT);
        charge(state, empty_slots(state, table, count as u64));
    }
    true
}

#[derive(Clone, Copy, PartialEq)]
enum Loop {
    /// The VM iterates by itself over a table without a metatable.
    OfVm,
    ByCalls,
}

/// `for ... in a, b, c`: replaces iteration over a table by a function that follows the order;
/// returns anything else unchanged.
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
                if ffi::lua_isnil(state, 1) {
                    ffi::luaL_error(state, c"attempt to call a nil value".as_ptr());
                }
            }
            if ffi::lua_type(state, 1) == ffi::LUA_TTABLE {
                if ffi::luaL_getmetafield(state, 1, c"__call".as_ptr()) == ffi::LUA_TNIL {
                    return push_iterator(state, 1, Loop::OfVm);
                }
                ffi::lua_pop(state, 1);
            }
        }
        let is_next = ffi::lua_tocfunction(state, 1)
            .is_some_and(|function| std::ptr::fn_addr_eq(function, next as ffi::lua_CFunction));
        if is_next && ffi::lua_type(state, 2) == ffi::LUA_TTABLE && ffi::lua_isnil(state, 3) {
            return push_iterator(state, 2, Loop::OfVm);
        }
        3
    }
}

/// Pushes what iterates over the table at an index: a function that returns the next key and its
/// value, or the table.
unsafe fn push_iterator(state: *mut ffi::lua_State, table: c_int, by: Loop) -> c_int {
    unsafe {
        let len = ffi::lua_objlen(state, table);
        // Dropped even if an error unwinds.
        let mut keys = Vec::new();
        if is_list(state, table, len) || !each_key(state, table, |key, slot| keys.push((key, slot)))
        {
            let is_plain = ffi::lua_getmetatablepointer(state, table).is_null();
            ffi::lua_pushvalue(state, table);
            if by == Loop::ByCalls || !is_plain {
                ffi::lua_pushinteger(state, 0);
                ffi::lua_pushcclosurek(state, next_slot, c"next".as_ptr(), 2, None);
            }
            return 1;
        }
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
            ffi::lua_rawseti(state, -2, at);
        }
        ffi::lua_pushinteger(state, 0);
        ffi::lua_pushcclosurek(state, next_of_keys, c"next".as_ptr(), 3, None);
        1
    }
}

/// Returns the key and the value in the next slot that has any. The upvalues are the table and the
/// number of slots passed.
unsafe extern "C-unwind" fn next_slot(state: *mut ffi::lua_State) -> c_int {
    let (table, passed) = (ffi::lua_upvalueindex(1), ffi::lua_upvalueindex(2));
    unsafe {
        let next = ffi::lua_rawiter(state, table, ffi::lua_tonumber(state, passed) as c_int);
        ffi::lua_pushinteger(state, if next < 0 { c_int::MAX } else { next });
        ffi::lua_replace(state, passed);
        if next < 0 {
            ffi::lua_pushnil(state);
            return 1;
        }
        2
    }
}

/// The upvalues are the table, the list of its keys and the number of keys done.
unsafe extern "C-unwind" fn next_of_keys(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let done = ffi::lua_upvalueindex(3);
        let first = ffi::lua_tonumber(state, done) as c_int + 1;
        for at in first.. {
            // The list of keys has the next one, unless all are done.
            let is_key = ffi::lua_rawgeti(state, ffi::lua_upvalueindex(2), at) != ffi::LUA_TNIL;
            ffi::lua_pushinteger(state, if is_key { at } else { at - 1 });
            ffi::lua_replace(state, done);
            if !is_key {
                return 1;
            }
            ffi::lua_pushvalue(state, -1);
            // A key can have been removed since.
            if ffi::lua_rawget(state, ffi::lua_upvalueindex(1)) != ffi::LUA_TNIL {
                return 2;
            }
            ffi::lua_pop(state, 2);
            if (at - first) % OFTEN as c_int == OFTEN as c_int - 1 {
                charge(state, OFTEN as u64 / LOOKED_AT);
            }
        }
        0
    }
}

/// `next(t, key)`: returns the key after `key` in order and its value; without `key`, the first.
unsafe extern "C-unwind" fn next(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        ffi::luaL_checktype(state, 1, ffi::LUA_TTABLE);
        ffi::lua_settop(state, 2);
        let is_first = ffi::lua_isnil(state, 2);
        let after = Key::at(state, 2);
        let len = ffi::lua_objlen(state, 1);
        let is_found = if is_list(state, 1, len) {
            let from = match after {
                Some(Key::Number(number)) => number.clamp(0.0, len.into()) as c_int,
                _ if is_first => 0,
                _ => len,
            };
            ffi::lua_rawiter(state, 1, from) >= 0
        } else {
            let mut first: Option<(Key<'_>, c_int)> = None;
            let is_ordered = each_key(state, 1, |key, slot| {
                let behind = after.is_none_or(|after| key > after);
                if behind && first.is_none_or(|(first, _)| key < first) {
                    first = Some((key, slot));
                }
            });
            match first {
                _ if !is_ordered || !is_first && after.is_none() => ffi::lua_next(state, 1) != 0,
                Some((_, slot)) => ffi::lua_rawiter(state, 1, slot) >= 0,
                None => false,
            }
        };
        if is_found {
            return 2;
        }
        ffi::lua_pushnil(state);
        1
    }
}
