//! The thread that receives events in the folders of bots and checks them, also once a second
//! without events.

use notify::event::{AccessKind, AccessMode, ModifyKind};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::Change;
use super::source::{Checked, Source, Touch, is_script};
use super::survey::{parent, which, whole};
use juez_script::{BotSpec, Bundle, LANGUAGES, STACK};

/// Returns the error or the lint of a bot that was read: loads it once where scripts may run.
pub type Check = Box<dyn FnMut(&BotSpec) -> Checked + Send>;

/// A bot or a folder to watch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// A bot: a file, or a folder with a main file.
    Bot(PathBuf),
    /// Every bot file of a folder, including later ones.
    Folder(PathBuf),
}

/// A change of a bot.
pub struct Notice {
    /// The path as given to [`Reload::start`].
    pub path: PathBuf,
    /// The change.
    pub change: Change,
}

/// The reason why bots cannot be watched.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ReloadError(String);

/// Time between two checks of everything.
const LOOK: Duration = Duration::from_secs(1);
/// Advice for getting more watches, if the system limits them.
const RAISE: &str = if cfg!(target_os = "linux") {
    "; raise fs.inotify.max_user_instances and fs.inotify.max_user_watches (sysctl) to get them back"
} else {
    ""
};

/// Watched bots; dropping this stops the watch.
pub struct Reload {
    send: Sender<Message>,
    note: Option<String>,
}

enum Message {
    Event(Event, Instant),
    Stop,
}

impl Reload {
    /// Watches bots. Each is checked immediately, whenever its files change, and once a second in
    /// case the system missed a change. `sink` is called on a separate thread.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn start(
        wanted: &[Wanted],
        check: Check,
        sink: impl FnMut(Notice) + Send + 'static,
    ) -> Result<Reload, ReloadError> {
        let (send, messages) = channel();
        let to_thread = send.clone();
        let hear = move |event: notify::Result<Event>| {
            // The next scan catches up with lost events.
            if let Ok(event) = event {
                let _ = to_thread.send(Message::Event(event, Instant::now()));
            }
        };
        let (watcher, trouble) = match notify::recommended_watcher(hear) {
            Ok(watcher) => (Some(watcher), None),
            Err(error) => (None, Some(error.to_string())),
        };
        Reload::run(wanted, check, Box::new(sink), (send, messages), watcher, trouble)
    }

    fn run(
        wanted: &[Wanted],
        check: Check,
        sink: Box<dyn FnMut(Notice) + Send>,
        (send, messages): (Sender<Message>, Receiver<Message>),
        watcher: Option<RecommendedWatcher>,
        trouble: Option<String>,
    ) -> Result<Reload, ReloadError> {
        let mut looker = Looker {
            watcher,
            trouble,
            watched: BTreeMap::new(),
            sources: Vec::new(),
            folders: Vec::new(),
            check,
            sink,
        };
        wanted.iter().for_each(|wanted| looker.want(wanted));
        looker.watch_all();
        let note = looker.trouble.take().map(|trouble| {
            format!(
                "the system reports no changes ({trouble}): files are checked once a second{RAISE}"
            )
        });
        // The top level of bots runs on this thread.
        thread::Builder::new()
            .name("reload".into())
            .stack_size(STACK)
            .spawn(move || looker.work(&messages))
            .map_err(|error| ReloadError(format!("no thread to watch folders: {error}")))?;
        Ok(Reload { send, note })
    }

    /// Returns a sentence for the user if the system reports no changes, so that they are found
    /// later.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }
}

impl Drop for Reload {
    fn drop(&mut self) {
        // A thread that is gone needs no message.
        let _ = self.send.send(Message::Stop);
    }
}

struct Looker {
    /// `None` if the system has no events.
    watcher: Option<RecommendedWatcher>,
    /// The reason why some folder has no events.
    trouble: Option<String>,
    /// Folders with events, and their identities.
    watched: BTreeMap<PathBuf, Option<(u64, u64)>>,
    sources: Vec<Source>,
    /// Folders in which every bot file is wanted.
    folders: Vec<PathBuf>,
    check: Check,
    sink: Box<dyn FnMut(Notice) + Send>,
}

impl Looker {
    fn want(&mut self, wanted: &Wanted) {
        match wanted {
            Wanted::Bot(path) => self.sources.push(Source::new(path, Instant::now())),
            Wanted::Folder(folder) => {
                let bots = bots_of_folder(folder);
                self.sources.extend(bots.iter().map(|file| Source::new(file, Instant::now())));
                self.folders.push(folder.clone());
            }
        }
    }

    /// Watches every folder in which a change can affect a bot, including a folder that was
    /// replaced under its name.
    fn watch_all(&mut self) {
        let Some(watcher) = &mut self.watcher else { return };
        let mut wanted: BTreeSet<PathBuf> =
            self.folders.iter().map(|folder| whole(folder)).collect();
        for source in &self.sources {
            wanted.extend(source.folders().iter().cloned());
            // Only the parent reports that a folder is moved away and created again.
            if Bundle::folder(&source.path).is_some() {
                wanted.extend(source.folders()[0].parent().map(Path::to_path_buf));
            }
        }
        self.watched.retain(|folder, _| {
            let is_wanted = wanted.contains(folder);
            if !is_wanted {
                // A folder that is gone is no longer watched anyway.
                let _ = watcher.unwatch(folder);
            }
            is_wanted
        });
        for folder in wanted {
            let now = which(&folder);
            if now.is_none() || self.watched.get(&folder) == Some(&now) {
                continue;
            }
            match watcher.watch(&folder, RecursiveMode::NonRecursive) {
                Ok(()) => {
                    self.watched.insert(folder, now);
                }
                Err(error) => self.trouble = Some(format!("{}: {error}", folder.display())),
            }
        }
    }

    fn work(mut self, messages: &Receiver<Message>) {
        let mut next_look = Instant::now() + LOOK;
        loop {
            let due = self.sources.iter().filter_map(Source::due).fold(next_look, Instant::min);
            match messages.recv_timeout(due.saturating_duration_since(Instant::now())) {
                Ok(Message::Event(event, at)) => self.hear(&event, at),
                Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.look();
            if Instant::now() >= next_look {
                self.survey();
                next_look = Instant::now() + LOOK;
            }
        }
    }

    /// Looks for changes without events.
    fn survey(&mut self) {
        let folders = self.folders.clone();
        folders
            .iter()
            .flat_map(|folder| bots_of_folder(folder))
            .for_each(|bot| self.newcomer(&bot));
        let now = Instant::now();
        self.sources.iter_mut().for_each(|source| source.survey(now));
        self.watch_all();
    }

    fn hear(&mut self, event: &Event, at: Instant) {
        if event.need_rescan() {
            // Events were lost: anything can have happened.
            self.sources.iter_mut().for_each(|source| source.touched(Touch::Whole, at));
        }
        let Some(how) = touch(event.kind) else { return };
        for path in &event.paths {
            self.newcomer(path);
            for source in &mut self.sources {
                let came_back = source.folders().iter().any(|folder| folder == path);
                if came_back || source.has(path) {
                    source.touched(how, at);
                }
            }
        }
    }

    /// Adds a new bot file.
    fn newcomer(&mut self, path: &Path) {
        let Some(name) = path.file_name() else { return };
        let home = self.folders.iter().find(|home| whole(parent(path)) == whole(home));
        let Some(path) = home.map(|home| home.join(name)) else { return };
        if is_bot_file(&path) && self.sources.iter().all(|source| source.path != path) {
            let mut source = Source::new(&path, Instant::now());
            source.touched(Touch::Whole, Instant::now());
            self.sources.push(source);
        }
    }

    fn look(&mut self) {
        let now = Instant::now();
        let mut has_looked = false;
        for source in &mut self.sources {
            if source.due().is_none_or(|due| due > now) {
                continue;
            }
            has_looked = true;
            if let Some(change) = source.look(now, &mut self.check) {
                (self.sink)(Notice { path: source.path.clone(), change });
            }
        }
        if has_looked {
            // Files may have been found in further folders.
            self.watch_all();
        }
    }
}

/// Returns the touch of an event; `None` if nothing changed.
fn touch(kind: EventKind) -> Option<Touch> {
    match kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => Some(Touch::Whole),
        EventKind::Access(_) => None,
        // Only Linux reports when a writer is done.
        EventKind::Modify(ModifyKind::Data(_)) if cfg!(target_os = "linux") => Some(Touch::Written),
        _ => Some(Touch::Whole),
    }
}

/// Returns true if `path` is a folder with a main file, even if reading the bot will fail.
pub fn is_bot_folder(path: &Path) -> bool {
    let main = |id: &str| path.join(format!("main.{id}"));
    LANGUAGES.iter().any(|language| is_no_folder(&main(language.id)))
}

/// Returns the bot files of a folder that is not itself a bot, by name. Links and pipes are
/// included, and refused when read.
pub fn bots_of_folder(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| is_bot_file(path)).collect();
    files.sort();
    files
}

/// Returns true for a visible script file; hidden ones are leftovers of editors.
fn is_bot_file(path: &Path) -> bool {
    let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
    is_script(path) && !hidden && is_no_folder(path)
}

fn is_no_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|about| !about.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use tempfile::TempDir;

    const GOOD: &str = "return { next_move = function(view) return view:moves()[1] end }";

    /// Time after which a test stops waiting.
    const LONG: Duration = Duration::from_secs(60);

    /// Watches a bot, without system events if `deaf`, and returns its notices.
    fn watch(bot: &Path, deaf: bool) -> (Reload, Receiver<Notice>) {
        let check: Check = Box::new(|spec| {
            let whole = spec.bundle.files.values().any(|text| text.contains("next_move"));
            let broken = super::super::Broken { text: "half".into(), file: None, line: None };
            if whole { Ok(Vec::new()) } else { Err(broken) }
        });
        let (send, notices) = mpsc::channel();
        let sink = move |notice| drop(send.send(notice));
        let wanted = [Wanted::Bot(bot.to_path_buf())];
        let reload = if deaf {
            let none = Some("none".to_string());
            Reload::run(&wanted, check, Box::new(sink), channel(), None, none)
        } else {
            Reload::start(&wanted, check, sink)
        };
        (reload.expect("a thread"), notices)
    }

    fn next_version(notices: &Receiver<Notice>) -> u32 {
        loop {
            if let Change::Version(version) = notices.recv_timeout(LONG).expect("a version").change
            {
                return version.number;
            }
        }
    }

    #[test]
    fn without_events_changes_are_found_by_checks_and_that_is_said() {
        let folder = TempDir::new().expect("a folder");
        let bot = folder.path().join("bot.lua");
        fs::write(&bot, GOOD).expect("a file");
        let (reload, notices) = watch(&bot, true);
        assert!(reload.note().is_some_and(|note| note.contains("checked once a second")));
        assert_eq!(next_version(&notices), 1);
        fs::write(&bot, format!("{GOOD} -- 2")).expect("a file");
        assert_eq!(next_version(&notices), 2);
    }

    #[test]
    fn a_folder_that_comes_with_its_module_after_the_main_file_plays() {
        for deaf in [false, true] {
            let folder = TempDir::new().expect("a folder");
            let bot = folder.path().join("bot");
            fs::create_dir(&bot).expect("a folder");
            fs::write(bot.join("main.lua"), "local new = require(\"./lib/new\")").expect("a file");
            let (_reload, notices) = watch(&bot, deaf);
            let first = notices.recv_timeout(LONG).expect("an error");
            assert!(matches!(first.change, Change::Broken(_)));
            fs::create_dir_all(bot.join("lib")).expect("a folder");
            fs::write(bot.join("lib/new.lua"), GOOD).expect("a file");
            assert_eq!(next_version(&notices), 1, "deaf: {deaf}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_bot_to_which_a_link_on_the_way_leads_now_plays() {
        use std::os::unix::fs::symlink;
        let folder = TempDir::new().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for release in ["r1", "r2"] {
            fs::create_dir(at(release)).expect("a folder");
            fs::write(at(release).join("mine.lua"), format!("{GOOD} -- {release}"))
                .expect("a file");
        }
        symlink("r1", at("now")).expect("a link");
        let (_reload, notices) = watch(&at("now/mine.lua"), false);
        assert_eq!(next_version(&notices), 1);
        symlink("r2", at("next")).expect("a link");
        fs::rename(at("next"), at("now")).expect("a link");
        assert_eq!(next_version(&notices), 2);
        // Later changes there are found too.
        fs::write(at("r2/mine.lua"), format!("{GOOD} -- 3")).expect("a file");
        assert_eq!(next_version(&notices), 3);
    }
}
