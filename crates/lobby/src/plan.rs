//! The setup of a match in its stored form: enough to play the match again.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::policy::{Author, OfferedBot, Policy};
use super::seating::SeatedPerson;
use crate::{OnClock, Takeover, VisitorId, words};
use juez_core::{Branch, PlayedBy, Player, Seat, SeatSet, Seed, Terms};
use juez_match::registry::{
    AnyGame, MatchSetup, Mind, Person, PlayerSpec, PlayerSpecError, SetupError, level_of,
};
use juez_script::BotSpec;

/// Bot that replaces a person whose clock runs out or who gets up.
const STAND_IN: &str = "greedy";

/// The setup of a match.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct MatchPlan {
    pub game: String,
    /// The players, in seat order.
    #[serde(rename = "places")]
    pub players: Vec<PlannedPlayer>,
    pub seed: Seed,
    #[serde(flatten)]
    pub terms: Terms,
    /// Deals to use before drawing from the seed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deals: Vec<Value>,
    /// Moves made before the match begins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The position of another match that this one continues; `deals` and `moves` include it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<Branch>,
    /// The seed as the visitor typed it; `None` for a random one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen_seed: Option<String>,
    /// Seconds for a decision of a person.
    pub clock_s: Option<u32>,
    pub on_clock: OnClock,
    /// Minimum milliseconds that a bot takes for a move, until the owner changes it.
    pub pace_ms: u32,
    #[serde(default)]
    pub takeover: Takeover,
    /// True if the level that suits the owner plays in all other seats.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adaptive: bool,
    /// True if a full lobby never stops it for another match.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stays: bool,
    /// The visitor who started it.
    pub owner: VisitorId,
}

/// The player of a seat that no person has taken over, under a name that is unique at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct PlannedPlayer {
    /// A script without a source can change while it plays. A built-in bot without one is a seat for
    /// which a record has no player.
    #[serde(flatten)]
    pub player: Player,
    /// The author of a script, the only reader of its notes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<Author>,
    /// The version of a script, if the policy counts versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
}

/// Scripts by the hash of their bundle.
pub(super) type Scripts = BTreeMap<String, BotSpec>;

impl From<Player> for PlannedPlayer {
    fn from(player: Player) -> PlannedPlayer {
        PlannedPlayer { player, author: None, version: None }
    }
}

impl PlannedPlayer {
    /// Creates the player of a script offered to a visitor.
    pub fn offered(OfferedBot { spec, author, version }: &OfferedBot) -> PlannedPlayer {
        let (name, mind) = (spec.name.clone(), Mind::Script(spec.clone()));
        let player = PlayerSpec { name, mind }.player();
        PlannedPlayer { player, author: *author, version: *version }
    }

    pub fn person(name: String) -> PlannedPlayer {
        Player { name, bot: PlayedBy::Human, source: None }.into()
    }

    /// Returns a visitor who sits in this seat under its name.
    pub fn seated(&self, visitor: &VisitorId) -> SeatedPerson {
        SeatedPerson { visitor: *visitor, name: self.player.name.clone() }
    }

    pub fn is_bot(&self) -> bool {
        self.player.bot != PlayedBy::Human
    }

    pub fn is_script(&self) -> bool {
        matches!(self.player.bot, PlayedBy::Lua | PlayedBy::Rhai)
    }

    /// Returns the hash of a script that does not change.
    pub fn script(&self) -> Option<&str> {
        self.player.source.as_deref().filter(|_| self.is_script())
    }

    /// Returns name and options of a built-in bot.
    pub fn built_in(&self) -> Option<&str> {
        self.player.source.as_deref().filter(|_| self.player.bot == PlayedBy::Builtin)
    }

    /// Returns its level, if it is one of the master.
    pub fn level(&self) -> Option<usize> {
        self.built_in().and_then(level_of)
    }

    /// Returns true if its notes can reveal a hand: scripts and programs write and draw.
    pub fn writes_notes(&self) -> bool {
        self.is_script() || self.player.bot == PlayedBy::External
    }

    /// Returns the bot of the seat; for a person the stand-in, if the plan has one.
    fn bot(
        &self,
        game: &dyn AnyGame,
        scripts: &Scripts,
        stand_in: Option<&str>,
        policy: &dyn Policy,
    ) -> Result<Option<Mind>, String> {
        let Player { name, bot, source } = &self.player;
        match (bot, source) {
            (PlayedBy::Builtin, source) => {
                built_in(game, source.as_ref().unwrap_or(name), policy).map(Some)
            }
            (PlayedBy::Lua | PlayedBy::Rhai, Some(hash)) => match scripts.get(hash) {
                Some(spec) => Ok(Some(Mind::Script(spec.clone()))),
                None => Err(words::no_source(name)),
            },
            (PlayedBy::Lua | PlayedBy::Rhai, None) => Err(words::has_changed(name)),
            (PlayedBy::External, _) => Err(words::is_program(name)),
            (PlayedBy::Human, _) => stand_in.map(|bot| built_in(game, bot, policy)).transpose(),
        }
    }
}

impl MatchPlan {
    /// Creates a plan for these players at full speed, with defaults for everything else.
    pub fn new(
        game: &dyn AnyGame,
        players: Vec<PlannedPlayer>,
        seed: Seed,
        owner: VisitorId,
    ) -> MatchPlan {
        // Another seat is another hand, and one person can pose as several visitors.
        let takeover = if game.info().hidden { Takeover::Owner } else { Takeover::Anyone };
        let game = game.info().id.to_string();
        MatchPlan { game, players, seed, owner, takeover, ..MatchPlan::default() }
    }

    fn stand_in(&self) -> Option<&'static str> {
        (self.on_clock == OnClock::Bot).then_some(STAND_IN)
    }

    /// Returns the name of the bot at a seat, if there is one.
    pub fn bot_name(&self, seat: Seat) -> Option<&str> {
        match self.players.get(seat.index())? {
            seated if seated.is_bot() => Some(&seated.player.name),
            _ => self.stand_in(),
        }
    }

    /// Returns the seats in which only the owner may sit down.
    pub fn owner_only(&self) -> SeatSet {
        let is_reserved =
            |player: &PlannedPlayer| self.takeover == Takeover::Owner && player.is_bot();
        let seats = Seat::all(self.players.len() as u8).zip(&self.players);
        seats.filter(|(_, player)| is_reserved(player)).map(|(seat, _)| seat).collect()
    }

    /// Returns the seats whose notes stay private after the match.
    pub fn private(&self) -> SeatSet {
        let seats = Seat::all(self.players.len() as u8).zip(&self.players);
        seats.filter(|(_, player)| player.author.is_some()).map(|(seat, _)| seat).collect()
    }

    /// Returns the name of the bot that does not load, if its author hides the reason from others.
    pub fn private_bot<'e>(
        &self,
        error: &'e SetupError,
        is_kept: impl Fn(Author) -> bool,
    ) -> Option<&'e str> {
        let SetupError::Bot { name, .. } = error else { return None };
        let mut players = self.players.iter().filter(|seated| seated.player.name == *name);
        players.any(|seated| seated.author.is_some_and(&is_kept)).then_some(name)
    }

    /// Returns the bot at each seat.
    pub fn bots(
        &self,
        game: &dyn AnyGame,
        scripts: &Scripts,
        policy: &dyn Policy,
    ) -> Result<Vec<Option<Mind>>, String> {
        let bot = |player: &PlannedPlayer| player.bot(game, scripts, self.stand_in(), policy);
        self.players.iter().map(bot).collect()
    }

    /// Creates the match with these bots at its seats; `person` takes every decision.
    pub fn setup(&self, bots: &[Option<Mind>], person: &Arc<dyn Person>) -> MatchSetup {
        let players = self.players.iter().zip(bots).map(|(planned, bot)| {
            let (bot, person) = (bot.clone().map(Box::new), person.clone());
            let player = planned.player.clone();
            PlayerSpec { name: player.name.clone(), mind: Mind::Attended { bot, person, player } }
        });
        MatchSetup {
            terms: self.terms.clone(),
            seed: Some(self.seed),
            deals: self.deals.clone(),
            moves: self.moves.clone(),
            ..MatchSetup::new(players.collect())
        }
    }
}

/// Returns a built-in bot; never takes `text` for the name of a file.
///
/// # Errors
/// A sentence, if the game has no such bot or the bot no such option.
pub(super) fn built_in(
    game: &dyn AnyGame,
    text: &str,
    policy: &dyn Policy,
) -> Result<Mind, String> {
    let own = policy.weights(game.info().id);
    let is_own = |hash: Option<&str>| {
        own.clone().filter(|weights| hash.is_none_or(|hash| hash == weights.hash()))
    };
    let spec = PlayerSpec::built_in_with(text, game, &is_own);
    spec.map(|spec| spec.mind).map_err(|error| match error {
        PlayerSpecError::Unknown { unknown, .. } => {
            let name = text.split(':').next().unwrap_or_default();
            words::no_bot(game.info().title, format!("{name:?}"), unknown.known)
        }
        error => error.to_string(),
    })
}
