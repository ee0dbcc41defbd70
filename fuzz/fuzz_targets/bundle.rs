#![no_main]

#[path = "../targets/bundle.rs"]
mod bundle;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bundle::run(data));
