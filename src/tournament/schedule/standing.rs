//! Who has done how well so far, as Swiss rounds are paired by it.

use std::collections::BTreeMap;

use super::{Field, PlayedRound};

/// The points of each entrant of the field after these rounds, in the order of the field: of each
/// round the mean score at its table, 0 to 1, and 1 for a bye.
pub fn points(field: &Field, played: &[PlayedRound]) -> Vec<f64> {
    Standing::of(field, played).points
}

/// The Buchholz score of each entrant of the field, in the order of the field: the points of all
/// whom it met, of each as often as it met it. A bye adds nothing.
pub fn buchholz(field: &Field, played: &[PlayedRound]) -> Vec<f64> {
    Standing::of(field, played).buchholz()
}

/// A score as a whole number of millionths, so that sums which differ by rounding alone are equal.
pub(super) fn millionths(score: f64) -> i64 {
    (score * 1e6).round() as i64
}

/// What has happened to the entrants of a field, each by its place in it.
pub(super) struct Standing {
    /// Points.
    pub(super) points: Vec<f64>,
    /// Byes had.
    pub(super) byes: Vec<u32>,
    met: Vec<Vec<u32>>,
}

impl Standing {
    /// The standing after these rounds.
    pub(super) fn of(field: &Field, played: &[PlayedRound]) -> Standing {
        let places: BTreeMap<u32, usize> =
            field.iter().enumerate().map(|(place, &entrant)| (entrant, place)).collect();
        let count = field.len();
        let mut standing = Standing {
            points: vec![0.0; count],
            byes: vec![0; count],
            met: vec![vec![0; count]; count],
        };
        for PlayedRound { round, scores } in played {
            for (pairing, scores) in round.pairings.iter().zip(scores) {
                let table: Vec<usize> =
                    pairing.iter().filter_map(|who| places.get(who).copied()).collect();
                for (place, score) in table.iter().zip(scores) {
                    standing.points[*place] += score;
                    for other in table.iter().filter(|&other| other != place) {
                        standing.met[*place][*other] += 1;
                    }
                }
            }
            for place in round.byes.iter().filter_map(|who| places.get(who)) {
                standing.points[*place] += 1.0;
                standing.byes[*place] += 1;
            }
        }
        standing
    }

    /// How often these two met.
    pub(super) fn met(&self, a: usize, b: usize) -> u32 {
        self.met[a][b]
    }

    fn buchholz(&self) -> Vec<f64> {
        let sum = |met: &Vec<u32>| {
            met.iter().zip(&self.points).map(|(&times, points)| f64::from(times) * points).sum()
        };
        self.met.iter().map(sum).collect()
    }

    /// Those of the field who are not benched, the best first: by points, Buchholz, seeding.
    pub(super) fn ranked(&self, field: &Field, benched: &[u32]) -> Vec<usize> {
        let buchholz = self.buchholz();
        let mut ranked: Vec<usize> =
            (0..field.len()).filter(|&place| !benched.contains(&field[place])).collect();
        ranked.sort_by_key(|&place| {
            (-millionths(self.points[place]), -millionths(buchholz[place]), place)
        });
        ranked
    }

    /// Whether these two have the same points.
    pub(super) fn level(&self, a: usize, b: usize) -> bool {
        millionths(self.points[a]) == millionths(self.points[b])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::schedule::Round;

    fn round(number: u32, pairings: &[([u32; 2], [f64; 2])], byes: &[u32]) -> PlayedRound {
        let title = format!("round {}", number + 1);
        let tables = pairings.iter().map(|(table, _)| table.to_vec()).collect();
        let scores = pairings.iter().map(|(_, scores)| scores.to_vec()).collect();
        let byes = byes.to_vec();
        let (first_block, against) = (number, None);
        let round =
            Round { number, title, first_block, blocks: 1, pairings: tables, byes, against };
        PlayedRound { round, scores }
    }

    fn three_rounds() -> Vec<PlayedRound> {
        vec![
            round(0, &[([5, 7], [0.75, 0.25]), ([6, 8], [0.0, 1.0])], &[9]),
            round(1, &[([9, 8], [0.5, 0.5]), ([5, 6], [1.0, 0.0])], &[7]),
            round(2, &[([5, 8], [0.25, 0.75]), ([7, 9], [0.0, 1.0])], &[6]),
        ]
    }

    #[test]
    fn points_are_mean_scores_and_a_bye_is_a_full_one() {
        assert_eq!(points(&[5, 6, 7, 8, 9], &three_rounds()), [2.0, 1.0, 1.25, 2.25, 2.5]);
    }

    #[test]
    fn buchholz_sums_the_points_of_the_opponents_met() {
        let met = [1.25 + 1.0 + 2.25, 2.25 + 2.0, 2.0 + 2.5, 1.0 + 2.5 + 2.0, 2.25 + 1.25];
        assert_eq!(buchholz(&[5, 6, 7, 8, 9], &three_rounds()), met);
    }

    #[test]
    fn an_opponent_met_twice_counts_twice() {
        let again =
            [round(0, &[([0, 1], [1.0, 0.0])], &[]), round(1, &[([1, 0], [0.5, 0.5])], &[])];
        assert_eq!(buchholz(&[0, 1], &again), [1.0, 3.0]);
    }

    #[test]
    fn the_order_is_by_points_then_buchholz_then_seeding_without_the_benched() {
        let played = [
            round(0, &[([0, 1], [0.0, 1.0]), ([2, 3], [1.0, 0.0])], &[]),
            round(1, &[([0, 3], [0.0, 1.0]), ([1, 2], [1.0, 0.0])], &[]),
        ];
        let standing = Standing::of(&[0, 1, 2, 3], &played);
        assert_eq!(standing.ranked(&[0, 1, 2, 3], &[]), [1, 2, 3, 0]);
        assert_eq!(standing.ranked(&[0, 1, 2, 3], &[2]), [1, 3, 0]);
    }

    #[test]
    fn sums_that_differ_by_rounding_alone_are_level() {
        let tenths = [0.1, 0.2, 0.3].map(|score| ([0, 1], [score, 1.0 - score]));
        let rounds: Vec<PlayedRound> =
            tenths.iter().enumerate().map(|(n, table)| round(n as u32, &[*table], &[])).collect();
        let other: Vec<PlayedRound> =
            tenths.iter().rev().enumerate().map(|(n, t)| round(n as u32, &[*t], &[])).collect();
        let (forth, back) = (points(&[0, 1], &rounds)[0], points(&[0, 1], &other)[0]);
        assert_ne!(forth, back);
        assert_eq!(millionths(forth), millionths(back));
    }
}
