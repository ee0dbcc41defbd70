//! Charges of Rhai's functions.
//!
//! Rhai counts operations, however expensive. Functions whose work grows with the size of their
//! arguments charge for it before they start, so a script that does nothing but such work runs out
//! of fuel, not out of time.

use rhai::{Array, Dynamic, EvalAltResult, FnPtr, FuncRegistration, Position};
use std::cell::Cell;

use super::super::alloc;
use super::super::meter::{self, Stop};
use super::limits::{ARRAY_ITEMS, FUEL_PER_MS};

/// Bytes allocated by one operation from which they are charged: copies of large values.
const LARGE: u64 = 8 * 1024;
/// The same as a number of allocations.
const MANY: u64 = 256;

/// Price units per millisecond: one is about 60 ns of native work.
const PER_MS: u64 = 16_000;

/// Price of a message that compares a name with others.
pub const NAMES: u64 = 300;

thread_local! {
    /// Allocations of this thread at the last operation.
    static SEEN: Cell<alloc::Total> = const { Cell::new(alloc::Total::ZERO) };
}

/// The result of a call from a script.
pub type Result<T> = std::result::Result<T, Box<EvalAltResult>>;

/// Converts the price of native work to fuel.
fn fuel_for(price: u64) -> u64 {
    price.saturating_mul(FUEL_PER_MS).div_ceil(PER_MS)
}

/// Charges fuel for native work of a price.
///
/// # Errors
/// An error that scripts cannot catch, if a limit is exceeded.
pub fn pay(price: u64) -> Result<()> {
    meter::charge(fuel_for(price)).map_err(|_| stopped())
}

/// Returns the error that ends a script after the meter recorded an exceeded limit.
pub fn stopped() -> Box<EvalAltResult> {
    EvalAltResult::ErrorTerminated(Dynamic::UNIT, Position::NONE).into()
}

/// Charges for the copies made by Rhai's last operation.
pub fn copies() -> std::result::Result<(), Stop> {
    let now = alloc::allocated();
    let (bytes, count) = now.since(SEEN.replace(now));
    if bytes < LARGE && count < MANY {
        return Ok(());
    }
    meter::charge(fuel_for(bytes / 128 + count))?;
    meter::look()
}

/// Ignores allocations since the last operation, which are charged elsewhere.
pub fn skip_allocations() {
    SEEN.set(alloc::allocated());
}

/// Returns the approximate size in bytes of a copy of a value.
pub fn bytes(value: &Dynamic) -> u64 {
    const NODE: u64 = 16;
    if value.is_shared() {
        NODE
    } else if let Ok(items) = value.as_array_ref() {
        24 + items.iter().map(|item| NODE + bytes(item)).sum::<u64>()
    } else if let Ok(map) = value.as_map_ref() {
        24 + map.iter().map(|(key, item)| 64 + key.len() as u64 + bytes(item)).sum::<u64>()
    } else if let Some(function) = value.read_lock::<FnPtr>() {
        64 + function.curry().iter().map(|item| NODE + bytes(item)).sum::<u64>()
    } else {
        0
    }
}

/// Returns the approximate number of elements of a list. Nested ones count four times, since they
/// are scattered in memory.
pub fn elements(value: &Dynamic) -> u64 {
    if value.is_locked() {
        0
    } else if let Ok(items) = value.as_array_ref() {
        nested(&items)
    } else if let Ok(map) = value.as_map_ref() {
        8 * map.len() as u64 + inside(map.len(), map.values())
    } else {
        0
    }
}

/// Longer lists are not searched for nested ones, which would take as long as the work being
/// charged.
const SEARCHED: usize = 100;

/// Returns [`elements`] of an array.
pub fn nested(items: &Array) -> u64 {
    items.len() as u64 + inside(items.len(), items.iter())
}

fn inside<'a>(len: usize, items: impl Iterator<Item = &'a Dynamic>) -> u64 {
    if len > SEARCHED {
        return 0;
    }
    4 * items.filter(|item| item.is_array() || item.is_map()).map(flat).sum::<u64>()
}

/// Returns the number of elements of a nested list; each level is searched.
fn flat(value: &Dynamic) -> u64 {
    if let Ok(items) = value.as_array_ref() {
        items.len() as u64 + inside(items.len(), items.iter()) / 4
    } else {
        elements(value)
    }
}

/// Registers a function that does not change its first argument.
pub fn pure(name: &str) -> FuncRegistration {
    FuncRegistration::new(name).in_global_namespace().with_purity(true)
}

/// Registers a function that changes its first argument, which cannot be a constant.
pub fn changing(name: &str) -> FuncRegistration {
    FuncRegistration::new(name).in_global_namespace().with_purity(false)
}

/// Rejects an array of `len` copies of `item` if it would be too large.
pub fn room_for(len: usize, item: &Dynamic) -> Result<()> {
    let each = 16 + bytes(item);
    let whole = each.saturating_mul(len as u64);
    if len > ARRAY_ITEMS {
        let kind = "Size of array".to_string();
        return Err(EvalAltResult::ErrorDataTooLarge(kind, Position::NONE).into());
    }
    if whole > meter::live_bytes_left() {
        meter::out_of_live_memory();
        return Err(stopped());
    }
    pay(whole / 256)
}

/// Returns the price of writing to a part of a value.
pub fn stored(whole: &Dynamic) -> u64 {
    if whole.is_array() || whole.is_locked() {
        0
    } else if let Ok(text) = whole.as_immutable_string_ref() {
        text.len() as u64 / 16
    } else {
        elements(whole) / 64
    }
}
