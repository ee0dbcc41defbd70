//! Checks that parsing and linting take time linear in the source.

use std::{iter, thread};

use super::{LANGUAGE, source};
use crate::STACK;
use crate::work::Construct;
use crate::{Api, Bundle};
use juez_core::{Costs, GameInfo, RulesText};

/// A game without methods of its own.
static GAME: GameInfo = GameInfo {
    id: "sample",
    title: "Sample",
    summary: "a game for tests",
    seats: (2, 2),
    hidden: false,
    rules: 1,
    options: &[],
    text: RulesText::english("# Sample"),
    templates: &[],
    costs: Costs::UNMEASURED,
    hand_figures: &[],
    world_bytes: 0,
};

/// Constructs of Rhai that a bot can repeat for a megabyte; a source that would take too long
/// is refused.
const CONSTRUCTS: &[Construct] = &[
    Construct::of("// words of a comment with ñ\n"),
    Construct::of("/* words /* within */ others */ "),
    Construct { around: ["/*", "*/"], part: "/ * " },
    Construct::of("\n"),
    Construct::of(" "),
    Construct::of(";"),
    Construct::of("1;"),
    Construct::of("x(\"a text\", 'c', \"another\\n\");"),
    Construct { around: ["x(\"", "\");"], part: "a\\x41 " },
    Construct { around: ["x(`", "`);"], part: "a ${b} " },
    Construct { around: ["x(#\"", "\"#);"], part: "\" # " },
    Construct { around: ["x([", "]);"], part: "@, " },
    Construct { around: ["x(#{", "});"], part: "k@: @, " },
    Construct { around: ["x(", "1);"], part: "1 + " },
    Construct { around: ["x(", "1);"], part: "2 ** " },
    Construct { around: ["x(", "a);"], part: "a && " },
    Construct { around: ["x(", "a);"], part: "a ?? " },
    Construct { around: ["x(", "1);"], part: "- " },
    Construct { around: ["x(", ");"], part: "[" },
    Construct::of("x([[[[[[[[[[@]]]]]]]]]]);"),
    Construct::of("x((((((((((@))))))))));"),
    Construct { around: ["x(a", ");"], part: ".b" },
    Construct { around: ["x(a", ");"], part: ".f(@)" },
    Construct { around: ["x(a", ");"], part: "[b]" },
    Construct::of("a.b[c].d += 1;"),
    Construct::of("a.filter(|e| e != a[0]);"),
    Construct::of("a.b.c[d].e(f).g(|h| a)[1].i;"),
    Construct::of("a.sort(|e, f| a.filter(|g| a.find(|h| h == a)));"),
    Construct::of("x **= 2 ** 3 ** @;"),
    Construct::of("let a@ = x(a@);"),
    Construct::of("const C@ = [@, @];"),
    Construct::of("{ let a = 1; x(a); }"),
    Construct::of("if a { b() } else if c { d() } else { e() }"),
    Construct::of("if a { if b { if c { if d { e() } } } }"),
    Construct::of("switch a { 1 | 2 => b(), 3..9 => c(), _ => d() }"),
    Construct { around: ["switch a {", "}"], part: "@ => b(), " },
    Construct::of("for (a, i) in b { for c in 0..9 { x(c) } }"),
    Construct::of("while a { if b { break; } continue; } do { c() } until d; loop { break; }"),
    Construct::of("try { a() } catch (e) { throw e; }"),
    Construct::of("fn f@(a, b) { return a + b; }\n"),
    Construct { around: ["fn f(", ") { }"], part: "a@, " },
    Construct { around: ["fn f(a) {", "}"], part: "x(a, b); " },
    Construct { around: ["fn f(a) {", "}"], part: "this.k@ = a.b; " },
    Construct::of("let f = |a, b| a + b + c;"),
    Construct { around: ["x(", "1);"], part: "|a| " },
    Construct { around: ["x(|| [", "]);"], part: "n@, " },
    Construct::of("import \"m@\" as m@;"),
    Construct { around: ["let ", " = 1;"], part: "name" },
    Construct { around: ["let a = ", ";"], part: "9" },
];

/// The parts of constructs that are refused even at 10 kB.
const REFUSED: &[&str] = &[
    ";",
    "a ${b} ",
    "1 + ",
    "2 ** ",
    "a && ",
    "a ?? ",
    "- ",
    "[",
    ".b",
    ".f(@)",
    "[b]",
    "a.sort(|e, f| a.filter(|g| a.find(|h| h == a)));",
    "let a@ = x(a@);",
    "a@, ",
    "|a| ",
    "n@, ",
    "import \"m@\" as m@;",
];

/// Creates a bot from this source and a `next_move`.
fn bundle(source: &str) -> Bundle {
    let source = format!("fn next_move(view) {{ view.moves()[0] }}\n{source}");
    Bundle::from_texts("bot.rhai", [("bot.rhai".to_string(), source)].into())
}

/// Runs on a stack of the size that scripts get.
fn on_its_stack(run: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(STACK).spawn(run).expect("a thread");
    thread.join().expect("no panic");
}

#[test]
fn reading_a_source_is_linear() {
    on_its_stack(|| {
        let parsed = |source: &str| source::parsed(&bundle(source)).is_ok();
        for construct in CONSTRUCTS {
            construct.assert_linear(|source| {
                parsed(source);
            });
        }
        let refused = CONSTRUCTS.iter().filter(|construct| !parsed(&construct.source(10_000)));
        assert_eq!(refused.map(|construct| construct.part).collect::<Vec<_>>(), REFUSED);
    });
}

#[test]
fn the_lint_of_a_source_is_linear() {
    const LINTED: &[Construct] = &[
        Construct::of("x@(1); y@(2); view.z@();\n"),
        Construct { around: ["fn f(v) {", "}"], part: "v.missing@(); absent@(); w@; " },
        Construct::of("fn f@(v) { v.gone@(1); v.gone@(2); v.gone@(3); v.gone@(4); v.gone@(5); }\n"),
        Construct::of(
            "fn g@(v) { this.key = this.kye; u@; u@; u@; u@; u@; u@; u@; u@; u@; u@; }\n",
        ),
        Construct::of("a.b.c.d.e.f.g.h.i.j.k.l.m;"),
    ];
    on_its_stack(|| {
        let api = Api::of_rows(&GAME, iter::empty);
        for construct in LINTED {
            construct.assert_linear(|source| {
                (LANGUAGE.lint)(&bundle(source), &api);
            });
        }
    });
}
