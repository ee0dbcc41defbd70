//! The limits of a VM.

/// Depth of calls; enough to walk a board of 81 squares by recursion.
pub const CALL_LEVELS: usize = 200;
/// Depth of nested expressions and blocks.
pub const EXPRESSION_DEPTH: usize = 100;
/// Bytes of a string.
pub const STRING_BYTES: usize = 10_000;
/// Elements of an array, including nested ones.
pub const ARRAY_ITEMS: usize = 10_000;
/// Entries of a map, including nested ones.
pub const MAP_ITEMS: usize = 2_000;
/// Variables in scope.
pub const VARIABLES: usize = 500;
/// Fuel that takes about one millisecond of reference CPU time.
pub const FUEL_PER_MS: u64 = 21_000;
