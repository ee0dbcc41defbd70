//! Charges of a call in addition to the cost of its row, in work units of 10 ns.

use serde_json::Value;

/// Work units of the call: finding the method, reading arguments, returning one answer.
pub const CALL_WORK: u64 = 10;
/// Work units per element of a list or table passed to a script.
pub const ELEMENT_WORK: u64 = 10;
/// Bytes of a world created and freed in one work unit.
const WORLD_BYTES: u64 = 64;

/// Returns the work of passing a list of `len` moves.
pub fn list_work(len: usize) -> u64 {
    len as u64 * ELEMENT_WORK
}

/// Returns the work of an answer: [`ELEMENT_WORK`] for each element, including nested ones.
pub fn answer_work(answer: &Value) -> u64 {
    elements(answer) * ELEMENT_WORK
}

/// Returns the work of a world that keeps `bytes` alive.
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
