//! Ladders: a seed a day, which the next day shows, and standings of all days.

use serde_json::Value;

use crate::cli::folder::{Folder, Run, bot};

/// A bot that plays its first legal move in any game.
const FIRST: &str = "  return view:moves()[1]";
/// Another bot that plays the same moves.
const SECOND: &str = "  -- new\n  return view:moves()[1]";

fn folder() -> Folder {
    Folder::new().with("a.lua", bot(FIRST)).with("b.lua", bot(FIRST))
}

/// Plays a day of May 2026 of a ladder of Durak.
fn day(folder: &Folder, day: u32, more: &str) -> Run {
    folder.juez(&format!(
        "tournament durak a.lua b.lua random --isolation thread --ladder=2026-05-{day:02} {more}"
    ))
}

fn report(folder: &Folder, more: &str) -> Value {
    let report = folder.juez(&format!("report durak.db --json {more}")).exits(0);
    serde_json::from_str(&report.stdout).expect("JSON")
}

/// Returns the matches of each bot that has played.
fn matches(folder: &Folder) -> Vec<(String, u64)> {
    let report = report(folder, "");
    let standings = report["standings"].as_array().expect("standings").iter();
    let row = |row: &Value| Some((row["name"].as_str()?.to_string(), row["matches"].as_u64()?));
    let mut rows: Vec<(String, u64)> = standings.filter_map(row).collect();
    rows.sort();
    rows
}

#[test]
fn the_seed_of_a_day_is_shown_on_the_next_and_not_before() {
    let folder = folder();
    let first = day(&folder, 7, "").exits(0);
    let about = &report(&folder, "")["about"];
    let hash = about["seed_hash"].as_str().expect("a hash");
    assert_eq!(about["seed"], Value::Null);
    let promise =
        "seed of 2026-05-07: shown with the first matches of the next day; its BLAKE3 hash";
    let first = first.warns_of(promise).warns_of(hash);
    assert!(first.stdout.contains("shown with the first matches of the next day"));

    let again = day(&folder, 7, "").exits(0);
    again.warns_of("already holds this tournament").warns_of(hash);
    let planned = day(&folder, 8, "--dry-run").exits(0);
    assert!(!planned.stdout.contains("seed of 2026-05-07"), "{}", planned.stdout);

    let next = day(&folder, 8, "").exits(0);
    let report = report(&folder, "");
    let (about, before) = (&report["about"], &report["about"]["days"][0]);
    let seed = before["seed"].as_str().expect("a seed");
    assert_eq!((&before["date"], &before["seed_hash"]), (&"2026-05-07".into(), &hash.into()));
    assert_eq!(blake3::hash(seed.as_bytes()).to_string(), hash);
    assert_ne!(about["seed_hash"], before["seed_hash"]);
    assert_eq!(about["seed"], Value::Null);
    let next = next.warns_of(&format!("seed of 2026-05-07: {seed}"));
    assert!(next.stdout.contains(seed), "{}", next.stdout);
    folder.juez("report durak.db --html pages").exits(0);
    assert!(folder.read("pages/index.html").contains(seed));
    assert_eq!(self::report(&folder, "--revision 1")["about"]["seed"], *seed);

    // With the seed, all deals of that day are checked.
    folder.juez("report durak.db --revision 1 --records day.jsonl").exits(0);
    folder.juez(&format!("verify day.jsonl --seed {seed}")).exits(0);
}

#[test]
fn standings_are_of_all_days_and_of_bots_that_have_not_changed() {
    let folder = folder();
    day(&folder, 7, "").exits(0);
    day(&folder, 8, "").exits(0);
    let each = |a: u64, others: u64| {
        [("a".to_string(), a), ("b".to_string(), others), ("random".to_string(), others)]
    };
    assert_eq!(matches(&folder), each(8, 8));
    let folder = folder.with("a.lua", bot(SECOND));
    day(&folder, 9, "").exits(0);
    // The matches of the old a are gone; the matches of b against random are from three days.
    assert_eq!(matches(&folder), each(4, 8));
    let records = folder.juez("report durak.db --records all.jsonl").exits(0);
    records.warns_of("wrote 10 records");
    folder.juez("verify all.jsonl").exits(0);
}

#[test]
fn a_changed_bot_takes_no_day_of_a_table_from_the_others() {
    let folder = folder().with("c.lua", bot(FIRST));
    let day = |folder: &Folder, day: u32| {
        let options = "-o seats=4 --isolation thread --quiet";
        let line = format!("tournament durak a.lua b.lua c.lua random {options}");
        folder.juez(&format!("{line} --ladder=2026-05-{day:02}")).exits(0);
    };
    day(&folder, 7);
    let of_a_day = matches(&folder)[0].1;
    let each = |a: u64, others: u64| {
        let rows = [("a", a), ("b", others), ("c", others), ("random", others)];
        rows.map(|(name, days)| (name.to_string(), days * of_a_day))
    };
    assert_eq!(matches(&folder), each(1, 1));
    day(&folder, 8);
    let folder = folder.with("a.lua", bot(SECOND));
    day(&folder, 9);
    assert_eq!(matches(&folder), each(1, 3));
}

#[test]
fn a_benching_is_told_by_the_number_that_its_match_has_in_the_standings_of_all_days() {
    let folder = folder().with("a.lua", bot("  error('no')"));
    day(&folder, 7, "--bench-after 2");
    day(&folder, 8, "--bench-after 2");
    let benched = |more: &str| {
        let report = report(&folder, more);
        let rows = report["standings"].as_array().expect("standings").iter();
        rows.filter_map(|row| row["benched_after"].as_u64()).collect::<Vec<u64>>()
    };
    let today = benched("--revision 2");
    assert_eq!(today.len(), 1, "{today:?}");
    assert_eq!(benched(""), [today[0] + 6], "six matches were played the day before");
}

#[test]
fn other_rules_begin_a_ladder_anew() {
    let folder = folder();
    day(&folder, 7, "").exits(0);
    day(&folder, 8, "-o hands=9").exits(2);
    day(&folder, 8, "--budget quick").exits(0);
    assert!(matches(&folder).iter().all(|(_, matches)| *matches == 4));
}

#[test]
fn a_script_that_comes_when_deals_may_be_known_waits_for_the_next_day() {
    let folder = folder();
    day(&folder, 7, "").exits(0);
    let folder = folder.with("a.lua", bot(SECOND));
    let waits = day(&folder, 7, "").exits(0);
    waits.warns_of("a cannot play: it is new and may know today's deals");
    let each = |a: u64, others: u64| {
        [("a".to_string(), a), ("b".to_string(), others), ("random".to_string(), others)]
    };
    assert_eq!(matches(&folder), each(0, 2), "b and random play on");
    day(&folder, 8, "").exits(0);
    assert_eq!(matches(&folder), each(4, 6));
}

#[test]
fn without_deals_a_new_script_plays_at_once() {
    let folder = folder();
    let line =
        "tournament quoridor a.lua b.lua --isolation thread --ladder=2026-05-07 --db durak.db";
    folder.juez(line).exits(0);
    let folder = folder.with("a.lua", bot(SECOND));
    folder.juez(line).exits(0);
    assert_eq!(matches(&folder), [("a".to_string(), 2), ("b".to_string(), 2)]);
}

#[test]
fn what_a_ladder_is_not_is_refused() {
    let folder = folder();
    day(&folder, 7, "").exits(0);
    let refused = |on: u32, more: &str, why: &str| {
        let run = day(&folder, on, more).exits(2);
        assert!(run.stderr.contains(why), "{}", run.stderr);
    };
    refused(6, "", "the ladder is already at 2026-05-07, so it cannot play 2026-05-06");
    refused(7, "--seed 5", "a day of a ladder has one seed, and 2026-05-07 has another");
    for other in ["--format swiss", "--keep-seed", "--yardstick greedy"] {
        refused(8, other, "a ladder is a round robin every day");
    }
    refused(99, "", "expected a day such as 2026-11-22, or today");
}
