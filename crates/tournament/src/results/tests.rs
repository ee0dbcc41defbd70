//! Tests which rounds count as played, and their scores.

use super::Results;
use crate::format::Format;
use crate::job::{MatchResult, Status, Summary};
use crate::round::{PlayedRound, Round};
use crate::schedule::testing::{field, lone, plan};
use crate::schedule::{jobs, next_round};
use juez_core::{PerSeat, Reason};

/// Returns a round robin of three with all matches won by entrant 0, except that the given matches
/// have another status.
fn results(others: &[(usize, Status)]) -> Results {
    let (plan, shape) = (plan(Format::RoundRobin, 2, 1), lone(2));
    let first = next_round(&plan, &shape, &field(3), &[], &[]).unwrap();
    let second = Round { number: 1, first_block: 1, ..first.clone() };
    let mut matches: Vec<MatchResult> = Vec::new();
    for round in [&first, &second] {
        for job in jobs(round, &shape, matches.len() as u32) {
            let least = *job.order.iter().min().unwrap();
            let ranks = job.order.iter().map(|&who| 1 + u8::from(who != least));
            let ranks: Vec<u8> = ranks.collect();
            let summary = Summary {
                reason: Reason::Finished,
                ranks: PerSeat::from_fn(2, |seat| ranks[seat.index()]),
                points: PerSeat::from_fn(2, |_| 0),
                faults: vec![],
                plies: 1,
                spent: PerSeat::from_fn(2, |_| Default::default()),
                wall_us: 0,
                fingerprint: None,
                hands: None,
            };
            matches.push(MatchResult { job, status: Status::Played(Box::new(summary)) });
        }
    }
    for (at, status) in others {
        matches[*at].status = status.clone();
    }
    let rounds = vec![first, second];
    Results {
        plan,
        shape,
        entrants: vec![],
        rounds,
        matches: matches.into_iter().collect(),
        benchings: vec![],
        complete: false,
        days: Vec::new(),
    }
}

/// Returns the mean score of an entrant in its only table with another.
fn score(round: &PlayedRound, entrant: u32, against: u32) -> f64 {
    let with = |pairing: &Vec<u32>| pairing.contains(&entrant) && pairing.contains(&against);
    let table = round.round.pairings.iter().position(with).unwrap();
    let place = round.round.pairings[table].iter().position(|&who| who == entrant).unwrap();
    round.scores[table][place]
}

#[test]
fn a_score_is_the_mean_over_all_deals_and_seatings() {
    let [a, b, c] = field(3)[..] else { unreachable!() };
    let rounds = results(&[]).played_rounds();
    assert_eq!(rounds.len(), 2);
    let ascending = |x: u32, y: u32| if x < y { 1.0 } else { 0.0 };
    for (x, y) in [(a, b), (b, a), (a, c), (c, a), (b, c), (c, b)] {
        assert_eq!(score(&rounds[1], x, y), ascending(x, y));
    }
}

#[test]
fn a_walkover_counts_and_a_match_that_could_not_be_played_does_not() {
    let failed = Status::Failed { error: "no worker".into() };
    let whole = results(&[]);
    let order = whole.matches.iter().next().unwrap().job.order;
    let (x, y) = (order[0].min(order[1]), order[0].max(order[1]));
    let loser = order.iter().position(|&who| who == x).unwrap();
    let walkover = Status::Walkover { benched: vec![loser] };
    let halved = results(&[(0, walkover)]).played_rounds();
    assert_eq!((score(&halved[0], x, y), score(&halved[0], y, x)), (0.5, 0.5));
    let once = results(&[(0, failed.clone())]).played_rounds();
    assert_eq!((score(&once[0], x, y), score(&once[0], y, x)), (1.0, 0.0));
    let never = results(&[(0, failed.clone()), (1, failed)]).played_rounds();
    assert_eq!((score(&never[0], x, y), score(&never[0], y, x)), (0.0, 0.0));
}

#[test]
fn a_round_with_a_match_to_play_is_not_played_nor_is_any_after_it() {
    assert_eq!(results(&[(9, Status::Due)]).played_rounds().len(), 1);
    assert_eq!(results(&[(2, Status::Due)]).played_rounds().len(), 0);
}
