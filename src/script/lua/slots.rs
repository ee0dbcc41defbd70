//! The price of going over the empty slots of a table.
//!
//! A table has more slots than keys: `table.create(1e6)` has a million, and a table whose keys were
//! removed keeps their slots. To find a key, the VM passes each of them natively.

#![allow(unsafe_code)] // the size of a table is in none of the VM's functions

use mlua::ffi;
use std::ffi::c_int;

/// Empty slots that are passed for a price of one.
const EMPTY: u64 = 32;
/// Slots for each key, and more for every table, at no price: as many as one has that only grew.
const USUAL: u64 = 4;
const FREE: u64 = 1024;

/// The beginning of the VM's own table, up to its sizes (`LuaTable` of `lobject.h`).
#[repr(C)]
struct Head {
    /// Kind, mark and category, caches and flags.
    others: [u8; 6],
    /// The slots for keys of any kind, as a power of two.
    keyed: u8,
    mask: u8,
    /// The slots for the numbers from 1.
    listed: c_int,
}

/// The slots of the table at an index, empty ones included.
///
/// # Safety
/// `state` must be the one that runs, with a table there.
unsafe fn slots(state: *mut ffi::lua_State, table: c_int) -> u64 {
    // SAFETY: a table is as `Head` says at its beginning, which the test below asks of the VM.
    let head = unsafe { &*ffi::lua_topointer(state, table).cast::<Head>() };
    head.listed.max(0) as u64 + (1 << head.keyed.min(31))
}

/// The price of passing the empty slots of the table at an index, which holds `keys` keys.
///
/// # Safety
/// As for [`slots`].
pub unsafe fn empty_slots(state: *mut ffi::lua_State, table: c_int, keys: u64) -> u64 {
    let usual = keys.saturating_mul(USUAL) + FREE;
    unsafe { slots(state, table) }.saturating_sub(usual) / EMPTY
}

#[cfg(test)]
mod tests {
    use super::*;
    use mlua::Lua;

    /// The slots of what an expression gives.
    fn slots_of(expression: &str) -> u64 {
        let lua = Lua::new();
        let table: mlua::Table = lua.load(expression).eval().expect("a table");
        let read = |state| unsafe {
            let slots = slots(state, ffi::lua_gettop(state));
            ffi::lua_settop(state, 0);
            ffi::lua_pushnumber(state, slots as f64);
        };
        // SAFETY: the closure leaves a number in the place of its argument.
        unsafe { lua.exec_raw(table, read) }.expect("it reads")
    }

    #[test]
    fn the_slots_of_a_table_are_where_they_are_read() {
        assert_eq!(slots_of("table.create(37)"), 38);
        assert_eq!(slots_of("table.create(3000000)"), 3_000_001);
        let keys: String = (0..100).map(|n| format!("k{n} = {n}, ")).collect();
        assert_eq!(slots_of(&format!("{{ {keys} }}")), 128);
        let taken = "for k in pairs(t) do t[k] = nil end return t";
        assert_eq!(slots_of(&format!("local t = {{ {keys} }} {taken}")), 128);
    }
}
