//! The sides of a table: the entry in each seat, and the score of each rank.

use std::collections::BTreeSet;

use crate::core::{PerSeat, Team};

/// The score of each seat in a match, from 0 to 1: the share of the other sides that rank behind
/// its own, a side on the same rank counting half. Scores of the sides of a match add up to half
/// their number.
///
/// ```
/// use juez::core::{PerSeat, Seat, Team};
/// use juez::tournament::shares;
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

/// The number of sides that these seats are of.
pub(super) fn sides(teams: &[Team]) -> usize {
    teams.iter().collect::<BTreeSet<&Team>>().len()
}

/// The entry that sits in each seat, of `entries` entries: each in its own seat, or with one entry a team each in all
/// seats of its team.
///
/// ```
/// use juez::core::Team;
/// use juez::tournament::seating;
/// let pairs = [Team(0), Team(1), Team(0), Team(1)];
/// assert_eq!(seating(4, &pairs), [0, 1, 2, 3]);
/// assert_eq!(seating(2, &pairs), [0, 1, 0, 1]);
/// ```
pub fn seating(entries: usize, teams: &[Team]) -> Vec<usize> {
    if entries == teams.len() {
        return (0..entries).collect();
    }
    let sides: Vec<Team> = teams.iter().copied().collect::<BTreeSet<Team>>().into_iter().collect();
    teams.iter().filter_map(|team| sides.iter().position(|side| side == team)).collect()
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
