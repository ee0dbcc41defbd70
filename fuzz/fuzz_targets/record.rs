#![no_main]

#[path = "../targets/record.rs"]
mod record;

libfuzzer_sys::fuzz_target!(|data: &[u8]| record::run(data));
