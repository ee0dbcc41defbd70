//! The luck of a deal: how well the strongest bot does with it in every seat, against other deals.

use serde::{Deserialize, Serialize};

use juez_core::{
    Bot, Game, History, Journal, MoveOf, Next, Reviewer, Seat, Seed, State, Stream, Turn,
};

/// Hands played with the deal, and with as many other deals.
const HANDS: u32 = 20;

/// A hand of a review. Values are expected scores of each seat, in parts of
/// [`CERTAIN`](juez_core::CERTAIN).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReviewedHand {
    /// Number of the deal, from 0.
    pub deal: u32,
    /// By points alone, before the deal.
    pub before: Vec<i32>,
    /// By points alone, after the hand.
    pub after: Vec<i32>,
    /// The worth of the deal: its mean over hands of the strongest bot, less the mean of other deals.
    pub luck: Vec<i32>,
    /// Standard error of the worth of the deal.
    pub error: Vec<i32>,
}

/// A hand of a record in progress.
pub(super) struct Hand<G: Game> {
    /// The state before the deal and after it.
    pub before: G::State,
    pub dealt: G::State,
    /// The moves before it.
    pub moves: Vec<(Seat, MoveOf<G>)>,
    /// Number of the deal.
    pub deal: u32,
}

impl<G: Game> Hand<G> {
    /// Measures the luck of the hand, which has ended in a state, by hands of the reviewer's bot: with
    /// this deal, and with others. Calls `proceed` after each; `None` once it returns false.
    pub fn review(
        &self,
        end: &G::State,
        reviewer: &mut dyn Reviewer<G>,
        seed: Seed,
        proceed: &mut dyn FnMut() -> bool,
    ) -> Option<ReviewedHand> {
        let (before, after) = (reviewer.before_hand(&self.before), reviewer.after_hand(end));
        let mut bots: Vec<Box<dyn Bot<G>>> =
            Seat::all(end.seats()).map(|_| reviewer.player()).collect::<Option<_>>()?;
        let mut sums = [Sums::default(), Sums::default()];
        for number in 0..2 * HANDS {
            let seed = seed.child(Stream::Match(number));
            let is_other = number >= HANDS;
            let mut state = if is_other { self.before.clone() } else { self.dealt.clone() };
            if is_other {
                let deal = G::shuffle(&state, &mut seed.child(Stream::Deal(0)).rng());
                state.deal(&deal).ok()?;
            }
            let end = self.play(state, &mut bots, seed)?;
            sums[usize::from(is_other)].add(&reviewer.after_hand(&end));
            if !proceed() {
                return None;
            }
        }
        let [own, others] = &sums;
        let seats = 0..before.len();
        let luck = seats.clone().map(|seat| own.mean(seat) - others.mean(seat)).collect();
        let error = |seat| (own.variance(seat) + others.variance(seat)).isqrt() as i32;
        Some(ReviewedHand {
            deal: self.deal,
            before,
            after,
            luck,
            error: seats.map(error).collect(),
        })
    }

    /// Plays a hand and returns the state after it.
    fn play(
        &self,
        mut state: G::State,
        bots: &mut [Box<dyn Bot<G>>],
        seed: Seed,
    ) -> Option<G::State> {
        let (mut moves, journal) = (self.moves.clone(), Journal::new(0));
        while let Next::Move(seat) = state.next() {
            let legal = state.legal_moves();
            let mut mv = legal[0];
            if legal.len() > 1 {
                let view = state.view(Some(seat));
                let turn = Turn {
                    seat,
                    seats: state.seats(),
                    ply: moves.len() as u32,
                    deal: self.deal,
                    view: &view,
                    legal: &legal,
                    history: History::new(&state, &moves, Some(seat)),
                    seed: seed.child(Stream::Bot(seat)),
                    journal: &journal,
                };
                mv = bots[seat.index()].next_move(&turn).ok()?;
            }
            moves.push((seat, mv));
            state.play_unchecked(mv);
        }
        Some(state)
    }
}

/// Sums of values and of their squares, by seat.
#[derive(Default)]
struct Sums {
    values: Vec<(i64, i64)>,
    count: i64,
}

impl Sums {
    fn add(&mut self, values: &[i32]) {
        self.values.resize(values.len(), (0, 0));
        for ((sum, squares), &value) in self.values.iter_mut().zip(values) {
            *sum += i64::from(value);
            *squares += i64::from(value) * i64::from(value);
        }
        self.count += 1;
    }

    fn mean(&self, seat: usize) -> i32 {
        self.values[seat].0.div_euclid(self.count.max(1)) as i32
    }

    /// Returns the variance of the mean.
    fn variance(&self, seat: usize) -> i64 {
        let (sum, squares) = self.values[seat];
        let count = self.count.max(2);
        ((squares - sum * sum / count) / (count * (count - 1))).max(0)
    }
}
