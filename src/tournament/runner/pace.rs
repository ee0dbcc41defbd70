//! A tournament that is to take so long: how much is played is settled while it is played.

use std::time::Duration;

use crate::tournament::plan::Plan;
use crate::tournament::schedule::{RoundBasis, count, knockout_places};
use crate::tournament::shape::Shape;

/// Share of the time for which the first size is meant. The duration of a match is only a guess
/// then, which may be wrong by far.
const FIRST_SHARE: f64 = 0.03;
/// The next part ends before this many times the time that has gone by.
const GROWTH_FACTOR: f64 = 8.0;
/// Share of the time left that the next part leaves to those after it.
const LEFT_SHARE: f64 = 0.3;
/// Share of the time from which on the rest is settled at once.
const SETTLED_SHARE: f64 = 0.8;
/// Rounds of a round robin from which on whole rounds come near enough to the time; of fewer, a
/// sample of the tables comes nearer.
const WHOLE_ROUNDS: f64 = 10.0;

/// The matches played so far, with the time they took.
#[derive(Clone, Copy, Debug)]
pub struct Elapsed {
    /// Matches, those that were stored before too.
    pub matches: u32,
    /// The time for all of them.
    pub playing: Duration,
    /// All the time that has gone by, with what came before the first match.
    pub gone: Duration,
}

impl Plan {
    /// The plan with about as many matches as fit into `time`, if a match takes `each`, and its
    /// beginning: as much of it as is played before its pace says how much more.
    ///
    /// In a round robin whole rounds, if they are many, and else a balanced sample; but whole
    /// rounds too where a pairing plays several deals in a round and one round fits. In a gauntlet
    /// rounds, in Swiss and knockout deals.
    #[must_use]
    pub fn fitted(
        &self,
        shape: &Shape,
        field: usize,
        time: Duration,
        each: Duration,
    ) -> (Plan, Plan) {
        let matches = time.as_secs_f64() / each.as_secs_f64().max(1e-7);
        let one = Plan { rounds: 1, matches_each: None, ..self.clone() };
        let rounds = matches / count(&one, shape, field).matches.max(1) as f64;
        let mut whole = self.clone();
        whole.time = Some(time.as_millis() as u64);
        whole.matches_each = None;
        let mut first = whole.clone();
        // Rounds of which the next follows from the results are parts by themselves.
        let few = if self.deals == 1 { WHOLE_ROUNDS } else { 1.0 };
        if self.format.follows_from_results() {
            let least = Plan { deals: 1, ..self.clone() };
            let least = count(&least, shape, field).matches.max(1);
            whole.deals = at_least_one(matches / least as f64);
            first.deals = whole.deals;
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

    /// The plan with as much as fits into the time that is left of its own, after all rounds that
    /// it has so far (of Swiss and knockout: after each round); `None` where nothing changes.
    /// `least` are the matches to come if each pairing plays one deal.
    pub(super) fn paced(
        &self,
        shape: &Shape,
        field: usize,
        least: u64,
        elapsed: Elapsed,
    ) -> Option<Plan> {
        let time = Duration::from_millis(self.time?).as_secs_f64();
        let gone = elapsed.gone.as_secs_f64();
        let rate = f64::from(elapsed.matches) / elapsed.playing.as_secs_f64().max(1e-6);
        let mut plan = self.clone();
        if self.format.follows_from_results() {
            let left = rate * (time - gone).max(0.0);
            if least > 0 {
                plan.deals = at_least_one(left / least as f64);
            }
        } else {
            let until = (GROWTH_FACTOR * gone).min(time - LEFT_SHARE * (time - gone));
            if gone < SETTLED_SHARE * time {
                let entries = shape.entries() as f64;
                plan = self.with_more(rate * (until - gone), entries, shape, field);
            }
            if plan == *self {
                plan = self.with_more(rate * (time - gone).max(0.0), 1.0, shape, field);
                plan.time = None;
            }
        }
        (plan != *self).then_some(plan)
    }

    /// A round robin or gauntlet with about so many matches more; of a sample those of each entrant
    /// are a multiple of `step`.
    fn with_more(&self, matches: f64, step: f64, shape: &Shape, field: usize) -> Plan {
        if let (true, Some(each)) = (self.is_sample(), self.matches_each) {
            let more = matches * shape.entries() as f64 / field.max(1) as f64;
            return Plan { matches_each: Some(each + stepped(more, step, shape)), ..self.clone() };
        }
        let one = Plan { rounds: 1, ..self.clone() };
        let more = matches / count(&one, shape, field).matches.max(1) as f64;
        Plan { rounds: self.rounds.saturating_add(whole(more)), ..self.clone() }
    }
}

/// Matches that are still to come if each pairing plays one deal.
pub(super) fn least_to_come(basis: &RoundBasis<'_>) -> u64 {
    let RoundBasis { plan, shape, field, benched, played } = *basis;
    let rounds = plan.rounds.saturating_sub(played.len() as u32);
    let rest = Plan { rounds, deals: 1, ..plan.clone() };
    let left = if plan.format.is_elimination() {
        knockout_places(basis).iter().filter(|(_, place)| *place == 1).count()
    } else {
        field.iter().filter(|who| !benched.contains(who)).count()
    };
    count(&rest, shape, left).matches
}

/// As many matches for each as come nearest, a multiple of `step` where that leaves any; of two at
/// a table an even number.
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
