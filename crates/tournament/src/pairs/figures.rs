//! The figures of a comparison, as its JSON has them.

use serde::Serialize;

use super::{PairEnd, PairTally};
use crate::rating::{Duel, Estimate};
use crate::sprt::{Decision, Sprt};

/// The figures of a comparison. Unbounded ends of an interval are infinite.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[expect(missing_docs, reason = "the members of `juez compare --json`, which PairTally explains")]
pub struct PairFigures {
    pub matches: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub points: f64,
    pub pairs: [u64; 5],
    pub distinct_pairs: u64,
    pub distinct_points: f64,
    pub score: Option<Estimate>,
    pub elo: Option<Estimate>,
    pub nelo: Option<Estimate>,
    pub los: Option<f64>,
    pub draw_ratio: Option<f64>,
    pub pairs_ratio: Option<f64>,
    /// The verdict of the score's interval; `None` with a test, which has its own.
    pub judgement: Option<&'static str>,
    pub faults: [u64; 2],
    pub decided_by_time: u64,
    pub sprt: Option<SprtFigures>,
    pub ended: PairEnd,
}

/// The figures of a test.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[expect(missing_docs, reason = "the members of `juez compare --json`, which Sprt explains")]
pub struct SprtFigures {
    pub model: String,
    pub elo0: f64,
    pub elo1: f64,
    pub alpha: f64,
    pub beta: f64,
    pub lower: f64,
    pub upper: f64,
    pub llr: f64,
    pub llr_by_matches: f64,
    pub verdict: &'static str,
}

impl SprtFigures {
    fn of(tally: &PairTally, sprt: &Sprt) -> SprtFigures {
        let ((elo0, elo1), (lower, upper)) = (sprt.hypotheses(), sprt.bounds());
        let ((alpha, beta), llr) = (sprt.errors(), tally.by_pairs(sprt));
        SprtFigures {
            model: sprt.model().to_string(),
            elo0,
            elo1,
            alpha,
            beta,
            lower,
            upper,
            llr,
            llr_by_matches: tally.by_matches(sprt),
            verdict: match sprt.decide(llr) {
                Decision::AcceptH0 => "h0",
                Decision::AcceptH1 => "h1",
                Decision::Undecided => "undecided",
            },
        }
    }
}

impl PairTally {
    /// Returns all figures of a comparison.
    pub fn figures(&self, sprt: Option<&Sprt>, ended: PairEnd) -> PairFigures {
        let (duel, matches) = (self.duel(), self.matches());
        let judge = |duel: Duel| match (duel.score.low > 0.5, duel.score.high < 0.5) {
            (true, _) => "stronger",
            (_, true) => "weaker",
            _ => "open",
        };
        PairFigures {
            matches,
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
            points: self.wins as f64 + self.draws as f64 / 2.0,
            pairs: self.pairs,
            distinct_pairs: self.distinct(),
            distinct_points: self.distinct_points(),
            score: duel.map(|duel| duel.score),
            elo: duel.map(|duel| duel.elo),
            nelo: duel.map(|duel| duel.nelo),
            los: duel.map(|duel| duel.los),
            draw_ratio: (matches > 0).then(|| self.draws as f64 / matches as f64),
            pairs_ratio: duel.and_then(|duel| duel.pairs_ratio()),
            judgement: duel.filter(|_| sprt.is_none()).map(judge),
            faults: self.faults,
            decided_by_time: self.by_time,
            sprt: sprt.map(|sprt| SprtFigures::of(self, sprt)),
            ended,
        }
    }
}
