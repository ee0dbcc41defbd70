#!/bin/sh
# rhai 1.27.0: every comparison of a float with 0.0 takes what is below 2.2e-16 for 0. So 1e-16 > 0.0 is false, 1e-16 == 0.0 and
# -1e-16 >= 0.0 are true, and a loop that halves a number until nothing is left ends after 52 turns in place of 1075.
# Rust, Lua and Python compare exactly, and 1e-20 < 3e-20 does here too. A product of probabilities is 0 long before
# it is. The feature `unchecked` compares exactly.
dependencies='rhai = "=1.27.0"'
. "$(dirname "$0")/rust.inc" <<'RS'
use rhai::Engine;

fn main() {
    let engine = Engine::new();
    let is = |text: &str| engine.eval::<bool>(text).expect("a script");
    for (text, found) in [
        ("let x = 1e-16; x > 0.0", false),
        ("let x = 1e-16; x == 0.0", true),
        ("let x = -1e-16; x >= 0.0", true),
        ("let x = 1e-15; x > 0.0", true),
        ("let x = 1e-20; let y = 3e-20; x < y", true),
    ] {
        println!("{text}  {}", is(text));
        assert_eq!(is(text), found);
    }
    let halve = "let p = 1.0; let n = 0; while p > 0.0 { p /= 2.0; n += 1; } n";
    let turns = engine.eval::<i64>(halve).expect("a number");
    let (mut p, mut exact) = (1.0_f64, 0);
    while p > 0.0 {
        (p, exact) = (p / 2.0, exact + 1);
    }
    println!("halved until nothing is left: {turns} turns, in Rust {exact}");
    assert!(turns < 60 && exact == 1075);
}
RS
