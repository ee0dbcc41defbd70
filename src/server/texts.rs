//! The documentation and the exercises, which `build.rs` puts into the program.

// PAGES: the path of each page below `docs/`, and its text; EXERCISES: the same of `examples/exercises/`.
include!(concat!(env!("OUT_DIR"), "/texts.rs"));
