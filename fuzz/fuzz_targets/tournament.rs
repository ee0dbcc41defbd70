#![no_main]

#[path = "../targets/tournament.rs"]
mod tournament;
#[path = "../targets/rows.rs"]
mod rows;

libfuzzer_sys::fuzz_target!(|data: &[u8]| tournament::run(data));
