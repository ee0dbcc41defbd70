//! The fate of each match of a schedule: walked over once, settled in the order of the
//! schedule, whichever finished first. Who is benched, and which matches are walkovers, follows from
//! that alone.

use super::{Benching, Fixture, Shape, Status, Summary};
use crate::core::Hook;

/// What is known of a fixture when its turn comes.
#[derive(Clone, PartialEq, Debug)]
pub enum Known {
    /// Nothing yet.
    Nothing,
    /// It was played.
    Played(Box<Summary>),
    /// It could not be played.
    Failed(String),
}

/// The strikes of a tournament so far.
#[derive(Clone, Debug)]
pub struct Ledger {
    shape: Shape,
    bench_after: u32,
    /// Matches in a row with a fault, by entrant.
    streaks: Vec<u32>,
    benched: Vec<bool>,
    benchings: Vec<Benching>,
}

impl Ledger {
    /// A ledger before the first match of `entrants` entrants at tables of this shape. An entrant
    /// is benched after `bench_after` matches in a row in which it was at fault; 0: never.
    pub fn new(shape: Shape, entrants: usize, bench_after: u32) -> Ledger {
        let (streaks, benched) = (vec![0; entrants], vec![false; entrants]);
        Ledger { shape, bench_after, streaks, benched, benchings: Vec::new() }
    }

    /// Settles the next match of the schedule. A fault in `finish` changes nothing, as in the match
    /// itself; a match that is not played, or not yet, neither adds to a streak nor ends it.
    pub fn settle(&mut self, fixture: &Fixture, known: Known) -> Status {
        let out = |entry: &usize| self.is_benched(fixture.order[*entry]);
        let benched: Vec<usize> = (0..fixture.order.len()).filter(out).collect();
        if !benched.is_empty() {
            return Status::Walkover { benched };
        }
        let summary = match known {
            Known::Nothing => return Status::Due,
            Known::Failed(error) => return Status::Failed { error },
            Known::Played(summary) => summary,
        };
        let seating = self.shape.at(fixture.order.len()).seating();
        let order = &fixture.order;
        // An entrant that sits at a table twice has one match of it.
        let first = |(at, entrant): &(usize, &u32)| !order[..*at].contains(*entrant);
        for (_, &entrant) in order.iter().enumerate().filter(first) {
            let at_fault = summary.faults.iter().any(|fault| {
                fault.fault.hook != Hook::Finish && order[seating[fault.seat.index()]] == entrant
            });
            let streak = &mut self.streaks[entrant as usize];
            *streak = if at_fault { *streak + 1 } else { 0 };
            if self.bench_after > 0 && *streak == self.bench_after {
                self.benched[entrant as usize] = true;
                self.benchings.push(Benching { entrant, after: fixture.number });
            }
        }
        Status::Played(summary)
    }

    /// Whether an entrant takes no further part.
    pub fn is_benched(&self, entrant: u32) -> bool {
        self.benched[entrant as usize]
    }

    /// Who takes no further part, ascending.
    pub fn benched(&self) -> Vec<u32> {
        (0..self.benched.len() as u32).filter(|&entrant| self.is_benched(entrant)).collect()
    }

    /// Who was benched, in the order in which it happened.
    pub fn benchings(&self) -> &[Benching] {
        &self.benchings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Fault, FaultKind, PerSeat, Reason, Seat, SeatFault, Team};

    fn fixture(number: u32, order: [u32; 2]) -> Fixture {
        let order = order.to_vec();
        Fixture { number, round: 0, pairing: 0, block: number, seating: 0, order }
    }

    /// A match that the first seat wins, in which these seats commit a fault in this hook.
    fn played(faults: &[u8], hook: Hook) -> Known {
        let fault = |&seat: &u8| SeatFault {
            seat: Seat::new(seat),
            ply: 0,
            fault: Fault::new(FaultKind::Script, hook, "", "it broke"),
        };
        Known::Played(Box::new(Summary {
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

    #[test]
    fn faults_in_a_row_bench_and_a_clean_match_ends_the_row() {
        let mut ledger = ledger(2);
        for (number, seats) in [(0, &[1][..]), (1, &[]), (2, &[1]), (3, &[1])] {
            let status = ledger.settle(&fixture(number, [0, 1]), played(seats, Hook::NextMove));
            assert!(matches!(status, Status::Played(_)), "{number}");
        }
        assert_eq!(ledger.benchings(), [Benching { entrant: 1, after: 3 }]);
        assert_eq!(ledger.benched(), [1]);
    }

    #[test]
    fn a_row_is_counted_over_seats_and_opponents() {
        let mut ledger = ledger(2);
        ledger.settle(&fixture(0, [1, 0]), played(&[0], Hook::NextMove));
        ledger.settle(&fixture(1, [0, 2]), played(&[], Hook::NextMove));
        ledger.settle(&fixture(2, [2, 1]), played(&[1], Hook::Start));
        assert_eq!(ledger.benched(), [1]);
    }

    #[test]
    fn an_entrant_with_two_seats_has_one_match_of_it() {
        let mut ledger = Ledger::new(Shape::new(vec![Team(0), Team(1)], 2), 3, 2);
        ledger.settle(&fixture(0, [1, 1]), played(&[0, 1], Hook::NextMove));
        assert!(ledger.benched().is_empty(), "one match, whatever happened in it");
        ledger.settle(&fixture(1, [1, 1]), played(&[0], Hook::NextMove));
        assert_eq!(ledger.benched(), [1], "one seat is enough");
    }

    #[test]
    fn what_a_benched_bot_has_played_since_does_not_count() {
        let mut ledger = ledger(1);
        ledger.settle(&fixture(0, [0, 1]), played(&[1], Hook::NextMove));
        let status = ledger.settle(&fixture(1, [1, 2]), played(&[], Hook::NextMove));
        assert_eq!(status, Status::Walkover { benched: vec![0] });
        assert!(matches!(
            ledger.settle(&fixture(2, [0, 2]), played(&[], Hook::NextMove)),
            Status::Played(_)
        ));
    }

    #[test]
    fn nobody_is_benched_for_finish_or_where_it_is_switched_off() {
        let mut never = ledger(0);
        let mut once = ledger(1);
        for number in 0..10 {
            never.settle(&fixture(number, [0, 1]), played(&[0, 1], Hook::NextMove));
            once.settle(&fixture(number, [0, 1]), played(&[0, 1], Hook::Finish));
        }
        assert!(never.benched().is_empty() && once.benched().is_empty());
    }

    #[test]
    fn a_match_that_nobody_could_play_is_no_fault() {
        let mut ledger = ledger(2);
        ledger.settle(&fixture(0, [0, 1]), played(&[1], Hook::NextMove));
        ledger.settle(&fixture(1, [0, 1]), Known::Failed("no worker".into()));
        ledger.settle(&fixture(2, [0, 1]), Known::Nothing);
        assert!(ledger.benched().is_empty());
        ledger.settle(&fixture(3, [0, 1]), played(&[1], Hook::NextMove));
        assert_eq!(ledger.benched(), [1]);
    }
}
