//! Seeds of contests: a hash before the first match, the seed after the last, and the runs that
//! give deals away.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::cli::folder::{Folder, Run, bot, juez, run};

const SEED: &str = "5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed";
const SHORT: &str = "note: a bot can try all seeds of up to 3 bits and know every hand; without --seed \
                     256 bits are drawn";
/// A bot that plays its first legal move in any game.
const FIRST: &str = "  return view:moves()[1]";

fn hash(seed: &str) -> String {
    blake3::hash(seed.as_bytes()).to_string()
}

/// Returns the text after a word at the beginning of a line.
fn behind(text: &str, word: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix(word));
    line.unwrap_or_else(|| panic!("no line begins with {word:?}: {text}")).trim().to_string()
}

/// Returns the `about` of a report for programs.
fn about(report: &Run) -> serde_json::Value {
    let report: serde_json::Value = serde_json::from_str(&report.stdout).expect("JSON");
    report["about"].clone()
}

#[test]
fn the_hash_comes_before_the_first_match_and_the_seed_after_the_last() {
    let folder = Folder::new();
    let played = folder.juez("tournament durak random greedy -n 2 --isolation thread").exits(0);
    let (seed, hash) = (behind(&played.stdout, "seed"), behind(&played.stdout, "BLAKE3"));
    assert_eq!((seed.len(), &hash), (64, &self::hash(&seed)));
    let said =
        format!("seed: shown after the last match; its BLAKE3 hash, to check it by:\n  {hash}\n");
    let (before, _) = played.stderr.split_once("round 1").expect("matches are shown");
    assert!(before.contains(&said), "{before}");
    assert!(!played.stderr.contains(&seed), "{}", played.stderr);
    let about = &about(&folder.juez("report durak.db --json").exits(0));
    assert_eq!((&about["seed"], &about["seed_hash"]), (&seed.clone().into(), &hash.clone().into()));
    folder.juez("report durak.db --html pages").exits(0);
    let page = folder.read("pages/index.html");
    assert!(page.contains(&seed) && page.contains(&hash));
}

#[test]
fn a_tournament_that_is_not_complete_shows_the_hash_and_nowhere_the_seed() {
    let folder = Folder::new();
    let line = format!(
        "tournament durak a=random b=random --seed {SEED} --rounds 6000 --concurrency 1 --isolation thread \
         --json-events"
    );
    let mut child = juez()
        .args(line.split_whitespace())
        .current_dir(folder.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("juez runs");
    let mut events = BufReader::new(child.stdout.take().expect("piped")).lines();
    let started = events.next().expect("an event").expect("text");
    assert!(started.contains(&format!("\"seed_hash\":\"{}\"", hash(SEED))), "{started}");
    // The tournament stops when its reader goes away.
    events.find(|line| line.as_ref().is_ok_and(|line| line.contains("match_finished")));
    drop(events);
    let ended = child.wait_with_output().expect("it ends");
    let said = String::from_utf8(ended.stderr).expect("text");
    assert!(said.contains(&hash(SEED)) && !said.contains(SEED), "{said}");
    folder
        .juez("report durak.db")
        .shows("shown after the last match")
        .shows(&hash(SEED))
        .hides(SEED);
    let about = about(&folder.juez("report durak.db --json").hides(SEED).exits(0));
    assert_eq!(about["seed"], serde_json::Value::Null);
    assert_eq!(about["seed_hash"], hash(SEED));
    folder.juez("report durak.db --html pages --csv sheets --records all.jsonl").exits(0);
    for folder in ["pages", "sheets"].map(|name| folder.path(name)) {
        for file in std::fs::read_dir(folder).expect("a folder") {
            let path = file.expect("a file").path();
            let text = std::fs::read(&path).unwrap_or_default();
            assert!(!String::from_utf8_lossy(&text).contains(SEED), "{}", path.display());
        }
    }
    assert!(folder.read("pages/index.html").contains(&hash(SEED)));
    assert!(!folder.read("all.jsonl").contains(SEED), "records have the seeds of their matches");
    folder
        .juez(&format!("tournament durak a=random b=random --seed {SEED} --rounds 6000 --dry-run"))
        .shows(&hash(SEED))
        .hides(SEED);
}

#[test]
fn a_seed_that_is_shown_is_checked_against_the_records() {
    let folder = Folder::new().with("a.lua", bot(FIRST));
    let line =
        format!("tournament durak a.lua greedy random -n 4 --rounds 2 --seed {SEED} --quiet");
    folder.juez(&line).exits(0);
    folder.juez("report durak.db --records all.jsonl").exits(0);
    let checked = folder.juez(&format!("verify all.jsonl --seed {SEED} --rerun .")).exits(0);
    let head = format!("the BLAKE3 hash of the seed is {}\n", hash(SEED));
    assert!(checked.stdout.starts_with(&head), "{}", checked.stdout);
    assert_eq!(
        checked.stdout.matches(", dealt from the seed, and the bots play it again").count(),
        24
    );
    let other = SEED.replace("5e", "6e");
    folder
        .juez(&format!("verify all.jsonl --seed {other}"))
        .shows(&format!(
            "its seed is not one of the first 100000 derived from the seed with the hash {}",
            hash(&other)
        ))
        .exits(1);
}

#[test]
fn a_dry_run_commits_itself_to_nothing() {
    run("tournament durak random greedy --dry-run")
        .shows("seed: 256 bits, drawn when it is played\n")
        .hides("BLAKE3")
        .exits(0);
}

#[test]
fn a_short_seed_in_a_game_with_chance_says_what_it_gives_away() {
    let folder = Folder::new().with(
        "class.toml",
        "game = 'durak'\nbots = ['random', 'greedy']\nseed = 7\nisolation = 'thread'\n",
    );
    folder.juez("tournament durak random greedy --seed 7 --dry-run").shows(SHORT).exits(0);
    folder.juez("tournament class.toml").warns_of(SHORT).exits(0);
    folder.juez("compare durak random greedy -n 2 --seed 7").warns_of(SHORT).exits(0);
    let silent = |line: &str| {
        let Run { stdout, stderr, .. } = folder.juez(line).exits(0);
        assert!(
            !format!("{stdout}{stderr}").contains("know every hand"),
            "{line}: {stdout}{stderr}"
        );
    };
    silent("tournament quoridor random greedy --seed 7 --dry-run");
    silent("compare quoridor random greedy -n 2 --seed 7");
    silent(&format!("tournament durak random greedy --seed {SEED} --dry-run --db new.db"));
    silent(&format!("compare durak random greedy -n 2 --seed {SEED}"));
    silent("tournament durak random greedy --dry-run --db new.db");
    silent("compare durak random greedy -n 2");
}

#[test]
fn a_comparison_with_a_seed_of_its_own_tells_its_hash_first() {
    let compared = run("compare durak random greedy -n 4").exits(0);
    let (seed, hash) = (behind(&compared.stdout, "seed"), behind(&compared.stdout, "BLAKE3"));
    assert_eq!(hash, self::hash(&seed));
    let said =
        format!("seed: shown after the last match; its BLAKE3 hash, to check it by:\n  {hash}\n");
    assert!(compared.stderr.starts_with(&said), "{}", compared.stderr);
    assert!(!compared.stderr.contains(&seed));
    let json =
        run(&format!("compare durak random greedy -n 4 --seed {seed} --json")).exits(0).json();
    assert_eq!((&json[0]["seed"], &json[0]["seed_hash"]), (&seed.into(), &hash.into()));
}

/// Returns the hash of the seed of a run, and how many of its matches were stored and played.
fn counts(run: &Run) -> (String, usize, usize) {
    let events = run.json();
    let all = events.iter().filter(|event| event["event"] == "match_finished");
    let (old, new): (Vec<_>, Vec<_>) = all.partition(|event| event["stored"] == true);
    (events[0]["seed_hash"].as_str().expect("a hash").to_string(), old.len(), new.len())
}

#[test]
fn bots_that_were_written_after_the_deals_play_others() {
    let folder = Folder::new().with("a.lua", bot(FIRST)).with("b.lua", bot(FIRST));
    let line = "tournament durak a.lua b.lua random --isolation thread --json-events";
    let (first, old, new) = counts(&folder.juez(line).exits(0));
    assert_eq!((old, new), (0, 6));
    // No bot can have learnt the deals: the same run again, a longer one, one with another built-in
    // bot.
    assert_eq!(counts(&folder.juez(line).exits(0)), (first.clone(), 6, 0));
    let more = folder.juez(&format!("{line} --rounds 2")).exits(0);
    assert_eq!(counts(&more), (first.clone(), 6, 6));
    assert_eq!(counts(&folder.juez(&format!("{line} greedy")).exits(0)), (first.clone(), 6, 6));
    let folder = folder.with("a.lua", bot("  -- new\n  return view:moves()[1]"));
    let changed = folder.juez(line).exits(0);
    let (second, old, new) = counts(&changed);
    assert_ne!(second, first);
    assert_eq!((old, new), (0, 6));
    changed.warns_of("a has changed").warns_of("it draws a new seed and plays all its matches");
    assert_eq!(
        counts(&folder.juez(line).exits(0)),
        (second, 6, 0),
        "the seed of the newest revision"
    );
}

#[test]
fn deals_that_bots_may_know_are_played_only_where_it_is_asked_for_and_told() {
    let folder = Folder::new().with("a.lua", bot(FIRST)).with("b.lua", bot(FIRST));
    let line = "tournament durak a.lua b.lua random --isolation thread --json-events";
    let given = format!("{line} --seed {SEED}");
    let (first, ..) = counts(&folder.juez(&given).exits(0));
    let folder = folder.with("a.lua", bot("  -- new\n  return view:moves()[1]"));
    let known = "note: a may know the deals: matches with this seed were played before";
    let kept = folder.juez(&format!("{line} --keep-seed")).exits(0);
    assert_eq!(counts(&kept), (first.clone(), 2, 4));
    kept.warns_of(known);
    let folder = folder.with("a.lua", bot("  -- newer\n  return view:moves()[1]"));
    let again = folder.juez(&given).exits(0);
    assert_eq!(counts(&again), (first, 2, 4));
    again.warns_of(known);
    folder.juez(&format!("{given} --keep-seed")).refuses(
        "--keep-seed keeps the seed of the previous revision, and --seed gives one: omit one of them",
    );
}
