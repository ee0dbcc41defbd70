//! What a match was started with: enough to play it again from nothing.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

use super::Visitor;
use super::seats::Seats;
use crate::core::{Limits, PlayedBy, Player, Seat, Seed};
use crate::registry::{AnyGame, MatchSetup, Mind, Person, PlayerSpec};
use crate::script::BotSpec;
use crate::server::{OnClock, Takeover, words};

/// The bot that stands in for a person, where the game's own list is asked for one.
pub(super) const STAND_IN: &str = "greedy";

/// What a match was started with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Plan {
    /// The game's id.
    pub game: String,
    /// House rules; what is absent has its default.
    pub options: Map<String, Value>,
    /// Who plays, in seat order.
    pub places: Vec<Place>,
    /// Where chance comes from.
    pub seed: Seed,
    /// What bots may spend.
    pub limits: Limits,
    /// Script methods that are switched off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// Deals to use before any is drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deals: Vec<Value>,
    /// Moves made before it began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// Seconds for a decision of a person.
    pub clock_s: Option<u32>,
    /// What is played when they are over.
    pub on_clock: OnClock,
    /// Milliseconds that bots take for a move, until the owner changes it.
    pub pace_ms: u32,
    /// Who may sit down in the seat of a bot.
    #[serde(default)]
    pub takeover: Takeover,
    /// True if it keeps its place in a full hall without viewers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stays: bool,
    /// Who started it.
    pub owner: Visitor,
}

/// The player of a seat that no person has taken over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Place {
    /// The name in the record, no other's at the table.
    pub name: String,
    /// What kind of mind.
    pub bot: PlayedBy,
    /// Who thinks.
    pub who: Who,
}

/// Who thinks at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Who {
    /// A bot that comes with juez: name and options.
    BuiltIn(String),
    /// A script: the hash of its bundle.
    Script(String),
    /// A script that changes while it plays.
    Live,
    /// A person.
    Person,
}

/// The sources of scripts by the hash of their bundle.
pub(super) type Scripts = BTreeMap<String, BotSpec>;

impl Place {
    /// The place of a player as another part of the program names him.
    pub fn of(player: &PlayerSpec) -> Place {
        let who = match &player.mind {
            Mind::Script(spec) => Who::Script(spec.bundle.hash.clone()),
            Mind::Live(_) => Who::Live,
            Mind::BuiltIn { text, .. } => Who::BuiltIn(text.clone()),
            Mind::Human(_) | Mind::Attended { .. } => Who::Person,
        };
        let Player { name, bot, .. } = player.player();
        Place { name, bot, who }
    }

    /// How the record names the player.
    pub fn player(&self) -> Player {
        let source = match &self.who {
            Who::BuiltIn(text) => Some(text.clone()),
            Who::Script(hash) => Some(hash.clone()),
            Who::Live | Who::Person => None,
        };
        Player { name: self.name.clone(), bot: self.bot, source }
    }

    /// Whether the seat is a bot's own, not a person's.
    pub fn is_for_bot(&self) -> bool {
        self.who != Who::Person
    }

    /// Whether its notes may tell of a hand: scripts write and draw, built-in bots and people do
    /// not.
    pub fn writes_notes(&self) -> bool {
        matches!(self.who, Who::Script(_) | Who::Live)
    }
}

impl Plan {
    /// The name of the bot at a seat, if one is there.
    pub fn bot_name(&self, seat: Seat) -> Option<&str> {
        let place = self.places.get(seat.index())?;
        match place.who {
            Who::Person => (self.on_clock == OnClock::Bot).then_some(STAND_IN),
            _ => Some(&place.name),
        }
    }

    /// The seats in which only the owner may sit down.
    pub fn seats_of_owner(&self) -> Seats {
        let is_his = |place: &Place| self.takeover == Takeover::Owner && place.is_for_bot();
        let seats = (0..).zip(&self.places).filter(|(_, place)| is_his(place));
        seats.map(|(seat, _)| Seat::new(seat)).collect()
    }

    /// The bot at each seat.
    ///
    /// # Errors
    /// Which is not to be had, in words.
    pub fn bots(&self, game: &dyn AnyGame, scripts: &Scripts) -> Result<Vec<Option<Mind>>, String> {
        self.places.iter().map(|place| self.bot(place, game, scripts)).collect()
    }

    fn bot(
        &self,
        place: &Place,
        game: &dyn AnyGame,
        scripts: &Scripts,
    ) -> Result<Option<Mind>, String> {
        match &place.who {
            Who::BuiltIn(text) => built_in(game, text).map(Some),
            Who::Script(hash) => match scripts.get(hash) {
                Some(spec) => Ok(Some(Mind::Script(spec.clone()))),
                None => Err(words::no_source(&place.name)),
            },
            Who::Live => Err(words::has_changed(&place.name)),
            Who::Person if self.on_clock == OnClock::Bot => built_in(game, STAND_IN).map(Some),
            Who::Person => Ok(None),
        }
    }

    /// The match with these bots at its seats, where `person` says who decides.
    pub fn setup(&self, bots: &[Option<Mind>], person: &Arc<dyn Person>) -> MatchSetup {
        let players = self.places.iter().zip(bots).map(|(place, bot)| {
            let (bot, person) = (bot.clone().map(Box::new), person.clone());
            let mind = Mind::Attended { bot, person, player: place.player() };
            PlayerSpec { name: place.name.clone(), mind }
        });
        MatchSetup {
            options: self.options.clone(),
            players: players.collect(),
            seed: Some(self.seed),
            limits: self.limits.clone(),
            without: self.without.clone(),
            hide_names: false,
            deals: self.deals.clone(),
            moves: self.moves.clone(),
            known: Vec::new(),
        }
    }
}

/// A bot that comes with juez, and nothing else: text is never taken for the name of a file.
///
/// # Errors
/// In words, if the game has no such bot or the bot no such option.
pub(super) fn built_in(game: &dyn AnyGame, text: &str) -> Result<Mind, String> {
    let name = text.split_once(':').map_or(text, |(name, _)| name);
    let bots = game.bots();
    if bots.iter().all(|bot| bot.name != name) {
        let known: Vec<&str> = bots.iter().map(|bot| bot.name).collect();
        let (title, known) = (game.info().title, known.join(", "));
        return Err(words::no_bot(title, format!("{name:?}"), known));
    }
    PlayerSpec::read_source(text, game).map(|spec| spec.mind).map_err(|error| error.to_string())
}
