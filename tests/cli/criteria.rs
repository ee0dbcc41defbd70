//! Criteria in every format: their matches are played, and count for nothing else.

use crate::cli::folder::{FIRST, Folder, RUNNER, run};

/// Makes a class with quick bots and a yardstick of the teacher.
fn class(format: &str, more: &str) -> Folder {
    let plan = format!(
        "game = 'quoridor'\nsubmissions = 'in'\nbots = ['random']\nformat = '{format}'\nseed = 3\n\
         isolation = 'thread'\nquiet = true\n{more}"
    );
    Folder::new()
        .with("school/class.toml", plan)
        .with("school/in/Ana/bot.lua", RUNNER)
        .with("school/in/Bo/bot.lua", FIRST)
        .with("school/in/Cy/bot.lua", RUNNER)
        .with("school/rod.lua", FIRST)
}

const PASS: &str = "\
yardstick = 'rod.lua'
pass = ['beats rod in 60 % of 11 games, with 80 % confidence', 'beats random in 55 % of 6 games']
";

/// Returns the value of a column in each row of a part as CSV, by name.
fn column(folder: &Folder, part: &str, column: &str) -> Vec<(String, String)> {
    folder.juez("report school/class.db --csv tables/").exits(0);
    let text = folder.read(&format!("tables/{part}.csv"));
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let heads = reader.headers().expect("headers").clone();
    let at = |name: &str| heads.iter().position(|head| head == name).expect(name);
    let rows = reader.records().map(|row| row.expect("a row"));
    rows.map(|row| (row[at("name")].to_string(), row[at(column)].to_string())).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

#[test]
fn every_format_decides_who_passes_and_yardsticks_have_no_place() {
    for format in ["round-robin", "gauntlet", "swiss", "knockout"] {
        let folder = class(format, PASS);
        folder.juez("tournament school/class.toml").exits(0).shows("yardstick rod");
        let mut passes = column(&folder, "standings", "passes");
        passes.sort();
        let expected = [("Ana", "yes"), ("Bo", "no"), ("Cy", "yes"), ("random", "")];
        assert_eq!(passes, pairs(&expected), "{format}: the teacher's bot is not asked");
        for part in ["standings", "cross-table", "rounds", "seats", "rating-over-time"] {
            let names = column(&folder, part, "name");
            assert!(!names.is_empty() && names.iter().all(|(name, _)| name != "rod"), "{part}");
        }
        // Eleven games are six deals in two seatings.
        let found = column(&folder, "criteria", "found");
        let of_rod = found.iter().filter(|(_, found)| found.contains(" of 12, surely ")).count();
        assert_eq!((found.len(), of_rod), (6, 3), "{format}: {found:?}");
        let sheet = folder.juez("report school/class.db --grades grades.csv").exits(0);
        sheet.prints("");
        assert!(!folder.read("grades.csv").contains("not yet"));
    }
}

#[test]
fn places_points_and_ratings_are_those_of_the_contest_without_criteria() {
    for format in ["swiss", "knockout"] {
        let (with, without) = (class(format, PASS), class(format, ""));
        for folder in [&with, &without] {
            folder.juez("tournament school/class.toml").exits(0);
        }
        for name in ["place", "points", "score_low", "elo", "elo_high", "matches", "byes"] {
            let of = |folder| column(folder, "standings", name);
            assert_eq!(of(&with), of(&without), "{format}: {name}");
        }
        for (part, name) in [("rounds", "points"), ("cross-table", "matches"), ("seats", "name")] {
            assert_eq!(column(&with, part, name), column(&without, part, name), "{format}: {part}");
        }
    }
}

#[test]
fn a_round_robin_that_meets_often_enough_plays_no_more() {
    let four = "tournament quoridor a=random b=random c=random d=random --dry-run --seed 1 -n 6";
    let plain = run(four).exits(0).stdout;
    let folder = |pass: &str| {
        let plan = format!(
            "game = 'quoridor'\nbots = ['a=random', 'b=random', 'c=random', 'd=random']\ngames = 6\n\
             seed = 1\ndb = 'quoridor.db'\nname = 'quoridor'\npass = '{pass}'"
        );
        Folder::new().with("p.toml", plan)
    };
    let dry = |pass: &str| folder(pass).juez("tournament p.toml --dry-run").exits(0).stdout;
    // The duration is a clock time.
    let timeless = |text: &str| {
        let lines = text.lines().map(|line| match line.split_once("; tells ") {
            Some((_, worth)) => worth.to_string(),
            None => line.to_string(),
        });
        lines.collect::<Vec<String>>()
    };
    assert_eq!(timeless(&dry("beats a in 60 % of 6 games")), timeless(&plain));
    let more = dry("beats a in 60 % of 9 games");
    assert!(
        more.contains("= 36 matches\nand 3 x 4 matches against a, 48 matches in all\n"),
        "{more}"
    );
}

#[test]
fn a_dry_run_counts_what_the_criteria_need_and_names_the_yardsticks() {
    let folder = class("knockout", PASS);
    let shown = folder.juez("tournament school/class.toml --dry-run").exits(0).stdout;
    let expected = "class: knockout of 4 quoridor bots\n  Ana, Bo, Cy, random\n  \
                    rod: a yardstick, it plays for the criteria alone\n\
                    3 pairings in 2 rounds x 1 opening x 2 seatings = 6 matches, more where a tie is \
                    drawn\nand 3 x 12 matches against rod\nand 3 x 6 matches against random, 60 matches \
                    in all\n";
    assert!(shown.starts_with(expected), "{shown}");
    // A built-in bot that a criterion names takes part without being listed.
    let folder = class("swiss", "pass = 'beats minimax:depth=1 in 20 % of 2 games'");
    folder
        .juez("tournament school/class.toml --dry-run")
        .shows("\n  minimax:depth=1: a yardstick, it plays for the criteria alone\n")
        .shows("\nand 3 x 2 matches against minimax:depth=1, ");
}

#[test]
fn tables_are_filled_with_copies_of_the_opponent() {
    for (game, rules, entries, games) in [
        ("durak", "--format swiss -o seats=3", 3, 6),
        ("tute", "--format knockout -o seats=4", 4, 8),
        ("dominoes", "--format swiss --partners mixed", 4, 8),
        ("dominoes", "--format swiss", 2, 6),
    ] {
        let folder = Folder::new().with(
            "p.toml",
            format!(
                "game = '{game}'\nbots = ['a=random', 'b=random', 'c=random', 'd=random']\n\
                 pass = 'beats greedy in 90 % of 5 games'\ndb = 'p.db'\nseed = 1"
            ),
        );
        folder.juez(&format!("tournament p.toml {rules} --isolation thread --quiet")).exits(0);
        folder
            .juez("report p.db --only criteria")
            .shows(&format!(" of {games}\n"))
            .hides("not yet");
        folder.juez("report p.db --records all.jsonl").exits(0);
        folder.juez("verify all.jsonl --rerun .").exits(0);
        let has_copies = folder.read("all.jsonl").contains(r#""name":"greedy (2)""#);
        assert_eq!(has_copies, entries > 2, "{game} {rules}");
    }
}

#[test]
fn what_the_plan_cannot_decide_is_refused_with_the_arithmetic() {
    let book = ["e2", "e2 e8", "e2 e8 e3", "e2 e8 e3 e7"].map(|moves| {
        let moves: Vec<&str> = moves.split(' ').collect();
        serde_json::json!({"format": "juez/1", "game": "quoridor", "options": {"seats": 2}, "moves": moves})
            .to_string()
    });
    for (format, more, why) in [
        (
            "swiss",
            "pass = 'beats greedy in 60 % of 400 games'\nopenings = 'book.jsonl'",
            "4 openings, 2 seatings: at most 8 different games, and 400 are required. Ask for 8 or \
             fewer",
        ),
        (
            "round-robin",
            "pass = 'beats random in 60 % of 4 games'\ngames = 4\nopenings = 'none'",
            "1 opening, 2 seatings: at most 2 different games, and 4 are required",
        ),
        (
            "knockout",
            "pass = 'beats random in 60 %'",
            "the plan has no match of Ana against random: add the number of games",
        ),
        (
            "swiss",
            "pass = 'beats greedy in 90 % of 40 games, with 95 % confidence'",
            "one that wins all 40 games is surely above 88 % only. Ask for 50 games or more",
        ),
        (
            "round-robin",
            "pass = 'beats random in 60 %, with 95 % confidence'",
            "one that wins all 2 games is surely above 26.9 % only. Ask for 10 games or more",
        ),
        (
            "swiss",
            "pass = 'beats greedy in 60 % of 4000000000 games'",
            "and a tournament plays 50000000 at most: ask for fewer games",
        ),
        ("swiss", "pass = 'beats gredy in 60 % of 4 games'", "did you mean greedy?"),
        ("swiss", "yardstick = 'greedy'", "--yardstick greedy: no --pass asks to beat greedy"),
        (
            "swiss",
            "yardstick = 'rod.rhai'\npass = 'beats rod in 60 % of 4 games'",
            "cannot read bot school/rod.rhai",
        ),
    ] {
        let folder = class(format, more).with("school/book.jsonl", book.join("\n"));
        let refused = folder.juez("tournament school/class.toml").exits(2).prints("");
        assert!(refused.stderr.contains(why), "{more}: {}", refused.stderr);
        assert!(!folder.path("school/class.db").exists(), "{more}");
    }
}
