//! Sources that would take too long to parse are refused, with the reason and the place.

use super::*;
use juez::script::live_bytes;
use proptest::prelude::*;

fn list(n: usize, separator: &str, item: impl Fn(usize) -> String) -> String {
    (0..n).map(item).collect::<Vec<_>>().join(separator)
}

/// A bounded number, its words, and a line that has `n` of it.
type Counted = (usize, &'static str, fn(usize) -> String);

const COUNTED: &[Counted] = &[
    (100, "parameters of one function", |n| {
        format!("fn f({}) {{ }}", list(n, ",", |i| format!("a{i}")))
    }),
    (100, "parameters of one function", |n| {
        format!("let f = |{}| 1;", list(n, ",", |i| format!("a{i}")))
    }),
    (500, "variables in scope", |n| list(n, "", |i| format!("let a{i} = x();"))),
    (500, "variables in scope", |n| list(n, "", |i| format!("const a{i} = {i};"))),
    (500, "variables in scope", |n| {
        format!("fn f(a) {{ {} }}", list(n - 1, "", |i| format!("let b{i};")))
    }),
    (1000, "cases of one switch", |n| {
        format!("switch x() {{ {} }}", list(n, ",", |i| format!("{i} => {i}")))
    }),
    (1000, "cases of one switch", |n| {
        format!("switch x() {{ {} }}", list(n, ",", |i| format!("{i}..{} => {i}", i + 1)))
    }),
    (1000, "cases of one switch", |n| {
        format!("switch x() {{ {} => 1 }}", list(n, "|", |i| i.to_string()))
    }),
    (1000, "blocks side by side", |n| list(n, "", |_| "{ x() }".to_string())),
    (1000, "blocks side by side", |n| list(n, "", |_| "if true { x() }".to_string())),
    (1000, "blocks side by side", |n| format!("x(`{}`);", "a${x()}".repeat(n))),
    (5000, "statements in one function", |n| "1;".repeat(n)),
    (5000, "statements in one function", |n| {
        let odd = "1;".repeat(n % 10);
        format!("{}{odd}", list(n / 10, "", |_| format!("{{ {} }}", "1;".repeat(10))))
    }),
    (64, "imports in one file", |n| list(n, "", |i| format!("import \"m{i}\" as m{i};"))),
    // `x` and the names of the line before count too.
    (1000, "names in one function", |n| {
        format!("fn f(b) {{ x({}); }}", list(n - 1, ",", |i| format!("a{i}")))
    }),
    (500, "names in one closure", |n| format!("x(|| [{}]);", list(n, ",", |i| format!("a{i}")))),
    (500, "names in one closure", |n| format!("x(|| || [{}]);", list(n, ",", |i| format!("a{i}")))),
    // Each in two closures.
    (50_000, "names in all closures", |n| {
        let closure = format!("|| || [{}]", list(250, ",", |i| format!("a{i}")));
        let odd = if n % 500 > 0 { ", || b" } else { "" };
        format!("x({}{odd});", list(n / 500, ",", |_| closure.clone()))
    }),
    (1_000_000, "values in place of constants", |n| {
        let items = |n| list(n, ",", |i| i.to_string());
        let odd = if n % 1000 > 0 { "x(b);" } else { "" };
        format!("const a = [{}]; const b = [1, 2]; {} {odd}", items(1000), "x(a);".repeat(n / 1000))
    }),
    (250_000, "words and signs in all files", |n| {
        // The line before has some.
        format!("x({});", list((n - 30) / 2, ",", |i| i.to_string()))
    }),
];

fn source(line: &str) -> String {
    format!("fn next_move(view) {{ view.moves()[0] }}\n{line}\n")
}

/// Returns the error of a source that has too much.
fn refused(most: usize, what: &str) -> String {
    format!("more than {most} {what}: this would take too long to read")
}

#[test]
fn one_more_than_there_may_be_is_refused_with_its_line_and_the_limit() {
    for &(most, what, line) in COUNTED {
        let error = syntax_error(&[("bot.rhai", &source(&line(most + 60)))]);
        assert_eq!(error.message, refused(most, what));
        assert_eq!((error.line, error.column.is_some()), (Some(2), true), "{what}");
        // The count of all tokens is unknown at the last one here.
        if what == "words and signs in all files" {
            continue;
        }
        let error = syntax_error(&[("bot.rhai", &source(&line(most + 1)))]);
        assert_eq!(error.message, refused(most, what));
        match spec(&[("bot.rhai", &source(&line(most)))]).map(drop) {
            Err(LoadError::Syntax(error)) => {
                assert!(error.message.starts_with("cannot import \"m0\""), "{what}: {error}")
            }
            other => assert!(other.is_ok(), "{what}: {other:?}"),
        }
    }
}

#[test]
fn constants_that_stand_for_each_other_are_counted_with_all_that_they_stand_for() {
    // Ten or four times the size before, until it exceeds the limit.
    let tower = |names: usize, first: String, next: fn(&str) -> String| {
        let name = |i: usize| char::from(b'a' + i as u8).to_string();
        let later = list(names, "", |i| format!("const {} = {};", name(i + 1), next(&name(i))));
        format!("const a = {first};{later}")
    };
    let tens = format!("[{}]", list(10, ",", |_| "0".to_string()));
    for line in [
        tower(6, tens, |name| format!("[{}]", [name; 10].join(","))),
        tower(10, "1".to_string(), |name| {
            format!("#{{a: {name}, b: {name}, c: [{name}, {name}]}}")
        }),
        tower(19, "\"0123456789abcdef\"".to_string(), |name| format!("{name} + {name}")),
    ] {
        let error = syntax_error(&[("bot.rhai", &source(&line))]);
        assert_eq!(error.message, refused(1_000_000, "values in place of constants"));
    }
}

#[test]
fn each_function_has_counts_of_its_own() {
    // Functions get no copy of top-level constants, and variables end with their blocks.
    let table = format!("const TABLE = [{}];", list(9_000, ",", |i| i.to_string()));
    let function = |n: usize| {
        let lets = list(300, "", |i| format!("let a{i} = TABLE;"));
        format!("fn f{n}(view) {{ {lets} for a in 0..3 {{ let b = 1; }} {{ {lets} }} }}")
    };
    let functions = list(20, "\n", function);
    let error = syntax_error(&[("bot.rhai", &source(&format!("{table}\n{functions}")))]);
    assert_eq!((error.line, error.message), (Some(3), refused(500, "variables in scope")));
    let function = |n: usize| {
        let lets = list(200, "", |i| format!("let a{i} = TABLE;"));
        format!("fn f{n}(view) {{ {lets} for a in 0..3 {{ let b = 1; }} {{ {lets} }} }}")
    };
    let functions = list(20, "\n", function);
    let whole = source(&format!("let b = 1; {table}\n{functions}"));
    spec(&[("bot.rhai", &whole)]).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn the_tokens_of_all_files_are_counted_together() {
    let helper = format!("fn help() {{ x({}) }}", list(50_000, ",", |i| i.to_string()));
    let hook = "fn next_move(view) { view.moves()[0] }";
    let of_two = format!("import \"a\" as a; import \"b\" as b;\n{hook}");
    let two = [("main.rhai", &of_two[..]), ("a.rhai", &helper), ("b.rhai", &helper)];
    spec(&two).unwrap_or_else(|error| panic!("{error}"));
    let of_three = format!("import \"c\" as c;{of_two}");
    let three = [("main.rhai", &of_three[..]), two[1], two[2], ("c.rhai", &helper)];
    let error = syntax_error(&three);
    assert_eq!(error.message, refused(250_000, "words and signs in all files"));
    assert_eq!(error.file, "c.rhai");
}

/// Memory of a parsed bot for each byte of its source, not counting the values of constants.
const BYTES_A_BYTE: isize = 2_000;
const BYTES_BESIDE: isize = 96 << 20;

fn piece() -> impl Strategy<Value = String> {
    let text = prop::sample::select(vec![
        "const @ = [0, 1, 2, 3];",
        "const @ = [a, b, a0, a1];",
        "const @ = a + a;",
        "const @ = \"xxxxxxxx\";",
        "const @ = `${a}${b}`;",
        "let @ = a;",
        "x(a, b);",
        "x(|| a);",
        "|@| [a, b, @]",
        "let @ = || || @;",
        "{ x(); }",
        "if true { x() }",
        "switch a { 1 | 2 => a, _ => b }",
        "switch @ { @ => @ }",
        "fn @(a, b) { a }",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "#{",
        "|",
        "||",
        ",",
        ";",
        "=>",
        "`",
        "${",
        "a",
        "@",
        "const",
        "switch 1 {",
        "const @ = #{a: a, b: b};",
        "a.@",
        "a[@]",
        "for @ in a { @ }",
        "try { @ } catch (@) { @ }",
        "1",
        "return a;",
    ]);
    (text, 0u32..7).prop_map(|(text, exponent)| {
        list(1 << exponent, " ", |i| text.replace('@', &format!("a{i}")))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..Default::default() })]

    #[test]
    fn a_source_takes_memory_in_proportion_to_its_length(
        pieces in prop::collection::vec(piece(), 1..12),
    ) {
        let text = source(&format!("const a = [0, 1]; const b = \"xxxxxxxxxxxxxxxxxx\"; {}", pieces.concat()));
        let before = live_bytes();
        let compiled = spec(&[("bot.rhai", &text)]).is_ok();
        let grown = live_bytes() - before;
        prop_assert!(grown < BYTES_A_BYTE * text.len() as isize + BYTES_BESIDE, "{grown} {compiled}");
    }
}
