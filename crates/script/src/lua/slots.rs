//! The price of passing over the empty slots of a table.
//!
//! A table can have more slots than keys: `table.create(1e6)` has a million, and a table whose keys
//! were removed keeps their slots. To find a key, the VM passes over each of them natively.

#![allow(unsafe_code)] // no VM function returns the size of a table

use juez_luau as ffi;
use std::ffi::c_int;

/// Empty slots passed per unit of price.
const EMPTY: u64 = 32;
/// Free slots per key, and per table: as many as a table has that only grew.
const USUAL: u64 = 4;
const FREE: u64 = 1024;

/// The beginning of the VM's table struct, up to its sizes (`LuaTable` of `lobject.h`).
#[repr(C)]
struct Head {
    /// Kind, mark and category, caches and flags.
    others: [u8; 6],
    /// Number of slots for keys of any kind, as a power of two.
    keyed: u8,
    mask: u8,
    /// Number of slots for keys counted from 1.
    listed: c_int,
}

/// Returns the number of slots of the table at an index, including empty ones.
///
/// # Safety
/// `state` must be the running one, with a table at the index.
unsafe fn slots(state: *mut ffi::lua_State, table: c_int) -> u64 {
    // SAFETY: a table begins like `Head`; the test below checks that against the VM.
    let head = unsafe { &*ffi::lua_topointer(state, table).cast::<Head>() };
    head.listed.max(0) as u64 + (1 << head.keyed.min(31))
}

/// Returns the price of passing over the empty slots of the table at an index, which has `keys`
/// keys.
///
/// # Safety
/// See [`slots`].
pub unsafe fn empty_slots(state: *mut ffi::lua_State, table: c_int, keys: u64) -> u64 {
    price_of_slots(unsafe { slots(state, table) }, keys)
}

/// Returns the price of passing over this many slots that hold `keys` keys.
pub fn price_of_slots(slots: u64, keys: u64) -> u64 {
    slots.saturating_sub(keys.saturating_mul(USUAL) + FREE) / EMPTY
}

#[cfg(test)]
mod tests {
    use super::super::self_test::evaluate;
    use super::*;

    /// Returns the number of slots of the table that an expression returns.
    fn slots_of(source: &str) -> u64 {
        evaluate(source, |state| unsafe { slots(state, -1) }).expect("a table")
    }

    #[test]
    fn the_slots_of_a_table_are_where_they_are_read() {
        assert_eq!(slots_of("return table.create(37)"), 38);
        assert_eq!(slots_of("return table.create(3000000)"), 3_000_001);
        let keys: String = (0..100).map(|n| format!("k{n} = {n}, ")).collect();
        assert_eq!(slots_of(&format!("return {{ {keys} }}")), 128);
        let taken = "for k in pairs(t) do t[k] = nil end return t";
        assert_eq!(slots_of(&format!("local t = {{ {keys} }} {taken}")), 128);
    }
}
