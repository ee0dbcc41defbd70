#!/bin/sh
# anstyle-parse 1.0.0 holds its table of states, 16 times 256 bytes, in a `const`. Code that is not optimised copies all of it to look
# up one byte, up to twice for each byte. anstream, through which clap and many command lines print, asks it for every byte that goes to
# a file or a pipe. So a debug build, or a release build that leaves dependencies at opt-level 0, takes 0.1 to 0.3 s for each megabyte
# that it prints, which is all other work of a tool that writes JSON lines.
dependencies='anstyle-parse = "=1.0.0"'
. "$(dirname "$0")/rust.inc" <<'RS'
use anstyle_parse::state::{State, state_change};
use std::hint::black_box;
use std::time::Instant;

static TABLE: [[u8; 256]; 16] = [[1; 256]; 16];

fn main() {
    let text = vec![b'a'; 1 << 18];
    let start = Instant::now();
    let mut state = State::Ground;
    for byte in &text {
        let (next, _) = state_change(black_box(state), black_box(*byte));
        state = if next == State::Anywhere { state } else { next };
    }
    let by_const = start.elapsed();
    let start = Instant::now();
    let mut sum = 0_u32;
    for byte in &text {
        sum += u32::from(TABLE[black_box(15)][usize::from(black_box(*byte))]);
        sum += u32::from(TABLE[black_box(3)][usize::from(black_box(*byte))]);
    }
    let by_static = start.elapsed();
    assert_eq!((state, sum), (State::Ground, 2 << 18));
    let times = by_const.as_secs_f64() / by_static.as_secs_f64();
    println!("unoptimised, a byte takes {} the time of two look-ups in a static", if times > 5.0 { "more than 5 times" } else { "about" });
    eprintln!("{times:.0} times; {:.0} ns a byte", by_const.as_secs_f64() * 1e9 / text.len() as f64);
    assert!(times > 5.0);
}
RS
