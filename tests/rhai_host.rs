//! Rhai bots: what they may do, what stops them and what their authors read.

#[path = "common/nim/mod.rs"]
mod nim;

use juez::core::*;
use juez::script::{Api, BotSpec, LANGUAGES, LoadError, Returned, STACK, StartInfo, SyntaxError};
use nim::{Nim, NoOptions, Pile};
use serde_json::json;
use std::rc::Rc;
use std::thread;

/// A whole match of one bot: what each hook gave.
#[derive(Debug, Default)]
struct Played {
    load: Option<Fault>,
    start: Option<Fault>,
    moves: Vec<Result<Returned, Fault>>,
    finish: Option<Fault>,
    notes: Vec<Notes>,
}

impl Played {
    fn answer(&self) -> &str {
        match self.moves.last() {
            Some(Ok(Returned::Text(text))) => text,
            other => panic!("no text: {other:?} {self:?}"),
        }
    }
    fn other(&self) -> &str {
        match self.moves.last() {
            Some(Ok(Returned::Other(text))) => text,
            other => panic!("no other: {other:?} {self:?}"),
        }
    }
    fn fault(&self) -> &Fault {
        let last = self.moves.last().and_then(|result| result.as_ref().err());
        let all = [self.load.as_ref(), self.start.as_ref(), last, self.finish.as_ref()];
        all.into_iter().flatten().next().unwrap_or_else(|| panic!("no fault: {self:?}"))
    }
    fn log(&self) -> Vec<String> {
        self.notes.iter().flat_map(|notes| notes.log.clone()).collect()
    }
    fn fuel(&self) -> Vec<u64> {
        self.notes.iter().filter_map(|notes| notes.fuel).collect()
    }
}

fn language() -> &'static juez::script::Language {
    LANGUAGES.iter().find(|language| language.id == "rhai").expect("Rhai is listed")
}

fn spec(files: &[(&str, &str)]) -> Result<BotSpec, LoadError> {
    if let [(name, source)] = files {
        return BotSpec::from_source(language(), name, source);
    }
    let folder = tempfile::tempdir().unwrap();
    for (name, source) in files {
        std::fs::write(folder.path().join(name), source).unwrap();
    }
    BotSpec::read(folder.path())
}

fn syntax_error(files: &[(&str, &str)]) -> SyntaxError {
    match spec(files).map(|_| ()) {
        Err(LoadError::Syntax(error)) => error,
        other => panic!("no syntax error: {other:?}"),
    }
}

/// Plays `plies` moves at a pile of 10 that does not change, with the stack that bots get.
fn play_with(files: &[(&str, &str)], plies: u32, limits: Limits, without: &[&str]) -> Played {
    let spec = spec(files).unwrap_or_else(|error| panic!("{error}"));
    let without: Vec<String> = without.iter().map(|name| name.to_string()).collect();
    let run = move || {
        let api = Rc::new(Api::of::<Nim>(&without).unwrap());
        let mut played = Played::default();
        let mut program = match spec.load(&api, &limits, Seed::from(7)) {
            Ok(program) => program,
            Err(fault) => {
                played.load = Some(fault);
                return played;
            }
        };
        let journal = Journal::new(limits.output);
        let fields = json!({
            "game": "nim", "seat": 1, "seats": 2, "team": 1, "options": {"half": 0.5, "none": null},
            "seed": "ab", "players": ["ann", "bob"],
        });
        let info = StartInfo { fields: fields.as_object().unwrap().clone() };
        played.start = program.start(&info, &journal).err();
        played.notes.push(journal.take());
        if played.start.is_some() {
            return played;
        }
        let view = Pile { pile: 10, to_move: 1, taken: [11, 0] };
        let legal = view.legal_moves();
        for ply in 0..plies {
            let moves = [(Seat::new(0), nim::Take(2)), (Seat::new(1), nim::Take(3))];
            let turn: Turn<'_, Nim> = Turn {
                seat: Seat::new(1),
                seats: 2,
                ply: 3 + 2 * ply,
                deal: 0,
                view: &view,
                legal: &legal,
                history: History::new(&view, &moves, Observer::Seat(Seat::new(1))),
                seed: Seed::from(7),
                journal: &journal,
            };
            played.moves.push(program.next_move(&TurnView(&turn), &journal));
            played.notes.push(journal.take());
            if played.moves.last().unwrap().is_err() {
                return played;
            }
        }
        let outcome = Outcome {
            reason: Reason::Finished,
            ranks: PerSeat::from_fn(2, |seat| 2 - seat.index() as u8),
            points: PerSeat::from_fn(2, |seat| 10 * seat.index() as i32),
        };
        played.finish = program.finish(Seat::new(1), &outcome, &journal).err();
        played.notes.push(journal.take());
        played
    };
    thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap()
}

fn play(source: &str) -> Played {
    play_with(&[("bot.rhai", source)], 1, Limits::default(), &[])
}

/// The move of a bot whose next_move has this body.
fn body(body: &str) -> Played {
    play(&format!("fn next_move(view) {{ {body} }}"))
}

/// The text that an expression gives.
fn value(expression: &str) -> String {
    body(&format!("`${{{expression}}}`")).answer().to_string()
}

/// What its author reads about the fault of a body.
fn why(text: &str) -> String {
    body(text).fault().why.clone()
}

const NOOP: &str = "fn next_move(view) { \"t1\" }";

mod hooks {
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
}

mod api {
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
            ("view.why_illegal(\"x\")", "cannot read move \"x\": expected t1, t2 or t3"),
            ("view.history()", "[\"t2\", \"t3\"]"),
            ("view.data().pile", "10"),
            ("view.fuel() > 1000", "true"),
            ("view.mark(\"a1\", \"x\")", ""),
            ("view.mark(\"a1\", \"x\", \"red\")", ""),
            ("view.note(\"hm\")", ""),
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
    fn no_name_of_the_api_is_a_reserved_word() {
        let api = Api::of::<Nim>(&[]).unwrap();
        let view = api.view.iter().map(|method| method.row);
        let rows: Vec<Row> = view.chain(api.world.iter().map(|method| method.row)).collect();
        for row in rows {
            let source = format!("fn f(v, {n}) {{ v.{n}(); {n} }} fn {n}() {{ }}", n = row.name);
            spec(&[("b.rhai", &source)]).unwrap_or_else(|error| panic!("{error}"));
            for param in row.params {
                spec(&[("b.rhai", &format!("fn f({}) {{ }}", param.name))]).unwrap();
            }
        }
        for field in juez::script::VIEW_FIELDS {
            spec(&[("b.rhai", &format!("fn f(v) {{ v.{} }}", field.name))]).unwrap();
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
        let played = body(
            "print(view); print(view.world()); print([view]); debug(view); print(|x| x); \"t1\"",
        );
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
        let source = "fn next_move(view) { let s = \"x\"; s.pad(50000, 'x'); print(s); print(\"a\\nb\"); \"t1\" }";
        let log = play_with(&[("b.rhai", source)], 1, limits, &[]).log();
        assert!(log[0].len() < 5000 && log[0].ends_with('…'));
        assert_eq!(log[1..], ["a", "b"]);
    }
}

mod messages {
    use super::*;

    #[test]
    fn members_that_are_not_there() {
        assert_eq!(
            why("view.mvoes()[0]"),
            "view has no member \"mvoes\"; did you mean view.moves()?"
        );
        assert_eq!(why("view.saet"), "view has no member \"saet\"; did you mean view.seat?");
        assert_eq!(why("view.moves[0]"), "moves is a method: write view.moves()");
        assert_eq!(why("view.is_legal"), "is_legal is a method: write view.is_legal(move)");
        assert_eq!(
            why("view.world().pley(\"t1\")"),
            "world has no member \"pley\"; did you mean world.play()?"
        );
        assert_eq!(
            why("view.seat = 3; \"t1\""),
            "view.seat cannot be set: keep what you need in this.seat"
        );
    }

    #[test]
    fn arguments_that_do_not_fit() {
        assert_eq!(
            why("view.is_legal(3)"),
            "view.is_legal(move): move must be a move as text, got the number 3"
        );
        assert_eq!(
            why("view.taken(5)"),
            "view.taken(seat): seat must be a seat number 0 to 1, got the number 5"
        );
        assert_eq!(
            why("view.taken([])"),
            "view.taken(seat): seat must be a seat number 0 to 1, got an array"
        );
        assert_eq!(
            why("view.taken(())"),
            "view.taken(seat): seat must be a seat number 0 to 1, got nothing"
        );
        assert_eq!(why("view.taken()"), "view.taken(seat) takes 1 argument, got 0");
        assert_eq!(why("view.moves(1, 2)"), "view.moves() takes 0 arguments, got 2");
        assert_eq!(
            why("view.mark(\"a\", \"b\", \"c\", \"d\")"),
            "view.mark(place, label, colour) takes 2 to 3 arguments, got 4"
        );
        assert_eq!(why("view.world().play()"), "world.play(move) takes 1 argument, got 0");
        assert_eq!(
            why("view.world().play(\"t9\")"),
            "cannot read move \"t9\": expected t1, t2 or t3"
        );
        assert_eq!(value("view.taken(0.0)"), "11");
    }

    #[test]
    fn faults_name_file_and_line() {
        let fault = play("fn next_move(view) {\n  let x = 1;\n  view.mvoes()\n}").fault().clone();
        assert_eq!((fault.kind, fault.hook), (FaultKind::Script, Hook::NextMove));
        assert_eq!((fault.file.as_deref(), fault.line), (Some("bot.rhai"), Some(3)));
        let fault = play("fn deep(a) {\n  a[9]\n}\nfn next_move(view) { deep(view.moves()) }")
            .fault()
            .clone();
        assert_eq!(fault.line, Some(2));
        assert!(fault.text.contains("Array index 9 out of bounds"), "{}", fault.text);
        let fault =
            play("fn next_move(view) {\n view.moves().map(|m|\n m + m.x) }").fault().clone();
        assert_eq!(fault.line, Some(3), "{fault:?}");
        let fault = play("let a = 1;\nlet b = [][2];\nfn next_move(view) { }").fault().clone();
        assert_eq!((fault.hook, fault.line), (Hook::Load, Some(2)));
    }

    #[test]
    fn this_in_a_helper() {
        let source = "fn help() { this.x } fn next_move(view) { this.x = \"t1\"; help() }";
        assert_eq!(
            play(source).fault().why,
            "`this` is bound only in start, next_move and finish: call the helper as this.help() or pass it what it needs"
        );
        assert_eq!(play(&source.replace(" help() }", " this.help() }")).answer(), "t1");
    }

    #[test]
    fn variables_that_are_not_there() {
        assert_eq!(why("let moves = 1; moevs"), "there is no variable moevs; did you mean moves?");
        assert_eq!(
            why("if view.seat == None { }"),
            "there is no variable None: nothing is written () in Rhai"
        );
        let fault = play("let depth = 2;\nfn next_move(view) { depth }").fault().clone();
        assert!(
            fault
                .why
                .starts_with("functions see only their parameters, `this` and top-level const"),
            "{}",
            fault.why
        );
    }

    #[test]
    fn functions_that_are_not_there() {
        let source = "fn score(a, b) { a } fn next_move(view) { ";
        assert_eq!(
            play(&format!("{source} scroe(1, 2) }}")).fault().why,
            "there is no function scroe; did you mean score?"
        );
        assert_eq!(
            play(&format!("{source} score(1) }}")).fault().why,
            "your function score takes 2 arguments: score(a, b)"
        );
        assert_eq!(why("[1].psuh(2)"), "there is no function psuh; did you mean push?");
        assert_eq!(why("#{} + 1"), "+ does not work between a map and a number");
        assert_eq!(why("\"a\" - #{}"), "- does not work between a text and a map");
        assert_eq!(why("len(1)"), "len does not work with a number");
        assert_eq!(
            why("util::f()"),
            "there is no module util: write import \"util\" as util; at the top of the file"
        );
    }

    #[test]
    fn values_that_do_not_fit() {
        assert_eq!(
            why("view.moves()[99]"),
            "there is no [99]: the array has 3 elements, [0] to [2]"
        );
        assert_eq!(why("[][0]"), "there is no [0]: the array is empty");
        assert_eq!(why("\"abc\"[5]"), "there is no [5]: the text has 3 characters, [0] to [2]");
        assert_eq!(why("let x = 1; if x { print(x); }"), "expected true or false, got a number");
        assert_eq!(why("1 / 0"), "Division by zero: 1 / 0 (line 1, position 25)");
        assert_eq!(why("throw \"boom\""), "boom");
        assert_eq!(why("throw #{a: 1}"), "the script threw #{\"a\": 1}");
        assert_eq!(
            why("for x in 5 { }"),
            "for goes over an array, a map's keys(), a text's chars() or a range such as 0..9"
        );
        assert_eq!(
            why("this.count + 1"),
            "the map has no \"count\"; put it in first, or ask \"count\" in the map"
        );
        let fault = play(&format!("fn start(info) {{ info.saet }} {NOOP}")).fault().clone();
        assert!(fault.why.contains("did you mean seat?"), "{}", fault.why);
        assert_eq!(
            play("const A = [1]; fn next_move(view) { A.push(2); }").fault().why,
            "push would change a constant: copy it with let first"
        );
    }

    #[test]
    fn syntax_errors_name_line_and_column() {
        let error = syntax_error(&[("bot.rhai", "fn next_move(view) {\n  let x = ;\n}")]);
        assert_eq!((&*error.file, error.line, error.column), ("bot.rhai", Some(2), Some(11)));
        assert!(error.excerpt.unwrap().contains("let x = ;"));
        let error = syntax_error(&[("bot.rhai", "fn next_move(view) {\n  view:moves()\n}")]);
        assert_eq!(error.line, Some(2));
        assert!(
            error.message.contains("methods are called with a dot: view.moves()"),
            "{}",
            error.message
        );
        let message = |source: &str| syntax_error(&[("bot.rhai", source)]).message;
        assert!(message("fn f() { nil }").contains("nothing is written ()"));
        assert!(message("fn f() { null }").contains("nothing is written ()"));
        assert!(message("fn f() { local x = 1; }").contains("variables are declared with let"));
        assert!(message("function f() { }").contains("functions are declared with fn"));
        assert!(message("fn f(x) { if x and x { } }").contains("write &&"));
        assert!(message("fn f(match) { }").contains("choose another name"));
        assert!(message("fn f() { let x = (1 +").contains("is a closing } or ) or ; missing?"));
        assert!(message("fn f() { eval(\"1\") }").contains("cannot run text"));
        let error = syntax_error(&[("main.rhai", NOOP), ("util.rhai", "\n\nfn f( {")]);
        assert_eq!((&*error.file, error.line), ("util.rhai", Some(3)));
    }

    #[test]
    fn parser_bombs_are_errors() {
        for (open, close) in [
            ("(", ")"),
            ("[", "]"),
            ("-", ""),
            ("!", ""),
            ("{", "}"),
            ("#{a:", "}"),
            ("if true {", "}"),
            ("|x| ", ""),
            ("f(", ")"),
            ("`${", "}`"),
        ] {
            let source = format!(
                "fn next_move(view) {{ {} 1 {} }}",
                open.repeat(20_000),
                close.repeat(20_000)
            );
            let on_small_stack = thread::spawn(move || spec(&[("bot.rhai", &source)]).map(|_| ()));
            assert!(on_small_stack.join().unwrap().is_err(), "{open}");
        }
        let long = format!("fn next_move(view) {{ let n = 1{}; `${{n}}` }}", " + 1".repeat(5000));
        let _ = thread::spawn(move || spec(&[("bot.rhai", &long)]).map(|_| ())).join().unwrap();
    }
}

mod limits {
    use super::*;

    const LOOPS: [&str; 8] = [
        "while true {}",
        "loop {}",
        "loop { try { loop { } } catch { } }",
        "do { } while true;",
        "for i in 0..1000000000 { }",
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
                assert_eq!(
                    (fault.kind, fault.hook),
                    (FaultKind::OutOfFuel, hook),
                    "{text} {fault:?}"
                );
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
        let source = "fn next_move(view) { for i in 0..5000 { } \"t1\" }";
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
            "let s = \"ab\"; loop { s += s; }",
            "let s = \"ab\"; loop { s = `${s}${s}`; }",
            "let a = [1]; loop { a += a; }",
            "let a = [1]; loop { a.push(a); }",
            "let m = #{}; let n = 0; loop { m[`k${n}`] = m; n += 1; }",
            "let a = []; a.pad(1000000000, 0);",
            "let s = \"\"; s.pad(1000000000, 'x');",
            "let a = []; loop { a = [a]; }",
        ] {
            let fault = body(text).fault().clone();
            assert_eq!(fault.kind, FaultKind::Script, "{text} {fault:?}");
            assert!(fault.why.contains("a value has grown too large"), "{text} {fault:?}");
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
            assert!(
                matches!(fault.kind, FaultKind::Script | FaultKind::OutOfFuel),
                "{text} {fault:?}"
            );
            assert_eq!(fault.line, Some(1), "{text} {fault:?}");
            if text.contains("1 + f") {
                assert!(fault.why.contains("is there a recursion that never ends?"), "{fault:?}");
            }
        }
        let deep = "(1 + ".repeat(40) + "f(n + 1)" + &")".repeat(40);
        let played = play(&format!("fn f(n) {{ {deep} }} fn next_move(view) {{ f(0) }}"));
        assert_eq!(played.fault().kind, FaultKind::Script);
        let played = play(
            "fn walk(n) { if n == 0 { 0 } else { 1 + walk(n - 1) } } fn next_move(view) { `${walk(150)}` }",
        );
        assert_eq!(played.answer(), "150");
    }

    #[test]
    fn nested_values_are_dropped_and_compared_and_printed() {
        let limits = Limits { move_ms: 5000, match_ms: 20_000, ..Limits::default() };
        for text in [
            "let f = || 1; loop { let g = f; f = || g.call(); }",
            "let a = []; loop { let f = Fn(\"x\").curry(a); a = [f]; }",
            "this.a = []; loop { let f = Fn(\"x\").curry(this.a); this.a = #{f: f}; }",
            "let a = []; for i in 0..9000 { a = [a]; } let b = a; print(a == b); print(a); `${a}`.len()",
            "let a = #{}; for i in 0..1900 { a = #{a: a}; } let b = a; print(a == b); print(a); a.to_json()",
            "let f = || 1; for i in 0..9000 { let g = f; f = || g.call(); } f.call()",
        ] {
            let source = format!("fn next_move(view) {{ {text} }}");
            let played = play_with(&[("bot.rhai", &source)], 1, limits.clone(), &[]);
            println!(
                "{text} {:?}",
                played.moves.last().map(|r| r.as_ref().map(|_| ()).map_err(|f| f.kind))
            );
        }
    }

    #[test]
    fn memory_is_limited() {
        let limits = Limits { memory_mb: 4, move_ms: 2000, match_ms: 9000, ..Limits::default() };
        let source = "fn next_move(view) {\n let f = #{}; let n = 0;\n loop { let s = \"\"; s.pad(50000, 'x'); this[`k${n}`] = || s; n += 1; } }";
        let played = play_with(&[("bot.rhai", source)], 1, limits.clone(), &[]);
        assert_eq!(played.fault().kind, FaultKind::OutOfMemory, "{:?}", played.fault());
        assert_eq!(played.fault().line, Some(3));
        // What is kept from move to move counts as well.
        let source = "fn next_move(view) { let s = \"\"; s.pad(90000, 'x'); this[`k${view.ply}`] = || s; \"t1\" }";
        let played = play_with(&[("bot.rhai", source)], 200, limits.clone(), &[]);
        assert_eq!(played.fault().kind, FaultKind::OutOfMemory, "{:?}", played.fault());
        assert!((20..60).contains(&played.moves.len()), "{}", played.moves.len());
        // What is dropped does not.
        let source = source.replace("view.ply", "0");
        let played = play_with(&[("bot.rhai", &source)], 200, limits, &[]);
        assert_eq!(played.answer(), "t1");
    }
}

mod files {
    use super::*;

    #[test]
    fn constants_are_seen_in_functions() {
        let played = play(
            "const DEPTH = 2; const TABLE = [[1, 2], [3, 4]]; const NAMES = #{a: \"x\"}; const NEXT = DEPTH + 1;\n\
             fn helper(n) { DEPTH * n } fn next_move(view) { `${helper(10)} ${TABLE[1][0]} ${NAMES.a} ${NEXT} ${TABLE.len()}` }",
        );
        assert_eq!(played.answer(), "20 3 x 3 2");
    }

    #[test]
    fn constants_may_be_shadowed_and_copied() {
        let played = play(
            "const N = 1; const T = [1, 2];\n\
             fn param(N) { N } fn local() { let N = 7; N } fn looped() { let s = 0; for N in 0..3 { s += N; } s }\n\
             fn changed(t) { t.push(3); t.len() }\n\
             fn next_move(view) { let t = T; t.push(9); t[0] = 5; let u = [T, T]; u[0][0] = 8; \
               let f = |N| N + 1; let g = |x| x + N; \
               `${param(5)} ${local()} ${looped()} ${t} ${T} ${u[0][0]} ${f.call(1)} ${g.call(1)} ${changed(t)}` }",
        );
        assert_eq!(played.answer(), "5 7 3 [5, 2, 9] [1, 2] 8 2 2 4");
        let played = play(
            "const T = [1]; fn add(t) { t.push(3); t.len() } fn next_move(view) { `${add(T)} ${T}` }",
        );
        assert_eq!(played.answer(), "2 [1]");
        let played = play(
            "const T = [1]; fn next_move(view) { this.t = T; this.t.push(3); `${this.t} ${T}` }",
        );
        assert_eq!(played.answer(), "[1, 3] [1]");
        let played = play("const T = #{a: 1}; fn next_move(view) { T.a = 5; `${T.a}` }");
        assert!(played.fault().why.contains("constant"), "{:?}", played.fault());
    }

    #[test]
    fn constants_may_be_worked_out_by_functions() {
        let played = play(
            "const SIZE = 3; fn grid() { let g = []; for i in 0..SIZE { g.push(i * SIZE); } g }\n\
             const GRID = grid(); fn next_move(view) { `${GRID}` }",
        );
        assert_eq!(played.answer(), "[0, 3, 6]");
    }

    #[test]
    fn helpers_are_imported() {
        let util = "const BASE = 40; fn add(n) { BASE + twice(n) } fn twice(n) { n * 2 } private fn hidden() { 0 }";
        for main in [
            "import \"util\" as util; fn next_move(view) { `${util::add(1)} ${util::BASE}` }",
            "import \"./util\" as util; fn next_move(view) { `${util::add(1)} ${util::BASE}` }",
            "fn next_move(view) { import \"util.rhai\" as util; `${util::add(1)} ${util::BASE}` }",
            "import \"util\" as util; const X = util::add(1); fn next_move(view) { `${X} ${util::BASE}` }",
            "import \"mid\" as util; fn next_move(view) { `${util::go()} 40` }",
        ] {
            let mid = "import \"util\" as u; fn go() { u::add(1) }";
            let files = [("main.rhai", main), ("util.rhai", util), ("mid.rhai", mid)];
            assert_eq!(play_with(&files, 2, Limits::default(), &[]).answer(), "42 40", "{main}");
        }
    }

    #[test]
    fn imports_stay_inside_the_bundle() {
        for path in ["../util", "/etc/passwd", "other", "", "sub/util", "..", "C:\\\\util"] {
            let main = format!("\nimport \"{path}\" as u;\n{NOOP}");
            let error = syntax_error(&[("main.rhai", &main), ("util.rhai", "")]);
            assert!(error.message.contains("cannot import"), "{path}: {}", error.message);
            assert_eq!((&*error.file, error.line), ("main.rhai", Some(2)));
            let main = format!("let p = \"{path}\";\nimport p as u;\n{NOOP}");
            let played =
                play_with(&[("main.rhai", &main), ("util.rhai", "")], 1, Limits::default(), &[]);
            assert!(played.fault().why.contains("cannot import"), "{:?}", played.fault());
            assert_eq!(played.fault().line, Some(2));
        }
    }

    #[test]
    fn circular_imports_are_errors() {
        let main = format!("import \"a\" as a;\n{NOOP}");
        let files = [
            ("main.rhai", &*main),
            ("a.rhai", "\nimport \"b\" as b;"),
            ("b.rhai", "\n\nimport \"a\" as a;"),
        ];
        let fault = play_with(&files, 1, Limits::default(), &[]).fault().clone();
        assert!(fault.why.contains("imports may not go in a circle"), "{fault:?}");
        assert_eq!((fault.file.as_deref(), fault.line), (Some("b.rhai"), Some(3)));
        let main = format!("import \"main\" as a;\n{NOOP}");
        let fault = play_with(&[("main.rhai", &*main), ("a.rhai", "")], 1, Limits::default(), &[])
            .fault()
            .clone();
        assert!(fault.why.contains("imports may not go in a circle"), "{fault:?}");
    }

    #[test]
    fn a_fault_in_a_helper_names_its_file() {
        let files = [
            ("main.rhai", "import \"util\" as util;\nfn next_move(view) { util::f([]) }"),
            ("util.rhai", "\n\nfn f(a) {\n  g(a) }\nfn g(a) { a[3] }"),
        ];
        let fault = play_with(&files, 1, Limits::default(), &[]).fault().clone();
        assert_eq!((fault.file.as_deref(), fault.line), (Some("util.rhai"), Some(5)));
        let files = [
            ("main.rhai", "import \"util\" as u; fn next_move(v) { }"),
            ("util.rhai", "\nlet a = [][1];"),
        ];
        let fault = play_with(&files, 1, Limits::default(), &[]).fault().clone();
        assert_eq!(
            (fault.file.as_deref(), fault.line, fault.hook),
            (Some("util.rhai"), Some(2), Hook::Load)
        );
    }

    #[test]
    fn one_name_has_one_constant() {
        let main = format!("import \"util\" as u; const N = 1; {NOOP}");
        let fault = play_with(
            &[("main.rhai", &*main), ("util.rhai", "const N = 2;")],
            1,
            Limits::default(),
            &[],
        )
        .fault()
        .clone();
        assert!(fault.why.contains("both have a constant N"), "{fault:?}");
        let same = play_with(
            &[("main.rhai", &*main), ("util.rhai", "const N = 1;")],
            1,
            Limits::default(),
            &[],
        );
        assert_eq!(same.answer(), "t1");
    }

    #[test]
    fn byte_order_marks_and_carriage_returns_are_no_part_of_a_script() {
        let source = "\u{feff}const N = 1;\r\nfn next_move(view) {\r\n  view.mvoes()\r\n}\r\n";
        assert_eq!(play(source).fault().line, Some(3));
        assert_eq!(play("\u{feff}fn next_move(view) {\r\n  \"t1\"\r\n}\r\n").answer(), "t1");
    }

    #[test]
    fn one_script_serves_many_threads() {
        let spec = spec(&[("b.rhai", "const N = 3; fn next_move(view) { `t${N}` }")]).unwrap();
        let threads: Vec<_> = (0..4)
            .map(|_| {
                let spec = spec.clone();
                thread::spawn(move || {
                    let api = Rc::new(Api::of::<Nim>(&[]).unwrap());
                    for _ in 0..20 {
                        spec.load(&api, &Limits::default(), Seed::from(1)).map(|_| ()).unwrap();
                    }
                })
            })
            .collect();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
    }

    #[test]
    fn a_bot_plays_at_a_table() {
        use juez::script::ScriptBot;
        let spec = spec(&[(
            "b.rhai",
            "fn start(info) { this.me = info.seat; } fn next_move(view) { view.moves()[this.me] }",
        )])
        .unwrap();
        let api = Rc::new(Api::of::<Nim>(&[]).unwrap());
        let mut bot = ScriptBot::new(spec, api);
        let (limits, journal) = (Limits::default(), Journal::new(100));
        let players = ["a".to_string(), "b".to_string()];
        let (seat, seed) = (Seat::new(1), Seed::from(1));
        let start: Start<'_, Nim> = Start {
            seat,
            seats: 2,
            team: Team(1),
            options: &NoOptions {},
            players: &players,
            seed,
            limits: &limits,
            journal: &journal,
        };
        Bot::<Nim>::start(&mut bot, &start).unwrap();
        let view = Pile { pile: 5, to_move: 1, taken: [8, 8] };
        let legal = view.legal_moves();
        let history = History::new(&view, &[], Observer::Seat(seat));
        let turn: Turn<'_, Nim> = Turn {
            seat,
            seats: 2,
            ply: 0,
            deal: 0,
            view: &view,
            legal: &legal,
            history,
            seed,
            journal: &journal,
        };
        assert_eq!(bot.next_move(&turn), Ok(nim::Take(2)));
    }
}

mod language {
    use super::*;

    #[test]
    fn maths_is_the_same_on_every_machine() {
        for (expression, expected) in [
            ("sin(0.5)", libm::sin(0.5)),
            ("cos(0.5)", libm::cos(0.5)),
            ("tan(0.5)", libm::tan(0.5)),
            ("0.5.exp()", libm::exp(0.5)),
            ("ln(3)", libm::log(3.0)),
            ("log(3.0)", libm::log10(3.0)),
            ("atan(1.0, 3)", libm::atan2(1.0, 3.0)),
            ("hypot(1, 3)", libm::hypot(1.0, 3.0)),
            ("sqrt(2)", libm::sqrt(2.0)),
            ("2.5 ** 1.5", libm::pow(2.5, 1.5)),
            ("2 ** 0.5", libm::pow(2.0, 0.5)),
            ("2.5 ** 3", libm::pow(2.5, 3.0)),
        ] {
            assert_eq!(
                body(&format!("let x = {expression}; `${{x}}`")).answer(),
                expected.to_string(),
                "{expression}"
            );
        }
        assert_eq!(value("2 ** 10"), "1024");
        assert_eq!(value("1 + 2 ** 3 * 2"), "17");
        assert_eq!(value("-2 ** 2"), "4");
    }

    #[test]
    fn there_is_no_way_out() {
        for text in [
            "eval(\"1\")",
            "timestamp()",
            "blob(3)",
            "rand()",
            "open_file(\"x\")",
            "sleep(1)",
            "sleep(1.5)",
            "Fn(\"eval\").call(\"1\")",
            "call(Fn(\"eval\"), \"1\")",
        ] {
            let source = format!("fn next_move(view) {{ {text}; \"t1\" }}");
            match spec(&[("b.rhai", &source)]) {
                Err(LoadError::Syntax(_)) => {}
                _ => assert_eq!(play(&source).fault().kind, FaultKind::Script, "{text}"),
            }
        }
    }

    #[test]
    fn ordinary_programs_work() {
        assert_eq!(value("[3, 1, 2].filter(|x| x > 1).map(|x| x * 2)"), "[6, 4]");
        assert_eq!(value("#{b: 1, a: 2}.keys()"), "[\"a\", \"b\"]");
        assert_eq!(body("let m = view.moves(); m.sort(|a, b| b <=> a); m[0]").answer(), "t3");
        assert_eq!(body("let q = [1]; let seen = #{}; while q.len() > 0 { let c = q.shift(); if `${c}` in seen { continue; } seen[`${c}`] = true; if c < 50 { q.push(c * 2); q.push(c + 3); } } `${seen.len()}`").answer(), "35");
        assert_eq!(
            body("switch view.seat { 0 => \"t1\", 1 => \"t2\", _ => \"t3\" }").answer(),
            "t2"
        );
        assert_eq!(
            body("let r = (); try { view.world().play(\"t9\"); } catch (e) { r = e; } `${r}`")
                .answer(),
            "cannot read move \"t9\": expected t1, t2 or t3"
        );
        assert_eq!(value("parse_json(`{\"a\": 1}`).a"), "1");
    }
}
