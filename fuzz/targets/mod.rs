//! The fuzz targets: one file each, with a `run` that takes arbitrary bytes and must not panic. A
//! new one needs a file here, a name below, and three lines in `fuzz_targets` and `Cargo.toml`.

pub mod backup;
pub mod bundle;
pub mod loops;
pub mod notation;
pub mod options;
pub mod parse;
pub mod protocol;
pub mod record;
mod rows;
pub mod submissions;
pub mod tournament;
