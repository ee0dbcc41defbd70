//! The value of a hand: the chance to win the match after it.

use crate::dominoes::{Count, Options, Position, SEATS, Tie, pips};
use juez_core::{CERTAIN, Team};

use super::table::Table;

/// The value of a match won for certain, in parts of it.
pub(in crate::dominoes) const WHOLE: i32 = 20_000;
/// The highest sum of pips that a hand can score, for any count.
const MOST: usize = 168;

/// The chance of pair 0 to win the match for each result of a hand.
#[derive(Clone, Debug)]
pub(super) struct Stakes {
    /// By the points of the hand for pair 0, from `-MOST` to `MOST`: the lead over an even match.
    chances: Vec<i32>,
    options: Options,
}

impl Stakes {
    /// Creates the stakes of a hand at this score.
    pub fn new(options: Options, score: [i32; 2]) -> Stakes {
        let target = i32::from(options.target);
        let chances = Chances::new(score.map(|score| target - score));
        let most = MOST as i32;
        let after = |points: i32| chances.lead(points.max(0), (-points).max(0));
        Stakes { chances: (-most..=most).map(after).collect(), options }
    }

    /// Returns the value of a hand that is over for pair 0, from `-WHOLE / 2` to `WHOLE / 2`.
    pub fn value(&self, table: &Table) -> i32 {
        self.after(self.points(table))
    }

    /// Returns the value of these points for pair 0; negative ones are for pair 1.
    pub fn after(&self, points: i32) -> i32 {
        self.chances[(MOST as i32 + points) as usize]
    }

    /// Returns the points of a hand that is over for pair 0; negative ones are for pair 1.
    pub fn points(&self, table: &Table) -> i32 {
        let left =
            [0, 1].map(|seat| (pips(table.hands[seat]) + pips(table.hands[seat + 2])) as i32);
        let winner = match table.out() {
            Some(seat) => Some(seat % 2),
            None if left[0] != left[1] => Some(u8::from(left[1] < left[0])),
            None => match self.options.tie {
                Tie::NoScore => None,
                Tie::OpenerPairLoses => Some(1 - table.opener % 2),
            },
        };
        winner.map_or(0, |pair| {
            let points = match self.options.count {
                Count::Losers => left[usize::from(1 - pair)],
                Count::All => left[0] + left[1],
            };
            if pair == 0 { points } else { -points }
        })
    }
}

/// Returns the expected score of each seat between hands, in parts of [`CERTAIN`].
pub(in crate::dominoes) fn standing(state: &Position) -> Vec<i32> {
    let public = state.public();
    let score = [0, 1].map(|pair| public.score(Team(pair)));
    let lead = Stakes::new(public.options, score).after(0);
    let share = |lead: i32| (lead + WHOLE / 2) * (CERTAIN / 1000) / (WHOLE / 1000);
    (0..SEATS).map(|seat| share(if seat % 2 == 0 { lead } else { -lead })).collect()
}

/// Points of a hand between equal pairs; each as likely, for either pair.
const POINTS: [i32; 8] = [6, 13, 19, 24, 29, 35, 43, 57];
/// Points to go above which a unit is larger than one point.
const MOST_UNITS: i32 = 120;

/// The chance to win a match between equal pairs, by the units that each pair has to go.
struct Chances {
    /// Points to go of each pair.
    to_go: [i32; 2],
    unit: i32,
    width: usize,
    leads: Vec<i32>,
}

impl Chances {
    fn new(to_go: [i32; 2]) -> Chances {
        let unit = (to_go[0].max(to_go[1]) / MOST_UNITS + 1).max(1);
        let [high, width] = to_go.map(|points| (points.max(0) / unit + 2) as usize);
        let mut chances = Chances { to_go, unit, width, leads: vec![0; high * width] };
        for ours in 0..high {
            for theirs in 0..width {
                chances.leads[ours * width + theirs] = match (ours, theirs) {
                    (0, _) => WHOLE / 2,
                    (_, 0) => -WHOLE / 2,
                    _ => chances.mean(ours, theirs),
                };
            }
        }
        chances
    }

    /// Returns the mean over the results of a hand.
    fn mean(&self, ours: usize, theirs: usize) -> i32 {
        let after = |points: i32| {
            let units = (points / self.unit).max(1) as usize;
            let won = self.leads[ours.saturating_sub(units) * self.width + theirs];
            won + self.leads[ours * self.width + theirs.saturating_sub(units)]
        };
        POINTS.into_iter().map(after).sum::<i32>() / (2 * POINTS.len() as i32)
    }

    /// Returns the lead after these points.
    fn lead(&self, ours: i32, theirs: i32) -> i32 {
        let units = |to_go: i32| ((to_go.max(0) + self.unit - 1) / self.unit) as usize;
        let [ours, theirs] = [units(self.to_go[0] - ours), units(self.to_go[1] - theirs)];
        self.leads[ours * self.width + theirs]
    }
}
