//! A match as it travels to a worker: without its seed and without the deals to come.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

use super::protocol::Source;
use crate::core::{Hook, Limits, Player, Record, Seat, SeatFault, Seed};
use crate::referee::bot_seed;
use crate::registry::{
    AnyGame, Asked, Case, Choice, MatchSetup, Mind, Person, PlayerSpec, SetupError,
};
use crate::script::{BotSpec, Bundle, LANGUAGES};

/// A match to play.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The game's id.
    pub game: String,
    /// House rules.
    pub options: Map<String, Value>,
    /// Who plays.
    pub players: Vec<Traveller>,
    /// What bots may spend.
    pub limits: Limits,
    /// Script methods that are switched off.
    pub without: Vec<String>,
    /// True if bots are told seat labels in place of names.
    pub hide_names: bool,
    /// Moves already made.
    pub moves: Vec<String>,
    /// Calls that are not made again.
    pub known: Vec<SeatFault>,
    /// The own seed of the bot in each seat.
    pub seeds: Vec<Seed>,
    /// Whether each move is told as it is made.
    pub follow: bool,
}

/// A player on the way to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Traveller {
    /// The name in tables.
    pub name: String,
    /// Who thinks.
    pub mind: Luggage,
}

/// Who thinks for a travelling player.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Luggage {
    /// A script whose source was sent before: the hash of its bundle.
    Script(String),
    /// A bot that comes with juez: name and options.
    BuiltIn(String),
    /// A person, who stays with the parent.
    Human,
    /// A seat that a person attends, who stays with the parent.
    Attended {
        /// Who plays where the person leaves it to the bot.
        bot: Option<Box<Luggage>>,
        /// How the record names the player.
        player: Player,
    },
}

/// A person as a worker knows one: the referee asks the parent instead.
struct Elsewhere;

impl Person for Elsewhere {
    fn choose(&self, _: &Asked<'_>) -> Choice {
        Choice::Resign
    }
}

/// A bot to ask again what it was asked in a match that is over.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Inquest {
    /// The match.
    pub record: Record,
    /// Who is called, what, and when.
    pub seat: Seat,
    /// Moves made before.
    pub ply: u32,
    /// What is called.
    pub hook: Hook,
    /// Who sits there now.
    pub player: Traveller,
    /// Whether to count what each line spends.
    pub profile: bool,
}

/// A bot to put before the position of a case.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Examination {
    /// The question, without its answer.
    pub case: Case,
    /// Who is asked.
    pub player: Traveller,
}

impl Traveller {
    /// The player, packed.
    pub fn pack(player: &PlayerSpec) -> Traveller {
        Traveller { name: player.name.clone(), mind: Luggage::pack(&player.mind) }
    }

    /// The player, at the destination.
    ///
    /// # Errors
    /// What is not there.
    pub fn unpack(&self, game: &dyn AnyGame, sources: &Sources) -> Result<PlayerSpec, String> {
        Ok(PlayerSpec { name: self.name.clone(), mind: self.mind.unpack(game, sources)? })
    }
}

impl Luggage {
    fn pack(mind: &Mind) -> Luggage {
        match mind {
            Mind::Script(spec) => Luggage::Script(spec.bundle.hash.clone()),
            // A worker hears of no save: what is there now is what plays.
            Mind::Live(live) => Luggage::Script(live.newest().spec.bundle.hash.clone()),
            Mind::BuiltIn { text, .. } => Luggage::BuiltIn(text.clone()),
            Mind::Human(_) => Luggage::Human,
            Mind::Attended { bot, player, .. } => {
                let bot = bot.as_ref().map(|bot| Box::new(Luggage::pack(bot)));
                Luggage::Attended { bot, player: player.clone() }
            }
        }
    }

    fn unpack(&self, game: &dyn AnyGame, sources: &Sources) -> Result<Mind, String> {
        Ok(match self {
            Luggage::Script(hash) => {
                let known = sources.0.get(hash).cloned();
                Mind::Script(known.ok_or_else(|| format!("no source {hash}"))?)
            }
            Luggage::BuiltIn(text) => {
                PlayerSpec::read(text, game).map_err(|error| error.to_string())?.mind
            }
            Luggage::Human => Mind::Human(Arc::new(Elsewhere)),
            Luggage::Attended { bot, player } => {
                let bot = bot.as_ref().map(|bot| bot.unpack(game, sources)).transpose()?;
                let (bot, player) = (bot.map(Box::new), player.clone());
                Mind::Attended { bot, person: Arc::new(Elsewhere), player }
            }
        })
    }
}

/// The scripts among players.
pub fn scripts<'a>(players: impl IntoIterator<Item = &'a PlayerSpec>) -> Vec<BotSpec> {
    players.into_iter().filter_map(|player| player.mind.script()).collect()
}

impl Job {
    /// The match of `setup` with the sources it needs.
    ///
    /// # Errors
    /// If the setup cannot be played.
    pub fn pack(
        game: &dyn AnyGame,
        setup: &MatchSetup,
        follow: bool,
    ) -> Result<(Job, Vec<BotSpec>), SetupError> {
        let seats = game.teams(setup)?.len() as u8;
        let job = Job {
            game: game.info().id.to_string(),
            options: setup.options.clone(),
            players: setup.players.iter().map(Traveller::pack).collect(),
            limits: setup.limits.clone(),
            without: setup.without.clone(),
            hide_names: setup.hide_names,
            moves: setup.moves.clone(),
            known: setup.known.clone(),
            seeds: Seat::all(seats).map(|seat| bot_seed(setup.seed, seat)).collect(),
            follow,
        };
        Ok((job, scripts(&setup.players)))
    }

    /// The setup of the match, at its destination.
    ///
    /// # Errors
    /// What is not there: a player, a language, a source.
    pub fn unpack(&self, game: &dyn AnyGame, sources: &Sources) -> Result<MatchSetup, String> {
        let players = self.players.iter().map(|player| player.unpack(game, sources));
        Ok(MatchSetup {
            options: self.options.clone(),
            players: players.collect::<Result<_, String>>()?,
            seed: None,
            limits: self.limits.clone(),
            without: self.without.clone(),
            hide_names: self.hide_names,
            deals: Vec::new(),
            moves: self.moves.clone(),
            known: self.known.clone(),
        })
    }
}

/// The scripts that a worker knows, by the hash of their bundle. Each is compiled when it is first
/// played.
#[derive(Default)]
pub struct Sources(BTreeMap<String, BotSpec>);

impl Sources {
    /// Keeps a source.
    pub fn keep(&mut self, source: Source) {
        let Source { hash, language, main, files } = source;
        // A match that needs it will say that it is missing.
        let Some(language) = LANGUAGES.iter().find(|known| known.id == language) else { return };
        let bundle = Bundle { main, files, hash: hash.clone() };
        self.0.insert(hash, BotSpec::uncompiled(String::new(), language, bundle));
    }

    /// Drops all.
    pub fn forget(&mut self) {
        self.0.clear();
    }
}
