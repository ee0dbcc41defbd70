//! Charges of a call beside the cost of its row, in work units of 10 ns.

use serde_json::Value;

/// Work units for the call itself: finding the method, reading arguments, handing over one answer.
pub const CALL_WORK: u64 = 10;
/// Work units for each element of a list or table handed to a script.
pub const ELEMENT_WORK: u64 = 10;
/// Bytes of a world that are made and freed in one work unit.
const WORLD_BYTES: u64 = 64;

/// The work of a list of `len` moves.
pub fn list_work(len: usize) -> u64 {
    len as u64 * ELEMENT_WORK
}

/// The work of an answer: each of its elements, nested ones included; nothing for one that has none.
pub fn answer_work(answer: &Value) -> u64 {
    elements(answer) * ELEMENT_WORK
}

/// The work of a world that keeps `bytes` alive.
pub fn world_work(bytes: usize) -> u64 {
    bytes as u64 / WORLD_BYTES
}

fn elements(value: &Value) -> u64 {
    match value {
        Value::Array(items) => items.iter().map(|item| 1 + elements(item)).sum(),
        Value::Object(fields) => fields.values().map(|field| 1 + elements(field)).sum(),
        _ => 0,
    }
}
