//! Calls that a script may make.

use super::*;

#[test]
fn every_member_of_a_view_answers() {
    for (expression, expected) in [
        ("view.seat", "1"),
        ("view.seats", "2"),
        ("view.ply", "3"),
        ("view.deal", "0"),
        ("view.game", "nim"),
        ("view.moves()", "[\"t1\", \"t2\", \"t3\"]"),
        ("view.is_legal(\"t2\")", "true"),
        ("view.is_legal(\"x\")", "false"),
        ("view.why_illegal(\"t2\") == ()", "true"),
        ("view.why_illegal(\"x\")", "cannot read \"x\": expected t1, t2 or t3"),
        ("view.history()", "[\"t2\", \"t3\"]"),
        ("view.data().pile", "10"),
        ("view.fuel() > 1000", "true"),
        ("view.mark(\"a1\", \"x\")", ""),
        ("view.mark(\"a1\", \"x\", \"red\")", ""),
        ("view.note(\"hm\")", ""),
        ("view.plot(\"score\", 1)", ""),
        ("view.plot(\"score\", 1.5)", ""),
        ("view.world().pile()", "10"),
        ("view.world(3).pile()", "10"),
        ("view.pile()", "10"),
        ("view.taken(0)", "11"),
    ] {
        assert_eq!(value(expression), expected, "{expression}");
    }
    let marks = body("view.mark(\"a1\", \"x\", \"red\"); view.note(\"hm\"); \"t1\"").notes;
    let marks: Vec<_> = marks.into_iter().flat_map(|notes| notes.marks).collect();
    assert_eq!(marks[0].colour.as_deref(), Some("red"));
    assert_eq!((marks[1].place.as_deref(), &*marks[1].label), (None, "hm"));
}

#[test]
fn every_member_of_a_world_answers() {
    for (expression, expected) in [
        ("w.moves()", "[\"t1\", \"t2\", \"t3\"]"),
        ("w.play(\"t3\").pile()", "7"),
        ("w.to_move()", "1"),
        ("w.is_over()", "false"),
        ("w.playout().is_over()", "true"),
        ("w.playout().to_move() == ()", "true"),
        ("w.playout(1).pile() < 10", "true"),
        ("w.points(0)", "11"),
        ("w.rank(0) == ()", "true"),
        ("w.playout().rank(0) in 1..=2", "true"),
        ("w.view(0).seat", "0"),
        ("w.view(0).moves().len", "0"),
        ("w.view(1).moves().len", "3"),
        ("w.pile()", "10"),
        ("w.taken(1)", "0"),
    ] {
        let played = body(&format!("let w = view.world(); `${{{expression}}}`"));
        assert_eq!(played.answer(), expected, "{expression}");
    }
}

#[test]
fn random_is_the_seat_s_own_stream() {
    let mut rng = Seed::from(7).rng();
    let expected: Vec<String> = (0..3).map(|_| rng.below(100).to_string()).collect();
    let played = body("for i in 0..3 { print(view.random(100)); } \"t1\"");
    assert_eq!(played.log(), expected);
    assert_eq!(why("view.random(0)"), "random(n): n must be 1 to 4294967295, got 0");
}

#[test]
fn a_lesson_may_switch_methods_off() {
    let source = "fn next_move(view) { view.pile(); \"t1\" }";
    let played = play_with(&[("b.rhai", source)], 1, Limits::default(), &["pile", "world"]);
    assert_eq!(played.fault().why, "view.pile() is switched off in this lesson");
    assert_eq!(play(source).answer(), "t1");
}

#[test]
fn a_view_is_over_after_its_call() {
    let source = "fn next_move(view) { if \"old\" in this { return this.old.moves()[0]; } this.old = view; \"t1\" }";
    let played = play_with(&[("b.rhai", source)], 2, Limits::default(), &[]);
    assert_eq!(
        played.fault().why,
        "this view belonged to ply 3 and is over: keep what you need from it, not the view itself"
    );
    let source = source.replace(".moves()[0]", ".seat");
    let played = play_with(&[("b.rhai", &source)], 2, Limits::default(), &[]);
    assert!(played.fault().why.contains("belonged to ply 3"));
}

#[test]
fn worlds_may_be_kept_but_not_without_end() {
    let source = "fn next_move(view) { if !(\"w\" in this) { this.w = view.world(); } this.w = this.w.play(\"t1\"); `${this.w.pile()}` }";
    let played = play_with(&[("b.rhai", source)], 3, Limits::default(), &[]);
    assert_eq!(played.answer(), "7");
    let limits = Limits { memory_mb: 1, move_ms: 2000, match_ms: 9000, ..Limits::default() };
    let source = "fn next_move(view) { let all = []; let w = view.world(); let n = 0; \
        loop { let part = []; for i in 0..5000 { part.push(w.play(\"t1\")); } this[`k${n}`] = part; n += 1; } }";
    let played = play_with(&[("b.rhai", source)], 1, limits, &[]);
    assert_eq!(played.fault().kind, FaultKind::OutOfMemory, "{:?}", played.fault());
}

#[test]
fn objects_print_without_addresses() {
    let played =
        body("print(view); print(view.world()); print([view]); debug(view); print(|x| x); \"t1\"");
    let log = played.log();
    assert_eq!(log[0], "view(seat 1, ply 3)");
    assert_eq!(log[1], "world");
    assert_eq!(log[2], "[view(seat 1, ply 3)]");
    assert_eq!(log[3], "bot.rhai:1: view(seat 1, ply 3)");
    assert!(!log.iter().any(|line| line.contains("0x") || line.contains("juez::")), "{log:?}");
    assert_eq!(value("type_of(view)"), "view");
}

#[test]
fn huge_prints_are_cut() {
    let limits = Limits { output: 100_000, ..Limits::default() };
    let source = "fn next_move(view) { let s = \"x\"; s.pad(9000, 'x'); print(s); print(\"a\\nb\"); \"t1\" }";
    let log = play_with(&[("b.rhai", source)], 1, limits, &[]).log();
    assert!(log[0].len() < 5000 && log[0].ends_with('…'));
    assert_eq!(log[1..], ["a", "b"]);
}
