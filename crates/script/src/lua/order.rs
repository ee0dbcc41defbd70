//! The iteration order of tables: numbers in ascending order, then texts byte by byte, then `false`
//! and `true`. A table with other keys has the order of its slots, which is the same in every run,
//! since the arena of a VM gives the keys the same addresses.
//!
//! The VM iterates by itself over lists and over tables with other keys. Code compiled by
//! [`super::loops`] first passes each loop's table through a function, which sorts the other
//! tables, and charges for empty slots.

use juez_luau::{Key, Kind, Lua, Native, upvalue};
use std::cmp::Ordering;
use std::ffi::{CStr, c_int};

use super::interrupt::charge;
use super::slots::{empty_slots, price_of_slots};

/// Keys of a table read per unit of price, and the number of keys after which that is charged.
const LOOKED_AT: u64 = 2;
const OFTEN: usize = 1024;
/// Size in bytes up to which comparing a text costs no more than comparing a number.
const SHORT: u64 = 1024;

/// The registry name of the function that loops pass through.
const EACH: &CStr = c"each";

/// The function `next` of scripts.
static NEXT: Native = Native::of(next);

/// Changes the globals of a VM before it is sandboxed.
pub fn install(lua: &mut Lua) {
    lua.push_global(c"pairs");
    lua.push_function(NEXT, Some(c"next"), 0);
    lua.push_copy(-1);
    lua.set_global(c"next");
    // The upvalue of `pairs` is the function that it returns.
    lua.set_upvalue(-2, 1);
    lua.pop(1);
    lua.push_function(Native::of(each), Some(EACH), 0);
    lua.set_hidden(EACH);
}

/// Pushes the function passed to every file for its loops: it maps the values of a loop to an
/// ordered iterator.
pub fn push_loops(lua: &Lua) {
    lua.push_hidden(EACH);
}

/// Pushes a function that returns the next key of the table at an index and its value, and returns
/// true; pushes nothing if fuel runs out. It iterates over the table once.
pub fn push_next_of(lua: &mut Lua, table: c_int) -> bool {
    lua.push_function(Native::of(|lua| push_iterator(lua, 1, Loop::ByCalls)), Some(c"next"), 0);
    lua.push_copy(table);
    let is_ordered = lua.try_call(1, Some(1));
    if !is_ordered {
        lua.pop(1);
    }
    is_ordered
}

/// Compares two keys: numbers, then texts, then booleans. NaN cannot be a key, so the order is
/// total.
fn compare(one: &Key<'_>, two: &Key<'_>) -> Ordering {
    let rank = |key: &Key<'_>| match key {
        Key::Number(_) => 0,
        Key::Text(_) => 1,
        Key::Flag(_) => 2,
        Key::Other => 3,
    };
    match (one, two) {
        (Key::Number(one), Key::Number(two)) => one.partial_cmp(two).unwrap_or(Ordering::Equal),
        (Key::Text(one), Key::Text(two)) => one.cmp(two),
        (Key::Flag(one), Key::Flag(two)) => one.cmp(two),
        _ => rank(one).cmp(&rank(two)),
    }
}

/// Returns true if the table at an index has only the keys 1 to `len`, its length.
fn is_list(lua: &mut Lua, table: c_int, len: c_int) -> bool {
    // The VM keeps the elements up to the length in an array, which it iterates over first.
    let more = lua.push_after(table, len).is_some();
    if more {
        lua.pop(2);
    } else {
        // All elements but the last can be nil.
        let len = len as u64;
        charge(lua, empty_slots(lua, table, len) + price_of_slots(len + 1, 1));
    }
    !more
}

/// Calls `look` with each key of the table at an index and the number of slots before it, and
/// returns true; returns false at a key without an order.
fn each_key<'a>(lua: &'a Lua, table: c_int, mut look: impl FnMut(Key<'a>, c_int)) -> bool {
    let (mut slot, mut count) = (0, 0usize);
    while let Some((key, next)) = lua.key_after(table, slot) {
        if matches!(key, Key::Other) {
            charge(lua, empty_slots(lua, table, 0));
            return false;
        }
        look(key, next - 1);
        slot = next;
        count += 1;
        if count % OFTEN == 0 {
            charge(lua, OFTEN as u64 / LOOKED_AT);
        }
    }
    charge(lua, (count % OFTEN) as u64 / LOOKED_AT);
    charge(lua, empty_slots(lua, table, count as u64));
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
fn each(lua: &mut Lua) -> c_int {
    lua.set_top(3);
    if matches!(lua.kind(1), Kind::Table | Kind::Userdata) {
        if lua.push_meta_field(1, c"__iter") {
            lua.push_copy(1);
            lua.call(1, Some(3));
            for index in (1..=3).rev() {
                lua.replace(index);
            }
            if lua.kind(1) == Kind::Nil {
                lua.raise_here("attempt to call a nil value");
            }
        }
        if lua.kind(1) == Kind::Table {
            if !lua.push_meta_field(1, c"__call") {
                return push_iterator(lua, 1, Loop::OfVm);
            }
            lua.pop(1);
        }
    }
    if lua.is_native(1, &NEXT) && lua.kind(2) == Kind::Table && lua.kind(3) == Kind::Nil {
        return push_iterator(lua, 2, Loop::OfVm);
    }
    3
}

/// Pushes what iterates over the table at an index: a function that returns the next key and its
/// value, or the table.
fn push_iterator(lua: &mut Lua, table: c_int, by: Loop) -> c_int {
    let len = lua.len(table) as c_int;
    let mut keys = Vec::new();
    let is_sorted =
        !is_list(lua, table, len) && each_key(lua, table, |key, slot| keys.push((key, slot)));
    if !is_sorted {
        let is_plain = !lua.has_metatable(table);
        drop(keys);
        lua.push_copy(table);
        if by == Loop::ByCalls || !is_plain {
            lua.push_number(0.0);
            lua.push_function(Native::of(next_slot), Some(c"next"), 2);
        }
        return 1;
    }
    let rounds = u64::from(keys.len().max(1).ilog2()) + 2;
    let len = |(key, _): &(Key<'_>, c_int)| if let Key::Text(text) = key { text.len() } else { 0 };
    let longest = keys.iter().map(len).max().unwrap_or(0) as u64;
    let count = keys.len() as u64;
    charge(lua, count * rounds / 8 + (count * rounds).saturating_mul(longest / SHORT));
    keys.sort_unstable_by(|(one, _), (two, _)| compare(one, two));
    let slots: Vec<c_int> = keys.into_iter().map(|(_, slot)| slot).collect();
    lua.push_copy(table);
    lua.push_table(slots.len(), 0);
    for (at, slot) in (1..).zip(slots) {
        lua.push_after(table, slot);
        lua.pop(1);
        lua.set_item(-2, at);
    }
    lua.push_number(0.0);
    lua.push_function(Native::of(next_of_keys), Some(c"next"), 3);
    1
}

/// Returns the key and the value in the next slot that has any. The upvalues are the table and the
/// number of slots passed.
fn next_slot(lua: &mut Lua) -> c_int {
    const PASSED: c_int = upvalue(2);
    let next = lua.push_after(upvalue(1), lua.to_number(PASSED) as c_int);
    lua.push_number(next.unwrap_or(c_int::MAX).into());
    lua.replace(PASSED);
    if next.is_none() {
        lua.push_nil();
        return 1;
    }
    2
}

/// The upvalues are the table, the list of its keys and the number of keys done.
fn next_of_keys(lua: &mut Lua) -> c_int {
    const DONE: c_int = upvalue(3);
    let first = lua.to_number(DONE) as c_int + 1;
    for at in first.. {
        // The list of keys has the next one, unless all are done.
        let is_key = lua.push_item(upvalue(2), at) != Kind::Nil;
        lua.push_number(f64::from(if is_key { at } else { at - 1 }));
        lua.replace(DONE);
        if !is_key {
            return 1;
        }
        lua.push_copy(-1);
        // A key can have been removed since.
        if lua.get(upvalue(1)) != Kind::Nil {
            return 2;
        }
        lua.pop(2);
        if (at - first) % OFTEN as c_int == OFTEN as c_int - 1 {
            charge(lua, OFTEN as u64 / LOOKED_AT);
        }
    }
    0
}

/// `next(t, key)`: returns the key after `key` in order and its value; without `key`, the first.
fn next(lua: &mut Lua) -> c_int {
    lua.check_table(1);
    lua.set_top(2);
    let is_first = lua.kind(2) == Kind::Nil;
    let len = lua.len(1) as c_int;
    let is_found = if is_list(lua, 1, len) {
        let from = match lua.number(2) {
            Some(number) => number.clamp(0.0, len.into()) as c_int,
            _ if is_first => 0,
            _ => len,
        };
        lua.push_after(1, from).is_some()
    } else {
        match slot_after(lua, is_first) {
            Some(Some(slot)) => lua.push_after(1, slot).is_some(),
            Some(None) => false,
            None => lua.next(1),
        }
    };
    if is_found {
        return 2;
    }
    lua.push_nil();
    1
}

/// Returns the number of slots before the key that follows the one at 2 in the table at 1, or
/// before the first key; `Some(None)` if there is no other, and `None` if the keys have no order.
fn slot_after(lua: &Lua, is_first: bool) -> Option<Option<c_int>> {
    let after = lua.as_key(2);
    let mut first: Option<(Key<'_>, c_int)> = None;
    let is_ordered = each_key(lua, 1, |key, slot| {
        let is_behind = is_first || compare(&key, &after).is_gt();
        if is_behind && first.as_ref().is_none_or(|(first, _)| compare(&key, first).is_lt()) {
            first = Some((key, slot));
        }
    });
    let has_order = is_ordered && (is_first || !matches!(after, Key::Other));
    has_order.then(|| first.map(|(_, slot)| slot))
}
