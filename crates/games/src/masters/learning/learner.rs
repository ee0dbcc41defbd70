//! The choices of lost matches, and weights that explain them.

use std::sync::OnceLock;

use super::fit::fit;
use super::weights::{read, write};
use super::{Bounds, Policy};
use juez_core::{Learner, Learning, LostMatch, Next, Seed, State, Weights};

/// Choices to learn from, at most; the latest ones.
const MOST_CHOICES: usize = 20_000;
/// Evidence that is worth the move of a weight from one limit to the other, in 1/256 bit.
const PULL: i32 = 32 << 8;

/// Returns the learning of a master with this policy, which is not taught yet.
pub(crate) const fn learning<P: Policy>() -> Learning<P::Game> {
    Learning { built_in, check: check::<P>, learner: learner::<P> }
}

fn built_in() -> &'static Weights {
    static NONE: OnceLock<Weights> = OnceLock::new();
    NONE.get_or_init(Weights::none)
}

fn check<P: Policy>(bytes: &[u8]) -> Result<(), String> {
    read::<P::Game, P>(bytes).map(drop)
}

fn learner<P: Policy>(
    weights: Option<&[u8]>,
    matches: Vec<LostMatch<P::Game>>,
    _: Seed,
) -> Box<dyn Learner> {
    let older = weights.unwrap_or_default();
    let policy: P = read::<P::Game, P>(older).unwrap_or_default();
    let (mut players, mut count) = (Vec::new(), 0);
    for (nth, lost) in matches.iter().enumerate().rev() {
        // Partners have lost the same match to the same winners.
        let again = matches.get(nth + 1).filter(|later| later.moves == lost.moves);
        let known = again.map_or(&[][..], |later| &later.winners);
        for &seat in lost.winners.iter().filter(|seat| !known.contains(seat)) {
            let made = lost.states.iter().zip(&lost.moves);
            let own = made.filter(|(state, _)| state.next() == Next::Move(seat));
            let choices: Vec<P::Choice> =
                own.filter_map(|(state, &mv)| P::choice(state, mv)).collect();
            count += choices.len();
            players.push(choices);
        }
        if count >= MOST_CHOICES {
            break;
        }
    }
    Box::new(PolicyLearner { older: older.to_vec(), policy, players })
}

/// Finds the weights under which the choices of winners surprise least, as near as possible to the
/// older ones.
struct PolicyLearner<P: Policy> {
    older: Vec<u8>,
    policy: P,
    /// For each seat of a match, its choices.
    players: Vec<Vec<P::Choice>>,
}

impl<P: Policy> PolicyLearner<P> {
    fn surprisal(&self, policy: &P) -> u64 {
        self.players.iter().map(|choices| policy.surprisal(choices)).sum()
    }
}

/// Returns the price of the changes of weights, in 1/256 bit.
fn distance(bounds: &[Bounds], one: &[i32], other: &[i32]) -> u64 {
    let price = |((bounds, one), other): ((&Bounds, &i32), &i32)| {
        u64::from((one - other).unsigned_abs()) * u64::from(PULL.unsigned_abs())
            / u64::from(bounds.width().unsigned_abs().max(1))
    };
    bounds.iter().zip(one).zip(other).map(price).sum()
}

impl<P: Policy> Learner for PolicyLearner<P> {
    fn position_bytes(&self) -> usize {
        0
    }

    fn lessons(&self) -> Box<dyn FnMut(u32) -> Vec<u8> + '_> {
        Box::new(|_| Vec::new())
    }

    fn train(&self, _: &[u8], proceed: &mut dyn FnMut(f64) -> bool) -> Option<Vec<u8>> {
        let from = self.policy.numbers();
        let cost =
            |numbers: &[i32]| self.surprisal(&P::of(numbers)) + distance(P::BOUNDS, numbers, &from);
        let numbers = fit(P::BOUNDS, &from, cost, proceed)?;
        let has_changed = numbers != from;
        Some(if has_changed { write::<P::Game>(P::BOUNDS, &numbers) } else { self.older.clone() })
    }
}
