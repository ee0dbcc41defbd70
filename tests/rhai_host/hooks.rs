//! The three hooks.

use super::*;

#[test]
fn this_is_one_map_for_the_whole_match() {
    let played = play_with(
        &[(
            "bot.rhai",
            "fn start(info) { this.n = 40 + info.seat; } fn next_move(view) { this.n += 1; `${this.n}` } \
             fn finish(result) { print(this.n); }",
        )],
        3,
        Limits::default(),
        &[],
    );
    assert_eq!(played.answer(), "44");
    assert_eq!(played.log(), ["44"]);
}

#[test]
fn start_is_told_who_sits_where() {
    let source = "fn start(info) { print(info.game); print(info.seat + info.seats + info.team); \
        print(info.options.half); print(info.options.none == ()); print(info.seed); print(info.players[1]); }\n";
    let log = play(&format!("{source}{NOOP}")).log();
    assert_eq!(log, ["nim", "4", "0.5", "true", "ab", "bob"]);
}

#[test]
fn finish_is_told_ranks_points_and_the_reason() {
    let source = "fn finish(result) { print(result.rank(1)); print(result.points(1)); print(result.reason); }";
    assert_eq!(play(&format!("{source}{NOOP}")).log(), ["1", "10", "finished"]);
    let source = "fn finish(result) { print(result.rank(9)); }";
    let played = play(&format!("{source}{NOOP}"));
    assert_eq!(
        played.fault().why,
        "result.rank(seat): seat must be a seat number 0 to 1, got the number 9"
    );
    assert_eq!(played.fault().hook, Hook::Finish);
    let played = play(&format!("fn finish(result) {{ result.rank; }} {NOOP}"));
    assert_eq!(played.fault().why, "rank is a method: write result.rank(seat)");
    let played = play(&format!("fn finish(result) {{ result.points(); }} {NOOP}"));
    assert!(
        played.fault().why.contains("result.points(seat) takes 1 argument, got 0"),
        "{:?}",
        played.fault()
    );
    let played = play(&format!("fn finish(result) {{ result.winner }} {NOOP}"));
    assert!(played.fault().why.contains("result has no member \"winner\""));
}

#[test]
fn a_bot_needs_next_move_with_one_parameter() {
    let fault = play("fn nextmove(view) { \"t1\" }").fault().clone();
    assert_eq!(fault.kind, FaultKind::MissingHook);
    assert_eq!(fault.hook, Hook::Load);
    assert!(fault.why.contains("write fn next_move(view)"), "{}", fault.why);
    assert!(fault.why.contains("nextmove"), "{}", fault.why);
    let fault = play("let x = 1;\nfn next_move() { \"t1\" }").fault().clone();
    assert_eq!((fault.kind, fault.line), (FaultKind::MissingHook, Some(2)));
    assert!(fault.why.contains("next_move has 0 parameters"), "{}", fault.why);
    let fault = play(&format!("{NOOP}\nfn start(a, b) {{ }}")).fault().clone();
    assert_eq!((fault.kind, fault.line), (FaultKind::Script, Some(2)));
    assert!(fault.why.contains("start has 2 parameters"), "{}", fault.why);
}

#[test]
fn what_is_no_text_is_told_in_words() {
    assert_eq!(body("if view.seat == 7 { \"t1\" }").other(), "()");
    assert_eq!(body("let x = \"t1\";").other(), "()");
    assert_eq!(body("7").other(), "the number 7");
    assert_eq!(body("1.5").other(), "the number 1.5");
    assert_eq!(body("[1]").other(), "an array");
    assert_eq!(body("#{}").other(), "a map");
    assert_eq!(body("true").other(), "true");
    assert_eq!(body("view").other(), "a view");
    assert_eq!(body("view.world()").other(), "a world");
    assert_eq!(body("|x| x").other(), "a function");
    assert_eq!(body("\"t1\"[0]").answer(), "t");
    assert_eq!(body("return view.moves()[1];").answer(), "t2");
}

#[test]
fn the_top_level_runs_once() {
    let source = format!("print(\"top\"); {NOOP}");
    assert_eq!(play_with(&[("b.rhai", &source)], 3, Limits::default(), &[]).log(), ["top"]);
}
