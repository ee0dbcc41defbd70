//! Constants, imports and the files of a bundle.

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
    let played =
        play("const T = [1]; fn next_move(view) { this.t = T; this.t.push(3); `${this.t} ${T}` }");
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
        "import \"mid\" as util; fn next_move(view) { `${util::forth()} 40` }",
    ] {
        let mid = "import \"util\" as u; fn forth() { u::add(1) }";
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
fn only_the_beginning_of_a_long_path_is_shown() {
    let path = "x".repeat(100);
    let shown = format!("cannot import \"{}\": no such file", "x".repeat(60));
    let error = syntax_error(&[("main.rhai", &format!("import \"{path}\" as u;\n{NOOP}"))]);
    assert!(error.message.starts_with(&shown), "{}", error.message);
    let computed = format!("let p = \"{path}\"; import p as u;\n{NOOP}");
    let fault = play_with(&[("main.rhai", &computed)], 1, Limits::default(), &[]).fault().clone();
    assert!(fault.why.starts_with(&shown), "{fault:?}");
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
fn a_call_that_fits_no_function_of_a_file_is_told_what_there_is() {
    let why = |call: &str, util: &str| {
        let main = format!("import \"util\" as u;\nfn next_move(view) {{ {call} }}");
        let files = [("main.rhai", &*main), ("util.rhai", util)];
        play_with(&files, 1, Limits::default(), &[]).fault().why.clone()
    };
    let util =
        "fn pick(list) { list[0] } fn best(list, value) { list[0] } private fn hidden(x) { x }";
    assert_eq!(
        why("u::pick(view, 2)", util),
        "your function u::pick takes 1 argument: u::pick(list)"
    );
    assert_eq!(
        why("u::best(view)", util),
        "your function u::best takes 2 arguments: u::best(list, value)"
    );
    assert_eq!(why("u::pikc(view)", util), "util.rhai has no function pikc; did you mean pick?");
    assert_eq!(why("u::zzzzzz(1, 2)", util), "util.rhai has no function zzzzzz; it has pick, best");
    assert_eq!(
        why("u::hidden(1)", util),
        "hidden is private in util.rhai: remove the word private there"
    );
    assert_eq!(
        why("u::pick(view)", "let x = 1;"),
        "util.rhai has no functions: write fn pick(...) { ... } in it"
    );
}

#[test]
fn a_computed_name_of_a_file_in_a_folder_is_to_be_written_out() {
    let main = "fn next_move(view) {\n  let name = \"la\" + \"te\";\n  import `sub/${name}` as m;\n  \"t1\"\n}";
    let fault = play_with(&[("main.rhai", main)], 1, Limits::default(), &[]).fault().clone();
    assert_eq!(
        fault.why,
        "cannot import \"sub/late\": no such file in the bot's folder: a file in a subfolder is found only if its \
         name is in quotes in some file; add import \"sub/late\" as m;"
    );
    assert_eq!(fault.line, Some(3));
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
                let api = Api::of::<Nim>(&[]).unwrap();
                for _ in 0..20 {
                    spec.load(&api, &Limits::default(), Seed::from(1), &Journal::new(0))
                        .map(|_| ())
                        .unwrap();
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
    let api = Api::of::<Nim>(&[]).unwrap();
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
    Bot::<Nim>::load(&mut bot, &start).unwrap();
    Bot::<Nim>::start(&mut bot, &start).unwrap();
    let view = Pile { pile: 5, to_move: 1, taken: [8, 8] };
    let legal = view.legal_moves();
    let history = History::new(&view, &[], Some(seat));
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
    assert_eq!(bot.next_move(&turn), Ok(Take(2)));
}
