#![no_main]

#[path = "../targets/notation.rs"]
mod notation;

libfuzzer_sys::fuzz_target!(|data: &[u8]| notation::run(data));
