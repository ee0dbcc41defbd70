//! Plays a record again from the sources of its bots.
//!
//! | file | what it is |
//! |---|---|
//! | `mod` | the sources, and the match of a record |
//! | `recorded` | what a record alone tells: the people of the match, and bots that stood in for them |
//! | `again` | the match played again, as far as the record goes, and what differs |

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
use crate::core::{By, PlayedBy, Player, Record};
use crate::pool::Isolation;
use crate::registry::{AnyGame, MatchSetup, Mind, PlayerSpec, RecordFault};
use crate::script::BotSpec;

/// Depth to which folders are searched for bots.
const MAX_FOLDER_DEPTH: u32 = 8;

/// The scripts below a folder, by the hash of their bundle.
pub(super) struct ScriptFolder(BTreeMap<String, BotSpec>);

impl ScriptFolder {
    /// Finds every script below `folder`.
    pub fn read(folder: &Path) -> anyhow::Result<ScriptFolder> {
        let mut library = ScriptFolder(BTreeMap::new());
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

    /// Takes in a path if it is a script. What is none is no error here.
    fn add(&mut self, path: &Path) {
        if let Ok(spec) = BotSpec::read_source(path) {
            self.0.entry(spec.bundle.hash.clone()).or_insert(spec);
        }
    }

    /// Plays `record` again in this place and compares: moves, fuel, logs, marks, faults, deals and
    /// the end. A match that was not played to its end is played again as far as its record goes
    /// and no further.
    ///
    /// Not compared, because nothing tells what it should be:
    /// - what people chose, and chance for people who were away: it is chosen again as it stands;
    /// - what a bot chose, wrote, drew and spent that stood in for a person, and its faults: the
    ///   record does not name it. What follows from its moves and faults is compared;
    /// - given moves and deals, and all deals of a record of an earlier juez that began with moves:
    ///   where they come from the record does not say;
    /// - what programs chose, wrote and did wrong: their time was real, so they are not asked again;
    /// - what bots wrote outside their moves, if the match was not played to its end: that depends on
    ///   where it was played. Faults too, if the record has no end to
    ///   hold them.
    pub fn rerun(
        &self,
        record: &Record,
        game: &'static dyn AnyGame,
        isolation: &Isolation,
    ) -> Result<(), RecordFault> {
        let wrong = |error: String| RecordFault { ply: 0, error };
        let setup = self.setup(record, game).map_err(wrong)?;
        let mut again = play_again(record, game, &setup, isolation)
            .map_err(|error| wrong(format!("cannot play it again: {error}")))?;
        fill_in(record, &mut again);
        again.given_deals = record.given_deals;
        again.branch.clone_from(&record.branch);
        again.time = record.time;
        check_same(record, &again)
    }

    /// Player of a seat, if the script is in this library.
    pub fn player(&self, player: &Player, game: &dyn AnyGame) -> Result<PlayerSpec, String> {
        let source = player.source.as_deref().unwrap_or_default();
        let mind = match player.bot {
            PlayedBy::Human => Err(format!("{} is a person, who plays only once", player.name)),
            PlayedBy::External => {
                Err(format!("{} is a program, which plays only once", player.name))
            }
            PlayedBy::Builtin => {
                let text = if source.is_empty() { &player.name } else { source };
                PlayerSpec::built_in(text, game).map(|spec| spec.mind).map_err(|e| e.to_string())
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
        let people = Arc::new(RecordedPeople::of(record));
        let attended = has_people(record) || programs(record).next().is_some();
        let players = record.players.iter().map(|player| {
            let bot = match player.bot {
                // The bot that stood in for a person is not known, and not called, nor is a program: this
                // one sits there so that its faults can be made again.
                PlayedBy::Human | PlayedBy::External => {
                    PlayerSpec::read("random", game).map_err(|error| error.to_string())?.mind
                }
                _ if !attended => return self.player(player, game),
                _ => self.player(player, game)?.mind,
            };
            // A person plays only once: what was chosen then is chosen again.
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
        let limits = record.limits.clone().unwrap_or_default();
        limits.check().map_err(|error| error.to_string())?;
        Ok(MatchSetup {
            options: record.options.clone(),
            players: players.collect::<Result<_, String>>()?,
            seed: record.seed,
            limits,
            without: record.without.clone(),
            time: record.time,
            hide_names: record.hide_names,
            deals: deals.to_vec(),
            moves: record.moves[..given.min(record.moves.len())].to_vec(),
            known: faults_of_stand_ins(record).cloned().collect(),
        })
    }
}
