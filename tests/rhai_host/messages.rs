//! Messages for beginners.

use super::*;

#[test]
fn members_that_are_not_there() {
    assert_eq!(why("view.mvoes()[0]"), "view has no member \"mvoes\"; did you mean view.moves()?");
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
    assert_eq!(why("view.world().play(\"t9\")"), "cannot read \"t9\": expected t1, t2 or t3");
    assert_eq!(value("view.taken(0.0)"), "11");
}

#[test]
fn faults_name_file_and_line() {
    let fault = play("fn next_move(view) {\n  let x = 1;\n  view.mvoes()\n}").fault().clone();
    assert_eq!((fault.kind, fault.hook), (FaultKind::Script, Hook::NextMove));
    assert_eq!((fault.file.as_deref(), fault.line), (Some("bot.rhai"), Some(3)));
    let fault =
        play("fn deep(a) {\n  a[9]\n}\nfn next_move(view) { deep(view.moves()) }").fault().clone();
    assert_eq!(fault.line, Some(2));
    assert!(fault.text.contains("Array index 9 out of bounds"), "{}", fault.text);
    let fault = play("fn next_move(view) {\n view.moves().map(|m|\n m + m.x) }").fault().clone();
    assert_eq!(fault.line, Some(3), "{fault:?}");
    let fault = play("let a = 1;\nlet b = [][2];\nfn next_move(view) { }").fault().clone();
    assert_eq!((fault.hook, fault.line), (Hook::Load, Some(2)));
}

#[test]
fn this_in_a_helper() {
    let source = "fn help() { this.x } fn next_move(view) { this.x = \"t1\"; help() }";
    assert_eq!(
        play(source).fault().why,
        "`this` is bound only in start, next_move and finish: call the helper as this.help() or pass it the values it needs"
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
        fault.why.starts_with("functions see only their parameters, `this` and top-level const"),
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
    assert_eq!(why("view.moves()[99]"), "there is no [99]: the array has 3 elements, [0] to [2]");
    assert_eq!(why("[][0]"), "there is no [0]: the array is empty");
    assert_eq!(why("\"abc\"[5]"), "there is no [5]: the text has 3 characters, [0] to [2]");
    assert_eq!(why("let x = 1; if x { print(x); }"), "expected true or false, got a number");
    assert_eq!(why("1 / 0"), "Division by zero: 1 / 0 (line 1, position 24)");
    assert_eq!(why("throw \"boom\""), "boom");
    assert_eq!(why("throw #{a: 1}"), "the script threw #{\"a\": 1}");
    assert_eq!(why("throw view"), "the script threw a view");
    assert_eq!(
        why("let n = 5; for x in n { print(x); }"),
        "for goes over an array, a map's keys(), a text's chars() or a range such as 0..9"
    );
    assert_eq!(
        play("const A = [1]; fn next_move(view) { A.push(2); }").fault().why,
        "push would change a constant: copy it with let first"
    );
}

#[test]
fn syntax_errors_name_line_and_column() {
    let error = syntax_error(&[("bot.rhai", "fn next_move(view) {\n  let x = ;\n}")]);
    assert_eq!((&*error.file, error.line, error.column), ("bot.rhai", Some(2), Some(11)));
    assert_eq!(error.excerpt.unwrap(), "    2 |   let x = ;\n      |           ^");
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
        let source =
            format!("fn next_move(view) {{ {} 1 {} }}", open.repeat(20_000), close.repeat(20_000));
        let on_small_stack = thread::spawn(move || spec(&[("bot.rhai", &source)]).map(|_| ()));
        assert!(on_small_stack.join().unwrap().is_err(), "{open}");
    }
    let long = format!("fn next_move(view) {{ let n = 1{}; `${{n}}` }}", " + 1".repeat(5000));
    let _ = thread::spawn(move || spec(&[("bot.rhai", &long)]).map(|_| ())).join().unwrap();
}
