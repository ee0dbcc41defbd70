//! Functions that apply a function to a list.

use super::*;

#[test]
fn a_function_may_read_the_list_that_it_goes_over() {
    let a = "let a = [3, 1, 2, 1]; let b = a; ";
    for (expression, expected) in [
        ("a.filter(|x| x != a[0])", "[1, 2, 1]"),
        ("a.map(|x| x + a.len)", "[7, 5, 6, 5]"),
        ("a.some(|x| x == a[1])", "true"),
        ("a.all(|x| x <= a[0])", "true"),
        ("a.find(|x| x < a[0])", "1"),
        ("a.find_map(|x| if x < a[0] { a.len } else { () })", "4"),
        ("a.index_of(|x| x < a[0])", "1"),
        ("a.reduce(|s, x| s + x * a[1], 0)", "7"),
        ("a.order(|x, y| x - y + a.len - 4)", "[1, 1, 2, 3]"),
        ("{ let n = 0; a.for_each(|i| n += a[i]); n }", "7"),
        ("{ a.sort(|x, y| (x - y) * a[1]); a }", "[1, 1, 2, 3]"),
        ("{ a.retain(|x| x == a[1]); a }", "[1, 1]"),
        ("{ let out = a.drain(|x| x == a[1]); `${out}${a}` }", "[1, 1][3, 2]"),
        ("{ a.dedup(|x, y| x + y == a.len); a }", "[3, 2, 1]"),
        ("a.filter(|x| a.some(|y| y < x && a.contains(y)))", "[3, 2]"),
    ] {
        let played = body(&format!("{a} let r = {expression}; `${{r}} ${{b}}`"));
        assert_eq!(played.answer(), format!("{expected} [3, 1, 2, 1]"), "{expression}");
    }
}

#[test]
fn what_a_function_reads_inside_maps_and_calls_works_as_well() {
    assert_eq!(
        body("let m = #{ l: [1, 2, 3], k: 2 }; `${m.l.filter(|x| x != m.k)} ${m.l}`").answer(),
        "[1, 3] [1, 2, 3]"
    );
    assert_eq!(
        body("let m = #{ l: [3, 1], k: 1 }; m.l.sort(|x, y| (x - y) * m.k); `${m}`").answer(),
        "#{\"k\": 1, \"l\": [1, 3]}"
    );
    // A collecting function may be called on its own list.
    let played = body(
        "let seen = []; let add = |x| { seen.push(x); seen.len() }; [1, 2].map(|x| add.call(x)); `${seen.map(|x| add.call(x))} ${seen}`",
    );
    assert_eq!(played.answer(), "[3, 4] [1, 2, 1, 2]");
    let files = [
        (
            "main.rhai",
            "import \"u\" as u; fn next_move(view) { let a = [2, 5, 7]; `${u::pick(a, |x| x > a[0])}` }",
        ),
        ("u.rhai", "fn pick(list, f) { list.filter(f) }"),
    ];
    assert_eq!(play_with(&files, 1, Limits::default(), &[]).answer(), "[5, 7]");
    assert_eq!(
        body("let f = || 0; f = |n| if n == 0 { 0 } else { 1 + f.call(n - 1) }; 1").other(),
        "the number 1"
    );
}

#[test]
fn a_function_may_not_change_a_list_that_is_being_changed() {
    let to_it = "a cannot change while sort goes over it: collect the changes in another variable";
    let to_any = "push would change a constant, or the list that sort goes over: collect the changes in another variable";
    for (change, expected) in [("a.push(1)", to_any), ("a[0] = 9", to_it), ("a = []", to_it)] {
        let fault =
            body(&format!("let a = [3, 1, 2];\na.sort(|x, y| {{ {change}; x - y }});\na[0]"))
                .fault()
                .clone();
        assert_eq!(fault.why, expected, "{change}");
        assert_eq!(fault.line, Some(2), "{change}");
        let played = body(&format!(
            "let a = [3, 1, 2]; try {{ a.retain(|x| {{ {change}; true }}); }} catch {{ }} a.push(4); `${{a}}`"
        ));
        assert_eq!(played.answer(), "[3, 1, 2, 4]", "{change}");
    }
    // Rhai does not say which value the call would change.
    let other = "let a = [3, 1, 2]; const B = view.moves(); a.sort(|x, y| { B.push(a[0]); x - y })";
    assert_eq!(why(other), to_any);
}

#[test]
fn a_function_may_read_the_constant_that_it_goes_over() {
    let a = "let z = [3, 1, 2, 1]; const a = z; ";
    for (expression, expected) in [
        ("a.filter(|x| x != a[0])", "[1, 2, 1]"),
        ("a.map(|x| x + a.len).len()", "4"),
        ("a.reduce(|s, x| s + x * a[1], 0)", "7"),
        ("a.order(|x, y| x - y + a.len - 4)", "[1, 1, 2, 3]"),
        (
            "{ let f = |x| x != a[0]; `${a.filter(f)}${a.filter(|x| f.call(x))}` }",
            "[1, 2, 1][1, 2, 1]",
        ),
        ("{ let n = 0; for i in 0..2 { n += a.filter(|x| x == a[1]).len(); } n }", "4"),
        ("a.filter(|x| a.some(|y| y < x && a.contains(y)))", "[3, 2]"),
    ] {
        let played = body(&format!("{a} let r = {expression}; `${{r}} ${{a}}`"));
        assert_eq!(played.answer(), format!("{expected} [3, 1, 2, 1]"), "{expression}");
    }
    assert_eq!(
        why(&format!("{a} a.sort(|x, y| (x - y) * a[0]); 1")),
        "sort would change a constant: copy it with let first"
    );
    let nothing = why("let m = #{}; const a = m.list; a.filter(|x| x == a)");
    assert!(nothing.contains("; m.list is () (nothing)"), "{nothing}");
}

#[test]
fn a_function_may_change_the_list_that_its_method_only_reads() {
    let rest = body("let a = [1, 2]; let n = a.map(|m| { a.push(m); m }).len(); `${n} ${a}`");
    assert_eq!(rest.answer(), "2 [1, 2, 1, 2]");
}

#[test]
fn sort_takes_numbers_with_points_and_truth_values() {
    let rows = "let a = [#{ s: 1.5 }, #{ s: 0.25 }, #{ s: 2.5 }]; ";
    assert_eq!(
        body(&format!("{rows} a.sort(|x, y| y.s - x.s); `${{a.map(|r| r.s)}}`")).answer(),
        "[2.5, 1.5, 0.25]"
    );
    let moves = "let a = [\"g7v\", \"b1\", \"c2h\", \"f4\"]; ";
    for order in ["x.len < y.len", "x.len <= y.len", "x.len - y.len"] {
        let played = body(&format!("{moves} a.sort(|x, y| {order}); `${{a}}`"));
        assert_eq!(played.answer(), "[\"b1\", \"f4\", \"g7v\", \"c2h\"]", "{order}");
    }
    assert_eq!(
        body(&format!("{moves} a.sort(|x, y| x.len > y.len); `${{a}}`")).answer(),
        "[\"g7v\", \"c2h\", \"b1\", \"f4\"]"
    );
}

#[test]
fn sort_by_itself_orders_numbers_of_both_kinds_and_says_what_it_cannot_order() {
    assert_eq!(body("let a = [3, 2.5, -1, 2]; a.sort(); `${a}`").answer(), "[-1, 2, 2.5, 3]");
    assert_eq!(
        body("let a = [3, 2.5]; a.sort_desc(); `${a} ${[2, 1.5].order()}`").answer(),
        "[3, 2.5] [1.5, 2]"
    );
    assert_eq!(
        body("let n = 0.0 / 0.0; let a = [n, 2.0, n, 1.0]; a.sort(); `${a[0]} ${a[1]}`").answer(),
        "1.0 2.0"
    );
    // Neighbours beyond 2^53 are equal as floats, which all of them become here.
    let mixed = "let a = []; for i in 0..30 { a.push(if i % 3 == 0 { 9007199254740992.0 } else { 9007199254740992 + i % 2 }); }";
    assert_eq!(body(&format!("{mixed} a.sort(); `${{a.len}}`")).answer(), "30");
    assert_eq!(
        body("let a = [9007199254740993, 9007199254740992]; a.sort(); `${a}`").answer(),
        "[9007199254740992, 9007199254740993]"
    );
    assert_eq!(
        why("let a = [1, \"b\"]; a.sort()"),
        "sort() cannot order numbers and texts together"
    );
    assert_eq!(
        why("[[2], [1]].order()"),
        "order() cannot order arrays: give it a function, as in list.sort(|a, b| a.value - b.value)"
    );
    assert_eq!(body("let a = [true, false]; a.sort(); `${a}`").answer(), "[false, true]");
}

#[test]
fn a_function_for_sort_is_told_what_is_wrong_with_it() {
    let sorted = |order: &str| why(&format!("let a = [2, 3, 1]; a.sort({order}); 1"));
    assert_eq!(sorted("|x| x"), "the function given to sort takes 1 value, and sort gives it 2");
    assert_eq!(
        sorted("|x, y, z| x"),
        "the function given to sort takes 3 values, and sort gives it 2"
    );
    let bad = "the function given to sort must return a number, below 0 if the first comes first, or true if it does";
    for order in ["|x, y| \"a\"", "|x, y| ()", "|x, y| 0.0 / 0.0"] {
        assert_eq!(sorted(order), bad, "{order}");
    }
    let source = |name: &str| {
        format!(
            "fn by_size(a, b) {{ b - a }} fn next_move(view) {{ let a = [1, 3, 2]; a.sort({name}); `${{a}}` }}"
        )
    };
    assert_eq!(play(&source("\"by_size\"")).answer(), "[3, 2, 1]");
    for name in ["\"by_sise\"", "Fn(\"by_sise\")"] {
        assert_eq!(
            play(&source(name)).fault().why,
            "there is no function by_sise; did you mean by_size?"
        );
    }
}

#[test]
fn a_function_that_decides_answers_with_true_or_false() {
    for (call, name) in [
        ("a.filter(|x| x)", "filter"),
        ("a.retain(|x| x)", "retain"),
        ("a.some(|x| x)", "some"),
        ("a.all(|x| x)", "all"),
        ("a.find(|x| x)", "find"),
        ("a.index_of(|x| x)", "index_of"),
        ("a.drain(|x| x)", "drain"),
        ("a.dedup(|x, y| x)", "dedup"),
        ("m.filter(|k, v| v)", "filter"),
        ("m.retain(|k, v| v)", "retain"),
        ("m.drain(|k, v| v)", "drain"),
    ] {
        let why = why(&format!("let a = [1, 0, 2]; let m = #{{ a: 1 }}; {call}; 1"));
        assert_eq!(
            why,
            format!("the function given to {name} must return true or false, not a number")
        );
    }
    assert_eq!(
        why("[1].filter(|x| #{}.best)"),
        "the function given to filter must return true or false, not ()"
    );
    assert_eq!(
        body("let m = #{ a: 1, b: 2 }; `${m.filter(|k, v| v > 1)} ${m.map(|k, v| v + 1)}`")
            .answer(),
        "#{\"b\": 2} #{\"a\": 2, \"b\": 3}"
    );
}

#[test]
fn a_function_of_the_wrong_number_of_values_is_told_so() {
    for (call, sentence) in [
        ("a.map(|x, y, z| x)", "the function given to map takes 3 values, and map gives it 1 or 2"),
        (
            "a.filter(|a, b, c, d| true)",
            "the function given to filter takes 4 values, and filter gives it 1 or 2",
        ),
        (
            "a.reduce(|a, b, c, d| a, 0)",
            "the function given to reduce takes 4 values, and reduce gives it 2 or 3",
        ),
        (
            "let n = 1; a.map(|x, y, z| x + n)",
            "the function given to map takes 3 values, and map gives it 1 or 2",
        ),
        ("let f = |x| x; f.call()", "the function |x| takes 1 value, but is called with 0"),
        (
            "let n = 1; let f = |x, y| x + y + n; f.call(5)",
            "the function |x, y| takes 2 values, but is called with 1",
        ),
    ] {
        assert_eq!(why(&format!("let a = [1, 2]; {call}; 1")), sentence, "{call}");
    }
    assert_eq!(value("[5, 6].map(|x, i| x * i)"), "[0, 6]");
}

#[test]
fn no_message_shows_the_inner_name_of_a_function() {
    for text in [
        "let f = |x| x; f.call(1, 2)",
        "let f = |x| x; f + 1",
        "[1].map(|x, y, z| x)",
        "let f = |x| x; f.x",
        "let f = |x| x; f[0]",
        "|x| x < 1",
        "let f = |x| x; call(f)",
        "let m = #{ f: |x| x }; m.f()",
        "let f = |x| x; throw f",
        "let f = |x| this.y; f.call(1)",
    ] {
        let played = body(text);
        let why = played.moves.last().unwrap().as_ref().err().map(|fault| fault.why.clone());
        assert!(!why.clone().unwrap_or_default().contains("anon$"), "{text}: {why:?}");
    }
}

#[test]
fn a_number_with_a_point_is_in_no_range() {
    assert_eq!(
        why("2.5 in 1..3"),
        "a range holds whole numbers, and 2.5 is not one: write x >= 1 && x < 3"
    );
    assert_eq!(
        why("let x = 2.5; x in 1..=3"),
        "a range holds whole numbers, and 2.5 is not one: write x >= 1 && x <= 3"
    );
    assert_eq!(value("2 in 1..3"), "true");
}

#[test]
fn a_text_that_names_a_function_is_looked_for_and_does_not_call_it() {
    for (expression, expected) in
        [("[1, `always`].index_of(`always`)", "1"), ("[`always`, 3].index_of(`always`, 1)", "-1")]
    {
        let source =
            format!("fn always(x) {{ true }} fn next_move(view) {{ `${{{expression}}}` }}");
        assert_eq!(play(&source).answer(), expected, "{expression}");
    }
}

#[test]
fn a_number_and_a_text_are_looked_for_among_both() {
    for (expression, expected) in [
        ("[1, `1`, 2].index_of(`1`)", "1"),
        ("[`1`, 1, 2].index_of(1)", "1"),
        ("[1, 2].contains(`1`)", "false"),
        ("1 in [`1`, `2`]", "false"),
        ("[[1], [`1`]].index_of([`1`])", "1"),
    ] {
        assert_eq!(value(expression), expected, "{expression}");
    }
}
