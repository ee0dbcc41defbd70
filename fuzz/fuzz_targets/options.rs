#![no_main]

#[path = "../targets/options.rs"]
mod options;

libfuzzer_sys::fuzz_target!(|data: &[u8]| options::run(data));
