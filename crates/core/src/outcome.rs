//! The end of a match under the rules.

use serde::{Deserialize, Serialize};

use super::{PerSeat, Seat, Team, named};

/// The reason for the end of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The rules ended it.
    Finished,
    /// The match reached the limit of plies: a draw.
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

/// The result of a match. The rules set the ranks; ratings never derive them from points.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The reason for the end.
    pub reason: Reason,
    /// 1 + the number of *teams* strictly better; partners share a rank.
    pub ranks: PerSeat<u8>,
    /// The points of the game: porotos, pips, games won.
    pub points: PerSeat<i32>,
}

impl Outcome {
    /// Returns the seats of rank 1, ascending; none if all seats share it.
    ///
    /// ```
    /// use juez_core::{Outcome, PerSeat, Reason, Seat};
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

/// Returns the rank of each seat, 1 + the number of other teams strictly better.
///
/// `standing` returns a key of each seat, lower for better; partners must have equal keys.
///
/// ```
/// use juez_core::{Seat, Team, ranks_by};
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
