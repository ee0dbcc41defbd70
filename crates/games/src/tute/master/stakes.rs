//! The value of a hand: the expected score of the match after it.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::SEATS;
use crate::tute::{Match, Public};
use juez_core::{CERTAIN, Seat, SeatSet, State};

/// The value of a match in which a seat leaves all others behind for certain, in parts of it.
pub(in crate::tute) const WHOLE: i32 = 10_000;
/// Value of a match won, as far as porotos do not count.
const WON: i32 = 9000;
/// Value of a poroto of all others or of none, whether or not it decides: it guides where no result
/// changes who wins.
const POROTO: i32 = (WHOLE - WON) / 2;

/// The porotos that each seat still has to go until it retires; 0 of a seat that has.
type ToGo = [u8; SEATS];

/// The value of each result of a hand.
#[derive(Clone, Debug)]
pub(super) struct Stakes {
    seats: u8,
    to_go: ToGo,
    /// By the bits of the losers, the values asked for so far.
    values: [Option<[i32; SEATS]>; 1 << SEATS],
    /// The scores of standings met so far.
    scores: HashMap<ToGo, [i32; SEATS]>,
}

/// Returns the expected score of each seat between hands, in parts of [`CERTAIN`]: the share of the
/// others that it leaves behind.
pub(in crate::tute) fn standing(state: &Match) -> Vec<i32> {
    let public = state.public();
    let seats = public.options.seats;
    let ranks = state.outcome().map(|outcome| outcome.ranks);
    let expected = if ranks.is_none() {
        let mut stakes = Stakes::new(public);
        stakes.expected(&stakes.to_go.clone())
    } else {
        [0; SEATS]
    };
    let of_pair = |one: Seat, other: Seat| match &ranks {
        Some(ranks) => ranks[other].cmp(&ranks[one]),
        // Who retires later is ahead, and who never does most of all.
        None => match [one, other].map(|seat| public.retired[seat]) {
            [None, None] => Ordering::Less,
            [None, Some(_)] => Ordering::Greater,
            [Some(_), None] => Ordering::Less,
            [Some(one), Some(other)] => one.cmp(&other),
        },
    };
    let score = |one: Seat| {
        let others = Seat::all(seats).filter(|&other| other != one);
        let sum: i32 = others.map(|other| WON * (1 + of_pair(one, other) as i32) / 2).sum();
        let is_playing = ranks.is_none() && public.retired[one].is_none();
        let score = sum + if is_playing { expected[one.index()] } else { 0 };
        score / (i32::from(seats) - 1) * (CERTAIN / 1000) / (WON / 1000)
    };
    Seat::all(seats).map(score).collect()
}

fn active(to_go: &ToGo) -> SeatSet {
    Seat::all(SEATS as u8).filter(|seat| to_go[seat.index()] > 0).collect()
}

/// Returns the porotos to go up to which matches are looked at, for a number of seats that still
/// play. Longer matches are taken for such ones.
fn most_to_go(active: usize) -> u8 {
    match active {
        ..=3 => 12,
        4 => 7,
        _ => 5,
    }
}

impl Stakes {
    /// Creates the stakes of the hand in progress.
    pub fn new(public: &Public) -> Stakes {
        let seats = public.options.seats;
        let mut to_go = [0; SEATS];
        for seat in public.active().iter() {
            to_go[seat.index()] = public.options.limit.saturating_sub(public.porotos[seat]);
        }
        let most = to_go.iter().max().copied().unwrap_or(0);
        let excess = most.saturating_sub(most_to_go(public.active().len()));
        for left in to_go.iter_mut().filter(|left| **left > 0) {
            *left = left.saturating_sub(excess).max(1);
        }
        Stakes { seats, to_go, values: [None; 1 << SEATS], scores: HashMap::new() }
    }

    /// Returns the value of a hand with these losers for each seat that still plays.
    pub fn values(&mut self, losers: SeatSet) -> [i32; SEATS] {
        let nth = usize::from(losers.bits());
        if let Some(values) = self.values[nth] {
            return values;
        }
        let values = self.values_of(losers);
        self.values[nth] = Some(values);
        values
    }

    fn values_of(&mut self, losers: SeatSet) -> [i32; SEATS] {
        let to_go = self.to_go;
        let active = active(&to_go);
        let scores = self.after(&to_go, losers);
        let (others, retired) =
            (i32::from(self.seats) - 1, i32::from(self.seats) - active.len() as i32);
        let lost = losers.len() as i32;
        std::array::from_fn(|seat| {
            let own = i32::from(losers.has(Seat::new(seat as u8)));
            let score = (scores[seat] + retired * WON) / others;
            score + POROTO + POROTO * (lost - own) / others - POROTO * own
        })
    }

    /// Returns the score of each seat against the seats still in the match, after `losers` lose a
    /// hand.
    fn after(&mut self, to_go: &ToGo, losers: SeatSet) -> [i32; SEATS] {
        let before = active(to_go);
        let mut left = *to_go;
        losers.iter().for_each(|seat| left[seat.index()] -= 1);
        let remaining = active(&left);
        let is_over = remaining.len() < 3;
        let mut scores = if is_over { [0; SEATS] } else { self.expected(&left) };
        for (one, two) in before.iter().flat_map(|one| before.iter().map(move |two| (one, two))) {
            let [own, other] = [one, two].map(|seat| left[seat.index()]);
            let is_settled = is_over || own == 0 || other == 0;
            if one != two && is_settled {
                let sign = own.cmp(&other) as i32;
                scores[one.index()] += WON * (1 + sign) / 2;
            }
        }
        scores
    }

    /// Returns the mean over the results of the next hand between equal players, in which all but
    /// two lose.
    fn expected(&mut self, to_go: &ToGo) -> [i32; SEATS] {
        if let Some(scores) = self.scores.get(to_go) {
            return *scores;
        }
        let active = active(to_go);
        let (mut sum, mut count) = ([0; SEATS], 0);
        for (one, two) in active.iter().flat_map(|one| active.iter().map(move |two| (one, two))) {
            if one < two {
                let scores = self.after(to_go, active.without(one).without(two));
                sum.iter_mut().zip(scores).for_each(|(sum, score)| *sum += score);
                count += 1;
            }
        }
        let scores = sum.map(|sum| sum / count);
        self.scores.insert(*to_go, scores);
        scores
    }
}
