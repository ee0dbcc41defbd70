use serde_json::Value;

use super::puppet;
use crate::cli::folder::Folder;

/// A tournament file with a program.
fn file(more: &str) -> String {
    let bots = format!("bots = [\"p={}\", \"greedy\", \"random\"]", puppet(""));
    format!(
        "game = \"quoridor\"\n{bots}\nrounds = 1\ngames = 2\nseed = 3\nmovetime = \"20s\"\n{more}"
    )
}

/// Returns the players of each match that a run of a tournament played, without stored matches.
fn played(folder: &Folder, line: &str) -> Vec<Value> {
    let events = folder.juez(line).exits(0).json();
    let is_new = |event: &&Value| event["event"] == "match_finished" && event["stored"] == false;
    events.iter().filter(is_new).map(|event| event["players"].clone()).collect()
}

#[test]
fn a_tournament_file_names_programs() {
    let folder = Folder::new().with("cup.toml", file(""));
    assert_eq!(played(&folder, "tournament cup.toml --json-events").len(), 6);
    folder.juez("report cup.db --records cup.jsonl").exits(0);
    folder.juez("verify cup.jsonl").exits(0);
    assert_eq!(folder.read("cup.jsonl").matches("\"source\":\"exec:python3 ").count(), 4);
    assert_eq!(folder.read("cup.jsonl").matches("\"time\":\"20s\"").count(), 4);
}

#[test]
fn matches_of_programs_are_never_taken_from_another_revision() {
    let folder = Folder::new().with("cup.toml", file(""));
    played(&folder, "tournament cup.toml --json-events");
    let has = |players: &Value, name: &str| {
        players.as_array().is_some_and(|all| all.contains(&name.into()))
    };
    let again = played(&folder, "tournament cup.toml --json-events");
    assert_eq!(again.len(), 4, "the program may have changed");
    assert!(again.iter().all(|players| has(players, "p")), "{again:?}");
    let more = file("").replace("\"random\"]", "\"random\", \"minimax\"]");
    let folder = folder.with("cup.toml", more);
    let again = played(&folder, "tournament cup.toml --json-events --keep-seed");
    let count = |name| again.iter().filter(|players| has(players, name)).count();
    // The matches of greedy against random are stored.
    assert_eq!((again.len(), count("p"), count("minimax")), (10, 6, 6));
}

#[test]
fn no_program_is_started_because_a_file_of_matches_or_a_class_list_names_it() {
    let folder = Folder::new().with("cup.toml", file(""));
    played(&folder, "tournament cup.toml --json-events");
    folder.juez("tournament --resume cup.db").refuses(
        "p is a program, and no command is taken from cup.db: repeat the command that began the tournament, and it continues",
    );
    let roster = format!("student,bot\nana,\"{}\"\n", puppet(""));
    let folder = folder.with("class.csv", roster);
    let line = "tournament quoridor greedy random --roster class.csv --db class.db --dry-run";
    folder.juez(line).warns_of("a bot is missing").exits(2);
}

#[test]
fn a_clock_needs_a_program() {
    let line = "tournament quoridor greedy random --movetime 1s --dry-run";
    Folder::new().juez(line).warns_of("--movetime, --clock and --margin are for programs").exits(2);
}
