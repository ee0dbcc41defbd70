//! Budgets and their effects.

use super::*;

const LOOPS: [&str; 8] = [
    "while true {}",
    "loop {}",
    "loop { try { loop { } } catch { } }",
    "do { } while true;",
    "for i in 0..1000000000 { print(i); }",
    "let n = 0; while n >= 0 { n += 1; }",
    "[1].map(|x| { loop { } });",
    "loop { try { throw 1; } catch (e) { } }",
];

fn quick() -> Limits {
    Limits { move_ms: 5, start_ms: 5, ..Limits::of(Budget::Quick) }
}

#[test]
fn endless_loops_stop_in_every_hook() {
    for text in LOOPS {
        for (hook, source) in [
            (Hook::Load, format!("{NOOP}\n{text}")),
            (Hook::Start, format!("{NOOP}\nfn start(info) {{ {text} }}")),
            (Hook::NextMove, format!("\nfn next_move(view) {{ {text} }}")),
            (Hook::Finish, format!("{NOOP}\nfn finish(result) {{ {text} }}")),
        ] {
            let played = play_with(&[("bot.rhai", &source)], 1, quick(), &[]);
            let fault = played.fault();
            assert_eq!((fault.kind, fault.hook), (FaultKind::OutOfFuel, hook), "{text} {fault:?}");
            assert_eq!(fault.file.as_deref(), Some("bot.rhai"));
            assert_eq!(fault.line, Some(2), "{text} in {hook}");
            assert!(fault.why.contains("is there a loop that never ends?"));
        }
    }
}

#[test]
fn a_stop_names_the_innermost_line() {
    let source = "fn spin(n) {\n  while n > 0 {\n    n += 1;\n  }\n}\nfn help(n) { spin(n) }\nfn next_move(view) {\n  help(1)\n}";
    let fault = play_with(&[("bot.rhai", source)], 1, quick(), &[]).fault().clone();
    assert!(matches!(fault.line, Some(2 | 3)), "{fault:?}");
    let files = [
        ("main.rhai", "import \"util\" as util;\nfn next_move(view) { util::spin(1) }"),
        ("util.rhai", "\n\n\nfn spin(n) {\n loop { } }"),
    ];
    let fault = play_with(&files, 1, quick(), &[]).fault().clone();
    assert_eq!((fault.file.as_deref(), fault.line), (Some("util.rhai"), Some(5)));
}

#[test]
fn a_stop_cannot_be_caught() {
    let source = "fn next_move(view) { try { view.world().playout(); loop { } } catch { } print(\"on\"); \"t1\" }";
    let played = play_with(&[("bot.rhai", source)], 1, quick(), &[]);
    assert_eq!(played.fault().kind, FaultKind::OutOfFuel);
    assert!(played.log().is_empty());
    let source = "fn next_move(view) { loop { try { loop { view.data(); } } catch { } } }";
    let played = play_with(&[("bot.rhai", source)], 1, quick(), &[]);
    assert_eq!(played.fault().kind, FaultKind::OutOfFuel);
}

#[test]
fn fuel_is_the_same_in_every_run() {
    let source = "const N = 30;\nfn f(n) { if n < 2 { n } else { f(n - 1) + f(n - 2) } }\n\
        fn next_move(view) { let a = []; let m = #{}; for i in 0..N { a.push(i * 7 % 5); m[`k${i}`] = i; } a.sort(); \
        let s = 0; for x in a.map(|x| x + 1) { s += x; } view.world().playout(); f(10); view.moves()[0] }";
    let runs: Vec<Vec<u64>> = (0..3)
        .map(|_| play_with(&[("b.rhai", source)], 3, Limits::default(), &[]).fuel())
        .collect();
    assert_eq!(runs[0], runs[1]);
    assert_eq!(runs[0], runs[2]);
    assert!(runs[0].iter().all(|&fuel| fuel > 1000));
}

#[test]
fn the_fuel_of_a_match_ends_too() {
    let limits = Limits { move_ms: 100, match_ms: 10, ..Limits::default() };
    let source = "fn next_move(view) { let n = 0; for i in 0..5000 { n += i; } \"t1\" }";
    let played = play_with(&[("b.rhai", source)], 50, limits, &[]);
    assert_eq!(played.fault().kind, FaultKind::OutOfFuel);
    assert_eq!(played.fault().why, "the fuel of the whole match is spent");
    assert!(played.moves.len() > 2);
    let used: u64 = played.fuel().iter().sum();
    assert_eq!(used, 10 * language().fuel_per_ms);
}

#[test]
fn fuel_left_goes_down() {
    let played = body("let a = view.fuel(); let b = view.fuel(); `${a > b}`");
    assert_eq!(played.answer(), "true");
    let moves = Limits::default().move_ms as u64 * language().fuel_per_ms;
    let left: u64 = value("view.fuel()").parse().unwrap();
    assert!(left < moves && left > moves - 100);
}

#[test]
fn growing_values_stop() {
    for text in [
        "let s = \"ab\"; for i in 0..13 { s += s; }",
        "let s = \"ab\"; for i in 0..13 { s = `${s}${s}`; }",
        "let a = [1]; for i in 0..15 { a += a; }",
        "let a = [1]; for i in 0..14 { a.push(a); }",
        "let m = #{}; for n in 0..14 { m[`k${n}`] = m; }",
        "let a = []; a.pad(10001, 0);",
        "let s = \"\"; s.pad(10001, 'x');",
        "let a = []; for i in 0..300 { a.push([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, a.len()]); } a = [a, a, a, a];",
    ] {
        let fault = body(text).fault().clone();
        // Building a deep value step by step is expensive: its size is taken at every step.
        if fault.kind != FaultKind::OutOfFuel {
            assert_eq!(fault.kind, FaultKind::Script, "{text} {fault:?}");
            assert!(fault.why.contains("a value has grown too large"), "{text} {fault:?}");
        }
        assert_eq!(fault.line, Some(1), "{text}");
    }
}

#[test]
fn recursion_ends_in_a_fault() {
    for text in [
        "fn f(n) { 1 + f(n + 1) }",
        "fn f(n) { let a = [1, 2, [f(n + 1)]]; if a.len > 2 { a[0] } else { switch n { 1 => f(n + 1), _ => f(n + 2) } } }",
        "fn f(n) { try { for i in [1].map(|x| f(n + x)) { return i; } } catch (e) { throw e; } }",
        "fn f(n) { [1].map(|x| [2].filter(|y| f(x + y))) }",
        "fn f(n) { [3, 2, 1].sort(|a, b| f(a)); }",
        "fn f(n) { `${f(n)}` }",
        "fn f(n) { let g = || f(n); g.call() }",
        "fn f(n) { this.f(n) }",
    ] {
        let played = play(&format!("{text}\nfn next_move(view) {{\n this.f(0) }}"));
        let fault = played.fault();
        assert!(matches!(fault.kind, FaultKind::Script | FaultKind::OutOfFuel), "{text} {fault:?}");
        assert!(fault.line.is_some(), "{text} {fault:?}");
        if text.contains("1 + f") {
            assert!(fault.why.contains("is there a recursion that never ends?"), "{fault:?}");
        }
    }
    let deep = format!("{}f(n + 1){}", "(1 + ".repeat(45), ")".repeat(45));
    let played = play(&format!("fn f(n) {{ {deep} }} fn next_move(view) {{ f(0) }}"));
    assert_eq!(played.fault().kind, FaultKind::Script);
    let played = play(
        "fn walk(n) { if n == 0 { 0 } else { 1 + walk(n - 1) } } fn next_move(view) { `${walk(150)}` }",
    );
    assert_eq!(played.answer(), "150");
}

#[test]
fn nested_values_are_dropped_and_compared_and_printed() {
    let limits = Limits { move_ms: 50, match_ms: 200_000, ..Limits::default() };
    for text in [
        "let f = || 1; for i in 0..500 { let g = f; f = || g.call(); }",
        "let a = []; for i in 0..500 { let f = Fn(\"x\").curry(a); a = [f]; }",
        "this.a = []; for i in 0..200 { let f = Fn(\"x\").curry(this.a); this.a = #{f: f}; }",
        "let a = []; for i in 0..500 { a = [a]; } let b = a; print(a == b); print(a); `${a}`.len()",
        "let a = #{}; for i in 0..500 { a = #{a: a}; } let b = a; print(a == b); print(a); a.to_json()",
        "let f = || 1; for i in 0..500 { let g = f; f = || g.call(); } f.call()",
    ] {
        let source = format!("fn next_move(view) {{ {text} }}");
        // Whatever the result, the process lives on.
        let played = play_with(&[("bot.rhai", &source)], 1, limits.clone(), &[]);
        assert_eq!(played.moves.len(), 1, "{text}");
    }
}

#[test]
fn memory_is_limited() {
    let limits = Limits { memory_mb: 4, move_ms: 2000, match_ms: 9000, ..Limits::default() };
    let source = "fn next_move(view) {\n let f = #{}; let n = 0;\n loop { let s = \"\"; s.pad(9000, 'x'); this[`k${n}`] = || s; n += 1; } }";
    let played = play_with(&[("bot.rhai", source)], 1, limits.clone(), &[]);
    assert_eq!(played.fault().kind, FaultKind::OutOfMemory, "{:?}", played.fault());
    assert_eq!(played.fault().why, "too much memory is alive: 4 of 4 MiB");
    assert_eq!(played.fault().line, Some(3));
    // Values kept from move to move count as well.
    let source = "fn next_move(view) { let all = []; for i in 0..10 { let s = \"\"; s.pad(9000, 'x'); all.push(|| s); } \
        this[`k${view.ply}`] = all; \"t1\" }";
    let played = play_with(&[("bot.rhai", source)], 200, limits.clone(), &[]);
    assert_eq!(played.fault().kind, FaultKind::OutOfMemory, "{:?}", played.fault());
    assert!((20..60).contains(&played.moves.len()), "{}", played.moves.len());
    // Dropped values do not.
    let source = source.replace("view.ply", "0");
    let played = play_with(&[("bot.rhai", &source)], 200, limits, &[]);
    assert_eq!(played.answer(), "t1");
}
