//! The price of passing over the empty slots of a table.
//!
//! A table can have more slots than keys: `table.create(1e6)` has a million, and a table whose keys
//! were removed keeps their slots. To find a key, the VM passes over each of them natively.

use juez_luau::Lua;
use std::ffi::c_int;

/// Empty slots passed per unit of price.
const EMPTY: u64 = 32;
/// Free slots per key, and per table: as many as a table has that only grew.
const USUAL: u64 = 4;
const FREE: u64 = 1024;

/// Returns the price of passing over the empty slots of the table at an index, which has `keys`
/// keys.
pub fn empty_slots(lua: &Lua, table: c_int, keys: u64) -> u64 {
    price_of_slots(lua.slots(table), keys)
}

/// Returns the price of passing over this many slots that hold `keys` keys.
pub fn price_of_slots(slots: u64, keys: u64) -> u64 {
    slots.saturating_sub(keys.saturating_mul(USUAL) + FREE) / EMPTY
}
