//! The scores, byes and meetings so far, as the basis of Swiss pairings.

use std::collections::BTreeMap;

use super::meetings::Meetings;
use super::pairing::Field;
use crate::round::{PlayedRound, whole_rounds};

/// Returns the Buchholz score of each entrant, in field order: the mean score of its opponents, 0
/// to 1, weighted by the number of meetings. It is a mean, not the usual sum, so that byes and
/// smaller tables do not change it.
pub fn buchholz(field: &Field, played: &[PlayedRound]) -> Vec<f64> {
    FieldStanding::of(field, played).buchholz()
}

/// Returns a score in whole millionths, so that sums that differ only by rounding are equal.
pub(super) fn millionths(score: f64) -> i64 {
    (score * 1e6).round() as i64
}

/// The scores, byes and meetings of the entrants of a field, by index in the field.
pub(super) struct FieldStanding {
    /// Mean over the rounds of an entrant's score at its table, 0 to 1. A bye is worth this mean,
    /// so it changes nothing; before the first table the mean is a half, as for any field.
    pub(super) means: Vec<f64>,
    pub(super) byes: Vec<u32>,
    /// Number of rounds at a smaller table than others had in that round.
    pub(super) small: Vec<u32>,
    met: Meetings,
}

impl FieldStanding {
    /// Computes the standing after these rounds.
    pub(super) fn of(field: &Field, played: &[PlayedRound]) -> FieldStanding {
        let places: BTreeMap<u32, usize> =
            field.iter().enumerate().map(|(place, &entrant)| (entrant, place)).collect();
        let count = field.len();
        let mut standing = FieldStanding {
            means: vec![0.5; count],
            byes: vec![0; count],
            small: vec![0; count],
            met: Meetings::new(count),
        };
        let mut sums = vec![(0.0, 0_u32); count];
        for PlayedRound { round, scores } in &whole_rounds(played) {
            let largest = round.pairings.iter().map(Vec::len).max().unwrap_or(0);
            for (pairing, scores) in round.pairings.iter().zip(scores) {
                let table: Vec<usize> =
                    pairing.iter().filter_map(|who| places.get(who).copied()).collect();
                for (place, score) in table.iter().zip(scores) {
                    sums[*place] = (sums[*place].0 + score, sums[*place].1 + 1);
                    standing.small[*place] += u32::from(pairing.len() < largest);
                }
                standing.met.add(&table);
            }
            for place in round.byes.iter().filter_map(|who| places.get(who)) {
                standing.byes[*place] += 1;
            }
        }
        for (mean, (sum, rounds)) in standing.means.iter_mut().zip(sums) {
            if rounds > 0 {
                *mean = sum / f64::from(rounds);
            }
        }
        standing
    }

    /// Returns the number of meetings of these two.
    pub(super) fn met(&self, a: usize, b: usize) -> u32 {
        self.met.of(a, b)
    }

    fn buchholz(&self) -> Vec<f64> {
        let mean = |place: usize| {
            let met = (0..self.means.len()).map(|other| self.met.of(place, other));
            let sums = met.clone().zip(&self.means).map(|(times, mean)| f64::from(times) * mean);
            match met.sum::<u32>() {
                0 => 0.5,
                times => sums.sum::<f64>() / f64::from(times),
            }
        };
        (0..self.means.len()).map(mean).collect()
    }

    /// Returns the places of the field that are not benched, best first: by mean score, Buchholz,
    /// seeding.
    pub(super) fn ranked(&self, field: &Field, benched: &[u32]) -> Vec<usize> {
        let buchholz = self.buchholz();
        let mut ranked: Vec<usize> =
            (0..field.len()).filter(|&place| !benched.contains(&field[place])).collect();
        ranked.sort_by_key(|&place| {
            (-millionths(self.means[place]), -millionths(buchholz[place]), place)
        });
        ranked
    }

    /// Returns true if these two have the same mean score.
    pub(super) fn level(&self, a: usize, b: usize) -> bool {
        millionths(self.means[a]) == millionths(self.means[b])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::round::Round;

    fn round(number: u32, pairings: &[([u32; 2], [f64; 2])], byes: &[u32]) -> PlayedRound {
        let title = format!("round {}", number + 1);
        let tables = pairings.iter().map(|(table, _)| table.to_vec()).collect();
        let scores = pairings.iter().map(|(_, scores)| scores.to_vec()).collect();
        let byes = byes.to_vec();
        let (first_block, against) = (number, None);
        let round = Round {
            number,
            title,
            first_block,
            blocks: 1,
            pairings: tables,
            byes,
            against,
            continues: None,
        };
        PlayedRound { round, scores }
    }

    fn three_rounds() -> Vec<PlayedRound> {
        vec![
            round(0, &[([5, 7], [0.75, 0.25]), ([6, 8], [0.0, 1.0])], &[9]),
            round(1, &[([9, 8], [0.5, 0.5]), ([5, 6], [1.0, 0.0])], &[7]),
            round(2, &[([5, 8], [0.25, 0.75]), ([7, 9], [0.0, 1.0])], &[6]),
        ]
    }

    fn means(field: &Field, played: &[PlayedRound]) -> Vec<f64> {
        FieldStanding::of(field, played).means
    }

    #[test]
    fn a_bye_is_worth_the_mean_of_ones_own_rounds() {
        let field = [5, 6, 7, 8, 9];
        assert_eq!(means(&field, &three_rounds()), [2.0 / 3.0, 0.0, 0.125, 0.75, 0.75]);
        assert_eq!(means(&field, &three_rounds()[..1]), [0.75, 0.0, 0.25, 1.0, 0.5]);
    }

    #[test]
    fn buchholz_is_the_mean_score_of_the_opponents_met() {
        let [a, b, c, d, e] = [2.0 / 3.0, 0.0, 0.125, 0.75, 0.75];
        let met =
            [(c + b + d) / 3.0, (d + a) / 2.0, (a + e) / 2.0, (b + e + a) / 3.0, (d + c) / 2.0];
        for (found, expected) in buchholz(&[5, 6, 7, 8, 9], &three_rounds()).iter().zip(met) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }

    #[test]
    fn an_opponent_met_twice_counts_twice() {
        let again = [
            round(0, &[([0, 1], [1.0, 0.0]), ([2, 3], [0.0, 1.0])], &[]),
            round(1, &[([1, 0], [0.5, 0.5]), ([3, 2], [1.0, 0.0])], &[]),
            round(2, &[([0, 2], [1.0, 0.0]), ([1, 3], [1.0, 0.0])], &[]),
        ];
        // 0 met 1, which has a mean of a half, twice and 2, which lost every match, once.
        assert_eq!(buchholz(&[0, 1, 2, 3], &again)[0], 1.0 / 3.0);
    }

    #[test]
    fn only_who_sat_at_a_smaller_table_than_others_is_counted() {
        let tables = |pairings: &[&[u32]]| PlayedRound {
            scores: pairings.iter().map(|table| vec![0.5; table.len()]).collect(),
            round: Round {
                pairings: pairings.iter().map(|table| table.to_vec()).collect(),
                ..round(0, &[], &[]).round
            },
        };
        let played = [tables(&[&[0, 1, 2], &[3, 4]]), tables(&[&[3, 1], &[2, 4]])];
        assert_eq!(FieldStanding::of(&[0, 1, 2, 3, 4], &played).small, [0, 0, 0, 1, 1]);
    }

    #[test]
    fn the_order_is_by_mean_score_then_buchholz_then_seeding_without_the_benched() {
        let played = [
            round(0, &[([0, 1], [0.0, 1.0]), ([2, 3], [1.0, 0.0])], &[]),
            round(1, &[([0, 3], [0.0, 1.0]), ([1, 2], [1.0, 0.0])], &[]),
        ];
        let standing = FieldStanding::of(&[0, 1, 2, 3], &played);
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
        let (forth, back) = (means(&[0, 1], &rounds)[0], means(&[0, 1], &other)[0]);
        assert_ne!(forth, back);
        assert_eq!(millionths(forth), millionths(back));
    }
}
