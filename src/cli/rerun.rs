//! Plays a record again from the sources of its bots.

use anyhow::Context;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::core::{By, PlayedBy, Player, Record};
use crate::pool::Isolation;
use crate::registry::{AnyGame, Asked, Choice, MatchSetup, Mind, Person, PlayerSpec, RecordFault};
use crate::script::BotSpec;

/// How deep folders are searched for bots.
const DEPTH: u32 = 8;

/// The scripts below a folder, by the hash of their bundle.
pub(super) struct Library(BTreeMap<String, BotSpec>);

impl Library {
    /// Finds every script below `folder`.
    pub fn read(folder: &Path) -> anyhow::Result<Library> {
        let mut library = Library(BTreeMap::new());
        library.search(folder, DEPTH)?;
        Ok(library)
    }

    fn search(&mut self, folder: &Path, depth: u32) -> anyhow::Result<()> {
        let context = || format!("cannot read folder {}", folder.display());
        self.add(folder);
        for entry in fs::read_dir(folder).with_context(context)? {
            let entry = entry.with_context(context)?;
            let kind = entry.file_type().with_context(context)?;
            if kind.is_dir() && depth > 0 {
                self.search(&entry.path(), depth - 1)?;
            } else if kind.is_file() {
                self.add(&entry.path());
            }
        }
        Ok(())
    }

    /// Takes in a path if it is a script. What is none is no error here.
    fn add(&mut self, path: &Path) {
        if let Ok(spec) = BotSpec::read_source(path) {
            self.0.entry(spec.bundle.hash.clone()).or_insert(spec);
        }
    }

    /// Plays `record` again in this place and compares.
    pub fn rerun(
        &self,
        record: &Record,
        game: &'static dyn AnyGame,
        place: &Isolation,
    ) -> Result<(), RecordFault> {
        let wrong = |error: String| RecordFault { ply: 0, error };
        let setup = self.setup(record, game).map_err(wrong)?;
        let again = place
            .play(game, &setup)
            .map_err(|error| wrong(format!("cannot play it again: {error}")))?;
        match difference(record, &again) {
            Some(fault) => Err(fault),
            None => Ok(()),
        }
    }

    /// Who sat there, if the script is in this library.
    pub fn player(&self, player: &Player, game: &dyn AnyGame) -> Result<PlayerSpec, String> {
        let source = player.source.as_deref().unwrap_or_default();
        let mind = match player.bot {
            PlayedBy::Human => Err(format!("{} is a person, who plays only once", player.name)),
            PlayedBy::Builtin => {
                let text = if source.is_empty() { &player.name } else { source };
                PlayerSpec::read(text, game).map(|spec| spec.mind).map_err(|e| e.to_string())
            }
            PlayedBy::Lua | PlayedBy::Rhai => {
                let spec = self.0.get(source).cloned().map(Mind::Script);
                spec.ok_or_else(|| format!("no bot with the source {source} of {}", player.name))
            }
        };
        mind.map(|mind| PlayerSpec { name: player.name.clone(), mind })
    }

    fn setup(&self, record: &Record, game: &dyn AnyGame) -> Result<MatchSetup, String> {
        if record.players.is_empty() {
            return Err("the record does not say who played".to_string());
        }
        let players = record.players.iter().map(|player| match player.bot {
            // A person plays only once: what was chosen then is chosen again.
            PlayedBy::Human => {
                let mind = Mind::Human(Arc::new(AsRecorded(record.moves.clone())));
                Ok(PlayerSpec { name: player.name.clone(), mind })
            }
            _ => self.player(player, game),
        });
        let given = record.plies.iter().take_while(|ply| ply.by == By::Given).count();
        let from_seed = record.seed.is_some() && given == 0;
        Ok(MatchSetup {
            options: record.options.clone(),
            players: players.collect::<Result<_, _>>()?,
            seed: record.seed,
            limits: record.limits.clone().unwrap_or_default(),
            without: record.without.clone(),
            deals: if from_seed { Vec::new() } else { record.deals.clone() },
            moves: record.moves[..given.min(record.moves.len())].to_vec(),
            known: Vec::new(),
        })
    }
}

/// A person whose choices are known already.
struct AsRecorded(Vec<String>);

impl Person for AsRecorded {
    fn choose(&self, asked: &Asked<'_>) -> Choice {
        match self.0.get(asked.ply as usize) {
            // What is refused once would be refused for ever.
            Some(mv) if asked.refused.is_none() => Choice::Move(mv.clone()),
            _ => Choice::Resign,
        }
    }
}

/// The first thing that differs between a record and its second playing.
fn difference(record: &Record, again: &Record) -> Option<RecordFault> {
    if record.to_line() == again.to_line() {
        return None;
    }
    let moves = record.moves.iter().zip(&again.moves);
    if let Some(ply) = moves.clone().position(|(a, b)| a != b) {
        let error =
            format!("played again, the move is {} and not {}", again.moves[ply], record.moves[ply]);
        return Some(RecordFault { ply: ply as u32, error });
    }
    let both = record.moves.len().min(again.moves.len()) as u32;
    if record.moves.len() != again.moves.len() {
        let (a, b) = (record.moves.len(), again.moves.len());
        return Some(RecordFault {
            ply: both,
            error: format!("played again, it has {b} plies and not {a}"),
        });
    }
    if let Some(ply) = record.plies.iter().zip(&again.plies).position(|(a, b)| a != b) {
        let error = "played again, the fuel, log or marks of this ply differ".to_string();
        return Some(RecordFault { ply: ply as u32, error });
    }
    let what = if record.end != again.end {
        "the end differs"
    } else if record.deals != again.deals {
        "the deals differ"
    } else {
        "the same match, but its record has other bytes"
    };
    Some(RecordFault { ply: both, error: format!("played again, {what}") })
}
