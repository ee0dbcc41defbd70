//! One bot on disk: schedules checks and detects changes. It has no clock: the caller passes the
//! time.

use serde::Serialize;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::survey::Survey;
use juez_script::{BotSpec, Bundle, Language, LintMessage, LoadError, ReadBundleError};

/// Quiet time after the last event before a bot is read: enough for an editor that saves several
/// files, or one file in several steps.
const SETTLE: Duration = Duration::from_millis(10);
/// The same while the file is still open for writing.
const SETTLE_OPEN: Duration = Duration::from_millis(60);
/// Quiet time after the last event before a bot counts as broken or gone.
const PATIENCE: Duration = Duration::from_millis(70);
/// The same while the file is still open for writing.
const PATIENCE_OPEN: Duration = Duration::from_millis(250);

/// A version of a bot that loads.
#[derive(Clone)]
pub struct Version {
    /// The number of the version, from 1.
    pub number: u32,
    /// The bot.
    pub spec: BotSpec,
    /// The time of the last change of its files, as far as known.
    pub saved: Instant,
    /// The lint of its source.
    pub lint: Vec<LintMessage>,
}

/// The error of a saved bot that cannot play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Broken {
    /// The error, with file, line and the source line if there is one.
    #[serde(rename = "error")]
    pub text: String,
    /// The file within the bundle.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u32>,
}

/// The result of a check: the lint of a version, or its error.
pub type Checked = Result<Vec<LintMessage>, Broken>;

impl From<&LoadError> for Broken {
    fn from(error: &LoadError) -> Broken {
        let (file, line) = match error {
            LoadError::Syntax(error) => (Some(error.file.clone()), error.line),
            LoadError::Load { fault, .. } => (fault.file.clone(), fault.line),
            LoadError::Read(_) | LoadError::Lost(_) | LoadError::Deadly(_) => (None, None),
        };
        Broken { text: error.to_string(), file, line }
    }
}

/// A change of a bot.
#[derive(Clone)]
pub enum Change {
    /// The bot has a new version.
    Version(Version),
    /// The saved bot cannot play; the last version still can.
    Broken(Broken),
    /// The bot is gone; the last version can still play.
    Gone,
    /// The bot was broken or gone, and is again equal to its last version.
    Back {
        /// The number of that version.
        number: u32,
    },
}

/// The way in which a file was touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Touch {
    /// Written to, by a program that will close it when done.
    Written,
    /// Complete, as far as known: closed, renamed, created or removed.
    Whole,
}

/// The last news of a bot.
#[derive(PartialEq, Eq)]
enum LastNews {
    Nothing,
    Good,
    Broken(Broken),
    Gone,
}

pub(super) struct Source {
    /// The path as given by the caller.
    pub path: PathBuf,
    /// The state of its files at the last check, with the folders to watch: its own and those
    /// below, or the folder of a single file.
    survey: Survey,
    /// The name of a single-file bot; `None` for a folder, where all scripts count.
    file: Option<OsString>,
    last: Instant,
    is_open: bool,
    due: Option<Instant>,
    news: LastNews,
    /// The number and hash of the last version.
    good: Option<(u32, String)>,
    /// The hash and error of the last broken source, to avoid trying it twice.
    doubtful: Option<(String, Broken)>,
}

impl Source {
    /// Creates the bot at `path`, due for an immediate check.
    pub fn new(path: &Path, now: Instant) -> Source {
        let file = Bundle::folder(path).is_none().then(|| path.file_name()).flatten();
        Source {
            path: path.to_path_buf(),
            survey: Survey::of(path),
            file: file.map(OsString::from),
            last: now.checked_sub(PATIENCE_OPEN).unwrap_or(now),
            is_open: false,
            due: Some(now),
            news: LastNews::Nothing,
            good: None,
            doubtful: None,
        }
    }

    /// Returns the folders in which a change can affect the bot.
    pub fn folders(&self) -> &[PathBuf] {
        &self.survey.folders
    }

    /// Returns true if an event at `path` may have changed the bot: at its file, or at a script or
    /// a folder below its own folder. A path that is gone may have been a folder.
    pub fn has(&self, path: &Path) -> bool {
        let is_inside = || self.folders().iter().any(|folder| path.parent() == Some(folder));
        match &self.file {
            Some(file) => path.file_name() == Some(file) && is_inside(),
            None => (is_script(path) || !path.is_file()) && is_inside(),
        }
    }

    /// Compares its files with their state at the last check, to find changes without events. Reads
    /// nothing.
    pub fn survey(&mut self, now: Instant) {
        // A pending check will find out, and knows of unfinished writes.
        if self.due.is_some() {
            return;
        }
        let survey = Survey::of(&self.path);
        if survey != self.survey || survey.is_fresh {
            self.survey = survey;
            self.touched(Touch::Whole, now);
        }
    }

    /// Records an event.
    pub fn touched(&mut self, how: Touch, now: Instant) {
        self.last = now;
        self.is_open = how == Touch::Written;
        self.due = Some(now + if self.is_open { SETTLE_OPEN } else { SETTLE });
    }

    /// Returns the time of the next check.
    pub fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Checks the bot and returns its change since the last news, if any. `check` returns the error
    /// or the lint of a bot that was read.
    pub fn look(
        &mut self,
        now: Instant,
        check: impl FnOnce(&BotSpec) -> Checked,
    ) -> Option<Change> {
        self.due = None;
        // Before reading: later changes will differ from this.
        self.survey = Survey::of(&self.path);
        match BotSpec::read_source(&self.path) {
            Ok(spec) => self.found(spec, now, check),
            Err(error) if is_missing(&error) => {
                self.when_certain(now)?;
                self.keep(LastNews::Gone).then_some(Change::Gone)
            }
            Err(error) => self.broken(Broken::from(&error), now),
        }
    }

    fn found(
        &mut self,
        spec: BotSpec,
        now: Instant,
        check: impl FnOnce(&BotSpec) -> Checked,
    ) -> Option<Change> {
        let hash = spec.bundle.hash.clone();
        if let Some((number, good)) = &self.good
            && *good == hash
        {
            let number = *number;
            return self.keep(LastNews::Good).then_some(Change::Back { number });
        }
        let known = self.doubtful.take().filter(|(doubtful, _)| *doubtful == hash);
        let checked = match known {
            Some((_, broken)) => Err(broken),
            None => check(&spec),
        };
        let lint = match checked {
            Ok(lint) => lint,
            Err(broken) => {
                self.doubtful = Some((hash, broken.clone()));
                return self.broken(broken, now);
            }
        };
        let number = self.good.as_ref().map_or(1, |(number, _)| number + 1);
        self.good = Some((number, hash));
        self.news = LastNews::Good;
        Some(Change::Version(Version { number, spec, saved: self.last, lint }))
    }

    fn broken(&mut self, broken: Broken, now: Instant) -> Option<Change> {
        self.when_certain(now)?;
        self.keep(LastNews::Broken(broken.clone())).then_some(Change::Broken(broken))
    }

    /// Returns `None` and schedules another check while the files may be half saved.
    fn when_certain(&mut self, now: Instant) -> Option<()> {
        let certain = self.last + if self.is_open { PATIENCE_OPEN } else { PATIENCE };
        if now >= certain {
            return Some(());
        }
        self.due = Some(certain);
        None
    }

    /// Stores the news, and returns true if it differs from the last.
    fn keep(&mut self, news: LastNews) -> bool {
        let is_new = self.news != news;
        self.news = news;
        is_new
    }
}

/// Returns true if a file can be a part of a bot.
pub(super) fn is_script(path: &Path) -> bool {
    Language::of_file(path).is_some()
}

fn is_missing(error: &LoadError) -> bool {
    match error {
        LoadError::Read(ReadBundleError::Io { source, .. }) => source.kind() == ErrorKind::NotFound,
        LoadError::Read(ReadBundleError::NoMain { .. }) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use tempfile::TempDir;

    const GOOD: &str = "return { next_move = function(view) return view:moves()[1] end }";

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    /// Accepts every source with the word `next_move`.
    fn check(spec: &BotSpec) -> Checked {
        let whole = spec.bundle.files.values().any(|text| text.contains("next_move"));
        let broken = Broken { text: "half".into(), file: None, line: None };
        if whole { Ok(Vec::new()) } else { Err(broken) }
    }

    struct Bench {
        folder: TempDir,
        source: Source,
        now: Instant,
    }

    impl Bench {
        /// Creates a bot whose first version was taken.
        fn new() -> Bench {
            let folder = TempDir::new().expect("a folder");
            let file = folder.path().join("bot.lua");
            fs::write(&file, GOOD).expect("a file");
            let now = Instant::now();
            let mut source = Source::new(&file, now);
            assert!(matches!(source.look(now, check), Some(Change::Version(_))));
            Bench { folder, source, now }
        }

        /// Ages the file, as if it had not changed for a while.
        fn age(&mut self) {
            let long_ago = std::time::SystemTime::now() - Duration::from_secs(60);
            let file = fs::File::options().write(true).open(self.file()).expect("a file");
            file.set_modified(long_ago).expect("a time");
            assert!(self.source.look(self.now, check).is_none());
        }

        fn file(&self) -> PathBuf {
            self.folder.path().join("bot.lua")
        }

        fn write(&mut self, text: &str, how: Touch) {
            fs::write(self.file(), text).expect("a file");
            self.source.touched(how, self.now);
        }

        /// Advances to the next check; returns the waiting time and the change.
        fn wait(&mut self) -> (Duration, Option<Change>) {
            let due = self.source.due().expect("it wants to be looked at");
            let waited = due - self.now;
            self.now = due;
            (waited, self.source.look(due, check))
        }
    }

    #[test]
    fn a_good_save_is_taken_as_soon_as_the_file_has_come_to_rest() {
        let mut bench = Bench::new();
        bench.write(&format!("{GOOD} -- 2"), Touch::Whole);
        let (waited, change) = bench.wait();
        assert_eq!(waited, SETTLE);
        let Some(Change::Version(version)) = change else { panic!("no version") };
        assert_eq!(version.number, 2);
        assert!(bench.source.due().is_none());
    }

    #[test]
    fn the_same_bytes_are_no_version() {
        let mut bench = Bench::new();
        bench.write(GOOD, Touch::Whole);
        assert!(bench.wait().1.is_none());
    }

    #[test]
    fn half_a_file_is_no_error_if_the_rest_comes() {
        let mut bench = Bench::new();
        bench.write("return {", Touch::Whole);
        assert!(bench.wait().1.is_none());
        bench.now += ms(30);
        bench.write(&format!("{GOOD} -- 2"), Touch::Whole);
        assert!(matches!(bench.wait().1, Some(Change::Version(_))));
    }

    #[test]
    fn a_broken_save_is_told_within_a_tenth_of_a_second_and_once() {
        let mut bench = Bench::new();
        bench.write("return {", Touch::Whole);
        let (settled, change) = bench.wait();
        assert!(change.is_none());
        let (more, change) = bench.wait();
        assert!(matches!(change, Some(Change::Broken(_))));
        assert!(settled + more < ms(100));
        bench.write("return {", Touch::Whole);
        bench.wait();
        assert!(bench.wait().1.is_none(), "the news came before");
    }

    #[test]
    fn a_file_that_is_held_open_is_given_more_time() {
        let mut bench = Bench::new();
        bench.write("return {", Touch::Written);
        assert_eq!(bench.wait().0, SETTLE_OPEN);
        let (more, _) = bench.wait();
        assert_eq!(SETTLE_OPEN + more, PATIENCE_OPEN);
    }

    #[test]
    fn a_bot_that_is_as_it_was_again_is_told_of() {
        let mut bench = Bench::new();
        bench.write("return {", Touch::Whole);
        bench.wait();
        bench.wait();
        bench.write(GOOD, Touch::Whole);
        assert!(matches!(bench.wait().1, Some(Change::Back { number: 1 })));
    }

    #[test]
    fn a_file_that_vanishes_for_a_moment_is_not_missed() {
        let mut bench = Bench::new();
        fs::remove_file(bench.file()).expect("it was there");
        bench.source.touched(Touch::Whole, bench.now);
        assert!(bench.wait().1.is_none());
        bench.write(&format!("{GOOD} -- 2"), Touch::Whole);
        assert!(matches!(bench.wait().1, Some(Change::Version(_))));
    }

    #[test]
    fn a_file_that_is_gone_for_good_is_told_once() {
        let mut bench = Bench::new();
        fs::remove_file(bench.file()).expect("it was there");
        bench.source.touched(Touch::Whole, bench.now);
        bench.wait();
        assert!(matches!(bench.wait().1, Some(Change::Gone)));
        bench.source.touched(Touch::Whole, bench.now);
        bench.wait();
        assert!(bench.wait().1.is_none());
    }

    #[test]
    fn a_change_without_an_event_is_found_by_a_check() {
        let mut bench = Bench::new();
        bench.age();
        bench.source.survey(bench.now);
        assert!(bench.source.due().is_none(), "nothing has changed");
        fs::write(bench.file(), format!("{GOOD} -- 2")).expect("a file");
        bench.source.survey(bench.now);
        assert!(matches!(bench.wait().1, Some(Change::Version(_))));
    }

    #[test]
    fn a_module_that_comes_later_in_a_new_folder_makes_a_version() {
        let folder = TempDir::new().expect("a folder");
        let bot = folder.path().join("main.lua");
        fs::write(&bot, "local new = require(\"./lib/new\")").expect("a file");
        let mut source = Source::new(folder.path(), Instant::now());
        let now = Instant::now();
        assert!(matches!(source.look(now, check), Some(Change::Broken(_))), "no next_move yet");
        let lib = source.folders()[0].join("lib");
        fs::create_dir(&lib).expect("a folder");
        assert!(source.has(&lib), "a folder can hold the missing file");
        source.survey(now);
        assert!(source.folders().contains(&lib));
        fs::write(lib.join("new.lua"), GOOD).expect("a file");
        assert!(source.has(&lib.join("new.lua")));
        assert!(matches!(source.look(now, check), Some(Change::Version(_))));
    }

    #[test]
    fn a_file_counts_by_its_name_and_a_folder_by_all_its_scripts() {
        let bench = Bench::new();
        let folder = bench.folder.path().canonicalize().expect("a folder");
        assert!(bench.source.has(&folder.join("bot.lua")));
        assert!(!bench.source.has(&folder.join("other.lua")));
        assert!(!bench.source.has(&folder.join("bot.lua~")));
        let whole = Source::new(bench.folder.path(), bench.now);
        assert!(whole.has(&folder.join("other.lua")));
        fs::write(folder.join("notes.txt"), "").expect("a file");
        assert!(!whole.has(&folder.join("notes.txt")));
    }
}
