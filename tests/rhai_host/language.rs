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
