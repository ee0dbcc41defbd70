//! `--isolation process`: the same matches in workers, and the messages if there can be none.

use crate::cli::folder::{FIRST, Folder, WALK, bot, run};

const RUNNER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/bots/quoridor/runner.lua");

/// Returns true if workers of this machine can give up all rights.
fn sandbox_is_whole() -> bool {
    run("doctor --json").json()[0]["sandbox"]["ok"] == true
}

#[test]
fn a_series_in_workers_gives_the_bytes_of_one_in_this_process() {
    let play = |more: &str| {
        run(&format!("play quoridor {RUNNER} greedy --games 6 --seed 3 --json {more}"))
    };
    let here = play("").warns("").exits(0).stdout;
    assert_eq!(here.lines().count(), 6);
    let there = play("--isolation process").exits(0);
    assert_eq!(there.stdout, here);
    let strict = play("--isolation process --require-sandbox");
    if sandbox_is_whole() {
        assert_eq!(strict.warns("").exits(0).stdout, here);
    } else {
        assert!(there.stderr.starts_with("note: weaker sandbox, "), "{}", there.stderr);
        assert!(strict.exits(2).stderr.contains("--require-sandbox refuses that"));
    }
}

#[test]
fn a_match_in_a_worker_is_shown_as_any_other() {
    let show = |more: &str| {
        let text = format!("play durak random greedy {RUNNER_OF_DURAK} --seed 5 --show {more}");
        run(&text).exits(0).stdout
    };
    assert_eq!(show("--isolation process"), show("--isolation thread"));
}

const RUNNER_OF_DURAK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/bots/durak/simple.rhai");

#[test]
fn a_fault_in_a_worker_has_the_card_that_it_has_here() {
    let folder = Folder::new()
        .with("me.lua", bot("  local n = 0\n  while true do n = n + 1 end"))
        .with("first.lua", FIRST);
    let play = |more: &str| {
        let text = format!("play quoridor me.lua first.lua --seed 1 --budget quick {more}");
        let shown = folder.juez(&text).exits(2).stdout;
        // The time differs each time, and the commands to repeat it are the ones of the match.
        let (shown, _) = shown.split_once("  again  ").expect("it can be repeated");
        let rows = shown.lines().map(|line| line.split("(100 %)").next().unwrap_or_default());
        rows.map(|row| format!("{row}\n")).collect::<String>()
    };
    let there = play("--isolation process");
    assert!(there.contains("  most   "), "the lines are counted in a worker too:\n{there}");
    folder
        .juez("play quoridor me.lua first.lua --seed 1 --budget quick --isolation process --record r.jsonl")
        .shows("  again  juez debug r.jsonl --ply 0 --seat 0 --isolation process\n");
    assert_eq!(there, play(""));
}

#[test]
fn a_bot_that_does_not_load_is_refused_before_the_match() {
    let folder = Folder::new().with("me.lua", "return {").with("first.lua", FIRST);
    folder.juez("play quoridor me.lua first.lua --isolation process").refuses(
        "me cannot play: me.lua:1: Expected identifier when parsing expression, got <eof>\n    \
         1 | return {\n      | ^",
    );
}

#[test]
fn a_match_can_be_asked_about_and_played_again_in_workers() {
    let folder = Folder::new().with("walk.lua", bot(WALK)).with("first.lua", FIRST);
    folder.juez("play quoridor walk.lua first.lua --seed 2 --record r.jsonl").exits(0);
    folder
        .juez("verify r.jsonl --rerun . --isolation process")
        .shows("and the bots play it again")
        .exits(0);
    let debug = |more: &str| {
        let shown = folder.juez(&format!("debug r.jsonl --ply 2 {more}")).exits(0).stdout;
        shown.lines().filter(|line| !line.starts_with("  spent")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(debug("--isolation process"), debug(""));
}

#[test]
fn isolation_that_cannot_be_is_refused() {
    let typo = run("play quoridor random random --isolation proces").exits(2);
    let why = "no isolation called \"proces\"; did you mean process?";
    assert!(typo.stderr.contains(why), "{}", typo.stderr);
    run("play quoridor random random --require-sandbox")
        .refuses("--require-sandbox needs --isolation process: a thread has no sandbox");
}

#[test]
fn a_worker_started_by_hand_says_what_it_is() {
    for text in ["bot-worker", "bot-worker 1 2"] {
        let why = "bot-worker is how juez starts itself again to play a bot; try `juez play`\n";
        run(text).warns(why).prints("").exits(2);
    }
}

#[test]
fn another_version_to_ask_is_not_even_parsed_here() {
    let folder = Folder::new().with("walk.lua", bot(WALK)).with("first.lua", FIRST);
    folder.juez("play quoridor walk.lua first.lua --seed 2 --record r.jsonl").exits(0);
    let folder = folder.with("broken.lua", "return {");
    let debug = |more: &str| folder.juez(&format!("debug r.jsonl --ply 2 --bot broken.lua {more}"));
    assert!(debug("").exits(2).stderr.contains("cannot ask broken.lua"));
    debug("--isolation process").shows("script error in load (Lua)").exits(1);
}
