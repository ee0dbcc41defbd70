//! The level of a player, estimated from matches against a bot with levels.
//!
//! A player can improve while it plays, so the estimate considers every pair of a level at the first
//! match and a gain per match, weights the pairs by Bayes' rule with the logistic model of Elo, and
//! forgets old matches.

use serde::{Deserialize, Serialize};

/// Elo per unit of the natural logarithm of the odds.
const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;
/// Steps per level of the grid of levels.
const STEPS: usize = 40;
/// Steps between two levels at the first match.
const START_STEPS: usize = 4;
/// Possible gains per match, in steps, with their prior probabilities.
const GAINS: [(usize, f64); 4] = [(0, 0.7), (1, 0.1), (2, 0.15), (4, 0.05)];
/// The highest gain, in steps.
const MOST_GAIN: usize = 4;
/// Number of matches that count: the last ones.
const MEMORY: usize = 40;
/// Matches that a curve shows.
const CURVE: usize = 40;
/// The expected score that the next level should give a player.
const AIM: f64 = 0.45;
/// Maximum change of the level from one match to the next.
const MOST_CHANGE: usize = 2;
/// The level of the first match.
const FIRST: usize = 3;

/// The levels of a bot on one scale.
#[derive(Clone, PartialEq, Debug)]
pub struct Levels {
    /// Strength in Elo of level 1, level 2 and so on, ascending; at least two.
    strengths: Vec<f64>,
    /// The logarithms of the expected score and of its complement, by step and level, alone and
    /// with a partner.
    logarithms: Vec<Vec<[(f64, f64); 2]>>,
}

/// A match of a player against a level.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct LevelResult {
    /// The level of all opponents, from 1.
    pub level: usize,
    /// The player's score ([`shares`](super::shares)): 1 for a win, 0.5 for a draw, 0 for a loss;
    /// against several sides the mean.
    pub score: f64,
    /// True if the player's side had another member, of the level [`Levels::partner`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_partner: bool,
}

/// The probable levels of a player.
#[derive(Clone, PartialEq, Debug)]
pub struct LevelEstimate<'a> {
    levels: &'a Levels,
    last: Option<LevelResult>,
    /// Level and probability, ascending by level.
    weighted: Vec<(f64, f64)>,
}

impl Levels {
    /// Number of the last matches that decide an estimate and its curve.
    pub const MATCHES: usize = CURVE + MEMORY;

    /// Creates the levels of these strengths in Elo.
    ///
    /// # Panics
    /// If there are fewer than two, or they do not ascend.
    pub fn new(strengths: Vec<f64>) -> Levels {
        assert!(strengths.len() > 1 && strengths.is_sorted_by(|a, b| a < b), "ascending levels");
        let mut levels = Levels { strengths, logarithms: Vec::new() };
        let steps = (levels.count() + 1) * STEPS + MOST_GAIN * MEMORY;
        let logarithms = |step: usize| {
            let own = step as f64 / STEPS as f64;
            let logarithms = |level, has_partner| {
                let expected = levels.expected_score(own, level, has_partner);
                (expected.ln(), (1.0 - expected).ln())
            };
            (1..=levels.count())
                .map(|level| [false, true].map(|has| logarithms(level, has)))
                .collect()
        };
        levels.logarithms = (0..=steps).map(logarithms).collect();
        levels
    }

    /// Returns the number of levels.
    pub fn count(&self) -> usize {
        self.strengths.len()
    }

    /// Returns the strength of a level between or next to the levels, in Elo.
    fn strength(&self, level: f64) -> f64 {
        let below = (level.max(1.0) as usize).min(self.count() - 1);
        let (low, high) = (self.strengths[below - 1], self.strengths[below]);
        low + (high - low) * (level - below as f64)
    }

    /// Returns the level of a person's partner against opponents of `level`: the next higher one, if
    /// there is one, because people forgive the errors of opponents only.
    pub fn partner(&self, level: usize) -> usize {
        (level + 1).min(self.count())
    }

    /// Returns the expected score, from 0 to 1, of a player of level `own` against `level`: alone, or
    /// with a [partner](Levels::partner). A pair is as strong as the mean of its members.
    pub fn expected_score(&self, own: f64, level: usize, has_partner: bool) -> f64 {
        let own = self.strength(own);
        let side =
            if has_partner { (own + self.strengths[self.partner(level) - 1]) / 2.0 } else { own };
        let lead = side - self.strengths[level - 1];
        1.0 / (1.0 + (-lead / ELO_PER_LOGIT).exp())
    }

    /// Estimates the level of a person, who can improve, from the last 40 of its matches, oldest
    /// first. Levels that do not exist are ignored.
    pub fn estimate(&self, matches: &[LevelResult]) -> LevelEstimate<'_> {
        let recent = &matches[matches.len().saturating_sub(MEMORY)..];
        self.weigh(recent, &GAINS)
    }

    /// Returns the level of a person after each of the last 40 matches, oldest first.
    pub fn curve(&self, matches: &[LevelResult]) -> Vec<f64> {
        let first = matches.len().saturating_sub(CURVE);
        (first + 1..=matches.len()).map(|end| self.estimate(&matches[..end]).level()).collect()
    }

    /// Estimates the level of a bot, which stays the same, from its matches.
    pub fn estimate_constant(&self, matches: &[LevelResult]) -> LevelEstimate<'_> {
        self.weigh(matches, &[(0, 1.0)])
    }

    fn weigh(&self, matches: &[LevelResult], gains: &[(usize, f64)]) -> LevelEstimate<'_> {
        let known = |result: &&LevelResult| (1..=self.count()).contains(&result.level);
        let matches: Vec<LevelResult> = matches.iter().filter(known).copied().collect();
        let mut weighted = Vec::new();
        for start in (0..=(self.count() + 1) * STEPS).step_by(START_STEPS) {
            for &(gain, prior) in gains {
                let log_likelihood = matches.iter().enumerate().map(|(nth, result)| {
                    let by_partner = self.logarithms[start + gain * nth][result.level - 1];
                    let (won, lost) = by_partner[usize::from(result.has_partner)];
                    result.score * won + (1.0 - result.score) * lost
                });
                let level = (start + gain * matches.len()) as f64 / STEPS as f64;
                weighted.push((level, prior.ln() + log_likelihood.sum::<f64>()));
            }
        }
        let most = weighted.iter().fold(f64::NEG_INFINITY, |most, (_, weight)| most.max(*weight));
        weighted.iter_mut().for_each(|(_, weight)| *weight = (*weight - most).exp());
        let sum: f64 = weighted.iter().map(|(_, weight)| weight).sum();
        weighted.iter_mut().for_each(|(_, weight)| *weight /= sum);
        weighted.sort_by(|a, b| a.0.total_cmp(&b.0));
        LevelEstimate { levels: self, last: matches.last().copied(), weighted }
    }
}

impl LevelEstimate<'_> {
    fn mean_of(&self, f: impl Fn(f64) -> f64) -> f64 {
        self.weighted.iter().map(|&(level, weight)| weight * f(level)).sum()
    }

    /// Returns the mean: the level of the player.
    pub fn level(&self) -> f64 {
        self.mean_of(|level| level)
    }

    /// Returns the bounds between which the level lies with a probability of 95 %.
    pub fn interval(&self) -> (f64, f64) {
        let quantile = |share: f64| {
            let mut sum = 0.0;
            let passes = |&&(_, weight): &&(f64, f64)| {
                sum += weight;
                sum >= share
            };
            self.weighted.iter().find(passes).or(self.weighted.last()).map_or(0.0, |pair| pair.0)
        };
        (quantile(0.025), quantile(0.975))
    }

    /// Returns half the width of the interval, in levels.
    pub fn margin(&self) -> f64 {
        let (low, high) = self.interval();
        (high - low) / 2.0
    }

    /// Returns the level for the next match: the one against which the player's expected score
    /// without a partner is nearest to 45 %, at most two from the last one. It does not fall after a
    /// win.
    pub fn next_level(&self) -> usize {
        let Some(last) = self.last else { return FIRST.min(self.levels.count()) };
        let expected = |level| self.mean_of(|own| self.levels.expected_score(own, level, false));
        let miss = |level: usize| (expected(level) - AIM).abs();
        let best = (1..=self.levels.count()).min_by(|&a, &b| miss(a).total_cmp(&miss(b)));
        let least = if last.score == 1.0 {
            last.level
        } else {
            last.level.saturating_sub(MOST_CHANGE).max(1)
        };
        let most = (last.level + MOST_CHANGE).min(self.levels.count());
        best.unwrap_or(last.level).clamp(least, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rng, Seed};

    fn levels() -> Levels {
        Levels::new((1..=10).map(|level| 170.0 * f64::from(level)).collect())
    }

    /// Simulated people, who play with or without a partner.
    struct People {
        levels: Levels,
        matches: usize,
        /// Levels that a person gains per match.
        gain: f64,
        /// The highest level at the first match.
        highest: f64,
        has_partner: bool,
    }

    /// The matches of a person: the level before match `n` is `level_at(n)`.
    fn play(people: &People, level_at: impl Fn(usize) -> f64, rng: &mut Rng) -> Vec<LevelResult> {
        let (levels, has_partner) = (&people.levels, people.has_partner);
        let mut played = Vec::new();
        for nth in 0..people.matches {
            let level = levels.estimate(&played).next_level();
            let expected = levels.expected_score(level_at(nth), level, has_partner);
            let won = f64::from(rng.below(1_000_000)) < 1e6 * expected;
            played.push(LevelResult { level, score: f64::from(u8::from(won)), has_partner });
        }
        played
    }

    /// Shares of 1000 people evenly spread over the levels whose estimate is within one level, and
    /// whose interval holds their level.
    fn shares(people: &People) -> (f64, f64) {
        let &People { ref levels, matches, gain, highest, .. } = people;
        let mut rng = Seed::from(1).rng();
        let (mut near, mut held) = (0, 0);
        for person in 0..1000 {
            let first = 1.0 + (highest - 1.0) * (f64::from(person) + 0.5) / 1000.0;
            let played = play(people, |nth| first + gain * nth as f64, &mut rng);
            let (truth, estimate) = (first + gain * matches as f64, levels.estimate(&played));
            let (low, high) = estimate.interval();
            near += i32::from((estimate.level() - truth).abs() <= 1.0);
            held += i32::from(low <= truth && truth <= high);
        }
        println!("{matches} matches, gain {gain}: {near} within a level, {held} in the interval");
        (f64::from(near) / 1000.0, f64::from(held) / 1000.0)
    }

    fn people(matches: usize, gain: f64, highest: f64) -> People {
        People { levels: levels(), matches, gain, highest, has_partner: false }
    }

    #[test]
    fn of_a_thousand_people_most_are_found_within_a_level() {
        let (near, held) = shares(&people(12, 0.0, 10.0));
        assert!(near >= 0.75 && (0.93..=0.97).contains(&held), "{near} {held}");
        let (near, held) = shares(&people(30, 0.0, 10.0));
        assert!(near >= 0.9 && (0.93..=0.97).contains(&held), "{near} {held}");
    }

    #[test]
    fn people_who_gain_half_a_level_in_ten_matches_are_followed() {
        let (near, held) = shares(&people(60, 0.05, 6.0));
        assert!(near >= 0.85 && held >= 0.9, "{near} {held}");
    }

    #[test]
    fn a_person_with_a_stronger_partner_is_found_too_only_later() {
        let five = || Levels::new((1..=5).map(|level| 110.0 * f64::from(level)).collect());
        let found =
            |has_partner| shares(&People { levels: five(), has_partner, ..people(40, 0.0, 5.0) });
        let [(near, held), (alone, _)] = [true, false].map(found);
        assert!(near >= 0.65 && (0.93..=0.98).contains(&held), "{near} {held}");
        assert!(near < alone, "a partner decides half of a match: {near} {alone}");
    }

    /// Returns the share of 1000 measurements of bots, spread over the levels, whose interval holds
    /// the level. A measurement ends as soon as the interval is narrow.
    fn held_when_it_ends(levels: &Levels) -> f64 {
        let (mut rng, mut held) = (Seed::from(1).rng(), 0);
        for nth in 0..1000 {
            let truth = 1.0 + (levels.count() - 1) as f64 * (f64::from(nth) + 0.5) / 1000.0;
            let mut played: Vec<LevelResult> = Vec::new();
            while played.len() < 200 {
                let estimate = levels.estimate_constant(&played);
                if played.len() >= 12 && estimate.margin() <= 0.75 {
                    break;
                }
                let level = estimate.next_level();
                let expected = levels.expected_score(truth, level, false);
                for _ in 0..8 {
                    let won = f64::from(rng.below(1_000_000)) < 1e6 * expected;
                    let score = f64::from(u8::from(won));
                    played.push(LevelResult { level, score, has_partner: false });
                }
            }
            let (low, high) = levels.estimate_constant(&played).interval();
            held += i32::from(low <= truth && truth <= high);
        }
        f64::from(held) / 1000.0
    }

    #[test]
    fn the_interval_of_a_measurement_that_ends_early_holds_the_level() {
        for strengths in [vec![0, 92, 198, 299, 529], vec![0, 70, 214, 284, 439]] {
            let held =
                held_when_it_ends(&Levels::new(strengths.into_iter().map(f64::from).collect()));
            println!("held in {held}");
            assert!((0.93..=0.98).contains(&held), "{held}");
        }
    }

    #[test]
    fn the_partner_is_one_level_above_the_opponents_and_no_higher_than_the_last() {
        let levels = Levels::new(vec![0.0, 100.0, 300.0]);
        assert_eq!([1, 2, 3].map(|level| levels.partner(level)), [2, 3, 3]);
        // The mean of 0 and 100 Elo against 0 Elo, and of 300 and 300 against 300.
        let even = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        for (own, level, lead) in [(1.0, 1, 50.0), (3.0, 3, 0.0), (1.0, 3, -150.0)] {
            let expected = levels.expected_score(own, level, true);
            assert!((expected - even(lead)).abs() < 1e-12, "{own} {level}: {expected}");
        }
    }

    #[test]
    fn the_level_rises_with_wins_and_never_jumps() {
        let levels = levels();
        let mut played: Vec<LevelResult> = Vec::new();
        for nth in 0..60 {
            let (level, before) = (levels.estimate(&played).next_level(), played.last().copied());
            if let Some(before) = before {
                assert!(level.abs_diff(before.level) <= 2, "{level} after {before:?}");
                assert!(before.score < 1.0 || level >= before.level, "{level} after {before:?}");
            }
            // Ten wins, ten losses and so on.
            let score = f64::from((nth / 10 + 1) % 2);
            played.push(LevelResult { level, score, has_partner: false });
        }
        let won: Vec<usize> = played[..10].iter().map(|result| result.level).collect();
        assert_eq!((won[0], won[9]), (3, 10), "{won:?}");
    }

    #[test]
    fn the_last_matches_alone_decide_an_estimate_and_its_curve() {
        let levels = levels();
        let result = |nth: usize| LevelResult {
            level: 1 + nth % 9,
            score: (nth % 3) as f64 / 2.0,
            has_partner: false,
        };
        let played: Vec<LevelResult> = (0..150).map(result).collect();
        let last = &played[played.len() - Levels::MATCHES..];
        let curve = levels.curve(&played);
        assert_eq!((curve.len(), &curve), (40, &levels.curve(last)));
        assert_eq!(curve.last(), Some(&levels.estimate(last).level()));
        assert_eq!(levels.curve(&played[..3]).len(), 3);
    }

    #[test]
    fn strengths_lie_on_lines_between_and_beyond_the_levels() {
        let levels = Levels::new(vec![0.0, 100.0, 300.0]);
        for (level, strength) in
            [(0.0, -100.0), (1.0, 0.0), (1.5, 50.0), (2.5, 200.0), (4.0, 500.0)]
        {
            assert_eq!(levels.strength(level), strength);
        }
    }
}
