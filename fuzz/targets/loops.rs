//! Lua sources with rewritten loops: a source that the VM compiles still compiles, with the same
//! lines. The parser that finds the loops is not the VM's compiler.

use juez::script::fault_of_order;

/// Rewrites the loops of these bytes.
pub fn run(data: &[u8]) {
    let source = String::from_utf8_lossy(data);
    assert_eq!(fault_of_order(&source), None, "{source}");
}
