//! The matches of a tournament, packed.

use std::fmt;

use super::job::{Job, MatchResult, Status};

/// Matches in schedule order. Each takes some 70 bytes and is unpacked on access, so that a hundred
/// thousand of them take little memory.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Matches {
    /// For each match: the length of its status, its job, its status.
    packed: Vec<u8>,
    count: usize,
}

impl Matches {
    /// Returns an empty list.
    pub fn new() -> Matches {
        Matches::default()
    }

    /// Returns the number of matches.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns true if there are no matches.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Appends a match.
    pub fn push(&mut self, result: &MatchResult) {
        let status = pack(&result.status);
        self.packed.extend(pack(&(status.len(), &result.job)));
        self.packed.extend(status);
        self.count += 1;
    }

    /// Iterates over the matches in order.
    pub fn iter(&self) -> MatchIter<'_> {
        MatchIter { rest: &self.packed, count: self.count }
    }

    /// Iterates in order over the matches with all of these entrants at the table. The status of
    /// other matches is not unpacked.
    pub fn of<const N: usize>(
        &self,
        entrants: [u32; N],
    ) -> impl Iterator<Item = MatchResult> + use<'_, N> {
        let mut matches = self.iter();
        std::iter::from_fn(move || {
            loop {
                let (job, status) = matches.packed()?;
                if entrants.iter().all(|entrant| job.order.contains(entrant)) {
                    return Some(unpack(job, status));
                }
            }
        })
    }
}

/// Iterator over [`Matches`].
#[derive(Clone)]
pub struct MatchIter<'m> {
    rest: &'m [u8],
    count: usize,
}

impl<'m> MatchIter<'m> {
    /// Returns the next job with its packed status.
    fn packed(&mut self) -> Option<(Job, &'m [u8])> {
        self.count = self.count.checked_sub(1)?;
        let ((length, job), after) =
            postcard::take_from_bytes::<(usize, Job)>(self.rest).expect("a match was packed here");
        let (status, rest) = after.split_at(length);
        self.rest = rest;
        Some((job, status))
    }
}

impl Iterator for MatchIter<'_> {
    type Item = MatchResult;

    fn next(&mut self) -> Option<MatchResult> {
        self.packed().map(|(job, status)| unpack(job, status))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count, Some(self.count))
    }
}

impl ExactSizeIterator for MatchIter<'_> {}

impl FromIterator<MatchResult> for Matches {
    fn from_iter<I: IntoIterator<Item = MatchResult>>(results: I) -> Matches {
        let mut matches = Matches::new();
        results.into_iter().for_each(|result| matches.push(&result));
        matches
    }
}

impl fmt::Debug for Matches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

fn pack(value: &impl serde::Serialize) -> Vec<u8> {
    postcard::to_allocvec(value).expect("plain data")
}

fn unpack(job: Job, status: &[u8]) -> MatchResult {
    let status: Status = postcard::from_bytes(status).expect("a status was packed here");
    MatchResult { job, status }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Fingerprint;
    use crate::job::{Spent, Summary};
    use juez_core::{
        Fault, FaultKind, HandFigure, HandUnit, Hands, Hook, PerSeat, Reason, Seat, SeatFault,
    };

    fn played() -> Status {
        let figures = [HandFigure { name: "points", unit: HandUnit::PerHand, doc: "points" }];
        let fault = Fault::new(FaultKind::Script, Hook::NextMove, "", "oops").at("main.lua", 3);
        Status::Played(Box::new(Summary {
            reason: Reason::Forfeit,
            ranks: PerSeat::from_fn(4, |seat| 1 + seat.index() as u8 % 2),
            points: PerSeat::from_fn(4, |seat| -7 * seat.index() as i32),
            faults: vec![SeatFault { seat: Seat::new(3), ply: 17, fault }],
            plies: 60,
            spent: PerSeat::from_fn(4, |_| Spent {
                decisions: 15,
                fuel: 1_234_567,
                worst_fuel: 400_000,
                time_us: 8_000,
            }),
            wall_us: 31_000,
            fingerprint: Some(Fingerprint::from(u128::MAX - 5)),
            hands: Some(Box::new(Hands::none(4, &figures))),
        }))
    }

    fn results() -> Vec<MatchResult> {
        let states = [
            Status::Due,
            played(),
            Status::Walkover { benched: vec![1] },
            Status::Failed { error: "no worker".to_string() },
            played(),
        ];
        let job = |number: u32| Job {
            number,
            round: 0,
            pairing: 300,
            block: number,
            seating: 1,
            order: vec![number % 2, 7, 70_000, 3],
        };
        let result = |(number, status)| MatchResult { job: job(number), status };
        (0..).zip(states).map(result).collect()
    }

    #[test]
    fn what_was_packed_comes_back_in_order() {
        let results = results();
        let matches: Matches = results.iter().cloned().collect();
        assert_eq!((matches.len(), matches.is_empty()), (5, false));
        assert_eq!(matches.iter().collect::<Vec<_>>(), results);
        assert_eq!(matches.iter().len(), 5);
        assert_eq!(Matches::new().iter().next(), None);
    }

    #[test]
    fn the_matches_of_some_are_those_at_whose_tables_they_all_sit() {
        let results = results();
        let matches: Matches = results.iter().cloned().collect();
        fn numbers(found: impl Iterator<Item = MatchResult>) -> Vec<u32> {
            found.map(|result| result.job.number).collect()
        }
        assert_eq!(numbers(matches.of([0, 7])), [0, 2, 4]);
        assert_eq!(numbers(matches.of([1])), [1, 3]);
        assert_eq!(numbers(matches.of([0, 1])), [0_u32; 0]);
        assert_eq!(matches.of([1]).next().as_ref(), Some(&results[1]));
    }

    #[test]
    fn a_usual_match_takes_less_than_a_hundred_bytes() {
        let Status::Played(mut summary) = played() else { unreachable!("it was played") };
        (summary.faults, summary.hands) = (Vec::new(), None);
        summary.spent = PerSeat::from_fn(2, |_| summary.spent[Seat::new(0)]);
        let job = Job { order: vec![0, 1], ..results()[0].job.clone() };
        let result = MatchResult { job, status: Status::Played(summary) };
        let mut matches = Matches::new();
        matches.push(&result);
        assert!(matches.packed.len() < 100, "{} bytes", matches.packed.len());
    }
}
