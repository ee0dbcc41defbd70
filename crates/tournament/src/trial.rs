//! The trial of new weights of a bot: does it play better against opponents of other styles?
//!
//! The bot with the old weights and with the new ones plays the same openings and deals against each
//! opponent. A block is one opening with every seating; the difference of the two mean scores is one
//! observation of an SPRT. Against itself, a bot with weaknesses of its own cannot show them.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::format::Openings;
use super::opening::OpeningError;
use super::series::{Series, SeriesError};
use super::sprt::{Decision, Model, Sprt, SprtError};
use juez_core::Seed;
use juez_match::registry::{AnyGame, MatchSetup};
use juez_pool::Isolation;

/// The hypotheses of the test, in normalized Elo of the difference.
const ELO: (f64, f64) = (0.0, 15.0);
/// The probability of each wrong decision.
const ERROR: f64 = 0.05;
/// Blocks against each opponent between two decisions.
const ROUND: u32 = 8;

/// The matches of the old and of the new bot against one opponent, which has all sides but the first.
pub struct TrialPairing(pub [MatchSetup; 2]);

/// A trial in progress.
pub struct Trial {
    sprt: Sprt,
    series: Vec<[Series; 2]>,
    /// By opponent, the mean scores of the old and the new bot in each block.
    scores: Vec<Vec<[f64; 2]>>,
}

/// The scores against one opponent.
#[derive(Clone, PartialEq, Debug)]
pub struct TrialRow {
    /// The name of the opponent.
    pub opponent: String,
    /// Matches of each bot.
    pub matches: usize,
    /// The mean score of the old and the new bot, 0 to 1.
    pub scores: [f64; 2],
}

/// Why a trial cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum TrialError {
    /// A match cannot be played.
    #[error(transparent)]
    Series(#[from] SeriesError),
    /// The test has wrong numbers.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// The game has no openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
}

impl Trial {
    /// Random moves of an opening.
    pub const OPENING_PLIES: u32 = 4;

    /// Prepares a trial against these opponents, with randomness from `seed`.
    ///
    /// # Errors
    /// If a player does not load.
    pub fn new(
        game: &'static dyn AnyGame,
        pairings: Vec<TrialPairing>,
        seed: Seed,
        isolation: &Arc<Isolation>,
    ) -> Result<Trial, TrialError> {
        let series = |setup: MatchSetup| -> Result<Series, TrialError> {
            let openings = Openings::usual(game, &setup.terms.options, Trial::OPENING_PLIES)?;
            let series = Series::new(game, setup, seed, isolation.clone())?;
            Ok(series.with_openings(openings)?)
        };
        let series = pairings
            .into_iter()
            .map(|TrialPairing([old, new])| Ok([series(old)?, series(new)?]))
            .collect::<Result<Vec<_>, TrialError>>()?;
        let sprt = Sprt::new(ELO.0, ELO.1, ERROR, ERROR, Model::Normalized)?;
        Ok(Trial { sprt, scores: vec![Vec::new(); series.len()], series })
    }

    /// Plays until the test decides, each opponent has met each bot in `most` matches, or `stop` is
    /// set. Calls `see` after each round. [`Decision::AcceptH1`] means that the new weights are
    /// better.
    ///
    /// # Errors
    /// If a match cannot be played.
    pub fn run(
        &mut self,
        most: u32,
        workers: usize,
        stop: &AtomicBool,
        mut see: impl FnMut(&Trial),
    ) -> Result<Decision, TrialError> {
        loop {
            let decision = self.decision();
            let begun = self.scores.last().map_or(0, Vec::len) as u32;
            let is_over = begun * self.rotations() >= most || stop.load(Ordering::Relaxed);
            if decision != Decision::Undecided || is_over {
                return Ok(decision);
            }
            for (series, scores) in self.series.iter().zip(&mut self.scores) {
                let mut blocks: BTreeMap<u32, [f64; 2]> = BTreeMap::new();
                for (nth, series) in series.iter().enumerate() {
                    series.run_until(begun..begun + ROUND, workers, stop, |block| {
                        blocks.entry(block.number).or_default()[nth] = block.scores[0];
                        ControlFlow::Continue(())
                    })?;
                }
                if stop.load(Ordering::Relaxed) {
                    return Ok(Decision::Undecided);
                }
                scores.extend(blocks.into_values());
            }
            see(self);
        }
    }

    /// Returns the number of matches in a block.
    fn rotations(&self) -> u32 {
        self.series.first().map_or(1, |[old, _]| old.rotations())
    }

    fn decision(&self) -> Decision {
        let gains: Vec<f64> =
            self.scores.iter().flatten().map(|[old, new]| 0.5 + (new - old) / 2.0).collect();
        // A block has the matches of both bots.
        self.sprt.decide(self.sprt.of_blocks(&gains, 2 * self.rotations()))
    }

    /// Returns the scores against each opponent so far.
    pub fn rows(&self) -> Vec<TrialRow> {
        let row = |(series, scores): (&[Series; 2], &Vec<[f64; 2]>)| {
            let mean = |nth: usize| {
                let sum: f64 = scores.iter().map(|block| block[nth]).sum();
                sum / scores.len().max(1) as f64
            };
            let opponent = series[0].players()[1].name.clone();
            let matches = scores.len() * self.rotations() as usize;
            TrialRow { opponent, matches, scores: [mean(0), mean(1)] }
        };
        self.series.iter().zip(&self.scores).map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use juez_match::registry::{PlayerSpec, game};

    /// Returns the decision on `new` in place of `old`, against two opponents at Durak.
    fn decided(old: &str, new: &str, most: u32, seed: u64) -> (Decision, Vec<TrialRow>) {
        let game = game("durak").expect("a game");
        let player = |name: &str| PlayerSpec::built_in(name, game).expect("a bot");
        let pairing = |opponent: &str| {
            TrialPairing([old, new].map(|bot| MatchSetup::new(vec![player(bot), player(opponent)])))
        };
        let pairings = vec![pairing("evaluator"), pairing("random")];
        let isolation = Arc::new(Isolation::Thread);
        let mut trial = Trial::new(game, pairings, Seed::from(seed), &isolation).expect("a trial");
        let decision = trial.run(most, 1, &AtomicBool::new(false), |_| {}).expect("matches");
        (decision, trial.rows())
    }

    #[test]
    fn a_better_bot_passes_and_a_worse_one_fails() {
        let (better, rows) = decided("random", "greedy", 4000, 1);
        assert_eq!(better, Decision::AcceptH1, "{rows:?}");
        assert!(rows.iter().all(|row| row.scores[1] > row.scores[0]), "{rows:?}");
        assert_eq!(decided("greedy", "random", 4000, 1).0, Decision::AcceptH0);
    }

    #[test]
    fn an_equal_bot_does_not_pass() {
        let (decision, rows) = decided("greedy", "greedy", 64, 2);
        assert_eq!(decision, Decision::Undecided, "{rows:?}");
        assert!(rows.iter().all(|row| row.matches == 64 && row.scores[0] == row.scores[1]));
    }

    /// Share of 300 simulated trials that pass, if the new bot wins a match with this probability and
    /// the old one every second.
    fn share_passed(wins: f64) -> f64 {
        let mut rng = Seed::from(3).rng();
        let mut passed = 0;
        for _ in 0..300 {
            let sprt = Sprt::new(ELO.0, ELO.1, ERROR, ERROR, Model::Normalized).expect("a test");
            let mut trial = Trial { sprt, series: Vec::new(), scores: vec![Vec::new()] };
            while trial.decision() == Decision::Undecided && trial.scores[0].len() < 4000 {
                let mut score = |wins: f64| {
                    let won = |_| {
                        f64::from(u8::from(
                            f64::from(rng.below(1 << 20)) < wins * f64::from(1 << 20),
                        ))
                    };
                    (0..2).map(won).sum::<f64>() / 2.0
                };
                trial.scores[0].extend((0..32).map(|_| [score(0.5), score(wins)]));
            }
            passed += i32::from(trial.decision() == Decision::AcceptH1);
        }
        f64::from(passed) / 300.0
    }

    #[test]
    fn of_simulated_bots_only_better_ones_pass() {
        let shares = [0.45, 0.5, 0.57].map(share_passed);
        assert!(shares[0] == 0.0 && shares[1] <= 0.08 && shares[2] >= 0.95, "{shares:?}");
    }
}
