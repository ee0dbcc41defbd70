//! `juez tournament`: requested, announced, interrupted and continued.

use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStderr, Stdio};

use crate::cli::folder::{FIRST, Folder, RUNNER, Run, WALK, bot, juez, run};

/// Three built-in bots, quick and the same each time.
const SMALL: &str = "tournament quoridor random greedy minimax:depth=1 --seed 1";

fn class() -> Folder {
    Folder::new()
        .with("bots/ana.lua", RUNNER)
        .with("bots/bo/main.lua", bot(WALK))
        .with("bots/cy.rhai", "fn next_move(view) { view.moves()[0] }")
        .with("bots/eve.lua", "return {\n")
        .with("bots/notes.txt", "nothing")
}

/// Returns the tables without clock times.
fn tables(folder: &Folder, db: &str) -> String {
    folder.juez(&format!("report {db} --no-times")).exits(0).stdout
}

#[test]
fn a_dry_run_says_who_plays_what_and_makes_no_file() {
    let folder = class();
    let line = "tournament quoridor bots minimax --seed 7 -n 3 --rounds 2 --dry-run";
    let shown = folder.juez(line).warns("").exits(0).stdout;
    let phrase = "; tells 33 points of score apart, of 100\n";
    let (before, after) = shown.split_once(phrase).expect("what it is worth");
    let (before, time) = before.rsplit_once('\n').expect("a line for how long it takes");
    assert_eq!(
        before,
        "quoridor: round-robin of 4 quoridor bots\n  \
         ana, bo, cy, minimax\n  \
         eve cannot play: eve.lua:2: Expected identifier when parsing expression, got <eof>\n        \
         1 | return {\n          |         ^\n\
         6 pairings x 2 rounds x 2 openings x 2 seatings = 48 matches"
    );
    assert!(time.starts_with("about ") || time == "less than a second", "{time}");
    assert_eq!(
        after,
        "openings random:2; revision 1 of quoridor.db\n\
         seed: shown after the last match; its BLAKE3 hash, to check it by:\n  \
         d750be47f5dc51b466425baa75b2bf6437c3932f39112339102db2c22dcff408\n"
    );
    assert!(!folder.path("quoridor.db").exists());
}

#[test]
fn every_format_counts_its_matches_before() {
    let counted = |game: &str, options: &str, line: &str| {
        let shown = run(&format!("tournament {game} --dry-run --seed 1 {options}")).exits(0).stdout;
        assert!(shown.contains(line), "{options}: {shown}");
    };
    let four = "quoridor random greedy minimax d=minimax:depth=1";
    counted(four, "", "6 pairings x 1 round x 1 opening x 2 seatings = 12 matches");
    counted(four, "--format gauntlet", "3 pairings x 1 round x 1 opening x 2 seatings = 6 matches");
    counted(four, "--format swiss", "2 pairings x 2 rounds x 1 opening x 2 seatings = 8 matches");
    counted(four, "--format knockout --third-place", "4 pairings in 2 rounds x 1 opening x 2");
    counted(four, "-o seats=4", "1 pairing x 1 round x 1 opening x 4 seatings = 4 matches");
    let pairs = "dominoes a=random greedy pair d=random";
    counted(pairs, "", "6 pairings x 1 round x 1 deal x 2 seatings = 12 matches");
    counted(pairs, "--partners mixed", "1 pairing x 1 round x 1 deal x 12 seatings = 12 matches");
}

#[test]
fn the_example_plays_as_it_is_printed() {
    let example = run("tournament --example").warns("").exits(0).stdout;
    let folder = Folder::new().with("class.toml", example);
    let played = folder.juez("tournament class.toml").exits(0);
    assert!(played.stdout.starts_with("class\n"), "{}", played.stdout);
    played.warns_of("= 12 matches").warns_of("revision 1 of class.db");
    assert!(folder.path("class.db").exists());
}

#[test]
fn the_file_and_the_command_line_play_the_same_tournament() {
    let folder = Folder::new().with(
        "school/quoridor.toml",
        "game = 'quoridor'\nbots = ['random', 'greedy', 'minimax:depth=1']\nseed = 2\nrounds = 9\n\
         db = '../file.db'\n",
    );
    folder.juez("tournament school/quoridor.toml --seed 1 --rounds 2 --quiet").warns("").exits(0);
    folder.juez(&format!("{SMALL} --rounds 2 --db line.db")).exits(0);
    assert_eq!(tables(&folder, "file.db"), tables(&folder, "line.db"));
}

#[test]
fn a_bot_that_changed_plays_only_its_own_pairings_again() {
    let folder = Folder::new().with("a.lua", FIRST).with("b.lua", RUNNER).with("c.lua", bot(WALK));
    let line = "tournament quoridor a.lua b.lua c.lua --isolation thread --json-events";
    let stored = |run: &Run| -> (usize, usize) {
        let events = run.json();
        let all = events.iter().filter(|event| event["event"] == "match_finished");
        let (old, new): (Vec<_>, Vec<_>) = all.partition(|event| event["stored"] == true);
        (old.len(), new.len())
    };
    assert_eq!(stored(&folder.juez(line).exits(0)), (0, 6));
    let again = folder.juez(line).exits(0);
    assert_eq!(stored(&again), (6, 0));
    again.warns_of("quoridor.db already holds this tournament");
    let folder = folder.with("a.lua", RUNNER.replace("return bot", "-- new\nreturn bot"));
    let changed = folder.juez(line).exits(0);
    assert_eq!(stored(&changed), (2, 4), "b and c have met");
    changed.warns_of("this is revision 2, because these differ: a has changed");
}

#[test]
fn events_are_lines_of_json_and_no_tables() {
    let run = run(&format!("{SMALL} --json-events")).exits(0);
    let events = run.json();
    let kinds: Vec<&str> = events.iter().filter_map(|event| event["event"].as_str()).collect();
    assert_eq!(kinds[..2], ["started", "round_started"]);
    assert_eq!(kinds[2..8], ["match_finished"; 6]);
    assert_eq!(kinds[8..], ["round_finished", "finished"]);
    assert_eq!(events[9]["played"], 6);
}

#[test]
fn a_quiet_tournament_says_nothing_but_its_tables() {
    let loud = run(SMALL).exits(0);
    let quiet = run(&format!("{SMALL} --quiet")).warns("").exits(0);
    let head = |text: &str| text.split("Fuel and time").next().unwrap_or_default().to_string();
    assert_eq!(head(&loud.stdout), head(&quiet.stdout));
    loud.warns_of("6 of 6 matches (100 %); greedy 100 %");
}

#[test]
fn a_bot_that_always_fails_is_told_of_once_and_benched() {
    let folder = Folder::new().with("bad.lua", bot("  return 'zzz'")).with("ok.lua", FIRST);
    let run = folder.juez("tournament quoridor bad.lua ok.lua -n 20 --bench-after 3 --seed 1");
    let run = run.exits(0).warns_of("bad is benched after match 2: 3 matches in a row");
    let phrase = run.stderr.lines().filter(|line| line.starts_with("bad: ")).count();
    assert_eq!(phrase, 1, "{}", run.stderr);
    run.warns_of("3 of 3 matches (100 %); ok 100 %, bad 0 %").shows("benched");
}

#[test]
fn uneven_tables_and_samples_are_proved_by_their_records() {
    let folder = Folder::new();
    let bots = "a=random b=random c=greedy d=random e=random f=random g=random";
    for (options, matches) in [
        ("durak -o seats=6 --format swiss --rounds 1", "7 of 7 matches played"),
        ("tute -o seats=4 --matches-each 4 --isolation thread", "7 of 7 matches played"),
    ] {
        let line = format!("tournament {options} {bots} --seed 1 --db x.db");
        folder.juez(&line).exits(0).shows(matches);
        folder.juez("report x.db --records x.jsonl").exits(0);
        folder.juez("verify x.jsonl --rerun .").exits(0);
        std::fs::remove_file(folder.path("x.db")).expect("a file");
        std::fs::remove_file(folder.path("x.jsonl")).expect("a file");
    }
}

#[test]
fn where_all_tables_do_not_fit_into_the_time_a_sample_is_played() {
    let bots: Vec<String> = (0..30).map(|n| format!("b{n}=random")).collect();
    let line = format!("tournament durak -o seats=6 {} --time 1s", bots.join(" "));
    let run = run(&format!("{line} --isolation thread")).exits(0);
    let run = run.warns_of("pairings of a balanced sample, each with its own deal: ");
    let run = run.warns_of("sized by the time matches take: ");
    assert!(!run.stderr.contains("even the smallest plan"), "{}", run.stderr);
}

#[test]
fn a_time_decides_how_many_rounds_are_played() {
    let shown = run(&format!("{SMALL} --time 2s --dry-run")).exits(0).stdout;
    let rounds = shown.lines().find_map(|line| {
        let rest = line.strip_prefix("3 pairings x ")?;
        rest.split(" round").next()?.replace(' ', "").parse::<u32>().ok()
    });
    assert!(rounds.is_some_and(|rounds| rounds > 5), "{shown}");
    assert!(shown.contains(" matches, more or fewer as long as they take\n"), "{shown}");
    assert!(shown.contains("about 2 s; tells "), "{shown}");
}

/// A tournament that takes seconds.
const LONG: &str = "tournament quoridor a=random b=random c=random --seed 1 --rounds 2000 \
                    -o max_plies=12 --isolation thread";

/// Starts it, and returns when some of its matches are stored.
fn long(folder: &Folder) -> (Child, BufReader<ChildStderr>) {
    let line = format!("{LONG} --concurrency 1");
    let mut child = juez()
        .args(line.split_whitespace())
        .current_dir(folder.path(""))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("juez runs");
    let mut stderr = BufReader::new(child.stderr.take().expect("stderr is piped"));
    let mut line = String::new();
    while !line.contains(" of 12000 matches (") {
        line.clear();
        assert!(stderr.read_line(&mut line).expect("text") > 0, "it ended before it said anything");
    }
    (child, stderr)
}

#[test]
fn ctrl_c_lets_the_matches_end_and_tells_how_to_go_on() {
    let folder = Folder::new();
    let (mut child, stderr) = long(&folder);
    kill_process(Pid::from_child(&child), Signal::INT).expect("it runs");
    let said: Vec<String> = stderr.lines().map(|line| line.expect("text")).collect();
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let command = "juez tournament --resume quoridor.db --concurrency 1 --isolation thread";
    let last = format!("interrupted; to resume: {command}");
    assert_eq!(said.last(), Some(&last));
    assert!(said.iter().any(|line| line.starts_with("finishing the running matches")));
    let resumed = folder.juez(command.strip_prefix("juez ").expect("a command of ours")).exits(0);
    resumed.warns_of(" matches are already stored").warns_of("12000 of 12000 matches (100 %)");
    let whole = Folder::new();
    whole.juez(&format!("{LONG} --quiet")).exits(0);
    assert_eq!(tables(&folder, "quoridor.db"), tables(&whole, "quoridor.db"));
}

#[test]
fn a_second_juez_cannot_play_the_same_tournament_meanwhile() {
    let folder = Folder::new();
    let (mut child, _stderr) = long(&folder);
    let refused = folder.juez("tournament --resume quoridor.db").exits(2);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    refused.warns_of("another juez").prints("");
}

#[test]
fn to_go_on_needs_something_to_go_on_with() {
    run("tournament --resume")
        .refuses("no tournament in this folder: name its file, as in --resume class.db");
    run("tournament --resume class.db").refuses("file class.db does not exist");
    let folder = Folder::new();
    folder.juez(&format!("{SMALL} --db a.db --quiet")).exits(0);
    folder.juez("tournament --resume --quiet").exits(0).shows("Standings");
    folder.juez(&format!("{SMALL} --db b.db --quiet")).exits(0);
    folder
        .juez("tournament --resume")
        .refuses("there are several tournaments here: name one of a.db, b.db");
    folder
        .juez("tournament --resume a.db --rounds 3")
        .exits(2)
        .warns_of("--resume continues the stored plan");
    folder
        .juez("tournament --resume a.db random")
        .refuses("a.db lists the players: nothing else can be named");
    let folder = folder.with("class.toml", "game = 'quoridor'\nbots = 'random'\ndb = 'a.db'\n");
    folder.juez("tournament class.toml --resume --quiet").exits(0).shows("Standings");
}

#[test]
fn a_database_of_something_else_is_left_alone() {
    let folder = Folder::new().with("notes.db", "my notes\n");
    folder
        .juez(&format!("{SMALL} --db notes.db"))
        .exits(2)
        .warns_of("notes.db is not a juez tournament");
    assert_eq!(folder.read("notes.db"), "my notes\n");
    folder.juez(&format!("{SMALL} --quiet")).exits(0);
    folder.juez("tournament durak random greedy --db quoridor.db").refuses(
        "quoridor.db holds a tournament of quoridor: give this one of durak a file of its own with \
         --db",
    );
}

#[test]
fn what_cannot_be_played_is_refused_with_the_reason() {
    let folder =
        class().with("empty/notes.txt", "").with("two.toml", "game = 'quoridor'\nround = 3\n");
    for (line, why) in [
        (
            "",
            "name a game and its bots, as in juez tournament quoridor bots/ minimax, or a file \
              (--example prints one)",
        ),
        ("quoridor", "a table of quoridor takes 2 bots with these house rules, and none was named"),
        (
            "quoridor random",
            "a table of quoridor takes 2 bots with these house rules, and only one was named",
        ),
        (
            "quoridor empty random",
            "folder empty holds no bot: expected bot files in it, or folders with a main file",
        ),
        (
            "quoridor a=random a=greedy",
            "two bots are called \"a\" (random and greedy): names must differ",
        ),
        (
            "quoridor random random",
            "random is given twice; to let it play itself, give both a name, as in a=random",
        ),
        (
            "quoridor random human",
            "a person cannot take part in a tournament: `human` is not a bot",
        ),
        (
            "quoridor random bots/nothing.lua",
            "cannot read bot bots/nothing.lua: No such file or directory (os error 2)",
        ),
        (
            "quoridor random greedy --format swiss --third-place",
            "--third-place needs --format knockout, and this is a swiss",
        ),
        (
            "durak random greedy --openings random:2",
            "--openings is for games without chance: durak begins with a deal, which differs in each block",
        ),
        (
            "quoridor random greedy --without paths",
            "no method called \"paths\" to switch off; did you mean path?",
        ),
        ("two.toml", "two.toml:2: no key called \"round\"; did you mean rounds?"),
        (
            "two.toml random",
            "two.toml lists the players, so random cannot be given too: write it under bots in the file",
        ),
        ("none.toml", "cannot read none.toml: No such file or directory (os error 2)"),
        ("quoridor random greedy --pass beats", "--pass \"beats\""),
        (
            "quoridor random greedy --rounds 1000000 -n 1000000",
            "that would be 1000000000000 matches, and a tournament plays 50000000 at most: choose fewer --rounds or --games, --matches-each, or --format swiss",
        ),
    ] {
        let refused = folder.juez(&format!("tournament {line}")).exits(2).prints("");
        let expected = format!("error: {why}");
        assert!(refused.stderr.starts_with(&expected), "{line}: {}", refused.stderr);
        assert!(!folder.path("quoridor.db").exists(), "{line}");
    }
    folder
        .juez("tournament quoridor random greedy --concurrency 0")
        .exits(2)
        .warns_of("0 is not in 1..=1024");
    folder
        .juez("tournament quoridor bots/eve.lua random")
        .exits(2)
        .warns_of("eve cannot play: eve.lua:2: ")
        .warns_of("only 1 of the 2 that were named can play");
}

#[test]
fn a_class_of_a_roster_meets_whom_it_has_to_beat() {
    let folder = class()
        .with("class.csv", "student,group,bot\nAna Ωmega,1,bots/ana.lua\nBo,2,bots/bo\nCy,2,\n");
    let line = "tournament quoridor random --roster class.csv --format gauntlet -n 4 --seed 1 \
                --isolation thread";
    folder
        .juez(&format!("{line} --dry-run"))
        .shows("Ana Ωmega, Bo, random\n  Cy cannot play: handed in nothing\n2 pairings x ")
        .exits(0);
    folder.juez(line).exits(0).shows("Ana Ωmega");
    let folder = folder.with("class.csv", "student,bot\nAna,bots/anna.lua\n");
    folder.juez(line).exits(2).warns_of("line 2, Ana: bots/anna.lua").prints("");
}
