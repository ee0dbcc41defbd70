//! Plays a record again from the sources of its bots.

use anyhow::Context;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::core::{By, FaultKind, PlayedBy, Player, Record};
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
        let mut again = place
            .play(game, &setup)
            .map_err(|error| wrong(format!("cannot play it again: {error}")))?;
        stand_in(record, &mut again);
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
        let people = Arc::new(AsRecorded::of(record));
        let attended = record.plies.iter().any(|ply| !matches!(ply.by, By::Bot | By::Forced));
        let players = record.players.iter().map(|player| {
            let bot = match player.bot {
                PlayedBy::Human => None,
                _ if !attended => return self.player(player, game),
                _ => Some(Box::new(self.player(player, game)?.mind)),
            };
            // A person plays only once: what was chosen then is chosen again.
            let (person, own) = (people.clone(), player.clone());
            let mind = Mind::Attended { bot, person, player: own };
            Ok(PlayerSpec { name: player.name.clone(), mind })
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

/// The people of a record, whose choices are known already. What a bot chose that stood in for a
/// person is taken for a choice of the person's: who it was the record does not say.
struct AsRecorded(Vec<Choice>);

impl AsRecorded {
    fn of(record: &Record) -> AsRecorded {
        let resigned = |ply: usize| {
            let faults = record.end.iter().flat_map(|end| &end.faults);
            let mut here = faults.filter(|fault| fault.ply as usize == ply);
            here.any(|fault| fault.fault.kind == FaultKind::Resigned)
        };
        let chosen = record.moves.iter().zip(&record.plies).enumerate();
        let mut choices: Vec<Choice> = chosen
            .map(|(ply, (mv, how))| match how.by {
                _ if resigned(ply) => Choice::Resign,
                By::Human | By::Takeover => Choice::Move(mv.clone()),
                // A bot that was asked and did wrong has a log.
                By::Substitute if how.log.is_none() => Choice::Random,
                By::Bot | By::Substitute | By::Forced | By::Given => Choice::Bot,
            })
            .collect();
        // The last decision may have made no move.
        choices.push(if resigned(choices.len()) { Choice::Resign } else { Choice::Bot });
        AsRecorded(choices)
    }
}

impl Person for AsRecorded {
    fn choose(&self, asked: &Asked<'_>) -> Choice {
        match self.0.get(asked.ply as usize) {
            // What is refused once would be refused for ever.
            Some(choice) if asked.refused.is_none() => choice.clone(),
            _ => Choice::Resign,
        }
    }
}

/// Puts into the second playing what a bot did that stood in for a person, for it was not asked again.
fn stand_in(record: &Record, again: &mut Record) {
    for (then, now) in record.plies.iter().zip(&mut again.plies) {
        if (then.by, now.by) == (By::Takeover, By::Human) {
            now.clone_from(then);
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
