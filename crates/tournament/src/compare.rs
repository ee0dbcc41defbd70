//! Compares two versions of a bot that played the same matches.
//!
//! Match `n` of both series has the same seed and the same seats, so each match is compared with
//! its twin and most of the luck cancels. Matches of one block share a seed, so a block is one
//! observation. Blocks with identical moves in both series are one observation together: two bots
//! that never use chance repeat the same match under every seed, and twenty repeats prove no more
//! than one.

use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

use super::interval::Mean;

/// Minimum number of differing observations for Student's interval; below it, the sign test
/// decides.
const MIN_INTERVAL_OBSERVATIONS: u64 = 10;
/// Probability of a difference at least this large by chance, above which it counts as luck.
const LUCK_PROBABILITY: f64 = 0.05;

/// The facts of a match that a comparison needs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Brief {
    /// Score of the compared player, 0 to 1.
    pub score: f64,
    pub moves: Vec<String>,
}

/// The first difference between two versions of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parting {
    /// The match, from 0.
    pub number: usize,
    /// The ply of the first difference.
    pub ply: usize,
    /// The move there before; `None` if that match was over.
    pub before: Option<String>,
    /// The move there now; `None` if this match was over.
    pub after: Option<String>,
}

/// The significance of a change in score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Every match has the same moves as before.
    SameMoves,
    /// Different moves, the same score.
    SameScore,
    /// A difference that chance alone produces more than one time in twenty.
    MaybeLuck,
    /// A higher score that chance alone rarely produces.
    Better,
    /// A lower score that chance alone rarely produces.
    Worse,
}

/// The comparison of two series of the same matches.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// Matches in both series.
    pub matches: usize,
    /// Increase of the total score.
    pub gain: f64,
    /// Its significance.
    pub change: Change,
    /// Number of distinct blocks, the basis of the verdict.
    pub observations: u64,
    /// The matches that differ, ascending.
    pub partings: Vec<Parting>,
}

impl Comparison {
    /// Compares two series match by match, up to the end of the shorter one. Every `rotations`
    /// matches are a block.
    ///
    /// # Panics
    /// If `rotations` is 0.
    pub fn new(before: &[Brief], after: &[Brief], rotations: usize) -> Comparison {
        let matches = before.len().min(after.len());
        let (before, after) = (&before[..matches], &after[..matches]);
        let twins = || before.iter().zip(after);
        let partings: Vec<Parting> =
            twins().enumerate().filter_map(|(n, (old, new))| parting(n, old, new)).collect();
        let gain = twins().map(|(old, new)| new.score - old.score).sum();
        let mut blocks = BTreeMap::new();
        for (old, new) in before.chunks(rotations).zip(after.chunks(rotations)) {
            let gain: f64 = old.iter().zip(new).map(|(old, new)| new.score - old.score).sum();
            blocks.insert((moves(old), moves(new)), gain / old.len() as f64);
        }
        let differences: Vec<f64> = blocks.into_values().collect();
        let change = if partings.is_empty() && gain == 0.0 {
            Change::SameMoves
        } else {
            judge(gain, &differences)
        };
        Comparison { matches, gain, change, observations: differences.len() as u64, partings }
    }

    /// Compares a series with an even score of half a point per match. If all matches of every
    /// block have the same moves, whatever the seating, the players decide alike and the change is
    /// [`Change::SameMoves`]. The result has no partings.
    ///
    /// # Panics
    /// If `rotations` is 0.
    pub fn with_even(series: &[Brief], rotations: usize) -> Comparison {
        let even = vec![Brief { score: 0.5, moves: Vec::new() }; series.len()];
        let compared = Comparison::new(&even, series, rotations);
        let alike = |block: &[Brief]| block.iter().all(|brief| brief.moves == block[0].moves);
        let same = rotations > 1 && compared.gain == 0.0 && series.chunks(rotations).all(alike);
        let change = if same { Change::SameMoves } else { compared.change };
        Comparison { change, partings: Vec::new(), ..compared }
    }

    /// Returns the number of matches that part at each ply, ascending.
    pub fn plies(&self) -> BTreeMap<usize, usize> {
        let mut plies = BTreeMap::new();
        for parting in &self.partings {
            *plies.entry(parting.ply).or_insert(0) += 1;
        }
        plies
    }
}

/// Returns the number of distinct blocks of a series.
pub fn distinct_blocks(series: &[Brief], rotations: usize) -> usize {
    series.chunks(rotations.max(1)).map(moves).collect::<BTreeSet<_>>().len()
}

/// Returns the moves of each match of a block.
fn moves(block: &[Brief]) -> Vec<&[String]> {
    block.iter().map(|brief| &brief.moves[..]).collect()
}

fn parting(number: usize, old: &Brief, new: &Brief) -> Option<Parting> {
    let both = old.moves.len().min(new.moves.len());
    let ply = (0..both).find(|&ply| old.moves[ply] != new.moves[ply]).unwrap_or(both);
    let (before, after) = (old.moves.get(ply).cloned(), new.moves.get(ply).cloned());
    // Equal moves with another score: a fault ended one of the matches.
    let parted = before != after || old.score != new.score;
    parted.then_some(Parting { number, ply, before, after })
}

/// Judges a total gain by the `differences` of independent observations.
fn judge(gain: f64, differences: &[f64]) -> Change {
    if gain == 0.0 {
        return Change::SameScore;
    }
    let up = differences.iter().filter(|&&difference| difference > 0.0).count() as u64;
    let down = differences.iter().filter(|&&difference| difference < 0.0).count() as u64;
    // A repeated block weighs more in the gain than here, so the two must have the same sign.
    let proved = if up + down < MIN_INTERVAL_OBSERVATIONS {
        sign_test(up, down) < LUCK_PROBABILITY && (up > down) == (gain > 0.0)
    } else {
        let mean: Mean = differences.iter().copied().collect();
        let apart = mean.interval().is_some_and(|interval| !interval.holds(0.0));
        apart && (mean.value() > 0.0) == (gain > 0.0)
    };
    match (proved, gain > 0.0) {
        (false, _) => Change::MaybeLuck,
        (true, true) => Change::Better,
        (true, false) => Change::Worse,
    }
}

/// Returns the p-value of the two-sided exact sign test: the probability that `up + down` fair coin
/// flips are at least this uneven.
///
/// ```
/// use juez_tournament::sign_test;
/// // Six of six: 2 / 2^6.
/// assert_eq!(sign_test(6, 0), 0.03125);
/// assert_eq!(sign_test(3, 3), 1.0);
/// ```
pub fn sign_test(up: u64, down: u64) -> f64 {
    let n = up + down;
    let mut ways = 1.0;
    let mut tail = 0.0;
    for k in 0..=up.min(down) {
        tail += ways;
        ways *= (n - k) as f64 / (k + 1) as f64;
    }
    (2.0 * tail / libm::exp2(n as f64)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brief(score: f64, moves: &str) -> Brief {
        Brief { score, moves: moves.split_whitespace().map(str::to_string).collect() }
    }

    /// Returns a series whose matches differ, all with moves that begin with `opening`.
    fn series(opening: &str, scores: &[f64]) -> Vec<Brief> {
        scores.iter().enumerate().map(|(n, s)| brief(*s, &format!("{opening} m{n}"))).collect()
    }

    #[test]
    fn equal_moves_are_no_change() {
        let old = series("e2", &[1.0, 0.0, 0.5, 1.0]);
        let comparison = Comparison::new(&old, &old, 2);
        assert_eq!(comparison.change, Change::SameMoves);
        assert_eq!((comparison.gain, comparison.partings.len()), (0.0, 0));
    }

    #[test]
    fn other_moves_with_the_same_score_are_told_apart_from_no_change() {
        let (old, new) = (series("e2", &[1.0, 0.0]), series("e3h", &[0.0, 1.0]));
        let comparison = Comparison::new(&old, &new, 2);
        assert_eq!(comparison.change, Change::SameScore);
        assert_eq!(comparison.plies(), BTreeMap::from([(0, 2)]));
    }

    #[test]
    fn the_first_ply_that_differs_has_both_moves() {
        let old = [brief(1.0, "e2 e8 e3"), brief(1.0, "e2"), brief(0.0, "e2 e8")];
        let new = [brief(1.0, "e2 e8 e3h e7"), brief(1.0, "e2"), brief(0.0, "e2")];
        let comparison = Comparison::new(&old, &new, 1);
        let [first, second] = &comparison.partings[..] else { panic!("two differ") };
        assert_eq!((first.number, first.ply), (0, 2));
        assert_eq!(first.before.as_deref(), Some("e3"));
        assert_eq!(first.after.as_deref(), Some("e3h"));
        assert_eq!((second.number, second.ply, second.after.as_deref()), (2, 1, None));
    }

    #[test]
    fn a_match_that_an_offence_decides_differs_at_its_end() {
        let comparison = Comparison::new(&[brief(1.0, "e2")], &[brief(0.0, "e2")], 1);
        assert_eq!(comparison.partings[0].ply, 1);
        assert_eq!(comparison.change, Change::MaybeLuck);
    }

    #[test]
    fn a_series_is_better_than_even_where_chance_alone_hardly_wins_so_much() {
        let judged = |scores: &[f64]| Comparison::with_even(&series("e2", scores), 2);
        let won = judged(&[1.0; 40]);
        assert_eq!((won.change, won.gain, won.observations), (Change::Better, 20.0, 20));
        assert_eq!(judged(&[0.0; 40]).change, Change::Worse);
        let [mut narrow, level] = [[1.0, 0.0].repeat(20), [1.0, 0.0].repeat(20)];
        narrow[1] = 1.0;
        assert_eq!(judged(&narrow).change, Change::MaybeLuck);
        assert_eq!(judged(&level).change, Change::SameScore);
    }

    #[test]
    fn one_block_again_and_again_proves_no_more_than_once() {
        let block = [brief(1.0, "e2 e8 e3"), brief(1.0, "e2 e8 e4")];
        let again: Vec<Brief> = block.iter().cycle().take(40).cloned().collect();
        let judged = Comparison::with_even(&again, 2);
        assert_eq!((judged.change, judged.observations), (Change::MaybeLuck, 1));
    }

    #[test]
    fn players_that_decide_alike_play_one_match_in_both_seatings() {
        let block = [brief(1.0, "e2 e8 e3"), brief(0.0, "e2 e8 e3")];
        assert_eq!(Comparison::with_even(&block, 2).change, Change::SameMoves);
        let other = [brief(1.0, "e2 e8 e3"), brief(0.0, "e2 e8 e4")];
        assert_eq!(Comparison::with_even(&other, 2).change, Change::SameScore);
    }

    /// Binomial tables: P(X <= 1 | n = 8) = 9/256, P(X <= 2 | n = 12) = 79/4096.
    #[test]
    fn the_sign_test_agrees_with_the_tables() {
        assert_eq!(sign_test(0, 0), 1.0);
        assert_eq!(sign_test(5, 0), 0.0625);
        assert!((sign_test(7, 1) - 18.0 / 256.0).abs() < 1e-12);
        assert!((sign_test(2, 10) - 158.0 / 4096.0).abs() < 1e-12);
    }

    #[test]
    fn few_differences_are_judged_by_their_signs() {
        let judged = |up: usize, down: usize| {
            let mut old = vec![0.5; 40];
            let mut new = vec![0.5; 40];
            for n in 0..up {
                (old[n], new[n]) = (0.0, 1.0);
            }
            for n in up..up + down {
                (old[n], new[n]) = (1.0, 0.0);
            }
            Comparison::new(&series("a", &old), &series("b", &new), 1).change
        };
        assert_eq!(judged(5, 0), Change::MaybeLuck);
        assert_eq!(judged(6, 0), Change::Better);
        assert_eq!(judged(0, 6), Change::Worse);
        assert_eq!(judged(7, 1), Change::MaybeLuck);
    }

    /// Twenty blocks. Twelve +1 and eight -1 have mean 0.2 and standard error 0.225: less than
    /// Student's 2.093 errors. Sixteen and four have mean 0.6 and standard error 0.184: more.
    #[test]
    fn many_differences_are_judged_by_students_interval() {
        let judged = |up: usize| {
            let old: Vec<f64> = (0..20).map(|n| if n < up { 0.0 } else { 1.0 }).collect();
            let new: Vec<f64> = old.iter().map(|score| 1.0 - score).collect();
            Comparison::new(&series("a", &old), &series("b", &new), 1).change
        };
        assert_eq!(judged(12), Change::MaybeLuck);
        assert_eq!(judged(16), Change::Better);
        assert_eq!(judged(4), Change::Worse);
    }

    #[test]
    fn luck_of_the_seats_cancels_within_a_block() {
        // Each block wins one match more and loses one more: no change.
        let (old, new) = ([0.0, 1.0].repeat(20), [1.0, 0.0].repeat(20));
        let comparison = Comparison::new(&series("a", &old), &series("b", &new), 2);
        assert_eq!((comparison.gain, comparison.change), (0.0, Change::SameScore));
        assert_eq!(comparison.observations, 20);
    }

    #[test]
    fn the_same_match_again_and_again_is_one_observation() {
        let old = vec![brief(0.0, "e2 e8"); 40];
        let new = vec![brief(1.0, "e2h e8"); 40];
        let comparison = Comparison::new(&old, &new, 2);
        assert_eq!((comparison.gain, comparison.observations), (40.0, 1));
        assert_eq!(comparison.change, Change::MaybeLuck, "one pair of matches, seen twenty times");
        assert_eq!(distinct_blocks(&old, 2), 1);
    }

    #[test]
    fn a_gain_that_one_match_seen_often_makes_is_not_proved_by_the_others() {
        // Eight different losses, and one win repeated twenty times.
        let mut old = series("a", &[1.0; 8]);
        let mut new = series("b", &[0.0; 8]);
        old.extend(vec![brief(0.0, "e2"); 20]);
        new.extend(vec![brief(1.0, "e3h"); 20]);
        let comparison = Comparison::new(&old, &new, 1);
        assert_eq!((comparison.gain, comparison.observations), (12.0, 9));
        assert_eq!(comparison.change, Change::MaybeLuck);
        let losses = Comparison::new(&old[..8], &new[..8], 1);
        assert_eq!(losses.change, Change::Worse);
    }

    #[test]
    fn series_of_different_lengths_are_compared_as_far_as_both_go() {
        let comparison = Comparison::new(&series("a", &[0.0; 3]), &series("b", &[1.0; 8]), 1);
        assert_eq!((comparison.matches, comparison.gain), (3, 3.0));
    }
}
