//! The tests of the games: the rules common to all, and the rules of each one by one.

mod common;
mod conformance;
mod dominoes;
mod durak;
mod quoridor;
mod scopone;
mod tute;

#[path = "../../../examples/add_a_game/nim/mod.rs"]
mod nim;

/// The folders that games share.
const SHARED: [&str; 2] = ["cards", "masters"];

#[test]
fn no_game_names_another() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let folders = |path: &std::path::Path| -> Vec<std::path::PathBuf> {
        let entries = std::fs::read_dir(path).expect("a folder").map(|entry| entry.expect("one"));
        entries.map(|entry| entry.path()).collect()
    };
    let name = |path: &std::path::Path| path.file_name().expect("a name").display().to_string();
    let mut all = folders(&root);
    all.retain(|path| path.is_dir());
    let games: Vec<_> = all.iter().filter(|path| !SHARED.contains(&name(path).as_str())).collect();
    assert!(games.len() >= 5, "{games:?}");
    for folder in &all {
        let mut left = folders(folder);
        while let Some(path) = left.pop() {
            if path.is_dir() {
                left.extend(folders(&path));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let source = std::fs::read_to_string(&path).expect("text");
                for other in games.iter().filter(|game| **game != folder).map(|game| name(game)) {
                    let paths = [format!("crate::{other}"), format!("{other}::")];
                    let found = paths.iter().any(|part| source.contains(part));
                    assert!(!found, "{} names {other}", path.display());
                }
            }
        }
    }
}
