#![no_main]

#[path = "../targets/submissions.rs"]
mod submissions;

libfuzzer_sys::fuzz_target!(|data: &[u8]| submissions::run(data));
