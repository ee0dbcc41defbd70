#![no_main]

#[path = "../targets/rows.rs"]
mod rows;
#[path = "../targets/tournament.rs"]
mod tournament;

libfuzzer_sys::fuzz_target!(|data: &[u8]| tournament::run(data));
