//! How long it takes from a save to the first move of the new version, for the ways in which editors
//! save; measured on what `juez watch` runs.

use anyhow::Context;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::contest::{Contest, Plan};
use super::entrants::Entrants;
use super::{Event, Frame, check};
use crate::cli::again::Common;
use crate::cli::figure::Figure;
use crate::core::{Budget, OnFault, Seed};
use crate::pool::{Isolation, IsolationKind};
use crate::registry::{Change, MatchSetup, Reload, game};

/// Saves of each kind.
const SAVES: usize = 50;
/// Matches of the series that a save interrupts.
const MATCHES: u32 = 16;
/// How long a save may take to be noticed before the bench gives up.
const PATIENCE: Duration = Duration::from_secs(20);
/// What the median should not exceed, in milliseconds.
const TARGET: f64 = 60.0;
/// What an error should not exceed, in milliseconds.
const TARGET_BROKEN: f64 = 100.0;

/// A bot whose way of choosing lies in a helper.
const MAIN: &str = "local util = require(\"./util\")
return { next_move = function(view) return util.choose(view) end }\n";
const UTIL: &str = "return { choose = function(view)
  local moves = view:moves()
  return moves[view:random(#moves) + 1]
end }\n";
const BOT: &str = "return { next_move = function(view)
  local moves = view:moves()
  return moves[view:random(#moves) + 1]
end }\n";

/// A way to save a file.
type Save = fn(&Path, &str) -> io::Result<()>;

const WAYS: [(&str, Save); 4] = [
    ("written in place", in_place),
    ("truncated, written slowly", slowly),
    ("written beside, renamed", renamed),
    ("moved away, written again", backed_up),
];

fn in_place(path: &Path, text: &str) -> io::Result<()> {
    fs::write(path, text)
}

fn slowly(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    let (first, second) = text.as_bytes().split_at(text.len() / 2);
    file.write_all(first)?;
    thread::sleep(Duration::from_millis(25));
    file.write_all(second)
}

fn renamed(path: &Path, text: &str) -> io::Result<()> {
    let beside = path.with_extension("tmp");
    fs::write(&beside, text)?;
    fs::rename(&beside, path)
}

/// As vim does it: a probe of the folder first, the old file as a backup until the new one is safe.
fn backed_up(path: &Path, text: &str) -> io::Result<()> {
    let (probe, backup) = (path.with_file_name("4913"), path.with_extension("lua~"));
    fs::write(&probe, "")?;
    fs::remove_file(&probe)?;
    fs::rename(path, &backup)?;
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    drop(file);
    fs::remove_file(&backup)
}

/// Measures every way to save, and how soon an error is shown.
pub(in crate::cli) fn figures() -> anyhow::Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for (name, save) in WAYS {
        let mut stage = Stage::new(&[("bot.lua", BOT)], "bot.lua")?;
        let times = stage.saves("bot.lua", BOT, save)?;
        figures.extend(of(name, times, TARGET));
    }
    let mut stage = Stage::new(&[("bot/main.lua", MAIN), ("bot/util.lua", UTIL)], "bot")?;
    let times = stage.saves("bot/util.lua", UTIL, renamed)?;
    figures.extend(of("helper of a folder, renamed", times, TARGET));
    let mut stage = Stage::new(&[("bot.lua", BOT)], "bot.lua")?;
    let times = stage.broken_saves("bot.lua", BOT)?;
    figures.extend(of("broken, to its error", times, TARGET_BROKEN));
    Ok(figures)
}

/// Median and 95th percentile.
fn of(name: &str, mut times: Vec<f64>, target: f64) -> [Figure; 2] {
    times.sort_by(f64::total_cmp);
    let (median, late) = (times[times.len() / 2], times[times.len() * 95 / 100]);
    let text = if target == TARGET { "<= 60 ms" } else { "<= 100 ms" };
    [
        Figure::new(format!("{name}: median"), format!("{median:.1} ms"), text, median <= target),
        Figure::new("  95th percentile", format!("{late:.1} ms"), "", true),
    ]
}

/// A folder with a bot that is watched.
struct Stage {
    folder: Folder,
    contest: Contest,
    happens: Receiver<Event>,
    _reload: Reload,
}

impl Stage {
    fn new(files: &[(&str, &str)], bot: &str) -> anyhow::Result<Stage> {
        let folder = Folder::new()?;
        for (name, text) in files {
            let path = folder.0.join(name);
            fs::create_dir_all(path.parent().unwrap_or(&folder.0))?;
            fs::write(path, text)?;
        }
        let (events, happens) = channel();
        let to_main = events.clone();
        let frame = Frame {
            game: game("quoridor")?,
            base: MatchSetup::new(Vec::new()),
            seed: Seed::from(1),
            place: Arc::new(Isolation::Thread),
            kind: IsolationKind::Thread,
            events,
        };
        let bot = folder.0.join(bot).display().to_string();
        let entrants = Entrants::read(frame.game, &bot, &["random".to_string()])?;
        let check = check(&frame, &entrants)?;
        let reload = Reload::start(&entrants.wanted(), check, move |notice| {
            let _ = to_main.send(Event::Saved(notice));
        })?;
        let common = Common {
            seed: "1".to_string(),
            options: Vec::new(),
            budget: Budget::default(),
            on_fault: OnFault::default(),
            strikes: 1,
            without: Vec::new(),
        };
        let plan = Plan { games: MATCHES, verbose: false, common };
        let contest = Contest::new(frame, entrants, plan)?;
        let mut stage = Stage { folder, contest, happens, _reload: reload };
        stage.until(|stage, _| stage.contest.is_done())?;
        Ok(stage)
    }

    /// Takes events until one is what is waited for.
    fn until(&mut self, mut is_it: impl FnMut(&Stage, &Seen) -> bool) -> anyhow::Result<()> {
        let since = Instant::now();
        loop {
            let left = PATIENCE.saturating_sub(since.elapsed());
            let event = self.happens.recv_timeout(left).context("a save was not noticed")?;
            let seen = match &event {
                Event::FirstMove { round, player: 0, at } => Seen::FirstMove(*round, *at),
                Event::Saved(notice) => Seen::Saved(notice.change.clone()),
                _ => Seen::Other,
            };
            self.contest.take(event, &mut |_, _| Ok(()))?;
            if is_it(self, &seen) {
                return Ok(());
            }
        }
    }

    /// Saves a file again and again; milliseconds to the first move of each new version. Every other
    /// save comes while a series is being played.
    fn saves(&mut self, file: &str, text: &str, save: Save) -> anyhow::Result<Vec<f64>> {
        let path = self.folder.0.join(file);
        let mut times = Vec::new();
        for n in 0..SAVES {
            let mark = format!("-- save {n}.");
            save(&path, &format!("{text}{mark}\n"))?;
            let saved = Instant::now();
            let mut is_new = false;
            self.until(|stage, seen| match seen {
                Seen::Saved(change) => {
                    is_new |= holds(change, &mark);
                    false
                }
                Seen::FirstMove(round, at) => {
                    let is_it = is_new && stage.contest.plays(*round);
                    if is_it {
                        times.push(at.saturating_duration_since(saved).as_secs_f64() * 1e3);
                    }
                    is_it
                }
                Seen::Other => false,
            })?;
            match n % 2 {
                0 => thread::sleep(Duration::from_millis(n as u64 % 7)),
                _ => self.until(|stage, _| stage.contest.is_done())?,
            }
        }
        Ok(times)
    }

    /// Saves a broken bot again and again; milliseconds to its error.
    fn broken_saves(&mut self, file: &str, text: &str) -> anyhow::Result<Vec<f64>> {
        let path = self.folder.0.join(file);
        let mut times = Vec::new();
        for n in 0..SAVES / 5 {
            in_place(&path, &format!("{text} end {n}\n"))?;
            let saved = Instant::now();
            self.until(|_, seen| matches!(seen, Seen::Saved(Change::Broken(_))))?;
            times.push(saved.elapsed().as_secs_f64() * 1e3);
        }
        Ok(times)
    }
}

/// What the bench looks for among events.
enum Seen {
    /// The bot has made its first move of a round.
    FirstMove(u64, Instant),
    /// Something has become of the bot.
    Saved(Change),
    /// Anything else.
    Other,
}

/// Whether this is the version with the mark.
fn holds(change: &Change, mark: &str) -> bool {
    match change {
        Change::Version(version) => {
            version.spec.bundle.files.values().any(|text| text.contains(mark))
        }
        _ => false,
    }
}

/// A folder that is gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> anyhow::Result<Folder> {
        let name = format!("juez-bench-{}", std::process::id());
        for n in 0..1000 {
            let path = std::env::temp_dir().join(format!("{name}-{n}"));
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Folder(path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error).context("cannot make a folder to save bots in"),
            }
        }
        anyhow::bail!("cannot make a folder to save bots in")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is in the system's folder for such things.
        let _ = fs::remove_dir_all(&self.0);
    }
}
