//! The language a bot gets.

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
fn powers_bind_to_the_right_and_have_an_assignment() {
    assert_eq!(value("2 ** 3 ** 2"), "512");
    assert_eq!(value("(2 ** 3) ** 2"), "64");
    assert_eq!(
        body("let x = 2; let y = 3; `${x ** y ** x} ${2 * x ** y} ${x ** 0.5 ** 0}`").answer(),
        "512 16 2.0"
    );
    assert_eq!(body("let x = 3; x **= 2; let f = 2.0; f **= 3; let a = [2]; a[0] **= 10; this.n = 2; this.n **= 0.5; `${x} ${f} ${a} ${this.n}`").answer(), format!("9 8.0 [1024] {}", libm::pow(2.0, 0.5)));
    // Rhai would shorten this to **=, which is juez's own as well.
    assert_eq!(body("let x = 2.5; x = x ** 1.5; `${x}`").answer(), libm::pow(2.5, 1.5).to_string());
    assert_eq!(body("const X = 2 ** 3 ** 2; `${X}`").answer(), "512");
    assert_eq!(why("2 ** 64"), "2 ** 64 is too large");
    assert_eq!(why("let x = 2; x **= 64; x"), "2 ** 64 is too large");
    assert_eq!(why("let x = 2; x **= -1; x"), "cannot raise 2 to the power -1: write 2.0 ** -1");
    assert_eq!(why("let x = \"a\"; x **= 2; x"), "**= does not work between a text and a number");
    assert_eq!(why("\"a\" ** 2"), "** does not work between a text and a number");
}

#[test]
fn tiny_numbers_count_as_nothing_in_comparisons() {
    assert_eq!(value("1e-16 > 0.0"), "false");
    assert_eq!(
        body("let p = 1.0; let n = 0; while p > 0.0 { p /= 2.0; n += 1; } `${n}`").answer(),
        "52"
    );
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
    assert_eq!(
        body("let m = view.moves(); m.sort(|a, b| if a > b { -1 } else { 1 }); m[0]").answer(),
        "t3"
    );
    assert_eq!(body("let q = [1]; let seen = #{}; while q.len() > 0 { let c = q.shift(); if `${c}` in seen { continue; } seen[`${c}`] = true; if c < 50 { q.push(c * 2); q.push(c + 3); } } `${seen.len()}`").answer(), "50");
    assert_eq!(body("switch view.seat { 0 => \"t1\", 1 => \"t2\", _ => \"t3\" }").answer(), "t2");
    assert_eq!(
        body("let r = (); try { view.world().play(\"t9\"); } catch (e) { r = e; } `${r}`").answer(),
        "cannot read \"t9\": expected t1, t2 or t3"
    );
    assert_eq!(value("parse_json(`{\"a\": 1}`).a"), "1");
}

#[test]
fn closures_have_no_name_that_differs_from_run_to_run() {
    let played = body("let f = |x| x + 1; print(f); print(f.name); print(Fn(\"abs\")); \"t1\"");
    assert_eq!(played.log(), ["Fn(closure)", "closure", "Fn(abs)"]);
}
