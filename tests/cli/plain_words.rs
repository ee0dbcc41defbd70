//! Small things that a message says plainly.

use crate::cli::folder::{FIRST, Folder, WALK, bot};

/// Returns the output of `print` in the body of a Lua bot's first move.
#[track_caller]
fn printed(body: &str) -> String {
    let folder = Folder::new().with("me.lua", bot(&format!("{body}\n{WALK}")));
    let run = folder.juez("play quoridor me.lua random --seed 1 --json").exits(0);
    let log = &run.json()[0]["plies"][0]["log"];
    log.as_array()
        .expect("a log")
        .iter()
        .map(|it| it.as_str().unwrap_or("?").to_string() + "\n")
        .collect()
}

#[test]
fn an_error_of_a_native_that_lua_catches_is_text() {
    let tried = "function() return view:path('x') end";
    let shown = printed(&format!(
        "local ok, e = pcall({tried})\n\
         print(ok, type(e)) print('why: ' .. e) print(e:match('seat must be .+')) print(e)"
    ));
    let why = "me.lua:3: view:path(seat): seat must be a seat number 0 to 1, got the text \"x\"";
    let part = why.split("seat): ").nth(1).expect("a sentence");
    assert_eq!(shown, format!("false string\nwhy: {why}\n{part}\n{why}\n"));
}

#[test]
fn every_way_to_catch_gives_text() {
    let tried = "function() return view:path('x') end";
    for (caught, says) in [
        (
            format!("select(2, xpcall({tried}, function(e) return 'I: ' .. e end))"),
            "I: me.lua:3: view:path",
        ),
        (format!("select(2, coroutine.resume(coroutine.create({tried})))"), "me.lua:3: view:path"),
        (
            "select(2, pcall(require, './no'))".to_string(),
            "require(\"./no\"): this bot is one file",
        ),
        ("select(2, pcall(require, {}))".to_string(), "invalid argument"),
        ("select(2, pcall(math.sin, {}))".to_string(), "invalid argument #1 to 'sin'"),
    ] {
        let shown = printed(&format!("local e = {caught}\nprint(type(e), e)"));
        assert!(shown.starts_with("string ") && shown.contains(says), "{caught}\n{shown}");
        assert!(!shown.contains("runtime error") && !shown.contains("stack traceback"), "{shown}");
    }
    // A value that a script raises stays as it is.
    assert_eq!(
        printed("print(select(2, pcall(error, { 7 }))[1], select(2, pcall(error, view)) == view)"),
        "7 true\n"
    );
}

#[test]
fn memory_that_runs_out_is_told_with_its_line_and_amounts() {
    for (body, line, why) in [
        (
            "  local s = 'x'\n  return string.rep(s, 1e8)",
            4,
            "0 of 64 MiB, and the next piece does not fit",
        ),
        (
            "  local t = {}\n  while true do\n    t[#t + 1] = buffer.create(1e6)\n  end",
            5,
            "63 of 64 MiB, and the next piece does not fit",
        ),
        ("  local t = {}\n  while true do\n    t[#t + 1] = view:world()\n  end", 5, "64 of 64 MiB"),
    ] {
        let folder = Folder::new().with("me.lua", bot(body)).with("first.lua", FIRST);
        let run = folder.juez("play quoridor me.lua first.lua --seed 1 --budget long").exits(2);
        let card = format!(
            "  what   out of memory in next_move (Lua)\n  why    too much memory is alive: {why}\n  \
             where  me.lua:{line}\n"
        );
        run.shows(&card);
    }
}

#[test]
fn python_in_a_lua_file_is_answered_with_lua() {
    for (line, hint) in [
        ("def helper(x):", "a function is written function name(a, b) ... end"),
        ("  i++", "to count up write i += 1"),
        ("goto top", "there is no goto: leave a loop with break, or go on with continue"),
    ] {
        let folder =
            Folder::new().with("me.lua", format!("local bot = {{}}\n{line}\nreturn bot\n"));
        folder.juez("play quoridor me.lua random").exits(2).warns_of(hint).warns_of("me.lua:2:");
    }
}

#[test]
fn an_object_is_called_what_the_docs_call_it() {
    for (body, says) in [
        ("  return #view", "attempt to get length of a view value"),
        ("  return #view:world()", "attempt to get length of a world value"),
    ] {
        let folder = Folder::new().with("me.lua", bot(body));
        folder.juez("play quoridor me.lua random --seed 1").exits(2).shows(says);
    }
}

#[test]
fn a_bot_that_is_marked_for_another_game_says_so() {
    let walker = bot(WALK);
    let folder = Folder::new()
        .with("me.lua", format!("-- juez: durak\n{walker}"))
        .with("mine.lua", format!("-- juez: quoridor\n{walker}"));
    let note = "note: me is a bot for durak (line 1 of its file), and this is quoridor\n";
    folder.juez("play quoridor me.lua mine.lua --seed 1").exits(0).warns(note);
    let checked = folder.juez("check me.lua quoridor").exits(0);
    checked.shows("  warning  line 1 of its file says that it is a bot for durak\n");
    folder.juez("check mine.lua quoridor").exits(0).hides("warning");
}

#[test]
fn a_file_that_is_no_program_is_told_its_error_before_it_is_asked_for_its_game() {
    let folder = Folder::new().with("half.lua", "local bot = {\n").with("whole.lua", bot(WALK));
    folder.juez("check half.lua").exits(1).shows("half.lua does not load\n\nhalf.lua:2:");
    folder.juez("check whole.lua").exits(2).warns_of("does not name its game");
}

#[test]
fn a_person_resigns_with_one_letter() {
    for answer in ["y", "Y", "yes"] {
        let run = Folder::new()
            .juez_reading("play quoridor human random --seed 1", format!("resign\n{answer}\n"));
        run.hides("the match continues");
    }
    let run = Folder::new()
        .juez_reading("play quoridor human random --seed 1", "resign\nn\nresign\nye\n");
    run.shows("the match continues");
}
