//! The file that was probably meant by a path that leads nowhere.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::core::{nearest, plain};

/// `; did you mean bots/runner.lua?`, to end the sentence about a path that cannot be read; empty
/// where the path is there, or nothing is like it.
pub fn did_you_mean(path: &Path) -> String {
    let meant = nearest_path(path)
        .map(|meant| format!("; did you mean {}?", plain(&meant.display().to_string())));
    meant.unwrap_or_default()
}

/// The path that was probably meant by `path`: every part of it that is not there is replaced
/// by the nearest name in its folder, a file's only by one with the same ending where there is one.
/// Nothing if `path` is there, or nothing is like it.
fn nearest_path(path: &Path) -> Option<PathBuf> {
    let mut found = PathBuf::new();
    let mut is_other = false;
    for part in path.components() {
        let whole = found.join(part);
        match part {
            Component::Normal(name) if fs::symlink_metadata(&whole).is_err() => {
                found = found.join(nearest_in(&found, name.to_str()?)?);
                is_other = true;
            }
            _ => found = whole,
        }
    }
    is_other.then_some(found)
}

/// The nearest name in a folder; the empty path is the working folder.
fn nearest_in(folder: &Path, name: &str) -> Option<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let names = fs::read_dir(folder).ok()?.flatten();
    let mut names: Vec<String> =
        names.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    let ending = |name: &str| Path::new(name).extension().map(|ending| ending.to_os_string());
    let alike = names.iter().filter(|other| ending(other) == ending(name));
    let all = names.iter();
    nearest(name, alike.map(String::as_str))
        .or_else(|| nearest(name, all.map(String::as_str)))
        .map(str::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for file in ["bots/runner.lua", "bots/runner.rhai", "bots/waller.lua", "mine.lua"] {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, "").expect("a file");
        }
        folder
    }

    fn meant(path: &str) -> Option<String> {
        let folder = folder();
        let meant = nearest_path(&folder.path().join(path))?;
        let meant = meant.strip_prefix(folder.path()).expect("it lies in the folder");
        Some(meant.to_str().expect("text").replace('\\', "/"))
    }

    #[test]
    fn a_slip_in_any_part_of_a_path_is_found() {
        assert_eq!(meant("bots/runer.lua").as_deref(), Some("bots/runner.lua"));
        assert_eq!(meant("bot/wall.lua").as_deref(), Some("bots/waller.lua"));
        assert_eq!(meant("bots/runner.lau").as_deref(), Some("bots/runner.lua"));
    }

    #[test]
    fn the_ending_says_which_of_two_is_meant() {
        assert_eq!(meant("bots/runer.rhai").as_deref(), Some("bots/runner.rhai"));
    }

    #[test]
    fn a_path_that_is_there_or_like_nothing_means_no_other() {
        assert_eq!(meant("mine.lua"), None);
        assert_eq!(meant("chess/engine.lua"), None);
        assert_eq!(meant("mine.lua/main.lua"), None);
    }
}
