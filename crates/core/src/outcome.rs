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

/// Returns the score of each seat in a match, 0 to 1: the share of the other sides ranked behind
/// its own, with equal ranks counting half. The scores of the sides of a match add up to half their
/// number.
///
/// ```
/// use juez_core::{PerSeat, Seat, Team, shares};
/// let ranks = PerSeat::from_fn(4, |seat| [1, 2, 1, 2][seat.index()]);
/// let pairs = [Team(0), Team(1), Team(0), Team(1)];
/// assert_eq!(shares(&ranks, &pairs), [1.0, 0.0, 1.0, 0.0]);
/// ```
pub fn shares(ranks: &PerSeat<u8>, teams: &[Team]) -> Vec<f64> {
    let mut sides: Vec<(Team, u8)> =
        teams.iter().zip(ranks.as_slice()).map(|(&team, &rank)| (team, rank)).collect();
    sides.sort_unstable();
    sides.dedup_by_key(|(team, _)| *team);
    let others = (sides.len() - 1).max(1) as f64;
    ranks
        .as_slice()
        .iter()
        .map(|rank| {
            let behind = sides.iter().filter(|(_, other)| other > rank).count() as f64;
            let level = sides.iter().filter(|(_, other)| other == rank).count() - 1;
            (behind + level as f64 / 2.0) / others
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(ranks: &[u8], teams: &[u8]) -> Vec<f64> {
        let per_seat = PerSeat::from_fn(ranks.len() as u8, |seat| ranks[seat.index()]);
        shares(&per_seat, &teams.iter().map(|&team| Team(team)).collect::<Vec<_>>())
    }

    #[test]
    fn a_lone_winner_has_all_and_the_last_nothing() {
        assert_eq!(of(&[1, 3, 2], &[0, 1, 2]), [1.0, 0.0, 0.5]);
    }

    #[test]
    fn sides_on_one_rank_share_it() {
        assert_eq!(of(&[1, 1], &[0, 1]), [0.5, 0.5]);
        assert_eq!(of(&[1, 2, 2, 2], &[0, 1, 2, 3]), [1.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0]);
    }

    #[test]
    fn partners_are_one_side() {
        assert_eq!(of(&[2, 1, 2, 1], &[0, 1, 0, 1]), [0.0, 1.0, 0.0, 1.0]);
        assert_eq!(of(&[1, 1, 1, 1], &[0, 1, 0, 1]), [0.5; 4]);
    }
}
