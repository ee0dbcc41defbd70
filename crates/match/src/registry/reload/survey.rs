//! Detects changes to the files of a bot without reading them.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::source::is_script;
use juez_script::Bundle;

/// Depth of subfolders searched for a bot's files.
const DEPTH: usize = 8;
/// Maximum number of entries checked in a bot's folder; a bot has at most 64 files.
const ENTRIES: usize = 2000;
/// Age below which a file can change again without a new time stamp: some file systems have a
/// resolution of two seconds.
const STEP: Duration = Duration::from_secs(3);

/// The state of a bot's files at one moment.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Survey {
    /// A hash that changes when the path resolves elsewhere, or when a file of the bot is replaced,
    /// changed, added or removed.
    signature: u64,
    /// Folders, with links resolved, in which a change can affect the bot; its own first.
    pub folders: Vec<PathBuf>,
    /// True if a file changed a moment ago, so that another change may go undetected.
    pub is_fresh: bool,
}

impl Survey {
    /// Surveys the bot at `path`, which need not exist.
    pub fn of(path: &Path) -> Survey {
        let mut surveyor = Surveyor { hasher: DefaultHasher::new(), left: ENTRIES, newest: None };
        let folders = match Bundle::folder(path) {
            Some(folder) => {
                let folder = whole(&folder);
                let mut found = BTreeSet::new();
                surveyor.folder(&folder, DEPTH, &mut found);
                let below = found.into_iter().filter(|other| *other != folder);
                [folder.clone()].into_iter().chain(below).collect()
            }
            None => {
                surveyor.file(path);
                vec![whole(parent(path))]
            }
        };
        folders.hash(&mut surveyor.hasher);
        let age = surveyor.newest.map(|newest| match newest.elapsed() {
            Ok(age) => age,
            // The clock of another machine can be ahead.
            Err(ahead) => ahead.duration(),
        });
        let is_fresh = age.is_some_and(|age| age < STEP);
        Survey { signature: surveyor.hasher.finish(), folders, is_fresh }
    }
}

struct Surveyor {
    hasher: DefaultHasher,
    /// Number of entries that may still be checked.
    left: usize,
    /// The time of the newest change of a file.
    newest: Option<SystemTime>,
}

impl Surveyor {
    /// Hashes all scripts in a folder and its subfolders.
    fn folder(&mut self, folder: &Path, depth: usize, found: &mut BTreeSet<PathBuf>) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        found.insert(folder.to_path_buf());
        let mut entries: Vec<_> = entries.flatten().take(self.left).collect();
        self.left -= entries.len();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let (path, kind) = (entry.path(), entry.file_type().ok());
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            if kind.is_some_and(|kind| kind.is_dir()) {
                if depth > 0 && !is_hidden {
                    self.folder(&path, depth - 1, found);
                }
            } else if is_script(&path) {
                self.file(&path);
            }
        }
    }

    /// Hashes a file's identity and time of change.
    fn file(&mut self, path: &Path) {
        path.hash(&mut self.hasher);
        let Ok(about) = fs::symlink_metadata(path) else { return };
        identity(&about).hash(&mut self.hasher);
        about.len().hash(&mut self.hasher);
        let changed = about.modified().ok();
        changed.hash(&mut self.hasher);
        self.newest = self.newest.max(changed);
    }
}

/// Returns the identity of a file among all files that ever had its name: its device, its number,
/// its last change of any kind.
fn identity(about: &Metadata) -> impl Hash + use<> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (about.dev(), about.ino(), about.mode(), about.ctime(), about.ctime_nsec())
    }
    #[cfg(not(unix))]
    {
        (about.created().ok(), about.file_type().is_dir())
    }
}

/// Identifies the folder at a path; `None` if there is none.
pub(super) fn which(folder: &Path) -> Option<(u64, u64)> {
    let about = fs::metadata(folder).ok()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some((about.dev(), about.ino()))
    }
    #[cfg(not(unix))]
    {
        let since = about.created().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        Some((0, since.as_nanos() as u64))
    }
}

/// Resolves all links in the path of a folder.
pub(super) fn whole(folder: &Path) -> PathBuf {
    folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf())
}

/// Returns the parent folder of a path.
pub(super) fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    /// Returns true if a change affects the survey of a bot.
    fn differs(bot: &Path, change: impl FnOnce()) -> bool {
        let before = Survey::of(bot);
        change();
        let after = Survey::of(bot);
        (after.signature, after.folders) != (before.signature, before.folders)
    }

    #[test]
    fn every_way_in_which_a_file_of_a_folder_changes_is_seen() {
        let folder = TempDir::new().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let bot = folder.path();
        let write = |name: &str, text: &str| fs::write(at(name), text).expect("a file");
        assert!(differs(bot, || write("main.lua", "1")));
        assert!(differs(bot, || write("main.lua", "12")));
        assert!(differs(bot, || fs::create_dir_all(at("lib/deep")).expect("a folder")));
        assert!(differs(bot, || write("lib/deep/new.lua", "1")));
        assert!(differs(bot, || fs::rename(at("lib"), at("gone")).expect("a folder")));
        assert!(differs(bot, || fs::remove_dir_all(at("gone")).expect("a folder")));
        assert!(!differs(bot, || write("notes.txt", "1")));
        assert!(differs(bot, || fs::remove_file(at("main.lua")).expect("a file")));
        assert!(Survey::of(&at("nowhere/bot.lua")) == Survey::of(&at("nowhere/bot.lua")));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_on_the_way_that_leads_elsewhere_is_seen() {
        use std::os::unix::fs::symlink;
        let folder = TempDir::new().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for release in ["r1", "r2"] {
            fs::create_dir(at(release)).expect("a folder");
            fs::write(at(release).join("mine.lua"), "same").expect("a file");
        }
        symlink("r1", at("now")).expect("a link");
        assert!(differs(&at("now/mine.lua"), || {
            fs::remove_file(at("now")).expect("a link");
            symlink("r2", at("now")).expect("a link");
        }));
        assert_eq!(Survey::of(&at("now/mine.lua")).folders, [whole(&at("r2"))]);
    }

    #[test]
    fn a_file_that_was_just_written_may_change_unseen() {
        let folder = TempDir::new().expect("a folder");
        let bot = folder.path().join("bot.lua");
        fs::write(&bot, "1").expect("a file");
        assert!(Survey::of(&bot).is_fresh);
        let long_ago = SystemTime::now() - Duration::from_secs(60);
        let file = fs::File::options().write(true).open(&bot).expect("a file");
        file.set_modified(long_ago).expect("a time");
        assert!(!Survey::of(&bot).is_fresh);
    }
}
