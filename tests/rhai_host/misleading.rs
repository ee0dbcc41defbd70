//! Messages that once led beginners astray.

use super::*;

/// Returns the sentence for `next_move(view)` of this body, with two other functions in the file.
fn beside(body: &str) -> String {
    let source = format!(
        "fn evaluate(world, seat) {{ 0 }}\nfn count_walls(list) {{ list.len() }}\n\
         fn next_move(view) {{ let w = view.world(); {body} }}"
    );
    play(&source).fault().why.clone()
}

#[test]
fn an_own_function_is_meant_where_its_name_is_near() {
    assert_eq!(beside("evalute(w, 0)"), "there is no function evalute; did you mean evaluate?");
    assert_eq!(
        beside("count_wals(view)"),
        "there is no function count_wals; did you mean count_walls?"
    );
    // A similar method comes first.
    assert!(beside("view.mvoes()").ends_with("did you mean view.moves()?"));
    // So does a method of a world, before an own function whose name contains `play`.
    let source = "fn playable(list) { list } fn next_move(view) { view.play(\"t1\") }";
    assert_eq!(
        play(source).fault().why,
        "view has no member \"play\"; a world has it: view.world().play()"
    );
    let why = beside("helper(view)");
    assert!(
        why.starts_with("there is no function helper, and view has no member \"helper\"; it has")
    );
}

#[test]
fn an_index_with_a_point_is_told_from_a_whole_one() {
    let why = why("view.moves()[view.random(3) / 3.0]");
    assert!(
        why.starts_with("expected a whole number, got one with a point: write x.to_int()"),
        "{why}"
    );
}

#[test]
fn a_property_of_nothing_is_told_as_such() {
    assert_eq!(
        why("let p = (); p.name.x"),
        "() (nothing) has no name: was nothing found or returned where a value was expected?; p is \
         () (nothing): give it a value first, or read it with another in its place, p ?? 0"
    );
    assert_eq!(why("let p = 7; p.name"), "a number has no name");
}

#[test]
fn chance_is_asked_of_the_view() {
    for name in ["rand", "random", "randint"] {
        let why = why(&format!("view.moves()[{name}(3)]"));
        let here = "view.random(n) gives a whole number from 0 to n-1";
        assert_eq!(why, format!("there is no function {name}: {here}"));
    }
}

#[test]
fn print_takes_one_value() {
    assert_eq!(why("print(1, 2)"), "print takes one value: write print(`${a} ${b}`)");
}

#[test]
fn other_languages_ways_of_writing_are_known() {
    let message = |body: &str| {
        syntax_error(&[("bot.rhai", &format!("fn next_move(view) {{\n{body}\n}}"))]).message
    };
    let text = message("return 'e2';");
    assert!(text.ends_with("a text is written in double quotes: \"e2\""), "{text}");
    let up = message("let i = 0; i++;");
    assert!(up.ends_with("to count up write i += 1"), "{up}");
    let down = message("let i = 0; i--;");
    assert!(down.ends_with("to count down write i -= 1"), "{down}");
    let mutable = message("let mut x = 1;");
    assert!(
        mutable.ends_with("every variable declared with let can be changed: leave mut out"),
        "{mutable}"
    );
}

#[test]
fn what_is_caught_reads_as_text() {
    let caught = |tried: &str| {
        body(&format!(
            "let r = (); try {{ {tried} }} catch (e) {{ r = type_of(e) + \" \" + e; }} r"
        ))
        .answer()
        .to_string()
    };
    assert_eq!(
        caught("view.mvoes()"),
        "string view has no member \"mvoes\"; did you mean view.moves()?"
    );
    assert_eq!(caught("[1][7]"), "string there is no [7]: the array has 1 elements, [0] to [0]");
    assert!(caught("let x = 1 / 0;").starts_with("string Division by zero"));
    let own =
        "fn f(a) { a } fn next_move(view) { let r = \"\"; try { f(1, 2) } catch (e) { r = e; } r }";
    assert_eq!(play(own).answer(), "your function f takes 1 argument: f(a)");
}

#[test]
fn a_caught_error_costs_the_fuel_of_its_sentence() {
    let fuel = |tried: &str| {
        let source = format!("for i in 0..100 {{ try {{ {tried} }} catch {{ }} }} \"t1\"");
        body(&source).fuel()[0]
    };
    // Comparing names for it takes 18 µs.
    let sentence = language().fuel_per_ms * 18 / 1000;
    assert!(fuel("view.mvoes()") > fuel("throw 1") + 100 * sentence);
}

#[test]
fn what_a_script_throws_is_caught_as_it_is() {
    assert_eq!(
        body("let r = 0; try { throw #{a: 7}; } catch (e) { r = e.a; } `${r}`").answer(),
        "7"
    );
    // Leaving a try is not an error.
    assert_eq!(body("for i in 0..9 { try { if i == 3 { break; } continue; } catch { } } try { return \"t2\"; } catch { } \"t1\"").answer(), "t2");
    assert_eq!(body("let x = 1; try { x = 2; let y = 3; } catch { } `${x}`").answer(), "2");
}
