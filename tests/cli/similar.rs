//! `similar`: finds bots that are alike.

use std::fs;

use crate::cli::folder::Folder;

/// Two bots of the repository that were written independently, and the part that only one of them
/// has.
const RUNNER: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/bots/quoridor/waller.lua"));
const OTHER: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/bots/tute/masmenos.lua"));
const RHAI: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/bots/quoridor/waller.rhai"));
const FIRST: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/crates/games/src/quoridor/bots/template.lua"
));

const CAUTION: &str = "\nSimilarity is a reason to look, not a proof:";

/// Returns the bot with other names and without comments.
fn disguised(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("--"));
    let lines = lines.map(|line| format!("{}\n", line.replace("bot", "mine").replace("best", "x")));
    lines.collect()
}

/// Makes a class with submissions; Ana's and Bruno's are the same.
fn class() -> Folder {
    Folder::new()
        .with("in/ana/bot.lua", RUNNER)
        .with("in/bruno/2026-11-20T21-30/main.lua", "return require('walls')")
        .with("in/bruno/2026-11-20T21-30/walls.lua", disguised(RUNNER))
        .with("in/bruno/2026-11-19T21-30.lua", FIRST)
        .with("in/carla.lua", OTHER)
        .with("in/dani/bot.rhai", RHAI)
        .with("in/eva/notes.txt", "to do")
}

/// Bots that have little in common, by name.
const APART: [(&str, &str); 9] = [
    ("blocker", include_str!("../../bots/dominoes/blocker.lua")),
    ("masmenos", OTHER),
    ("minimax", include_str!("../../bots/quoridor/minimax.lua")),
    ("taker", include_str!("../../bots/scopone/taker.lua")),
    ("simple", include_str!("../../bots/durak/simple.lua")),
    ("tute", include_str!("../../bots/tute/montecarlo.lua")),
    ("domino", include_str!("../../bots/dominoes/montecarlo.lua")),
    ("scopone", include_str!("../../bots/scopone/montecarlo.lua")),
    ("durak", include_str!("../../bots/durak/montecarlo.lua")),
];

/// Makes a class of `all` students; `ring1`, `ring2` ... have these texts.
fn ring(all: usize, texts: impl IntoIterator<Item = String>) -> Folder {
    let mut folder = Folder::new();
    let mut count = 0;
    for text in texts {
        count += 1;
        folder = folder.with(&format!("in/ring{count}.lua"), text);
    }
    for (name, text) in &APART[..all - count] {
        folder = folder.with(&format!("in/{name}.lua"), text);
    }
    folder
}

#[test]
fn bots_that_are_alike_are_shown_with_the_lines_to_look_at() {
    let run = class().juez("similar in").exits(0);
    let run = run.shows("similar  bot  share  bot    share\n  100 %  ana  100 %  bruno  100 %\n");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!((lines[2], lines[3]), ("", "ana and bruno"));
    let (first, second) = lines[4].trim().split_once("  ").expect("two columns");
    assert!(first.starts_with("in/ana/bot.lua "), "{first}");
    let second = second.trim();
    assert!(second.starts_with("in/bruno/2026-11-20T21-30/walls.lua "), "{second}");
    let run = run.shows(CAUTION).hides("carla").hides("dani");
    run.warns_of("eva is left out: handed in no bot: in/eva/notes.txt is neither a script");
}

#[test]
fn copies_are_one_line_however_many_have_copied() {
    let none = "no two of";
    for (copies, all) in [(4, 6), (6, 8), (9, 18)] {
        let folder = ring(all, (0..copies).map(|_| RUNNER.to_string()));
        let line =
            format!("{copies} bots have the same code (372 tokens, 329 of them not handed out): ");
        folder.juez("similar in --min 0.5").shows(&line).hides(none).hides("as common").exits(0);
    }
    let renamed = |i| disguised(RUNNER).replace("lead", &format!("x{i}"));
    let run = ring(20, (1..=11).map(renamed)).juez("similar in --min 0.5").exits(0);
    let run = run.shows("11 bots have the same code ").hides(none).hides("as common");
    let lines: Vec<&str> = run.stdout.lines().collect();
    let names = lines[..2].concat();
    assert!((1..=11).all(|i| names.contains(&format!("ring{i}"))), "{names}");
    assert_eq!(lines[2], "");
}

#[test]
fn those_who_changed_a_little_are_a_group_in_which_each_is_shown_with_its_likest() {
    let changed = |i| format!("local extra = 1{}\n{RUNNER}", " + 1".repeat(i));
    let run = ring(20, (0..11).map(changed)).juez("similar in --min 0.5").exits(0);
    let run = run.shows("11 bots form a group (pairs 9");
    let table = run.stdout.lines().skip_while(|line| !line.starts_with("similar"));
    assert_eq!(table.take_while(|line| !line.is_empty()).count(), 1 + 10, "{}", run.stdout);
    run.shows("\nall 55 pairs with their similar lines: --html, --json or --csv\n");
}

#[test]
fn what_most_have_is_left_out_and_told() {
    let shared = RUNNER.replace("\nreturn bot\n", "\nend\n");
    let texts = APART[..6].iter().map(|(_, own)| format!("do\n{shared}\n{own}"));
    let folder = ring(6, texts);
    let run = folder.juez("similar in --min 0.5").exits(0);
    let run = run
        .shows("no two of 6 bots are at least 50 % similar, ignoring the code below\n\n")
        .shows("tokens in 6 of 6 bots, such as in/ring1.lua 21-57:\n  ring1, ring2, ")
        .hides("group");
    run.shows("ring3, ring4, ring5, ring6\n");
    let [all] = &folder.juez("similar in --json").json()[..] else { panic!("one object") };
    let common = &all["common"][0];
    assert_eq!((&common["whole"], &common["of"]), (&6.into(), &6.into()));
    assert_eq!(common["bots"][5]["name"], "ring6");
    assert_eq!(common["place"]["lines"]["from"], 21);
}

#[test]
fn what_came_after_the_deadline_or_does_not_compile_is_not_compared() {
    let folder = class()
        .with("in/bruno/2026-11-28T10-00.lua", "return {")
        .with("in/bruno/2096-12-02T10-00.lua", OTHER);
    let run = folder.juez("similar in --deadline 2096-12-01T23:59Z").exits(0);
    run.shows("100 %  ana  100 %  bruno  100 %\n")
        .warns_of("deadline 2096-12-01 23:59:00 UTC (2096-12-01T23:59:00Z)\n");
    folder
        .juez("similar in")
        .shows("2 bots have the same code (")
        .shows("): bruno, carla\n")
        .exits(0);
    folder
        .juez("similar in --deadline soon")
        .warns_of("expected such as 2026-12-01 23:59")
        .exits(2);
}

#[test]
fn who_wrote_apart_is_not_alike() {
    let folder = Folder::new().with("a.lua", RUNNER).with("b.lua", OTHER);
    folder
        .juez("similar a.lua b.lua")
        .prints("no two of 2 bots are at least 30 % similar\n")
        .warns("")
        .exits(0);
    folder.juez("similar a.lua b.lua --min 0").exits(0);
}

#[test]
fn what_juez_new_wrote_does_not_count() {
    let folder = Folder::new().with("a.lua", FIRST).with("b.lua", FIRST);
    folder
        .juez("similar a.lua b.lua --min 0")
        .shows("no two of 2 bots are at least 0 % similar, ignoring the code below\n\n")
        .shows("ignored as handed out: juez new quoridor first.lua (up to ")
        .shows("too little own code to compare: a, b\n");
}

#[test]
fn what_was_handed_out_does_not_count() {
    let folder = Folder::new()
        .with("a.lua", RUNNER)
        .with("b.lua", disguised(RUNNER))
        .with("given/help/walls.lua", RUNNER)
        .with("given/readme.txt", "");
    folder.juez("similar a.lua b.lua").shows("2 bots have the same code (");
    for base in ["given", "given/help/walls.lua"] {
        let line = format!("similar a.lua b.lua --base {base}");
        let run = folder.juez(&line).exits(0);
        run.shows("no two of 2 bots are at least 30 % similar, ignoring the code below\n")
            .shows("ignored as handed out: given/help/walls.lua (up to 372 tokens in 2 of 2 bots)");
    }
}

#[test]
fn programs_get_an_object() {
    let run = class().juez("similar in --json").exits(0);
    let [all] = &run.json()[..] else { panic!("one object") };
    assert_eq!(all["bots"], 4);
    let group = &all["groups"][0];
    assert_eq!((&group["alike"], &group["language"]), (&1.0.into(), &"lua".into()));
    assert_eq!(group["codes"][1]["bots"][0]["name"], "bruno");
    let pair = &group["pairs"][0];
    assert_eq!(
        (&pair["alike"], &pair["same"], &pair["link"]),
        (&1.0.into(), &false.into(), &true.into())
    );
    assert_eq!(pair["first"]["name"], "ana");
    assert_eq!(pair["second"]["path"], "in/bruno/2026-11-20T21-30");
    assert_eq!(pair["passages"][0]["second"]["file"], "walls.lua");
    assert!(pair["passages"][0]["first"]["from"].as_u64() > Some(0));
    assert_eq!(all["groups"].as_array().map(Vec::len), Some(1));
    assert_eq!(group["pairs"].as_array().map(Vec::len), Some(1));
    assert_eq!(all["handed_out"][0]["base"], "juez new durak first.rhai");
    assert_eq!(all["handed_out"][0]["bots"][0]["name"], "dani");
}

#[test]
fn a_page_shows_both_sides_and_nothing_of_them_is_markup() {
    let hostile = format!("{RUNNER}\n-- </div><script>alert(1)</script> \u{202e}\u{1b}[2J\n");
    let folder = Folder::new()
        .with("in/<img src=x>/bot.lua", hostile)
        .with("in/\u{202e}bruno/bot.lua", format!("local x = 1\n{RUNNER}"))
        .with("in/carla/bot.lua", RUNNER)
        .with("in/dani/bot.lua", OTHER);
    folder.juez("similar in --html page.html").exits(0);
    let page = folder.read("page.html");
    for hidden in
        ["<img", "<script", "\u{202e}", "\u{1b}", "http://", "https://", "src=\"", "href=\"/"]
    {
        assert!(!page.contains(hidden), "{hidden:?}");
    }
    assert!(page.contains("&lt;/div&gt;&lt;script&gt;alert(1)&lt;/script&gt; \u{fffd}\u{fffd}[2J"));
    assert!(page.contains("<bdi>&lt;img src=x&gt;</bdi>") && page.contains("<bdi>bruno</bdi>"));
    // Two have the same code, and a third nearly: one pair of each kind.
    for id in ["pair-1", "pair-2"] {
        assert!(page.contains(&format!("href=\"#{id}\"")), "{id}");
        assert!(page.contains(&format!("id=\"{id}-1\"")), "{id}");
    }
    assert!(!page.contains("id=\"pair-3\""));
    assert!(!page.contains("dani"));
    folder
        .juez("similar in --html nowhere/page.html")
        .warns_of("cannot write nowhere/page.html")
        .exits(2);
}

#[test]
fn a_page_without_pairs_says_so() {
    let folder = Folder::new().with("a.lua", RUNNER).with("b.lua", OTHER);
    folder.juez("similar a.lua b.lua --html page.html").exits(0);
    let page = folder.read("page.html");
    assert!(page.contains("No two bots are at least 30 % similar"));
    assert!(!page.contains("id=\"pairs\"") && !page.contains("href=\"#pairs\""));
}

#[test]
fn of_very_many_pairs_the_page_shows_some_and_says_so() {
    let changed = |i| format!("local extra = 1{}\n{RUNNER}", " + 1".repeat(i));
    let folder = ring(50, (0..50).map(changed));
    folder.juez("similar in --html page.html --csv pairs.csv").exits(0);
    let page = folder.read("page.html");
    assert_eq!(page.matches("<section class=\"pair\"").count(), 40);
    assert!(page.contains("Shown: 40 of 1 225 pairs, pairs that connect a group first"));
    assert!(page.contains("1 025 less similar pairs are not shown"));
    assert_eq!(folder.read("pairs.csv").lines().count(), 1 + 1225);
}

#[test]
fn spreadsheets_get_a_table_in_which_no_name_calculates() {
    let folder = Folder::new()
        .with("in/=HYPERLINK(1)/bot.lua", RUNNER)
        .with("in/José, the 2nd/bot.lua", disguised(RUNNER));
    folder.juez("similar in --csv out.csv").shows("=HYPERLINK(1)").exits(0);
    let table = folder.read("out.csv");
    let lines: Vec<&str> = table.lines().collect();
    let header = "group,alike,same,first,of_first,second,of_second,shared,first_lines,second_lines";
    assert_eq!(lines[0], header);
    let row = "1,1.000,yes,'=HYPERLINK(1),1.000,\"José, the 2nd\",1.000,";
    assert!(lines[1].starts_with(row), "{table}");
}

#[test]
fn bots_of_one_name_are_told_apart_and_a_bot_given_twice_is_one() {
    let folder = Folder::new().with("x/bot.lua", RUNNER).with("y/bot.lua", RUNNER);
    folder.juez("similar x/bot.lua y/bot.lua").shows("not handed out): x/bot.lua,\n  y/bot.lua\n");
    folder.juez("similar x/bot.lua ./x/bot.lua").refuses(
        "nothing to compare: expected two bots or more in one language, found bot in Lua (Luau)",
    );
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = Folder::new()
        .with("a.lua", RUNNER)
        .with("b.lua", FIRST)
        .with("b.rhai", RHAI)
        .with("c.lua", [0x66, 0xff])
        .with("empty/readme.txt", "");
    folder.juez("similar a.lua b.rhai").refuses(
        "nothing to compare: expected two bots or more in one language, found a in Lua (Luau), b in Rhai",
    );
    folder.juez("similar a.lua c.lua").refuses(
        "c.lua:1 is not UTF-8 text: byte 0xff looks like a letter of Windows-1252 (\"ANSI\"); save it as UTF-8 in \
         your editor",
    );
    folder.juez("similar empty").refuses(
        "no submissions in empty; expected a folder for each student, or files named after them",
    );
    folder
        .juez("similar a.lua nowhere.lua")
        .refuses("cannot read bot nowhere.lua: No such file or directory (os error 2)");
    for option in ["--html", "--csv"] {
        let run = folder.juez(&format!("similar {option} a.lua a.lua b.lua")).exits(2);
        assert!(run.stderr.contains("a.lua holds other data: name another file"), "{}", run.stderr);
        assert_eq!(folder.read("a.lua"), RUNNER);
        for own in ["group,name\n1,Ana\n", "<!DOCTYPE html><title>Mine</title>"] {
            fs::write(folder.path("own"), own).expect("a file");
            folder
                .juez(&format!("similar a.lua b.lua {option} own"))
                .refuses("own holds other data: name another file");
            assert_eq!(folder.read("own"), own);
        }
        folder.juez(&format!("similar a.lua b.lua {option} out")).exits(0);
        folder.juez(&format!("similar a.lua b.lua {option} out")).exits(0);
        fs::remove_file(folder.path("out")).expect("a file of ours");
    }
    folder.juez("similar a.lua a.lua --base empty").warns_of("error: ").exits(2);
    folder.juez("similar a.lua b.rhai --min 30").warns_of("expected a number from 0 to 1").exits(2);
}
