//! Compares two players by pairs of matches.

mod figures;
mod tally;

use serde::Serialize;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

pub use figures::{PairFigures, SprtFigures};
pub use tally::PairTally;

use super::series::{Block, Series, SeriesError};
use super::sprt::{Decision, Sprt};
use juez_core::Team;
use juez_match::registry::{AnyGame, MatchSetup, SetupError};

/// A comparison of two players by pairs of matches. Both matches of a pair have the same deals or begin from the same
/// position, and each player has each seat once.
pub struct PairSeries<'s> {
    /// The matches.
    pub series: &'s Series,
    /// The most pairs to play.
    pub pairs: u32,
    /// A test that can end it earlier.
    pub sprt: Option<Sprt>,
}

/// The reason for the end of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PairEnd {
    /// The test is decided.
    Decided,
    /// The test is undecided, and all further pairs repeat earlier ones.
    Repeated,
    /// All pairs are played.
    Played,
    /// It was stopped.
    Interrupted,
}

/// Why two players cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum SidesError {
    /// The number of players is wrong.
    #[error("{0}: {more}", more = more(.1))]
    Players(Box<SetupError>, &'static str),
    /// The match cannot be played.
    #[error(transparent)]
    Setup(Box<SetupError>),
    #[error("{game} has {sides} sides with these house rules: {more}", more = more(.game))]
    Sides { game: &'static str, sides: usize },
}

fn more(game: &str) -> String {
    format!(
        "compare plays two bots, a side each: choose house rules with two sides (juez rules {game}), or \
         juez tournament for more at a table"
    )
}

impl PairSeries<'_> {
    /// The matches of a comparison without a test.
    pub const MATCHES: u32 = 200;
    /// The most matches of a test.
    pub const MOST_MATCHES: u32 = 20_000;

    /// Checks that the table of a match has two sides.
    ///
    /// # Errors
    /// If it has others, or the setup is wrong.
    pub fn check_sides(game: &dyn AnyGame, base: &MatchSetup) -> Result<(), SidesError> {
        let id = game.info().id;
        let teams = game.teams(base).map_err(|error| match error {
            SetupError::Players { .. } => SidesError::Players(Box::new(error), id),
            error => SidesError::Setup(Box::new(error)),
        })?;
        match teams.into_iter().collect::<BTreeSet<Team>>().len() {
            2 => Ok(()),
            sides => Err(SidesError::Sides { game: id, sides }),
        }
    }

    /// Plays pairs on `workers` threads, and shows each with the results so far, in order, until all
    /// are played, the test is decided or cannot be, `see` breaks or `stop` is set.
    ///
    /// # Errors
    /// If a match cannot be played.
    pub fn run(
        &self,
        workers: usize,
        stop: &AtomicBool,
        mut see: impl FnMut(&PairTally, &Block) -> ControlFlow<()>,
    ) -> Result<(PairTally, PairEnd), SeriesError> {
        let mut tally = PairTally::default();
        self.series.run_until(0..self.pairs, workers, stop, |block| {
            tally.add(self.series, &block);
            see(&tally, &block)?;
            self.early(&tally).map_or(ControlFlow::Continue(()), |_| ControlFlow::Break(()))
        })?;
        let all = tally.blocks == u64::from(self.pairs);
        let late = if all { PairEnd::Played } else { PairEnd::Interrupted };
        let end = self.early(&tally).unwrap_or(late);
        Ok((tally, end))
    }

    /// Returns why a test ends before its last match.
    fn early(&self, tally: &PairTally) -> Option<PairEnd> {
        let sprt = self.sprt?;
        if sprt.decide(tally.by_pairs(&sprt)) != Decision::Undecided {
            return Some(PairEnd::Decided);
        }
        tally.is_exhausted().then_some(PairEnd::Repeated)
    }
}
