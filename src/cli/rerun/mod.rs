//! Plays a record again from the sources of its bots.
//!
//! | file | contents |
//! |---|---|
//! | `mod` | the sources, and the match of a record |
//! | `recorded` | facts known from the record alone: choices of people and takeover bots |
//! | `again` | the match played again, as far as the record goes, and its differences |

mod again;
mod recorded;

use anyhow::Context;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use self::again::{check_same, play_again};
pub(super) use self::recorded::programs;
use self::recorded::{RecordedPeople, faults_of_stand_ins, fill_in, has_people};
use juez_core::{By, PlayedBy, Player, Record, Weights};
use juez_match::registry::{AnyGame, MatchSetup, Mind, PlayerSpec, RecordFault, open_weights};
use juez_pool::Isolation;
use juez_script::BotSpec;

/// Depth of the search for bots in folders.
const MAX_FOLDER_DEPTH: u32 = 8;

/// Why a record has not passed its verification.
pub(super) enum Failure {
    /// It is wrong, or its bots play otherwise.
    Wrong(RecordFault),
    /// Its bots are not here or cannot play.
    NotPlayed(RecordFault),
}

impl From<RecordFault> for Failure {
    fn from(fault: RecordFault) -> Failure {
        Failure::Wrong(fault)
    }
}

/// Scripts below a folder by the hash of their bundle, and weights by theirs.
pub(super) struct ScriptFolder {
    scripts: BTreeMap<String, BotSpec>,
    weights: BTreeMap<String, Weights>,
}

impl ScriptFolder {
    /// Finds every script and every file of weights below `folder`.
    pub fn read(folder: &Path) -> anyhow::Result<ScriptFolder> {
        let mut library = ScriptFolder { scripts: BTreeMap::new(), weights: BTreeMap::new() };
        library.search(folder, MAX_FOLDER_DEPTH)?;
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

    /// Adds a path if it is a script or a file of weights; ignores it otherwise.
    fn add(&mut self, path: &Path) {
        if path.extension().is_some_and(|extension| extension == Weights::EXTENSION) {
            if let Ok(weights) = open_weights(path) {
                self.weights.insert(weights.hash().to_string(), weights);
            }
        } else if let Ok(spec) = BotSpec::read_source(path) {
            self.scripts.entry(spec.bundle.hash.clone()).or_insert(spec);
        }
    }

    /// Plays `record` again and compares moves, fuel, logs, marks, faults, deals and the end. A
    /// match that was not played to its end is replayed as far as its record goes.
    ///
    /// Not compared, because the expected value is unknown:
    /// - choices of people, and random moves for people who were away: they are copied from the
    ///   record;
    /// - choices, logs, drawings, fuel and faults of a bot that took over for a person: the record
    ///   does not name the bot. The consequences of its moves and faults are compared;
    /// - given moves and deals, and all deals of a record from an older juez that began with moves:
    ///   the record does not name their source;
    /// - choices, logs and faults of programs: they depend on real time, so programs are not asked
    ///   again;
    /// - hook logs of an unfinished match, which depend on the process that played it; also hook
    ///   faults if the record has no end to hold them.
    pub fn rerun(
        &self,
        record: &Record,
        game: &'static dyn AnyGame,
        isolation: &Isolation,
    ) -> Result<(), Failure> {
        let missing = |error: String| Failure::NotPlayed(RecordFault { ply: 0, error });
        let setup = self.setup(record, game).map_err(missing)?;
        let mut again = play_again(record, game, &setup, isolation)
            .map_err(|error| missing(format!("cannot play it again: {error}")))?;
        fill_in(record, &mut again);
        again.given_deals = record.given_deals;
        again.branch.clone_from(&record.branch);
        again.time = record.time;
        Ok(check_same(record, &again)?)
    }

    /// Returns the player of a seat if its script is in this folder.
    pub fn player(&self, player: &Player, game: &dyn AnyGame) -> Result<PlayerSpec, String> {
        let source = player.source.as_deref().unwrap_or_default();
        let mind = match player.bot {
            PlayedBy::Human => Err(format!("{} is a person, who plays only once", player.name)),
            PlayedBy::External => {
                Err(format!("{} is a program, which plays only once", player.name))
            }
            PlayedBy::Builtin => {
                let text = if source.is_empty() { &player.name } else { source };
                let find = |hash: Option<&str>| self.weights.get(hash?).cloned();
                let spec = PlayerSpec::built_in_with(text, game, &find);
                spec.map(|spec| spec.mind).map_err(|error| error.to_string())
            }
            PlayedBy::Lua | PlayedBy::Rhai => {
                let spec = self.scripts.get(source).cloned().map(Mind::Script);
                spec.ok_or_else(|| format!("no bot with the source {source} of {}", player.name))
            }
        };
        mind.map(|mind| PlayerSpec { name: player.name.clone(), mind })
    }

    fn setup(&self, record: &Record, game: &dyn AnyGame) -> Result<MatchSetup, String> {
        if record.players.is_empty() {
            return Err("the record does not say who played".to_string());
        }
        let people = Arc::new(RecordedPeople::of(record));
        let attended = has_people(record) || programs(record).next().is_some();
        let players = record.players.iter().map(|player| {
            let bot = match player.bot {
                // A person's takeover bot is unknown, and programs are not called. This bot takes
                // the seat, so that recorded faults can happen again.
                PlayedBy::Human | PlayedBy::External => {
                    PlayerSpec::read("random", game).map_err(|error| error.to_string())?.mind
                }
                _ if !attended => return self.player(player, game),
                _ => self.player(player, game)?.mind,
            };
            // People and programs play only once: their recorded choices are used.
            let (bot, person, own) = (Some(Box::new(bot)), people.clone(), player.clone());
            let mind = Mind::Attended { bot, person, player: own };
            Ok(PlayerSpec { name: player.name.clone(), mind })
        });
        let given = record.plies.iter().take_while(|ply| ply.by == By::Given).count();
        let from_seed = record.seed.is_some() && given == 0;
        let deals = match record.given_deals as usize {
            0 if from_seed => &[],
            0 => &record.deals[..],
            given => &record.deals[..given.min(record.deals.len())],
        };
        let terms = record.terms();
        terms.limits.check().map_err(|error| error.to_string())?;
        Ok(MatchSetup {
            terms,
            players: players.collect::<Result<_, String>>()?,
            seed: record.seed,
            deals: deals.to_vec(),
            moves: record.moves[..given.min(record.moves.len())].to_vec(),
            known: faults_of_stand_ins(record).cloned().collect(),
        })
    }
}
