//! The files of the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns every file of a folder with one of these endings: its path in the repository, and its
/// text.
pub fn with_endings(folder: &str, endings: &[&str]) -> Vec<(String, String)> {
    let mut paths = Vec::new();
    collect(&root().join(folder), &mut paths);
    paths.retain(|path| {
        path.extension().is_some_and(|ending| endings.iter().any(|wanted| ending == *wanted))
    });
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a source file is text");
        let path = path.strip_prefix(root()).expect("a file of the repository");
        (path.to_string_lossy().replace('\\', "/"), text)
    };
    paths.into_iter().map(read).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, paths);
        } else {
            paths.push(path);
        }
    }
}

/// Returns the folder that a file counts for: `crates/pool`, `src/cli`, `tests`.
pub fn folder_of(path: &str) -> &str {
    let parts: Vec<usize> = path.match_indices('/').map(|(at, _)| at).collect();
    match (path.split('/').next(), &parts[..]) {
        (Some("crates" | "src" | "web"), [_, second, ..]) => &path[..*second],
        (_, [first, ..]) => &path[..*first],
        _ => path,
    }
}
