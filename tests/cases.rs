//! Cases: their content, how a bot is asked, and that a call of a bot's function has the limits of
//! a move.

use serde_json::{Value, json};
use std::thread;

use juez::core::{FaultKind, Hook};
use juez::registry::{Case, CaseResult, Mind, PlayerSpec, game};
use juez::script::{BotSpec, LANGUAGES, STACK};

fn bot(language: &str, source: &str) -> PlayerSpec {
    let language = LANGUAGES.iter().find(|known| known.id == language).expect("a language");
    let file = format!("bot.{}", language.id);
    let spec = BotSpec::from_source(language, &file, source).unwrap_or_else(|e| panic!("{e}"));
    PlayerSpec { name: "bot".into(), mind: Mind::Script(spec) }
}

/// Returns a bot in each language with these functions and a `next_move` that plays its first move.
fn both(lua: &str, rhai: &str) -> [PlayerSpec; 2] {
    let next_move = "function bot.next_move(view) return view:moves()[1] end";
    [
        bot("lua", &format!("local bot = {{}}\n{lua}\n{next_move}\nreturn bot\n")),
        bot("rhai", &format!("{rhai}\nfn next_move(view) {{ view.moves()[0] }}\n")),
    ]
}

/// Returns a case of Quoridor after these moves.
fn case(moves: &[&str], case: Value) -> Value {
    json!({ "format": "juez/1", "game": "quoridor", "moves": moves, "case": case })
}

fn read(value: Value) -> Case {
    Case::from_json(value).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_case_written_as_a_line_is_read_again() {
    for asked in [
        json!({"name": "walks on", "allowed": ["e3", "d2"], "seat": 0, "relive": true}),
        json!({"forbidden": ["e3"], "hint": "not ahead"}),
        json!({"call": "count", "args": [1], "returns": [1, 2.5], "unordered": true, "tolerance": 0.5}),
        json!({"call": "nothing", "returns": null}),
    ] {
        let case = read(case(&["e2", "e8"], asked));
        let line = case.to_line();
        assert!(!line.contains('\n'), "{line}");
        assert_eq!(read(serde_json::from_str(&line).expect("JSON")), case, "{line}");
    }
}

/// Examines a case on a stack that is large enough for any bot.
fn examined(case: &Case, player: &PlayerSpec) -> CaseResult {
    let quoridor = game("quoridor").expect("there is quoridor");
    let (case, player) = (case.clone(), player.clone());
    let ask = move || quoridor.examine(&case, &player).unwrap_or_else(|error| panic!("{error}"));
    let thread = thread::Builder::new().stack_size(STACK).spawn(ask).expect("a thread");
    thread.join().expect("no panic")
}

/// Returns the result of `f(view)`, or its fault.
fn returned(players: [PlayerSpec; 2]) -> [CaseResult; 2] {
    let case = read(case(&[], json!({ "call": "f", "returns": null })));
    players.map(|player| examined(&case, &player))
}

/// Returns the reason why a case cannot be read or asked.
fn refused(value: Value) -> String {
    let quoridor = game("quoridor").expect("there is quoridor");
    match Case::from_json(value) {
        Ok(case) => quoridor.check_case(&case).expect_err("it is wrong").to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_function_is_called_with_the_view_and_the_arguments() {
    let case = read(case(
        &["e2", "e8"],
        json!({ "call": "f", "args": ["e5", 2, { "a": [1, true] }, null],
                "returns": [0, 2, "e5", 2, [1, true], "none"] }),
    ));
    let lua = "function bot.f(view, square, n, t, none)
      return { view.seat, view.ply, square, n, t.a, none == nil and 'none' }
    end";
    let rhai = "fn f(view, square, n, t, none) {
      [view.seat, view.ply, square, n, t.a, if none == () { \"none\" } else { \"\" }]
    }";
    for player in both(lua, rhai) {
        let result = examined(&case, &player);
        assert!(result.passed, "{result:?}");
        assert!(result.inspection.fuel.is_some_and(|fuel| fuel > 0), "{result:?}");
    }
}

#[test]
fn a_method_of_the_view_works_in_a_function_and_its_log_is_kept() {
    let players = both(
        "function bot.f(view) print('here') return view:distance(1) end",
        "fn f(view) { print(\"here\"); view.distance(1) }",
    );
    for result in returned(players) {
        assert_eq!(result.inspection.returned, Some(json!(8)));
        assert_eq!(result.inspection.log, ["here"]);
    }
}

#[test]
fn every_kind_of_plain_data_comes_back() {
    let players = both(
        "function bot.f(view) return { a = 1.5, b = { 'x', { c = true } }, d = -2, e = {} } end",
        "fn f(view) { #{ a: 1.5, b: [\"x\", #{ c: true }], d: -2, e: [] } }",
    );
    for result in returned(players) {
        let expected = json!({ "a": 1.5, "b": ["x", { "c": true }], "d": -2, "e": [] });
        assert_eq!(result.inspection.returned, Some(expected));
    }
}

#[test]
fn nothing_may_be_returned_and_wanted() {
    let players = both("function bot.f(view) end", "fn f(view) { }");
    for result in returned(players) {
        assert!(result.passed && result.inspection.returned == Some(Value::Null), "{result:?}");
    }
}

#[test]
fn what_is_no_plain_data_is_an_unreadable_answer() {
    for (lua, rhai, what) in [
        ("return print", "Fn(\"next_move\")", "f returned a function"),
        ("return { view }", "[view]", ""),
        ("return 0 / 0", "0.0 / 0.0", "f returned a number that is infinite or none"),
        (
            "local t = {} t[1] = t return t",
            "let a = []; for i in 0..20 { a = [a]; } a",
            "without end",
        ),
        ("return { 1, a = 2 }", "[0..3]", ""),
        ("local t = {} for i = 1, 20000 do t[i] = {} end return t", "Fn(\"f\")", ""),
    ] {
        let lua = format!("function bot.f(view) {lua} end");
        for result in returned(both(&lua, &format!("fn f(view) {{ {rhai} }}"))) {
            let fault = result.inspection.fault.expect("a fault");
            assert_eq!(fault.kind, FaultKind::Unreadable, "{fault}");
            assert!(fault.why.contains(what), "{fault}");
            assert!(fault.why.contains("expected plain data"), "{fault}");
        }
    }
}

#[test]
fn an_endless_loop_in_a_called_function_runs_out_of_fuel() {
    let players =
        both("function bot.f(view)\n  while true do end\nend", "fn f(view) {\n  while true { }\n}");
    for (result, line) in returned(players).into_iter().zip([3, 2]) {
        let fault = result.inspection.fault.expect("a fault");
        assert_eq!((fault.kind, fault.line), (FaultKind::OutOfFuel, Some(line)), "{fault}");
        assert_eq!(result.inspection.fuel, result.inspection.allowed);
    }
}

#[test]
fn a_called_function_has_the_fuel_of_a_move_and_no_more() {
    let move_case = read(case(&[], json!({ "forbidden": ["e1h"] })));
    let players = both("function bot.f(view) end", "fn f(view) { }");
    for (player, called) in players.clone().iter().zip(returned(players)) {
        let moved = examined(&move_case, player);
        assert_eq!(moved.inspection.allowed, called.inspection.allowed);
    }
}

#[test]
fn too_much_memory_in_a_called_function_is_a_fault() {
    let players = both(
        "function bot.f(view) local t = {} while true do t[#t + 1] = { #t } end end",
        "fn f(view) {
           let all = #{};
           for n in 0..1900 { let s = \"\"; s.pad(9000, 'x'); all[`k${n}`] = || s; }
         }",
    );
    let mut value = case(&[], json!({ "call": "f", "returns": null }));
    value["limits"] = json!({ "memory_mb": 4, "move_ms": 1000 });
    for player in players {
        let fault = examined(&read(value.clone()), &player).inspection.fault.expect("a fault");
        assert_eq!(fault.kind, FaultKind::OutOfMemory, "{fault}");
    }
}

#[test]
fn a_function_that_is_not_there_is_told_with_what_is() {
    let players = both("function bot.ff(view) end", "fn ff(view) { }");
    for result in returned(players) {
        let fault = result.inspection.fault.expect("a fault");
        assert!(fault.why.starts_with("the bot has no function f: write "), "{fault}");
        assert!(fault.why.ends_with("; is ff misspelt? (it has ff, next_move)"), "{fault}");
    }
    let [_, rhai] = returned(both("", "fn f(view, a) { }"));
    let fault = rhai.inspection.fault.expect("a fault");
    assert_eq!(fault.why, "f has 2 parameters, but is called with 1, the view first");
}

#[test]
fn a_field_that_is_no_function_is_told() {
    let [lua, _] = returned(both("bot.f = 7", ""));
    assert_eq!(
        lua.inspection.fault.expect("a fault").why,
        "bot.f must be a function, it is a number"
    );
}

#[test]
fn an_error_in_a_called_function_names_its_line() {
    let players =
        both("function bot.f(view)\n  error('oh')\nend", "fn f(view) {\n  throw \"oh\"\n}");
    for (result, line) in returned(players).into_iter().zip([3, 2]) {
        let fault = result.inspection.fault.expect("a fault");
        assert_eq!((fault.kind, fault.line), (FaultKind::Script, Some(line)), "{fault}");
        assert!(fault.why.contains("oh"), "{fault}");
    }
}

#[test]
fn a_built_in_bot_has_no_functions() {
    let quoridor = game("quoridor").expect("there is quoridor");
    let random = PlayerSpec::read("random", quoridor).expect("there is random");
    let result = examined(&read(case(&[], json!({ "call": "f", "returns": 1 }))), &random);
    let why = result.inspection.fault.expect("a fault").why;
    assert_eq!(why, "a built-in bot has no function f that could be called");
}

#[test]
fn a_move_must_be_allowed_and_not_forbidden() {
    let [walker, _] = both("", "");
    for (expected, passed) in [
        (json!({ "allowed": ["a1h"] }), true),
        (json!({ "allowed": ["e2", "a1h"] }), true),
        (json!({ "allowed": ["e2"] }), false),
        (json!({ "forbidden": ["a1h"] }), false),
        (json!({ "forbidden": ["e2"] }), true),
        (json!({ "allowed": ["a1h"], "forbidden": ["a1h"] }), false),
    ] {
        let result = examined(&read(case(&[], expected.clone())), &walker);
        assert_eq!(result.passed, passed, "{expected}");
        assert_eq!(result.inspection.answer.as_deref(), Some("a1h"));
    }
}

#[test]
fn a_fault_fails_a_case_wherever_it_comes_on_the_way() {
    let source = |at: &str| {
        format!(
            "local bot = {{}}\n{}\nfunction bot.start(info) {} end\n\
             function bot.next_move(view) {} return view:moves()[1] end\nreturn bot\n",
            if at == "load" { "error('oh')" } else { "" },
            if at == "start" { "error('oh')" } else { "" },
            if at == "earlier" { "if view.ply == 0 then error('oh') end" } else { "" },
        )
    };
    let case = read(case(&["e2", "e8"], json!({ "forbidden": ["e1h"], "relive": true })));
    for (at, hook) in [("load", Hook::Load), ("start", Hook::Start), ("earlier", Hook::NextMove)] {
        let result = examined(&case, &bot("lua", &source(at)));
        let inspection = result.inspection;
        assert!(!result.passed && inspection.fault.is_some(), "{at}: {inspection:?}");
        assert_eq!((inspection.hook, inspection.ply), (hook, 0), "{at}");
    }
    assert!(examined(&case, &bot("lua", &source("nowhere"))).passed);
}

#[test]
fn a_bot_remembers_earlier_turns_only_if_it_is_asked_there() {
    let players = both(
        "function bot.start(info) bot.turns = 0 end
         function bot.f(view) return bot.turns end",
        "fn start(info) { this.turns = 0; } fn f(view) { this.turns }",
    );
    let counting = |language: &str, player: &PlayerSpec| {
        let Mind::Script(spec) = &player.mind else { panic!("a script") };
        let source = &spec.bundle.files[&spec.bundle.main];
        let source = match language {
            "lua" => source.replace("(view) return view", "(view) bot.turns += 1 return view"),
            _ => source.replace("(view) { view.moves", "(view) { this.turns += 1; view.moves"),
        };
        bot(language, &source)
    };
    for (language, player) in ["lua", "rhai"].into_iter().zip(&players) {
        let player = counting(language, player);
        let moves = ["e2", "e8", "e3", "e7"];
        for (relive, turns) in [(true, 2), (false, 0)] {
            let asked = json!({ "call": "f", "returns": turns, "relive": relive });
            let result = examined(&read(case(&moves, asked)), &player);
            assert!(result.passed, "{language}, relive {relive}: {result:?}");
        }
    }
}

#[test]
fn methods_that_a_case_switches_off_are_off() {
    let mut value = case(&[], json!({ "call": "f", "returns": 8 }));
    value["without"] = json!(["distance"]);
    for player in
        both("function bot.f(view) return view:distance(0) end", "fn f(view) { view.distance(0) }")
    {
        let fault = examined(&read(value.clone()), &player).inspection.fault.expect("a fault");
        assert!(fault.why.contains("distance() is switched off"), "{fault}");
    }
    value["without"] = json!(["distanse"]);
    assert!(refused(value).contains("did you mean distance?"));
}

#[test]
fn a_case_that_cannot_be_asked_is_refused_with_the_reason() {
    let expects = |moves: &[&str], expected: Value| refused(case(moves, expected));
    for (error, why) in [
        (expects(&["e9"], json!({ "allowed": ["e2"] })), "ply 0: illegal move e9"),
        (
            expects(&[], json!({ "allowed": ["e3"] })),
            "the allowed move \"e3\" cannot be made there: illegal move e3",
        ),
        (
            expects(&[], json!({ "forbidden": ["z"] })),
            "the forbidden move \"z\" cannot be made there: cannot read \"z\"",
        ),
        (
            expects(&[], json!({ "allowed": ["e2"], "seat": 1 })),
            "at ply 0 seat 0 is to move, not seat 1",
        ),
        (expects(&[], json!({ "alowed": ["e2"] })), "no key \"alowed\"; did you mean \"allowed\"?"),
        (expects(&[], json!({ "name": "x" })), "the case expects nothing"),
        (expects(&[], json!({ "allowed": [] })), "\"allowed\" must be a list of moves as text"),
        (expects(&[], json!({ "allowed": "e2" })), "\"allowed\" must be a list of moves as text"),
        (expects(&[], json!({ "call": "f" })), "\"call\" needs \"returns\""),
        (expects(&[], json!({ "call": "f", "returns": 1, "allowed": ["e2"] })), "not both"),
        (expects(&[], json!({ "args": [], "allowed": ["e2"] })), "go with \"call\""),
        (
            expects(&[], json!({ "call": "f", "returns": 1, "unordered": true })),
            "\"unordered\" goes with a list",
        ),
        (
            expects(&[], json!({ "call": "f", "returns": 1, "tolerance": -1 })),
            "\"tolerance\" must be a number, 0 or more",
        ),
        (refused(json!({ "format": "juez/1", "game": "quoridor" })), "the record has no \"case\""),
        (refused(json!({ "format": "juez/2", "game": "quoridor" })), "cannot read format"),
        (refused(json!([1])), "not a record: expected a JSON object"),
        (
            refused(json!({ "format": "juez/1", "game": "chess", "case": {} })),
            "no game called \"chess\"",
        ),
    ] {
        assert!(error.contains(why), "expected {why}\nbut got  {error}");
    }
    let mut value = case(&[], json!({ "allowed": ["e2"] }));
    value["movs"] = json!([]);
    assert_eq!(refused(value), "the record has no key \"movs\"; did you mean \"moves\"?");
}

#[test]
fn a_forced_move_is_not_asked_but_a_function_may_be_called_there() {
    let durak = game("durak").expect("there is durak");
    let random = PlayerSpec::read("random", durak).expect("there is random");
    let mut setup = juez::registry::MatchSetup::new(vec![random.clone(), random]);
    setup.seed = Some(juez::core::Seed::from(3));
    let record = durak.play(&setup, &mut ()).expect("a match");
    let walk = durak.legal(&record, true);
    let forced = walk.lines.iter().find(|line| line.legal.len() == 1).expect("a forced move");
    let position = |case: Value| {
        let moves = &record.moves[..forced.ply as usize];
        read(json!({ "format": "juez/1", "game": "durak", "deals": record.deals,
                     "moves": moves, "case": case }))
    };
    let mv = &forced.legal[0];
    let error =
        durak.check_case(&position(json!({ "allowed": [mv] }))).expect_err("the bot is not asked");
    let ply = forced.ply;
    let why = format!("at ply {ply} the only legal move is {mv}, which is played without asking");
    assert_eq!(error.to_string(), why);
    durak.check_case(&position(json!({ "call": "f", "returns": 1 }))).expect("a call is no move");
}
