//! The thread that hears of events in the folders of bots, and looks.

use notify::event::{AccessKind, AccessMode, ModifyKind};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

use super::Change;
use super::source::{Checked, Source, Touch, is_script};
use crate::script::{BotSpec, Bundle, LANGUAGES, STACK};

/// Returns the error or the lint of a bot that was read: loads it once where scripts may run.
pub type Check = Box<dyn FnMut(&BotSpec) -> Checked + Send>;

/// A bot or a folder to watch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// A bot: a file, or a folder with a main file.
    Bot(PathBuf),
    /// Every bot file of a folder, those that are yet to come too.
    Folder(PathBuf),
}

/// Something has become of a bot.
pub struct Notice {
    /// Its path as it was given to [`Reload::start`].
    pub path: PathBuf,
    /// The change.
    pub change: Change,
}

/// The reason why bots cannot be watched.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ReloadError(String);

/// Bots that are watched until this is dropped.
pub struct Reload(Sender<Message>);

enum Message {
    Event(Event, Instant),
    Stop,
}

impl Reload {
    /// Watches bots. Each is looked at right away, then whenever its files have changed; `sink` is
    /// called on a thread of its own, which sleeps while nothing happens.
    ///
    /// # Errors
    /// If the system cannot tell what happens in a folder.
    pub fn start(
        wanted: &[Wanted],
        check: Check,
        sink: impl FnMut(Notice) + Send + 'static,
    ) -> Result<Reload, ReloadError> {
        let (send, messages) = channel();
        let to_thread = send.clone();
        let hear = move |event: notify::Result<Event>| {
            // What the system could not tell cannot be acted on; the next event will be.
            if let Ok(event) = event {
                let _ = to_thread.send(Message::Event(event, Instant::now()));
            }
        };
        let watcher = notify::recommended_watcher(hear)
            .map_err(|error| ReloadError(format!("cannot watch folders: {error}")))?;
        let mut looker = Looker {
            watcher,
            sources: Vec::new(),
            folders: Vec::new(),
            check,
            sink: Box::new(sink),
        };
        for wanted in wanted {
            looker.want(wanted)?;
        }
        // A bot's top level runs on this thread.
        thread::Builder::new()
            .name("reload".into())
            .stack_size(STACK)
            .spawn(move || looker.run(&messages))
            .map_err(|error| ReloadError(format!("no thread to watch folders: {error}")))?;
        Ok(Reload(send))
    }
}

impl Drop for Reload {
    fn drop(&mut self) {
        // A thread that is gone needs no telling.
        let _ = self.0.send(Message::Stop);
    }
}

struct Looker {
    watcher: RecommendedWatcher,
    sources: Vec<Source>,
    /// Folders of which every bot file is wanted.
    folders: Vec<PathBuf>,
    check: Check,
    sink: Box<dyn FnMut(Notice) + Send>,
}

impl Looker {
    fn want(&mut self, wanted: &Wanted) -> Result<(), ReloadError> {
        match wanted {
            Wanted::Bot(path) => self.add(path),
            Wanted::Folder(folder) => {
                for file in bots_of_folder(folder) {
                    self.add(&file)?;
                }
                let whole = folder.canonicalize().unwrap_or_else(|_| folder.clone());
                self.watch(&whole)?;
                self.folders.push(folder.clone());
                Ok(())
            }
        }
    }

    fn add(&mut self, path: &Path) -> Result<(), ReloadError> {
        let source = Source::new(path, Instant::now());
        for folder in &source.folders {
            self.watch(folder)?;
            // Of a folder that is moved away and made again only the one above tells.
            if let (true, Some(above)) = (Bundle::folder(path).is_some(), folder.parent()) {
                self.watch(above)?;
            }
        }
        self.sources.push(source);
        Ok(())
    }

    fn watch(&mut self, folder: &Path) -> Result<(), ReloadError> {
        self.watcher
            .watch(folder, RecursiveMode::NonRecursive)
            .map_err(|why| ReloadError(format!("cannot watch folder {}: {why}", folder.display())))
    }

    fn run(mut self, messages: &Receiver<Message>) {
        loop {
            let due = self.sources.iter().filter_map(Source::due).min();
            let message = match due {
                // Nothing to wait for but events: no clock runs.
                None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(due) => messages.recv_timeout(due.saturating_duration_since(Instant::now())),
            };
            match message {
                Ok(Message::Event(event, at)) => self.hear(&event, at),
                Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => self.look(),
            }
        }
    }

    fn hear(&mut self, event: &Event, at: Instant) {
        if event.need_rescan() {
            // Events were lost: anything may have happened.
            self.sources.iter_mut().for_each(|source| source.touched(Touch::Whole, at));
        }
        let Some(how) = touch(event.kind) else { return };
        for path in &event.paths {
            self.newcomer(path);
            for number in 0..self.sources.len() {
                let came_back = self.sources[number].folders.iter().any(|folder| folder == path);
                if came_back && path.is_dir() {
                    // What was watched is another folder of that name, or none.
                    let _ = self.watch(path);
                }
                if came_back || self.sources[number].has(path) {
                    self.sources[number].touched(how, at);
                }
            }
        }
    }

    /// Adds a bot file that was not there before.
    fn newcomer(&mut self, path: &Path) {
        let Some(name) = path.file_name() else { return };
        let known = |source: &Source| source.has(path);
        if !is_bot_file(path) || self.sources.iter().any(known) {
            return;
        }
        let home = self
            .folders
            .iter()
            .find(|folder| folder.canonicalize().ok().as_deref() == path.parent());
        if let Some(home) = home {
            let path = home.join(name);
            let mut source = Source::new(&path, Instant::now());
            source.touched(Touch::Whole, Instant::now());
            self.sources.push(source);
        }
    }

    fn look(&mut self) {
        let now = Instant::now();
        for source in &mut self.sources {
            if source.due().is_none_or(|due| due > now) {
                continue;
            }
            let change = source.look(now, &mut self.check);
            // Files may have been found in further folders. One that cannot be watched has no news.
            for folder in &source.folders {
                let _ = self.watcher.watch(folder, RecursiveMode::NonRecursive);
            }
            if let Some(change) = change {
                (self.sink)(Notice { path: source.path.clone(), change });
            }
        }
    }
}

/// The touch of an event; `None` if nothing was changed.
fn touch(kind: EventKind) -> Option<Touch> {
    match kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => Some(Touch::Whole),
        EventKind::Access(_) => None,
        // Only there does the system tell when a writer is done.
        EventKind::Modify(ModifyKind::Data(_)) if cfg!(target_os = "linux") => Some(Touch::Written),
        _ => Some(Touch::Whole),
    }
}

/// Returns true if `path` is a folder that is one bot, perhaps one that is refused when it is read.
pub fn is_bot_folder(path: &Path) -> bool {
    let main = |id: &str| path.join(format!("main.{id}"));
    LANGUAGES.iter().any(|language| is_no_folder(&main(language.id)))
}

/// The bot files of a folder that is not one bot itself, by name. Those that are links or pipes are
/// there too, and refused when they are read.
pub fn bots_of_folder(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| is_bot_file(path)).collect();
    files.sort();
    files
}

/// Hidden files are what editors leave beside those that they save.
fn is_bot_file(path: &Path) -> bool {
    let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
    is_script(path) && !hidden && is_no_folder(path)
}

fn is_no_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|about| !about.is_dir())
}
