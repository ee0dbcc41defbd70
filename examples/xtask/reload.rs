//! The time from a save to the first move of the new version in `juez watch`, for several editors'
//! ways of saving.

use anyhow::{Context, bail};
use serde_json::Value;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

use crate::figure::Figure;

const SAVES: usize = 50;
/// Maximum wait for the effect of a save.
const WAIT: Duration = Duration::from_secs(20);
/// Target for the median after a save, in milliseconds.
const TARGET_MS: f64 = 60.0;
/// Target for the median until the error of a broken save, in milliseconds.
const TARGET_BROKEN_MS: f64 = 100.0;

/// A bot that chooses its move in a helper.
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
    ("written in place", overwritten),
    ("truncated, written slowly", slowly),
    ("written beside, renamed", renamed),
    ("moved away, written again", backed_up),
];

fn overwritten(path: &Path, text: &str) -> io::Result<()> {
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

/// Saves like vim: a probe of the folder first, the old file as a backup until the new one is safe.
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

/// Measures every way to save, and the time until an error is shown.
pub fn figures() -> anyhow::Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for (name, save) in WAYS {
        let times = Watched::start(&[("bot.lua", BOT)], "bot.lua")?.saves("bot.lua", BOT, save)?;
        figures.extend(of(name, times, TARGET_MS));
    }
    let mut watched = Watched::start(&[("bot/main.lua", MAIN), ("bot/util.lua", UTIL)], "bot")?;
    let times = watched.saves("bot/util.lua", UTIL, renamed)?;
    figures.extend(of("helper of a folder, renamed", times, TARGET_MS));
    let times = Watched::start(&[("bot.lua", BOT)], "bot.lua")?.broken_saves("bot.lua", BOT)?;
    figures.extend(of("broken, to its error", times, TARGET_BROKEN_MS));
    Ok(figures)
}

/// Returns the median and the 95th percentile.
fn of(name: &str, mut times: Vec<f64>, target: f64) -> [Figure; 2] {
    times.sort_by(f64::total_cmp);
    let (median, late) = (times[times.len() / 2], times[times.len() * 95 / 100]);
    let text = if target == TARGET_MS { "<= 60 ms" } else { "<= 100 ms" };
    [
        Figure::new(format!("{name}: median"), format!("{median:.1} ms"), text, median <= target),
        Figure::new("  95th percentile", format!("{late:.1} ms"), "", true),
    ]
}

/// A folder with a bot, and `juez watch` on it.
struct Watched {
    folder: TempDir,
    watch: Child,
    events: Receiver<(Value, Instant)>,
}

impl Watched {
    fn start(files: &[(&str, &str)], bot: &str) -> anyhow::Result<Watched> {
        let folder = tempfile::tempdir().context("cannot make a folder to save bots in")?;
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap_or(folder.path()))?;
            fs::write(path, text)?;
        }
        let program = std::env::current_exe().context("cannot find this program")?;
        let mut watch = Command::new(program)
            .args(["watch", "quoridor", bot, "random", "-n", "16", "--seed", "1", "--json"])
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start juez watch")?;
        let out = watch.stdout.take().context("juez watch has no output")?;
        let (sender, events) = channel();
        thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                let at = Instant::now();
                let event = serde_json::from_str(&line).unwrap_or(Value::Null);
                if sender.send((event, at)).is_err() {
                    break;
                }
            }
        });
        let watched = Watched { folder, watch, events };
        watched.wait_for("result")?;
        Ok(watched)
    }

    /// Waits for the next event of a kind; returns the time of its arrival.
    fn wait_for(&self, kind: &str) -> anyhow::Result<Instant> {
        let until = Instant::now() + WAIT;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let Ok((event, at)) = self.events.recv_timeout(left) else {
                bail!("juez watch reported no {kind}");
            };
            if event["event"] == kind {
                return Ok(at);
            }
        }
    }

    /// Saves a file repeatedly. Returns the milliseconds to the first move of each new version.
    /// Every other save comes during a series.
    fn saves(&mut self, file: &str, text: &str, save: Save) -> anyhow::Result<Vec<f64>> {
        let path = self.folder.path().join(file);
        let mut times = Vec::new();
        for n in 0..SAVES {
            save(&path, &format!("{text}-- save {n}.\n"))?;
            let saved = Instant::now();
            let played = self.wait_for("version")?;
            times.push(played.saturating_duration_since(saved).as_secs_f64() * 1e3);
            match n % 2 {
                0 => thread::sleep(Duration::from_millis(n as u64 % 7)),
                _ => drop(self.wait_for("result")?),
            }
        }
        Ok(times)
    }

    /// Saves a broken bot repeatedly. Returns the milliseconds to its errors.
    fn broken_saves(&mut self, file: &str, text: &str) -> anyhow::Result<Vec<f64>> {
        let path = self.folder.path().join(file);
        let mut times = Vec::new();
        for n in 0..SAVES / 5 {
            overwritten(&path, &format!("{text} end {n}\n"))?;
            let saved = Instant::now();
            times.push((self.wait_for("error")? - saved).as_secs_f64() * 1e3);
        }
        Ok(times)
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.watch.kill();
        let _ = self.watch.wait();
    }
}
