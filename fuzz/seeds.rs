//! Good input of every kind, to be changed.

use juez::registry::games;
use serde_json::Map;
use std::fs;
use std::path::Path;

use super::targets::record::records::matches;

/// Moves of real matches, and other words.
pub fn notation() -> Vec<Vec<u8>> {
    let mut moves: Vec<String> =
        matches().into_iter().flat_map(|(_, record)| record.moves).collect();
    moves.sort_unstable();
    moves.dedup();
    let words = ["minimax:depth=2,eval=faithful", "ana=random", "montecarlo:guesses=10", "42"];
    moves.extend(words.map(str::to_string));
    moves.push("0".repeat(64));
    moves.into_iter().map(String::into_bytes).collect()
}

/// Records of matches of every game.
pub fn record() -> Vec<Vec<u8>> {
    matches().into_iter().map(|(_, record)| record.to_line().into_bytes()).collect()
}

/// The bots that come with juez.
pub fn bundle() -> Vec<Vec<u8>> {
    let mut sources = Vec::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("bots"), &mut sources);
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/workloads"), &mut sources);
    sources.sort_unstable();
    sources
}

fn read(folder: &Path, sources: &mut Vec<Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("the folder can be listed") {
        let path = entry.expect("the folder can be listed").path();
        if path.is_dir() {
            read(&path, sources);
        } else if path.extension().is_some_and(|end| end == "lua" || end == "rhai") {
            sources.push(fs::read(&path).expect("a bot can be read"));
        }
    }
}

/// The house rules of every game, written out in full.
pub fn options() -> Vec<Vec<u8>> {
    games()
        .into_iter()
        .map(|game| game.options(&Map::new()).expect("defaults can be played"))
        .map(|options| serde_json::to_vec(&options).expect("options are JSON"))
        .collect()
}
