#![no_main]

#[path = "../targets/loops.rs"]
mod loops;

libfuzzer_sys::fuzz_target!(|data: &[u8]| loops::run(data));
