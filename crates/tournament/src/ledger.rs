//! Settles the matches of a schedule in its order, whichever finished first. Benchings and
//! walkovers follow from that order alone.

use super::job::{MatchResult, Status};
use super::plan::Benching;
use super::shape::Shape;
use juez_core::Hook;

/// The fault streaks and benchings of a tournament so far.
#[derive(Clone, Debug)]
pub struct Ledger {
    shape: Shape,
    /// Matches in a row with a fault after which an entrant is benched; 0: never.
    pub(super) bench_after: u32,
    /// Matches in a row with a fault, by entrant.
    streaks: Vec<u32>,
    /// The benched entrants, in order of benching.
    pub(super) benchings: Vec<Benching>,
}

impl Ledger {
    /// Makes a ledger before the first match. An entrant is benched after being at fault in
    /// `bench_after` matches in a row; 0: never.
    pub fn new(shape: Shape, entrants: usize, bench_after: u32) -> Ledger {
        Ledger { shape, bench_after, streaks: vec![0; entrants], benchings: Vec::new() }
    }

    /// Makes room for this many entrants, if there is less.
    pub(super) fn make_room(&mut self, entrants: usize) {
        self.streaks.resize(entrants.max(self.streaks.len()), 0);
    }

    /// Settles the next match of the schedule: makes it a walkover if one of its entrants is
    /// benched, else counts its faults. A fault in `finish` is ignored, as in the match itself. A
    /// match that is not played, or not yet, neither extends a streak nor ends it.
    pub fn settle(&mut self, result: &mut MatchResult) {
        let order = &result.job.order;
        let benched: Vec<usize> =
            (0..order.len()).filter(|&entry| self.is_benched(order[entry])).collect();
        if !benched.is_empty() {
            result.status = Status::Walkover { benched };
            return;
        }
        let Status::Played(summary) = &result.status else { return };
        let seating = self.shape.at(order.len()).seating();
        // An entrant with several seats at a table counts the match once.
        let first = |(at, entrant): &(usize, &u32)| !order[..*at].contains(*entrant);
        for (_, &entrant) in order.iter().enumerate().filter(first) {
            let at_fault = summary.faults.iter().any(|fault| {
                fault.fault.hook != Hook::Finish && order[seating[fault.seat.index()]] == entrant
            });
            let streak = &mut self.streaks[entrant as usize];
            *streak = if at_fault { *streak + 1 } else { 0 };
            if self.bench_after > 0 && *streak == self.bench_after {
                self.benchings.push(Benching { entrant, after: result.job.number });
            }
        }
    }

    /// Returns true if an entrant is benched.
    pub fn is_benched(&self, entrant: u32) -> bool {
        self.benchings.iter().any(|benching| benching.entrant == entrant)
    }

    /// Returns the benched entrants, ascending.
    pub fn benched(&self) -> Vec<u32> {
        (0..self.streaks.len() as u32).filter(|&entrant| self.is_benched(entrant)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::{Job, Summary};
    use juez_core::{Fault, FaultKind, PerSeat, Reason, Seat, SeatFault, Team};

    fn job(number: u32, order: [u32; 2]) -> Job {
        let order = order.to_vec();
        Job { number, round: 0, pairing: 0, block: number, seating: 0, order }
    }

    /// Returns a match won by the first seat, with a fault of each of these seats in this hook.
    fn played(faults: &[u8], hook: Hook) -> Status {
        let fault = |&seat: &u8| SeatFault {
            seat: Seat::new(seat),
            ply: 0,
            fault: Fault::new(FaultKind::Script, hook, "", "it broke"),
        };
        Status::Played(Box::new(Summary {
            reason: Reason::Finished,
            ranks: PerSeat::from_fn(2, |seat| seat.index() as u8 + 1),
            points: PerSeat::from_fn(2, |_| 0),
            faults: faults.iter().map(fault).collect(),
            plies: 10,
            spent: PerSeat::from_fn(2, |_| Default::default()),
            wall_us: 0,
            fingerprint: None,
            hands: None,
        }))
    }

    fn ledger(bench_after: u32) -> Ledger {
        Ledger::new(Shape::new(vec![Team(0), Team(1)], 2), 3, bench_after)
    }

    fn settle(ledger: &mut Ledger, job: Job, status: Status) -> Status {
        let mut result = MatchResult { job, status };
        ledger.settle(&mut result);
        result.status
    }

    #[test]
    fn faults_in_a_row_bench_and_a_clean_match_ends_the_row() {
        let mut ledger = ledger(2);
        for (number, seats) in [(0, &[1][..]), (1, &[]), (2, &[1]), (3, &[1])] {
            let status = settle(&mut ledger, job(number, [0, 1]), played(seats, Hook::NextMove));
            assert!(matches!(status, Status::Played(_)), "{number}");
        }
        assert_eq!(ledger.benchings, [Benching { entrant: 1, after: 3 }]);
        assert_eq!(ledger.benched(), [1]);
    }

    #[test]
    fn a_row_is_counted_over_seats_and_opponents() {
        let mut ledger = ledger(2);
        settle(&mut ledger, job(0, [1, 0]), played(&[0], Hook::NextMove));
        settle(&mut ledger, job(1, [0, 2]), played(&[], Hook::NextMove));
        settle(&mut ledger, job(2, [2, 1]), played(&[1], Hook::Start));
        assert_eq!(ledger.benched(), [1]);
    }

    #[test]
    fn an_entrant_with_two_seats_has_one_match_of_it() {
        let mut ledger = Ledger::new(Shape::new(vec![Team(0), Team(1)], 2), 3, 2);
        settle(&mut ledger, job(0, [1, 1]), played(&[0, 1], Hook::NextMove));
        assert!(ledger.benched().is_empty(), "one match, whatever happened in it");
        settle(&mut ledger, job(1, [1, 1]), played(&[0], Hook::NextMove));
        assert_eq!(ledger.benched(), [1], "one seat is enough");
    }

    #[test]
    fn what_a_benched_bot_has_played_since_does_not_count() {
        let mut ledger = ledger(1);
        settle(&mut ledger, job(0, [0, 1]), played(&[1], Hook::NextMove));
        let status = settle(&mut ledger, job(1, [1, 2]), played(&[], Hook::NextMove));
        assert_eq!(status, Status::Walkover { benched: vec![0] });
        assert!(matches!(
            settle(&mut ledger, job(2, [0, 2]), played(&[], Hook::NextMove)),
            Status::Played(_)
        ));
    }

    #[test]
    fn nobody_is_benched_for_finish_or_where_it_is_switched_off() {
        let mut never = ledger(0);
        let mut once = ledger(1);
        for number in 0..10 {
            settle(&mut never, job(number, [0, 1]), played(&[0, 1], Hook::NextMove));
            settle(&mut once, job(number, [0, 1]), played(&[0, 1], Hook::Finish));
        }
        assert!(never.benched().is_empty() && once.benched().is_empty());
    }

    #[test]
    fn a_match_that_nobody_could_play_is_no_fault() {
        let mut ledger = ledger(2);
        settle(&mut ledger, job(0, [0, 1]), played(&[1], Hook::NextMove));
        settle(&mut ledger, job(1, [0, 1]), Status::Failed { error: "no worker".into() });
        settle(&mut ledger, job(2, [0, 1]), Status::Due);
        assert!(ledger.benched().is_empty());
        settle(&mut ledger, job(3, [0, 1]), played(&[1], Hook::NextMove));
        assert_eq!(ledger.benched(), [1]);
    }
}
