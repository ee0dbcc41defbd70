//! Settles results in schedule order and reports the consequences.

use super::event::{Event, Leader, Reporter};
use super::pace::MatchTimes;
use super::setups::Tournament;
use crate::job::{Job, MatchResult, Status, Summary};
use crate::ledger::Ledger;
use crate::plan::{Benching, Entrant};
use crate::shape::Shape;
use crate::store::Store;

/// Number of leaders in an event.
const LEADERS: usize = 3;

/// The store, ledger and reporter of a running tournament.
pub struct Writer<'a> {
    pub store: &'a mut Store,
    pub revision: u32,
    pub shape: Shape,
    pub ledger: Ledger,
    /// The score of each entrant, by number.
    pub scores: Vec<Leader>,
    /// Only kept in a knockout with a time limit.
    pub times: Option<MatchTimes>,
    pub reporter: &'a mut dyn Reporter,
}

impl<'a> Writer<'a> {
    /// Makes the writer of a revision before its first match.
    pub fn new(
        store: &'a mut Store,
        revision: u32,
        Tournament { plan, shape, entrants, .. }: &Tournament,
        reporter: &'a mut dyn Reporter,
    ) -> Writer<'a> {
        let ledger = Ledger::new(shape.clone(), entrants.len(), plan.bench_after);
        let none =
            |entrant: &Entrant| Leader { name: entrant.name().into(), score: 0.0, matches: 0 };
        let scores = entrants.iter().map(none).collect();
        // The rest of a knockout depends on the remaining entrants.
        let times = plan.time.filter(|_| plan.format.is_elimination());
        let times = times.map(|_| MatchTimes::default());
        Writer { store, revision, shape: shape.clone(), ledger, scores, times, reporter }
    }

    pub fn report(&mut self, event: &Event) {
        let Writer { scores, reporter, .. } = self;
        reporter.event(event, &|| leaders(scores));
    }

    pub fn leaders(&self) -> Vec<Leader> {
        leaders(&self.scores)
    }

    pub fn name(&self, entrant: u32) -> String {
        self.scores[entrant as usize].name.clone()
    }

    /// Settles and reports the next match of the schedule; returns the entrants benched after it.
    /// `is_stored`: it was stored before; `counts`: it belongs to the contest.
    pub fn settle(
        &mut self,
        result: &mut MatchResult,
        is_stored: bool,
        counts: bool,
    ) -> Vec<Benching> {
        let before = self.ledger.benchings.len();
        self.ledger.settle(result);
        if counts {
            self.count(result);
        }
        let number = result.job.number;
        match &result.status {
            Status::Played(summary) => {
                if let Some(times) = &mut self.times {
                    times.add(result.job.order.clone(), summary.wall_us as f64 / 1e6);
                }
                self.report(&self.finished(&result.job, summary, is_stored));
            }
            Status::Failed { error } => {
                self.report(&Event::MatchFailed { number, error: error.clone() });
            }
            Status::Walkover { .. } | Status::Due => {}
        }
        let benchings = self.ledger.benchings[before..].to_vec();
        for &Benching { entrant, after } in &benchings {
            let (entrant, faults) = (self.name(entrant), self.ledger.bench_after);
            self.report(&Event::Benched { entrant, after, faults });
        }
        benchings
    }

    fn finished(&self, job: &Job, summary: &Summary, stored: bool) -> Event {
        let seating = self.shape.at(job.order.len()).seating();
        Event::MatchFinished {
            number: job.number,
            round: job.round,
            players: seating.into_iter().map(|entry| self.name(job.order[entry])).collect(),
            ranks: summary.ranks.as_slice().to_vec(),
            points: summary.points.as_slice().to_vec(),
            reason: summary.reason.to_string(),
            faults: summary.faults.clone(),
            stored,
        }
    }

    fn count(&mut self, result: &MatchResult) {
        let Some(scores) = result.scores(&self.shape) else { return };
        for (&entrant, score) in result.job.order.iter().zip(scores) {
            let Leader { score: mean, matches, .. } = &mut self.scores[entrant as usize];
            *matches += 1;
            *mean += (score - *mean) / f64::from(*matches);
        }
    }
}

/// Returns the best mean scores, best first.
fn leaders(scores: &[Leader]) -> Vec<Leader> {
    let mut leaders: Vec<&Leader> = scores.iter().filter(|leader| leader.matches > 0).collect();
    // Stable, so that equal scores keep the order of the seeding.
    leaders.sort_by(|a, b| b.score.total_cmp(&a.score));
    leaders.into_iter().take(LEADERS).cloned().collect()
}
