//! Charges of Rhai's functions.
//!
//! Rhai counts operations, whatever they do. Here the functions whose work grows with the size of
//! what they work on pay for it before they begin, so that a script which does nothing but such
//! work runs out of fuel, not out of time.

use rhai::{Array, Dynamic, EvalAltResult, FnPtr, FuncRegistration, Position};
use std::cell::Cell;

use super::super::alloc;
use super::super::meter::{self, Stop};
use super::limits::{ARRAY_ITEMS, FUEL_PER_MS};

/// Bytes allocated by one operation from which they are charged for: copies of large values.
const LARGE: u64 = 8 * 1024;
/// The same in allocations.
const MANY: u64 = 256;

/// Prices that make a millisecond: one is about 60 ns of native work.
const PER_MS: u64 = 16_000;

/// The price of a sentence that compares a name with others.
pub const NAMES: u64 = 300;

thread_local! {
    /// Allocations of this thread at the last operation.
    static SEEN: Cell<alloc::Total> = const { Cell::new(alloc::Total::ZERO) };
}

/// Result of a call from a script.
pub type Result<T> = std::result::Result<T, Box<EvalAltResult>>;

/// The fuel of native work of this price.
fn fuel_for(price: u64) -> u64 {
    price.saturating_mul(FUEL_PER_MS).div_ceil(PER_MS)
}

/// Takes the fuel for native work of a price.
///
/// # Errors
/// One that no script can catch, if a limit is exceeded.
pub fn pay(price: u64) -> Result<()> {
    meter::charge(fuel_for(price)).map_err(|_| stopped())
}

/// The error that ends a script: a limit is exceeded, as the meter knows.
pub fn stopped() -> Box<EvalAltResult> {
    EvalAltResult::ErrorTerminated(Dynamic::UNIT, Position::NONE).into()
}

/// Charges what the last operation of Rhai itself has copied.
pub fn copies() -> std::result::Result<(), Stop> {
    let now = alloc::allocated();
    let (bytes, count) = now.since(SEEN.replace(now));
    if bytes < LARGE && count < MANY {
        return Ok(());
    }
    meter::charge(fuel_for(bytes / 128 + count))?;
    meter::look()
}

/// Leaves what was allocated since the last operation out of account: it is paid for otherwise.
pub fn skip_allocations() {
    SEEN.set(alloc::allocated());
}

/// About how many bytes a value holds that its copy would hold as well.
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

/// About how many elements a list has, nested ones counted four times, for they lie apart in
/// memory.
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

/// Lists of more elements than this are not searched for nested ones, which would take as long as
/// what is charged for.
const SEARCHED: usize = 100;

/// [`elements`] of an array.
pub fn nested(items: &Array) -> u64 {
    items.len() as u64 + inside(items.len(), items.iter())
}

fn inside<'a>(len: usize, items: impl Iterator<Item = &'a Dynamic>) -> u64 {
    if len > SEARCHED {
        return 0;
    }
    4 * items.filter(|item| item.is_array() || item.is_map()).map(flat).sum::<u64>()
}

/// All elements of a nested list; each of its levels is searched.
fn flat(value: &Dynamic) -> u64 {
    if let Ok(items) = value.as_array_ref() {
        items.len() as u64 + inside(items.len(), items.iter()) / 4
    } else {
        elements(value)
    }
}

/// A function that leaves its first argument as it is.
pub fn pure(name: &str) -> FuncRegistration {
    FuncRegistration::new(name).in_global_namespace().with_purity(true)
}

/// A function that changes its first argument, which may be no constant.
pub fn changing(name: &str) -> FuncRegistration {
    FuncRegistration::new(name).in_global_namespace().with_purity(false)
}

/// Refuses an array of `len` elements that are copies of `item`, if it would be too large.
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

/// Cost of writing to a part of a value.
pub fn stored(whole: &Dynamic) -> u64 {
    if whole.is_array() || whole.is_locked() {
        0
    } else if let Ok(text) = whole.as_immutable_string_ref() {
        text.len() as u64 / 16
    } else {
        elements(whole) / 64
    }
}
