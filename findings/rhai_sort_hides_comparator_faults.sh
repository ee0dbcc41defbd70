#!/bin/sh
# rhai 1.27.0: sort(comparator) returns no error whatever the comparator does. One that throws, has a wrong number of
# parameters, calls a function that is not there or returns a text leaves the array in some order, and the script carries
# on. The book says that the comparator returns an integer or a truth value, not what happens otherwise. map and filter
# pass errors on.
dependencies='rhai = "=1.27.0"'
. "$(dirname "$0")/rust.inc" <<'RS'
use rhai::Engine;

fn main() {
    let engine = Engine::new();
    for (what, comparator) in [
        ("throws", r#"|a, b| throw "no order""#),
        ("calls what is not there", "|a, b| rank(a) - rank(b)"),
        ("takes one argument", "|a| a"),
        ("returns a text", r#"|a, b| "first""#),
        ("divides by zero", "|a, b| a / 0"),
    ] {
        let script = format!("let list = [3, 1, 2]; list.sort({comparator}); list.to_string()");
        let found = engine.eval::<String>(&script).expect("no error at all");
        println!("a comparator that {what}: {found}");
        assert_ne!(found, "[1, 2, 3]", "it cannot have been sorted");
    }
    let mapped = engine.eval::<rhai::Array>(r#"[3, 1, 2].map(|a| throw "no")"#);
    assert!(mapped.is_err(), "map passes the error on");
}
RS
