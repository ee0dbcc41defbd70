#![no_main]

#[path = "../targets/backup.rs"]
mod backup;

libfuzzer_sys::fuzz_target!(|data: &[u8]| backup::run(data));
