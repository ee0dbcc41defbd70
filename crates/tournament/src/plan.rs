//! The plan of a tournament and its entrants: everything that determines its matches, as plain
//! data.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::format::{Format, Openings, Partners};
use super::shape::Shape;
use crate::criterion::Criterion;
use juez_core::{Player, Seed, Terms};
use juez_match::registry::{AnyGame, SetupError, UnknownGame, game};

/// Why a plan cannot be played here.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// Its house rules cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Everything that determines the matches of a tournament, except its entrants.
///
/// A *block* is one deal (or opening): its seed and opening are the same for every pairing, and
/// each pairing plays it once in every seating. Matches = pairings × rounds × deals × seatings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Its name in reports.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// The terms, with all house rules.
    #[serde(flatten)]
    pub terms: Terms,
    pub format: Format,
    /// The partners in a game of pairs.
    pub partners: Partners,
    /// Round robin and gauntlet: how often all meet. Swiss: rounds. Knockout: not used.
    pub rounds: u32,
    /// Deals (or openings) that a pairing plays in a round, each in every seating. If it grows
    /// during a tournament, earlier rounds of a Swiss get the missing deals, and so does the
    /// current stage of a knockout.
    pub deals: u32,
    /// The source of all randomness.
    pub seed: Seed,
    /// Starting positions.
    pub openings: Openings,
    /// Number of matches in a row with a fault of its own after which a bot is benched; 0: never.
    pub bench_after: u32,
    /// Pass criteria.
    pub criteria: Vec<Criterion>,
    /// Entrants, by number, that only the criteria need: they play the matches for criteria and are
    /// not ranked.
    #[serde(default)]
    pub yardsticks: Vec<u32>,
    /// Round robin: plays a balanced sample of the tables, with about this many matches for each
    /// entrant; `None`: every table.
    #[serde(default)]
    pub matches_each: Option<u32>,
    /// Milliseconds for all matches together, until the size of the tournament is derived from it;
    /// `None` afterwards, or if a size was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
    /// The day of a ladder; `None` for a contest with a last match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<Date>,
    /// Knockout: the deals of a tie-break; `None`: as many as the tie itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tie_break_deals: Option<u32>,
}

impl Plan {
    /// Default of [`bench_after`](Plan::bench_after).
    pub const BENCH_AFTER: u32 = 5;

    /// Makes a plan of one round with one deal, without names, openings, criteria or benching.
    pub fn new(game: &str, options: Map<String, Value>, format: Format, seed: Seed) -> Plan {
        Plan {
            name: String::new(),
            game: game.to_string(),
            terms: Terms { options, ..Terms::default() },
            format,
            partners: Partners::Same,
            rounds: 1,
            deals: 1,
            seed,
            openings: Openings::None,
            bench_after: 0,
            criteria: Vec::new(),
            yardsticks: Vec::new(),
            matches_each: None,
            time: None,
            day: None,
            tie_break_deals: None,
        }
    }

    /// Returns the plan with these rounds and matches of a pairing in a round, rounded up to whole deals.
    /// By default it has one round of one deal, and a Swiss enough rounds for one winner of `field`
    /// entrants.
    #[must_use]
    pub fn sized_as(
        self,
        shape: &Shape,
        field: usize,
        rounds: Option<u32>,
        games: Option<u32>,
    ) -> Plan {
        let usual =
            if self.format == Format::Swiss { shape.rounds_for_one_winner(field) } else { 1 };
        let seatings = shape.seatings(0).len() as u32;
        let deals = games.map_or(1, |games| games.div_ceil(seatings));
        Plan { rounds: rounds.unwrap_or(usual), deals, ..self }
    }

    /// Returns true if a balanced sample replaces all tables.
    pub fn is_sample(&self) -> bool {
        self.format.has_samples() && self.matches_each.is_some()
    }

    /// Returns the game and the shape of its tables.
    ///
    /// # Errors
    /// If the plan cannot be played here.
    pub fn table(&self) -> Result<(&'static dyn AnyGame, Shape), PlanError> {
        let game = game(&self.game)?;
        Ok((game, Shape::of(game, &self.terms.options, self.partners, &self.openings)?))
    }

    /// Returns the entrants that the format pairs, by number: all that can play and are not
    /// yardsticks.
    pub fn field(&self, entrants: &[Entrant]) -> Vec<u32> {
        let pairs = |number: &u32| {
            entrants[*number as usize].error.is_none() && !self.yardsticks.contains(number)
        };
        (0..entrants.len() as u32).filter(pairs).collect()
    }

    /// Returns true if criteria count only the matches played for them, because the plan does not
    /// fix how often two entrants meet.
    pub fn judges_apart(&self) -> bool {
        self.format.follows_from_results() || self.is_sample()
    }

    /// Returns true if the criteria apply to an entrant: in a class to the bots of students, else
    /// to all but the yardsticks. A criterion never applies to its own opponent.
    pub fn is_asked(&self, entrants: &[Entrant], entrant: u32) -> bool {
        let is_class = entrants.iter().any(|other| other.student.is_some());
        let has_student = entrants[entrant as usize].student.is_some();
        !self.yardsticks.contains(&entrant) && (has_student || !is_class)
    }
}

/// A participating bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entrant {
    /// Name, kind of bot and source, as in records. Names are unique.
    pub player: Player,
    /// A path, or a built-in bot with its options, as given.
    pub path: String,
    /// The student it belongs to, if a roster says so.
    pub student: Option<String>,
    /// The reason why it cannot play; it then takes no part.
    pub error: Option<String>,
}

impl Entrant {
    pub fn name(&self) -> &str {
        &self.player.name
    }
}

/// The exclusion of an entrant after too many faults in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Benching {
    /// The entrant, by number.
    pub entrant: u32,
    /// The number of its last match in the schedule.
    pub after: u32,
}
