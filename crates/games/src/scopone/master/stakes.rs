//! The value of a hand: the chance to win the match after it.

use super::table::{SEATS_LEN, Table};
use crate::cards::Italian;
use crate::scopone::public::SEATS;
use crate::scopone::{Options, Position, Tally, primiera};
use juez_core::{CERTAIN, Seat};

/// The value of a match won for certain, in parts of it.
pub(in crate::scopone) const WHOLE: i32 = 20_000;
/// Value of a match won, as far as points do not count.
pub(super) const WON: i32 = 18_000;
/// Value of a point, whether or not it decides: it guides where no move changes who wins.
const POINT: i32 = 100;
/// Points that count, at most.
const MOST_POINTS: i32 = 10;

/// The chance of each side to win the match for each result of a hand.
#[derive(Clone, Debug)]
pub(super) struct Stakes {
    options: Options,
    score: [i32; 2],
    /// By the scores of both pairs below the target: the lead of pair 0 over an even match.
    leads: Vec<i32>,
}

/// Returns the expected score of each seat between hands, in parts of [`CERTAIN`].
pub(in crate::scopone) fn standing(state: &Position) -> Vec<i32> {
    let public = state.public();
    let scores = Seat::all(SEATS).map(|seat| public.score[seat]);
    if !public.kind().in_pairs() {
        let scores: Vec<i32> = scores.collect();
        let most = scores.iter().max().copied().unwrap_or(0);
        let firsts = scores.iter().filter(|&&score| score == most).count() as i32;
        let share = |score: &i32| if *score == most { CERTAIN / firsts } else { 0 };
        return scores.iter().map(share).collect();
    }
    let score = [0, 1].map(|pair| public.score[Seat::new(pair)]);
    let lead = Stakes::new(public.options, score).lead(score[0], score[1]);
    let share = |lead: i32| CERTAIN / 2 + lead * (CERTAIN / 1000) / (WON / 1000);
    (0..SEATS).map(|seat| share(if seat % 2 == 0 { lead } else { -lead })).collect()
}

/// Points of a hand between equal pairs, about equally likely, for either pair: the results of
/// 3000 hands of the bot `greedy` that are most frequent.
const RESULTS: [[i32; 2]; 13] = [
    [4, 0],
    [4, 0],
    [3, 1],
    [3, 1],
    [2, 2],
    [4, 1],
    [3, 2],
    [2, 1],
    [3, 0],
    [5, 0],
    [4, 2],
    [5, 1],
    [6, 0],
];

impl Stakes {
    /// Creates the stakes of a hand at this score of the seats.
    pub fn new(options: Options, score: [i32; 2]) -> Stakes {
        let target = i32::from(options.target());
        let mut stakes = Stakes { options, score, leads: vec![0; (target * target) as usize] };
        for ours in (0..target).rev() {
            for theirs in (0..target).rev() {
                let both = |[a, b]: [i32; 2]| {
                    stakes.lead(ours + a, theirs + b) + stakes.lead(ours + b, theirs + a)
                };
                let sum: i32 = RESULTS.into_iter().map(both).sum();
                stakes.leads[(ours * target + theirs) as usize] = sum / (2 * RESULTS.len() as i32);
            }
        }
        stakes
    }

    /// Returns the lead of pair 0 over an even match at this score, without points.
    pub(super) fn lead(&self, ours: i32, theirs: i32) -> i32 {
        let target = i32::from(self.options.target());
        if ours.max(theirs) >= target {
            return (ours - theirs).signum() * WON / 2;
        }
        self.leads[(ours.max(0) * target + theirs.max(0)) as usize]
    }

    /// Returns the points of each seat's side in a hand that is over.
    pub fn points(&self, table: &Table) -> [i32; SEATS_LEN] {
        let of = |side: usize, primiera: bool| {
            Tally::of(table.piles[side], table.scope[side], primiera, self.options.denari).total()
        };
        if self.options.kind.in_pairs() {
            let [one, two] = [0, 1].map(|side| primiera(table.piles[side]));
            let (one, two) = (of(0, one > two), of(1, two > one));
            return [one, two, one, two];
        }
        std::array::from_fn(|seat| of(seat, table.piles[seat].covers(Italian::all_of(7))))
    }

    /// Returns the value of a hand that is over for each seat: of pairs, the lead over an even
    /// match; else the share of the match.
    pub fn values(&self, table: &Table) -> [i32; SEATS_LEN] {
        let points = self.points(table);
        if self.options.kind.in_pairs() {
            let [ours, theirs] = [0, 1].map(|pair| self.score[pair] + points[pair]);
            let points = (points[0] - points[1]).clamp(-MOST_POINTS, MOST_POINTS);
            let lead = self.lead(ours, theirs) + POINT * points;
            return [lead, -lead, lead, -lead];
        }
        let most = points.into_iter().max().unwrap_or(0);
        let firsts = points.iter().filter(|&&points| points == most).count() as i32;
        points.map(|points| {
            let share = if points == most { WON / firsts } else { 0 };
            share - POINT * (most - points).min(MOST_POINTS)
        })
    }

    /// Returns the house rules.
    pub fn options(&self) -> &Options {
        &self.options
    }
}
