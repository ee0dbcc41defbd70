//! The end of a match as the rules see it.

use serde::{Deserialize, Serialize};

use super::{PerSeat, Seat, Team, named};

/// The reason why a match is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The rules named an end.
    Finished,
    /// The limit of plies was reached: a draw.
    MaxPlies,
    /// A position occurred for the third time: a draw.
    Repetition,
    /// A bot's fault ended the match.
    Forfeit,
    /// The match was stopped before its end.
    Stopped,
}

named! {
    Reason:
    Finished = "finished",
    MaxPlies = "max_plies",
    Repetition = "repetition",
    Forfeit = "forfeit",
    Stopped = "stopped",
}

/// The end of a match in integers. The rules decide it; ratings never guess ranks from points.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The reason why the match is over.
    pub reason: Reason,
    /// 1 + the number of *teams* strictly better; partners share.
    pub ranks: PerSeat<u8>,
    /// The count of the game: porotos, pips, games won.
    pub points: PerSeat<i32>,
}

impl Outcome {
    /// The seats of rank 1, ascending; none if all have it.
    ///
    /// ```
    /// use juez::core::{Outcome, PerSeat, Reason, Seat};
    /// let winners = |ranks: [u8; 4]| {
    ///     let ranks = PerSeat::from_fn(4, |seat: Seat| ranks[seat.index()]);
    ///     let outcome = Outcome { reason: Reason::Finished, ranks, points: PerSeat::from_fn(4, |_| 0) };
    ///     outcome.winners().iter().map(|seat| seat.index()).collect::<Vec<_>>()
    /// };
    /// assert_eq!(winners([2, 1, 2, 1]), [1, 3]);
    /// assert!(winners([1; 4]).is_empty());
    /// ```
    pub fn winners(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = Seat::all(self.ranks.seats()).collect();
        seats.retain(|&seat| self.ranks[seat] == 1);
        if seats.len() == usize::from(self.ranks.seats()) { Vec::new() } else { seats }
    }
}

/// The rank of each seat, 1 + the number of other teams strictly better.
///
/// `standing` gives each seat a place that compares lower for better; partners must agree on theirs.
///
/// ```
/// use juez::core::{Seat, Team, ranks_by};
/// let pairs = |s: Seat| Team(s.index() as u8 % 2);
/// let ranks = ranks_by(4, pairs, |s| if pairs(s) == Team(1) { 0 } else { 7 });
/// assert_eq!(ranks.as_slice(), [2, 1, 2, 1]);
/// ```
pub fn ranks_by<K: Ord>(
    seats: u8,
    team: impl Fn(Seat) -> Team,
    standing: impl Fn(Seat) -> K,
) -> PerSeat<u8> {
    PerSeat::from_fn(seats, |seat| {
        let mine = standing(seat);
        let mut better: Vec<Team> =
            Seat::all(seats).filter(|&other| standing(other) < mine).map(&team).collect();
        better.sort_unstable();
        better.dedup();
        1 + better.len() as u8
    })
}
