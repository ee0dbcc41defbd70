#![no_main]

#[path = "../targets/backup.rs"]
mod backup;
#[path = "../targets/rows.rs"]
mod rows;

libfuzzer_sys::fuzz_target!(|data: &[u8]| backup::run(data));
