//! Suggests the file that was probably meant by a wrong path.

use std::fs;
use std::path::{Component, Path, PathBuf};

use juez_core::{nearest, plain};

/// Returns the end of an error sentence, such as `; did you mean bots/runner.lua?`; empty if the
/// path exists or nothing is similar.
pub fn did_you_mean(path: &Path) -> String {
    let meant = nearest_path(path)
        .map(|meant| format!("; did you mean {}?", plain(&meant.display().to_string())));
    meant.unwrap_or_default()
}

/// Returns the existing path most similar to `path`: each missing component is replaced by the
/// nearest name in its folder, preferring names with the same extension. `None` if `path` exists or
/// nothing is similar.
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

/// Returns the nearest name in a folder; an empty path is the working folder.
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
