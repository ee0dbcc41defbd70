//! The plan of a tournament and its entrants: everything that decides its matches, as plain data.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::class::criterion::asked::Criterion;
use super::format::{Format, Openings, Partners};
use super::shape::Shape;
use crate::core::{Limits, Player, Seed, TimeControl};
use crate::registry::{AnyGame, SetupError, UnknownGame, game};

/// Why a plan cannot be played here.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// Its game is not known here.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// Its house rules cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Everything that decides the matches of a tournament, but for who takes part.
///
/// A *block* is one deal (or opening): its seed and opening are the same for every pairing, and
/// each pairing plays it once in every seating. Matches = pairings × rounds × deals × seatings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Its name on reports.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// House rules in full.
    pub options: Map<String, Value>,
    /// The format.
    pub format: Format,
    /// The partners in a game of pairs.
    pub partners: Partners,
    /// Round robin and gauntlet: how often everybody meets. Swiss: rounds. Knockout: not used.
    pub rounds: u32,
    /// Deals (or openings) that a pairing plays in a round, each in every seating. If it grows during a
    /// tournament, rounds of a Swiss with fewer deals get the missing ones, and so does the current
    /// stage of a knockout.
    pub deals: u32,
    /// Where all chance comes from.
    pub seed: Seed,
    /// Positions to begin from.
    pub openings: Openings,
    /// Limits of the bots, and the price of a fault.
    pub limits: Limits,
    /// Script methods that are switched off.
    pub without: Vec<String>,
    /// Matches in a row that a bot may lose to its own faults; after the last it is benched. 0: any
    /// number.
    pub bench_after: u32,
    /// Pass criteria.
    pub criteria: Vec<Criterion>,
    /// Entrants, by number, that only the criteria ask for: they play the matches that criteria
    /// need, and have no place in the standings.
    #[serde(default)]
    pub yardsticks: Vec<u32>,
    /// Round robin: a balanced sample of the tables, in which each entrant plays about so many
    /// matches; `None`: every table.
    #[serde(default)]
    pub matches_each: Option<u32>,
    /// Milliseconds that all matches together may take, while how much is played is still to be
    /// settled from how long they take; `None` once it is, or where a size was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
    /// True if bots see seat labels in place of names, their own included.
    #[serde(default)]
    pub hide_names: bool,
    /// The clock of programs from outside; `None` where none plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// The day of a ladder that is played; `None`: a contest with a last match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<Date>,
    /// Knockout: the deals of a tie-break; `None`: as many as the tie itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tie_break_deals: Option<u32>,
}

impl Plan {
    /// A plan of one round with one deal, without names, openings, criteria or a bench.
    pub fn new(game: &str, options: Map<String, Value>, format: Format, seed: Seed) -> Plan {
        Plan {
            name: String::new(),
            game: game.to_string(),
            options,
            format,
            partners: Partners::Same,
            rounds: 1,
            deals: 1,
            seed,
            openings: Openings::None,
            limits: Limits::default(),
            without: Vec::new(),
            bench_after: 0,
            criteria: Vec::new(),
            yardsticks: Vec::new(),
            matches_each: None,
            time: None,
            hide_names: false,
            clock: None,
            day: None,
            tie_break_deals: None,
        }
    }

    /// True if a balanced sample is played in place of all tables.
    pub fn is_sample(&self) -> bool {
        self.format.has_samples() && self.matches_each.is_some()
    }

    /// The game, and what its tables look like.
    ///
    /// # Errors
    /// If it cannot be played here.
    pub fn table(&self) -> Result<(&'static dyn AnyGame, Shape), PlanError> {
        let game = game(&self.game)?;
        Ok((game, Shape::of(game, &self.options, self.partners, &self.openings)?))
    }

    /// The entrants that the format pairs, by number: those that can play and are no yardsticks.
    pub fn field(&self, entrants: &[Entrant]) -> Vec<u32> {
        let pairs = |number: &u32| {
            entrants[*number as usize].error.is_none() && !self.yardsticks.contains(number)
        };
        (0..entrants.len() as u32).filter(pairs).collect()
    }

    /// True if criteria count only the matches that are played for them: where it is not known
    /// beforehand how often two entrants meet.
    pub fn judges_apart(&self) -> bool {
        self.format.follows_from_results() || self.is_sample()
    }

    /// True if an entrant has to meet the criteria, but for one that asks to beat the entrant
    /// itself: in a class the bots of students, else all but the yardsticks.
    pub fn is_asked(&self, entrants: &[Entrant], entrant: u32) -> bool {
        let is_class = entrants.iter().any(|other| other.student.is_some());
        let has_student = entrants[entrant as usize].student.is_some();
        !self.yardsticks.contains(&entrant) && (has_student || !is_class)
    }
}

/// A bot that takes part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entrant {
    /// Name, kind of bot and source, as they stand in records. Names are unique.
    pub player: Player,
    /// A path, or a built-in bot with its options, as it was named.
    pub path: String,
    /// The student it belongs to, if a roster says so.
    pub student: Option<String>,
    /// Why it cannot play; it then takes no part.
    pub error: Option<String>,
}

impl Entrant {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.player.name
    }
}

/// An entrant that takes no further part after too many faults in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Benching {
    /// The entrant, by number.
    pub entrant: u32,
    /// The last match that it played, by its number in the schedule.
    pub after: u32,
}
