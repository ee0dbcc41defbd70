//! Places of errors: every fault has the line of a statement of the bot.

use super::*;

/// Returns the line and the sentence of the fault of a hook with this body, whose first line is 4.
fn raised(body: &str) -> (Option<u32>, String) {
    let record = against_random(&hook_with("next_move", body));
    let end = record.end.as_ref().expect("a played match ends");
    let file = end.faults.first().expect("a fault").fault.file.clone();
    assert_eq!(file.as_deref(), Some("bot.lua"), "{body}");
    let (kind, _, line, why) = fault(&record);
    assert_eq!(kind, FaultKind::Script, "{body}: {why}");
    (line, why)
}

#[test]
fn an_error_without_a_place_is_of_the_statement_that_ran() {
    for (statement, part) in [
        ("table.sort({ 1, 'b', {} })", "attempt to compare"),
        ("table.sort({ 3, 1, nil, 2, {} })", "attempt to compare"),
        ("table.insert(table.freeze({}), 1)", "readonly"),
        ("table.clear(table.freeze({}))", "readonly"),
        ("error('bare', 0)", "bare"),
        ("error('far out', 9)", "far out"),
        ("error({ code = 7 })", "a table"),
        ("error()", "nothing"),
        ("string.rep(nil)", "invalid argument #1 to 'rep'"),
        ("view:nothing()", "no member"),
    ] {
        for (before, line) in [("", 4), ("\n\n", 6), ("local function help()\n", 5)] {
            let after = if before.contains("help") { "\nend\n\nhelp()" } else { "" };
            let (found, why) = raised(&format!("{before}{statement}{after}"));
            assert_eq!(found, Some(line), "{before}{statement}: {why}");
            assert!(why.contains(part), "{statement}: {why}");
        }
    }
}

#[test]
fn an_error_of_a_level_is_of_the_line_that_it_asks_for() {
    let need = "local function need(x)\nif not x then error('missing', 2) end return x\nend\n";
    assert_eq!(raised(&format!("{need}local a = 1\nneed(a == 2)")), (Some(8), "missing".into()));
    assert_eq!(raised(&format!("{need}print(need(1), need(nil))")), (Some(7), "missing".into()));
    let method = "local t = {}\nfunction t:need() error('missing', 2) end\n\
                  local function through() t:need() end\nthrough()";
    assert_eq!(raised(method), (Some(6), "missing".into()));
    let two = "local function inner() error('far', 3) end\nlocal function outer()\ninner()\nend\n\nouter()";
    assert_eq!(raised(two), (Some(9), "far".into()));
    assert_eq!(
        printed(&format!(
            "{need}print(select(2, pcall(function()\nneed(nil)\nend)))\nprint(pcall(error, 'x', 2))"
        )),
        ["bot.lua:8: missing", "false bot.lua:10: x"]
    );
}

#[test]
fn an_error_in_a_coroutine_is_of_its_own_line() {
    let deep = "local function deep(t)\nreturn t.field.more\nend\n";
    let wrapped =
        format!("{deep}local go = coroutine.wrap(function()\nreturn deep({{}})\nend)\ngo()");
    let (line, why) = raised(&wrapped);
    assert_eq!(line, Some(5), "{why}");
    assert!(why.starts_with("attempt to index nil with 'more': t.field is nil"), "{why}");
    let twice = "local out = coroutine.wrap(function()\nlocal go = coroutine.wrap(function()\n\
                 error('x')\nend)\ngo()\nend)\nout()";
    assert_eq!(raised(twice), (Some(6), "x".into()));
    let bare =
        "local go = coroutine.wrap(function()\ncoroutine.yield()\nerror({})\nend)\ngo()\n\ngo()";
    assert_eq!(raised(bare).0, Some(6));
    let dead = "local go = coroutine.wrap(function() end)\ngo()\n\ngo()";
    assert_eq!(raised(dead), (Some(7), "cannot resume dead coroutine".into()));
}

#[test]
fn a_caught_error_lends_its_line_to_no_later_one() {
    let caught = "pcall(error, {})\npcall(table.sort, { 1, 'a' })\n\
                  local go = coroutine.wrap(function() error({}) end)\npcall(go)\n\
                  coroutine.resume(coroutine.create(function() error({}) end))\n";
    assert_eq!(raised(&format!("{caught}error('late', 0)")), (Some(9), "late".into()));
    // An error that is raised again keeps its place.
    let again = "local _, why = pcall(function()\nerror('first')\nend)\nerror(why)";
    assert_eq!(raised(again), (Some(5), "first".into()));
}

#[test]
fn a_text_that_looks_like_a_place_is_none_of_a_file_that_is_not_there() {
    let (line, why) = raised("error('other.lua:9: no')");
    assert_eq!((line, &why[..]), (Some(4), "other.lua:9: no"));
    assert_eq!(raised("\nerror('other.lua:9: no', 0)"), (Some(5), "other.lua:9: no".into()));
}

#[test]
fn a_format_that_takes_texts_alone_says_what_takes_every_value() {
    for value in ["nil", "true", "view"] {
        let (line, why) = raised(&format!("string.format('%s is it', {value})"));
        assert_eq!(line, Some(4));
        assert!(why.contains("string expected, got") && why.contains("write %*"), "{why}");
    }
    assert_eq!(printed("print(string.format('%* %*', nil, true))"), ["nil true"]);
}
