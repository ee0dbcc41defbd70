#![no_main]

#[path = "../targets/protocol.rs"]
mod protocol;

libfuzzer_sys::fuzz_target!(|data: &[u8]| protocol::run(data));
