//! The matches that the bot `master` has lost, from files of records, stores and class folders.

use anyhow::Context;
use serde_json::{Map, Value};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

use crate::cli::reader;
use crate::cli::text::{counted, tell};
use juez_core::{PlayedBy, Record, Seat};
use juez_lobby::Lobby;
use juez_match::registry::AnyGame;
use juez_script::open_file;
use juez_storage::sqlite_file::MAGIC;
use juez_tournament::Store;

/// Most lost matches to learn from: the last ones.
const MOST: usize = 5000;

/// Lost matches, with the seat of the bot.
pub struct Losses {
    matches: Vec<(Record, Seat)>,
    /// Matches of the bot, won or lost.
    played: usize,
    /// Matches that at least one of its seats has lost.
    lost: usize,
}

impl Losses {
    /// Reads the matches of `game` from files and folders. Reports wrong records and leaves them out.
    pub fn read(from: &[PathBuf], game: &'static dyn AnyGame) -> anyhow::Result<Losses> {
        let mut losses = Losses { matches: Vec::new(), played: 0, lost: 0 };
        for path in from {
            if path.is_dir() {
                losses.add_folder(path, game)?;
            } else {
                losses.add_file(path, game)?;
            }
        }
        let excess = losses.matches.len().saturating_sub(MOST);
        losses.matches.drain(..excess);
        Ok(losses)
    }

    pub fn is_empty(&self) -> bool {
        self.matches.is_empty()
    }

    pub fn matches(&self) -> &[(Record, Seat)] {
        &self.matches
    }

    /// Returns the house rules of the last lost match with the fewest players.
    pub fn rules(&self) -> Map<String, Value> {
        let last = self.matches.iter().rev().min_by_key(|(record, _)| record.players.len());
        last.map_or_else(Map::new, |(record, _)| record.options.clone())
    }

    pub fn summary(&self) -> String {
        let played = counted(self.played, "match", "matches");
        format!("{played} of master; it lost {}", self.lost)
    }

    fn add_folder(&mut self, folder: &Path, game: &'static dyn AnyGame) -> anyhow::Result<()> {
        let context = || format!("cannot read folder {}", folder.display());
        let mut files = Vec::new();
        for entry in fs::read_dir(folder).with_context(context)? {
            files.push(entry.with_context(context)?.path());
        }
        files.sort();
        files
            .iter()
            .filter(|file| Lobby::is_store(file))
            .try_for_each(|file| self.add_file(file, game))
    }

    fn add_file(&mut self, path: &Path, game: &'static dyn AnyGame) -> anyhow::Result<()> {
        if Lobby::is_store(path) {
            // A copy, because a server may have opened it.
            let work = TempDir::with_prefix("juez-")?;
            let copy = work.path().join("matches.db");
            Lobby::copy_store(path, &copy)?;
            let mut hear = |record: Record| self.add(&record, game);
            return Ok(Lobby::stored_records(&copy, game.info().id, &mut hear)?);
        }
        if is_database(path)? {
            let store = Store::read(path)?;
            for revision in 1..=store.revisions()? {
                for (key, _) in store.matches(revision)? {
                    if let Some(record) = store.record(&key)? {
                        self.add(&record, game);
                    }
                }
            }
            return Ok(());
        }
        for line in reader::lines(path)? {
            let line = line?;
            match line.record {
                Ok((record, _)) => self.add(&record, game),
                Err(error) => tell(format_args!("{}:{}: {error}", path.display(), line.line)),
            }
        }
        Ok(())
    }

    fn add(&mut self, record: &Record, game: &'static dyn AnyGame) {
        if record.game != game.info().id {
            return;
        }
        let is_master = |seat: &Seat| {
            let player = &record.players[seat.index()];
            let source = player.source.as_deref().unwrap_or(&player.name);
            player.bot == PlayedBy::Builtin && source.split(':').next() == Some("master")
        };
        let seats: Vec<Seat> = Seat::all(record.players.len() as u8).filter(is_master).collect();
        let Some(end) = &record.end else { return };
        let others = record.players.len() > seats.len();
        if seats.is_empty() || !others {
            return;
        }
        self.played += 1;
        let lost: Vec<Seat> = seats.into_iter().filter(|seat| end.ranks[*seat] > 1).collect();
        if lost.is_empty() {
            return;
        }
        match game.verify(record) {
            Ok(_) => {
                self.lost += 1;
                self.matches.extend(lost.into_iter().map(|seat| (record.clone(), seat)));
            }
            Err(fault) => {
                tell(format_args!("a wrong record at ply {}: {}", fault.ply, fault.error));
            }
        }
    }
}

fn is_database(path: &Path) -> anyhow::Result<bool> {
    let mut head = Vec::new();
    let file = open_file(path).with_context(|| format!("cannot read {}", path.display()))?;
    file.take(MAGIC.len() as u64).read_to_end(&mut head)?;
    Ok(head == MAGIC)
}
