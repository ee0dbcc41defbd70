//! Going over a table costs fuel for its empty slots too.

use super::*;

/// Returns the fuel of `call`, a hundred times, with a table of this many slots that holds one
/// value.
fn fuel_over(slots: u32, call: &str) -> u64 {
    let make = format!("local t = table.create({slots}) t[1] = 1");
    fuel_of(&format!("{make} for _ = 1, 100 do {call} end")) - fuel_of(&make)
}

#[test]
fn empty_slots_cost_fuel_wherever_they_are_passed() {
    for call in [
        "for k in t do end",
        "for k in pairs(t) do end",
        "for k in next, t do end",
        "next(t)",
        "next(t, 1)",
        "print(t)",
        "table.clear(t) t[1] = 1",
    ] {
        let (few, many) = (fuel_over(10, call), fuel_over(100_000, call));
        // A hundred times 100 000 slots; a millisecond passes less than 400 000.
        assert!(many > few + 500_000, "{call}: {few}, {many}");
    }
}

#[test]
fn empty_slots_for_keys_of_any_kind_cost_fuel() {
    let keys = "local t = {} for i = 1, 50000 do t['k' .. i] = i end for i = 2, 50000 do t['k' .. i] = nil end";
    for call in ["for k in t do end", "next(t)", "next(t, 'k0')"] {
        let many = fuel_of(&format!("{keys} for _ = 1, 100 do {call} end")) - fuel_of(keys);
        assert!(many > 300_000, "{call}: {many}");
    }
}

#[test]
fn tables_that_only_grew_cost_what_they_hold() {
    let grown = "local t = {} for i = 1, 3000 do t[i] = i end local n = {} for i = 1, 700 do n['k' .. i] = i end";
    let loops = "for k in t do end for k in n do end";
    let once = fuel_of(&format!("{grown} {loops}")) - fuel_of(grown);
    let exact =
        "local t = table.create(3000, 0) local n = {} for i = 1, 700 do n['k' .. i] = i end";
    assert_eq!(once, fuel_of(&format!("{exact} {loops}")) - fuel_of(exact));
}

#[test]
fn the_length_of_a_table_looks_at_few_of_its_slots() {
    assert!(fuel_over(1_000_000, "local _ = #t") < 200);
}
