//! Where results are written down and announced: one desk a tournament, whatever plays.

use super::super::ledger::{Known, Ledger};
use super::super::{Benching, Fixture, MatchResult, Shape, Status, Store, Summary};
use super::event::{Event, Reporter};
use super::jobs::Jobs;
use super::tally::Tally;

/// The books of a tournament.
pub struct Desk<'a> {
    pub store: &'a mut Store,
    pub edition: u32,
    pub shape: Shape,
    pub ledger: Ledger,
    pub tally: Tally,
    pub reporter: &'a mut dyn Reporter,
}

impl Desk<'_> {
    /// Reports an event.
    pub fn tell(&mut self, event: &Event) {
        let Desk { tally, reporter, .. } = self;
        reporter.event(event, &|| tally.leaders());
    }

    /// Settles the next match of the schedule and announces what comes of it: the match, and who is
    /// benched after it. `counts`: whether it is one of the contest.
    pub fn settle(
        &mut self,
        jobs: &Jobs,
        fixture: &Fixture,
        known: Known,
        (stored, counts): (bool, bool),
    ) -> MatchResult {
        let before = self.ledger.benchings().len();
        let status = self.ledger.settle(fixture, known);
        let result = MatchResult { fixture: fixture.clone(), status };
        if counts {
            self.tally.add(&result, &self.shape);
        }
        match &result.status {
            Status::Played(summary) => {
                let event = self.finished(jobs, fixture, summary, stored);
                self.tell(&event);
            }
            Status::Failed { error } => {
                let event = Event::MatchFailed { number: fixture.number, error: error.clone() };
                self.tell(&event);
            }
            Status::Walkover { .. } | Status::Due => {}
        }
        let Desk { ledger, tally, reporter, .. } = self;
        for &Benching { entrant, after } in &ledger.benchings()[before..] {
            let (entrant, faults) = (jobs.name(entrant).to_string(), jobs.plan.bench_after);
            reporter.event(&Event::Benched { entrant, after, faults }, &|| tally.leaders());
        }
        result
    }

    fn finished(&self, jobs: &Jobs, fixture: &Fixture, summary: &Summary, stored: bool) -> Event {
        let seat = |entry: usize| jobs.name(fixture.order[entry]).to_string();
        Event::MatchFinished {
            number: fixture.number,
            round: fixture.round,
            players: self.shape.at(fixture.order.len()).seating().into_iter().map(seat).collect(),
            ranks: summary.ranks.as_slice().to_vec(),
            points: summary.points.as_slice().to_vec(),
            reason: summary.reason.to_string(),
            faults: summary.faults.clone(),
            stored,
        }
    }
}
