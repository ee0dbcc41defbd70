//! Bots that offend again and again.

use juez::core::{Limits, OnFault};
use juez::tournament::{Event, Format, Plan, Status};

use crate::tournament::runs::{Runs, entrants, plan, short_quoridor};

const BROKEN: &str = "return { next_move = function(view) error('no idea') end }";

#[test]
fn a_bot_that_always_fails_is_benched_at_the_same_match_with_any_concurrency() {
    let pictures = [1, 2, 8].map(|concurrency| {
        let runs = Runs::new();
        let broken = format!("broken={}", runs.bot("broken.lua", BROKEN));
        let plan = plan("quoridor", Format::RoundRobin, short_quoridor());
        let plan = Plan { rounds: 4, ..plan };
        let parts = entrants("quoridor", &["random", &broken, "greedy"]);
        let (_, heard) = runs.play(&plan, &parts, concurrency);
        let benched = heard.events.iter().filter(|e| matches!(e, Event::Benched { .. })).count();
        assert_eq!(benched, 1);
        // No record has the path of this folder for its source, only its hash and name.
        let (mut results, records) = runs.picture();
        results.entrants.iter_mut().for_each(|entrant| entrant.path = String::new());
        (results, records)
    });
    let (results, _) = &pictures[0];
    let [benching] = &results.benchings[..] else { panic!("{:?}", results.benchings) };
    assert_eq!(benching.entrant, 1);
    let faulty = |number: u32| {
        results.matches.iter().filter(move |m| m.job.number <= number && m.job.order.contains(&1))
    };
    assert_eq!(faulty(benching.after).count(), 3);
    assert!(faulty(benching.after).all(|m| m.played().is_some_and(|s| !s.faults.is_empty())));
    for later in results.matches.iter().skip(benching.after as usize + 1) {
        let walkover = matches!(later.status, Status::Walkover { .. });
        assert_eq!(walkover, later.job.order.contains(&1), "{later:?}");
    }
    assert!(pictures[0] == pictures[1] && pictures[0] == pictures[2]);
}

#[test]
fn with_substitutes_a_bot_plays_on_and_is_benched_all_the_same() {
    let runs = Runs::new();
    let broken = runs.bot("broken.lua", BROKEN);
    let limits = Limits { on_fault: OnFault::Substitute, strikes: 1000, ..Limits::default() };
    let plan = plan("quoridor", Format::RoundRobin, short_quoridor());
    let mut plan = Plan { rounds: 3, bench_after: 2, ..plan };
    plan.terms.limits = limits;
    runs.play(&plan, &entrants("quoridor", &["random", &broken]), 2);
    let results = runs.results();
    assert_eq!(results.benchings.len(), 1);
    assert_eq!(results.matches.iter().filter(|m| m.played().is_some()).count(), 2);
}

#[test]
fn nobody_is_benched_where_that_is_switched_off() {
    let runs = Runs::new();
    let broken = runs.bot("broken.lua", BROKEN);
    let plan = plan("quoridor", Format::RoundRobin, short_quoridor());
    runs.play(
        &Plan { rounds: 5, bench_after: 0, ..plan },
        &entrants("quoridor", &["random", &broken]),
        2,
    );
    assert!(runs.results().matches.iter().all(|m| m.played().is_some()));
}
