//! A corpus of hostile bots, one attack a file, run in every hook: each ends as its header says, in
//! bounded time and memory, and harms nothing else.
//!
//! `tests/hostile/README.md` describes the files. `JUEZ_HOSTILE=part_of_a_name` runs only those; if
//! an attack kills the test itself, `target/tmp/hostile-LANGUAGE.now` names it.

mod corpus;
mod flood;
mod links;
mod matches;
mod measure;
mod verdict;

use corpus::{Case, LANGUAGES};
use matches::Mode;
use std::sync::Mutex;

/// Makes attacks run one after another, so that time and memory belong to one attack.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Runs every attack of a language in every hook and reports all unexpected ends.
fn every_attack_ends_as_its_header_says(language: &str, mode: Mode) {
    let alone = ONE_AT_A_TIME.lock();
    let wanted = std::env::var("JUEZ_HOSTILE").unwrap_or_default();
    let cases = corpus::read(language).into_iter().filter(|case| case.name.contains(&wanted));
    let wrong: Vec<String> = cases.flat_map(|case| verdict::deviations(&case, mode)).collect();
    drop(alone);
    assert!(wrong.is_empty(), "{} deviations:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_lua_attack_ends_as_its_header_says_on_a_thread() {
    every_attack_ends_as_its_header_says("lua", Mode::Thread);
}

#[test]
fn every_rhai_attack_ends_as_its_header_says_on_a_thread() {
    every_attack_ends_as_its_header_says("rhai", Mode::Thread);
}

#[test]
fn every_lua_attack_ends_as_its_header_says_in_a_worker() {
    every_attack_ends_as_its_header_says("lua", Mode::Process);
}

#[test]
fn every_rhai_attack_ends_as_its_header_says_in_a_worker() {
    every_attack_ends_as_its_header_says("rhai", Mode::Process);
}

#[test]
fn each_language_faces_at_least_forty_classes_of_attack() {
    for language in LANGUAGES {
        let cases = corpus::read(language).len();
        // A language without a folder has no corpus yet.
        assert!(cases == 0 || cases >= 40, "{language}: {cases}");
    }
}

#[test]
fn every_attack_says_in_its_first_line_what_it_tries_and_in_its_name_which_class_it_is() {
    for case in LANGUAGES.iter().flat_map(|language| corpus::read(language)) {
        let Case { summary, name, .. } = &case;
        assert!(summary.len() > 10 && summary.ends_with('.'), "{name}: {summary:?}");
        let snake = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        assert!(name.chars().all(snake), "{name} is not in snake_case");
    }
}

#[test]
fn a_header_that_cannot_be_read_is_told_with_its_file_and_line() {
    for (text, why) in [
        ("-- Tries.\n-- expect: slow\nreturn 1", "bad.lua:2: no kind of fault called \"slow\""),
        ("-- Tries.\n-- hooks: draw\nreturn 1", "bad.lua:2: no hook called \"draw\""),
        ("-- Tries.\nreturn 1", "bad.lua: no `expect:` for load"),
        ("-- expect: none\nreturn 1", "bad.lua: the first line must describe the attack"),
        ("-- Tries.\n-- expct: none\nreturn 1", "bad.lua:2: no header line called \"expct\""),
    ] {
        assert_eq!(Case::parse("lua", 0, "bad", text).map(|_| ()), Err(why.to_string()));
    }
}
