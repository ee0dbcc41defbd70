//! The documentation and the exercises, which `build.rs` embeds.

// PAGES: path and text of each page below `docs/`; EXERCISES: the same for `examples/exercises/`.
include!(concat!(env!("OUT_DIR"), "/texts.rs"));
