//! The `juez` command.

fn main() {}
