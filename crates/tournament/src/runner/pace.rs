//! Fits a tournament into a given time: settles its size while it is played.
//!
//! Round robin and gauntlet play a first part, which times the matches, then more of the same. A
//! Swiss plays all its rounds with some of the deals, then more deals in each round; all rounds get
//! equally many, so that the opponents of a longer round do not weigh more. A knockout (`knockout`)
//! plays more of its final.

mod knockout;
mod times;

use std::time::Duration;

pub use knockout::matches_to_come;
pub use times::MatchTimes;

use crate::format::Format;
use crate::plan::Plan;
use crate::round::{PlayedRound, whole_rounds};
use crate::schedule::{RoundBasis, count, next_round};
use crate::shape::Shape;

/// Share of the time planned for the first part. The duration of a match is then only a guess,
/// which can be far off.
const FIRST_SHARE: f64 = 0.03;
/// The share for a Swiss, whose first part determines the pairings.
const SWISS_SHARE: f64 = 0.3;
/// The share for a knockout if all matches took as long as the longest; the final gets the rest.
const KNOCKOUT_SHARE: f64 = 0.4;
/// The next part ends before this multiple of the elapsed time.
const GROWTH_FACTOR: f64 = 8.0;
/// Share of the remaining time that the next part leaves for later parts.
const LEFT_SHARE: f64 = 0.3;
/// Share of the time after which all of the rest is settled at once.
const SETTLED_SHARE: f64 = 0.8;
/// Minimum rounds of a round robin to fit the time with whole rounds; below it, a sample of the
/// tables fits better.
const WHOLE_ROUNDS: f64 = 10.0;

/// The matches played so far, with the time they took.
#[derive(Clone, Copy, Debug)]
pub struct Elapsed<'a> {
    /// Number of matches, including those stored before.
    pub matches: u32,
    /// Time for all of them.
    pub playing: Duration,
    /// Total elapsed time, including the time before the first match.
    pub gone: Duration,
    /// The time of each match.
    pub times: &'a MatchTimes,
}

/// The duration of a match, as far as measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchGuess {
    /// Mean over all tables.
    pub mean: Duration,
    /// Mean at the table with the longest matches.
    pub longest: Duration,
}

impl Plan {
    /// Returns the plan with about as many matches as fit into `time`, if matches take as long as
    /// `guess`, and its first part: as much of it as is played before its pace determines the rest.
    ///
    /// A round robin gets whole rounds if many fit, else a balanced sample; if a pairing plays
    /// several deals in a round, one round that fits is enough. A gauntlet gets rounds; Swiss and
    /// knockout get deals.
    #[must_use]
    pub fn fitted(
        &self,
        shape: &Shape,
        field: usize,
        time: Duration,
        guess: MatchGuess,
    ) -> (Plan, Plan) {
        let fitting = |each: Duration| time.as_secs_f64() / each.as_secs_f64().max(1e-7);
        let matches = fitting(guess.mean);
        let one = Plan { rounds: 1, matches_each: None, ..self.clone() };
        let rounds = matches / count(&one, shape, field).matches.max(1) as f64;
        let mut whole = self.clone();
        whole.time = Some(time.as_millis() as u64);
        whole.matches_each = None;
        let mut first = whole.clone();
        // With several deals per pairing, even one whole round is a good fit.
        let few = if self.deals == 1 { WHOLE_ROUNDS } else { 1.0 };
        if self.format.follows_from_results() {
            let least = Plan { deals: 1, ..self.clone() };
            let least = count(&least, shape, field).matches.max(1) as f64;
            whole.deals = at_least_one(matches / least);
            first.deals = if self.format.is_elimination() {
                at_least_one(KNOCKOUT_SHARE * fitting(guess.longest) / least)
            } else {
                at_least_one(SWISS_SHARE * matches / least)
            };
        } else if self.format.has_samples() && rounds < few {
            let entries = shape.entries() as f64;
            let all = matches * entries / field.max(1) as f64;
            whole.deals = 1;
            whole.matches_each = Some(stepped(all, 1.0, shape).max(1));
            first = Plan {
                matches_each: Some(stepped(FIRST_SHARE * all, entries, shape).max(1)),
                ..whole.clone()
            };
        } else {
            whole.rounds = at_least_one(rounds);
            first.rounds = at_least_one(FIRST_SHARE * rounds);
        }
        (whole, first)
    }
}

/// Returns true if the round after these does not depend on the last results, so that it can be
/// played at the same time.
pub fn is_independent(plan: &Plan, rounds: &[PlayedRound]) -> bool {
    match plan.format {
        Format::RoundRobin | Format::Gauntlet { .. } => true,
        // More deals of rounds that are all drawn.
        Format::Swiss => whole_rounds(rounds).len() >= plan.rounds as usize,
        Format::Knockout { .. } => false,
    }
}

/// Returns the plan extended by as much as fits into the rest of its time, once all its rounds so
/// far are played (knockout: after each round; Swiss: once all rounds are drawn); `None` if nothing
/// changes.
pub fn paced(basis: &RoundBasis<'_>, elapsed: &Elapsed<'_>) -> Option<Plan> {
    let RoundBasis { plan, shape, field, benched, played } = *basis;
    let time = Duration::from_millis(plan.time?).as_secs_f64();
    if plan.format.is_elimination() {
        return knockout::paced(basis, elapsed, time);
    }
    if plan.format.follows_from_results()
        && next_round(plan, shape, field, benched, played).is_some()
    {
        return None;
    }
    let gone = elapsed.gone.as_secs_f64();
    let rate = f64::from(elapsed.matches) / elapsed.playing.as_secs_f64().max(1e-6);
    let mut next = plan.clone();
    if gone < SETTLED_SHARE * time {
        let entries = shape.entries() as f64;
        next = with_more(basis, rate * (part_end(gone, time) - gone), entries);
    }
    if next == *plan {
        next = with_more(basis, rate * (time - gone).max(0.0), 1.0);
        next.time = None;
    }
    Some(next)
}

/// Returns the end of the current part, in seconds.
fn part_end(gone: f64, time: f64) -> f64 {
    (GROWTH_FACTOR * gone).min(time - LEFT_SHARE * (time - gone))
}

/// Returns the plan with about `matches` more matches, walkovers not counted. In a sample, the
/// number per entrant is a multiple of `step`.
fn with_more(basis: &RoundBasis<'_>, matches: f64, step: f64) -> Plan {
    let RoundBasis { plan, shape, field, benched, played } = *basis;
    let able = field.iter().filter(|who| !benched.contains(who)).count();
    if let (true, Some(each)) = (plan.is_sample(), plan.matches_each) {
        let is_table = able >= shape.entries();
        let more = if is_table { matches * shape.entries() as f64 / able as f64 } else { 0.0 };
        return Plan { matches_each: Some(each + stepped(more, step, shape)), ..plan.clone() };
    }
    if plan.format == Format::Swiss {
        let is_played = |table: &&Vec<u32>| !table.iter().any(|who| benched.contains(who));
        let rounds = whole_rounds(played);
        let tables = rounds.iter().flat_map(|whole| &whole.round.pairings).filter(is_played);
        let one: usize = tables.map(|table| shape.at(table.len()).seatings(0).len()).sum();
        // A Swiss that ended early, with too few entrants left, is over.
        let is_over = rounds.len() < plan.rounds as usize;
        let deals = if is_over { 0 } else { times(matches, one as u64) };
        return Plan { deals: plan.deals.saturating_add(deals), ..plan.clone() };
    }
    let format = match plan.format {
        Format::Gauntlet { challengers } => {
            let all = &field[..(challengers as usize).min(field.len())];
            let able = all.iter().filter(|who| !benched.contains(who)).count();
            Format::Gauntlet { challengers: able as u32 }
        }
        format => format,
    };
    let one = Plan { rounds: 1, format, ..plan.clone() };
    let more = times(matches, count(&one, shape, able).matches);
    Plan { rounds: plan.rounds.saturating_add(more), ..plan.clone() }
}

/// Returns how often `each` matches fit into `matches`; 0 if there are none to play.
fn times(matches: f64, each: u64) -> u32 {
    if each == 0 { 0 } else { whole(matches / each as f64) }
}

/// Rounds a number of matches per entrant to a multiple of `step`, unless that is 0; at tables of
/// two, to an even number.
fn stepped(each: f64, step: f64, shape: &Shape) -> u32 {
    let step = if shape.entries() == 2 { 2.0 } else { step };
    let even = step * libm::round(each / step);
    whole(if even < 1.0 { libm::round(each) } else { even })
}

fn whole(number: f64) -> u32 {
    libm::round(number).clamp(0.0, 1e6) as u32
}

fn at_least_one(number: f64) -> u32 {
    whole(number).max(1)
}

#[cfg(test)]
mod tests;
