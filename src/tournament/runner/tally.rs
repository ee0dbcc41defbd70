//! Who leads, while matches are still being played.

use super::super::{Entrant, MatchResult, Shape};
use super::event::Leader;

/// How many are told.
const LEADERS: usize = 3;

/// The scores so far.
pub struct Tally(Vec<Leader>);

impl Tally {
    /// Without a match.
    pub fn new(entrants: &[Entrant]) -> Tally {
        let leader =
            |entrant: &Entrant| Leader { name: entrant.name().to_string(), score: 0.0, matches: 0 };
        Tally(entrants.iter().map(leader).collect())
    }

    /// Adds a match, if it counts.
    pub fn add(&mut self, result: &MatchResult, shape: &Shape) {
        let Some(scores) = result.scores(shape) else { return };
        for (&entrant, score) in result.fixture.order.iter().zip(scores) {
            let Leader { score: mean, matches, .. } = &mut self.0[entrant as usize];
            *matches += 1;
            *mean += (score - *mean) / f64::from(*matches);
        }
    }

    /// The best mean scores, best first.
    pub fn leaders(&self) -> Vec<Leader> {
        let mut leaders: Vec<&Leader> = self.0.iter().filter(|l| l.matches > 0).collect();
        // Stable, so that equal scores keep the order of the seeding.
        leaders.sort_by(|a, b| b.score.total_cmp(&a.score));
        leaders.into_iter().take(LEADERS).cloned().collect()
    }
}
