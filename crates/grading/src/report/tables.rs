//! All tables of a tournament, computed once.

use serde::Serialize;

use super::about::{About, about};
use super::costs::{CostRow, cost_rows};
use super::cross::{CrossTable, cross_table};
use super::faults::{FaultRow, fault_rows};
use super::figure::rounded;
use super::hands::{HandTable, hand_table};
use super::history::{History, history};
use super::matches::MatchRows;
use super::rounds::{Progress, RoundRow, progress, round_rows};
use super::seats::{SeatTable, seat_table};
use super::standing::{Standing, standings};
use super::tally::tallies;
use juez_tournament::Observations;
use juez_tournament::Results;
use juez_tournament::rating::rate;

/// A tournament as plain data. It is a pure function of the results, so equal results give
/// byte-identical tables. Only the times, which [`Tables::without_times`] removes, depend on a
/// clock.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tables<'r> {
    /// The tournament in words.
    pub about: About,
    pub progress: Progress,
    /// The standings, best first; entrants that take no part come last.
    pub standings: Vec<Standing>,
    /// The model of the ratings.
    pub model: Option<RatingModel>,
    /// The scores of each entrant against each other.
    pub cross_table: CrossTable,
    /// Results by seat.
    pub seats: SeatTable,
    /// The game's statistics of each hand; `None` without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<HandTable>,
    /// Faults of bots.
    pub faults: Vec<FaultRow>,
    /// The cost of bots.
    pub costs: Vec<CostRow>,
    /// Ratings over time.
    #[serde(rename = "course")]
    pub history: History,
    /// The rounds with their tables.
    pub rounds: Vec<RoundRow>,
    /// Every match.
    pub matches: MatchRows<'r>,
    /// True with two sides at a table, so that matches are won, drawn or lost.
    #[serde(skip)]
    pub(super) two_sides: bool,
    /// True if pairings depend on results, so that rounds are informative.
    #[serde(skip)]
    pub(super) rounds_matter: bool,
    /// True if the ranks show how far each got.
    #[serde(skip)]
    pub(super) by_rounds: bool,
}

/// The model of ratings.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RatingModel {
    /// The name of the model.
    pub name: &'static str,
    /// Davidson's draw parameter.
    pub draws: Option<f64>,
    /// True if a prior keeps ratings finite, because an entrant has won or lost everything.
    pub prior: bool,
    /// The source of the intervals, in words.
    pub intervals: String,
}

impl<'r> Tables<'r> {
    /// Computes the tables of these results.
    pub fn of(results: &'r Results) -> Tables<'r> {
        let mut observations = Observations::default();
        results.contest().for_each(|result| observations.add(&result));
        let distinct = observations.of_all();
        let rankings = results.rankings(&observations);
        let ratings = rate(results.entrants.len(), rankings, results.plan.seed);
        let tallies = tallies(results, &observations);
        // With very many matches these use as much memory as everything that follows.
        drop(observations);
        let standings = standings(results, &tallies, ratings.as_ref());
        Tables {
            about: about(results),
            progress: progress(results),
            model: ratings.as_ref().map(|ratings| RatingModel {
                name: ratings.model,
                draws: ratings.draws.map(|draws| rounded(draws, 4)),
                prior: ratings.prior,
                intervals: ratings.errors.to_string(),
            }),
            cross_table: cross_table(results, &standings),
            seats: seat_table(results, &standings, &distinct),
            hands: hand_table(results, &standings, &tallies),
            faults: fault_rows(results, &standings),
            costs: cost_rows(results, &standings),
            history: history(results, &standings),
            rounds: round_rows(results),
            matches: MatchRows::of(results),
            standings,
            two_sides: results.shape.sides() == 2,
            rounds_matter: results.plan.format.follows_from_results(),
            by_rounds: results.plan.format.is_elimination(),
        }
    }

    /// Removes everything measured by a clock, so that the rest is equal between runs.
    #[must_use]
    pub fn without_times(mut self) -> Tables<'r> {
        for row in &mut self.costs {
            (row.cpu_us, row.wall_us) = (None, None);
        }
        self.matches.timed = false;
        self
    }
}
