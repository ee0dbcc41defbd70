//! What native work is charged beside the cost of its row, in work units of 10 ns.

use serde_json::Value;

/// Work units for each element of an answer handed to a script.
pub const ELEMENT_WORK: u64 = 10;
/// Bytes of a world that are made and freed in one work unit.
const WORLD_BYTES: u64 = 64;

/// The work of a list of `len` moves.
pub fn list_work(len: usize) -> u64 {
    len as u64 * ELEMENT_WORK
}

/// The work of an answer: each of its elements, nested ones included.
pub fn answer_work(answer: &Value) -> u64 {
    size(answer) * ELEMENT_WORK
}

/// The work of a world that keeps `bytes` alive.
pub fn world_work(bytes: usize) -> u64 {
    bytes as u64 / WORLD_BYTES
}

fn size(value: &Value) -> u64 {
    match value {
        Value::Array(items) => items.iter().map(size).sum::<u64>() + 1,
        Value::Object(fields) => fields.values().map(size).sum::<u64>() + 1,
        _ => 1,
    }
}
