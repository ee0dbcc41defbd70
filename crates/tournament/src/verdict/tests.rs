use serde_json::{Map, json};

use super::*;
use crate::format::Format;
use crate::job::{Job, MatchResult, Spent, Status, Summary};
use crate::matches::Matches;
use crate::plan::Entrant;
use crate::plan::Plan;
use crate::results::Results;
use crate::shape::Shape;
use juez_core::{PerSeat, PlayedBy, Player, Reason, Seed, Team};

fn criterion(text: &str) -> Criterion {
    text.parse().unwrap()
}

/// Returns a tournament of entrants called `e0`, `e1` and so on, at tables of `sides`.
fn tournament(entrants: usize, sides: u8) -> Results {
    let entrant = |number| Entrant {
        player: Player { name: format!("e{number}"), bot: PlayedBy::Lua, source: None },
        path: String::new(),
        student: None,
        error: None,
    };
    Results {
        plan: Plan::new("quoridor", Map::new(), Format::RoundRobin, Seed::from(1)),
        shape: Shape::new((0..sides).map(Team).collect(), usize::from(sides)),
        entrants: (0..entrants).map(entrant).collect(),
        rounds: Vec::new(),
        matches: Matches::new(),
        benchings: Vec::new(),
        complete: true,
        days: Vec::new(),
    }
}

fn summary(ranks: &[u8], went: u128) -> Summary {
    let seats = ranks.len() as u8;
    Summary {
        reason: Reason::Finished,
        ranks: PerSeat::from_fn(seats, |seat| ranks[seat.index()]),
        points: PerSeat::from_fn(seats, |_| 0),
        faults: Vec::new(),
        plies: 60,
        spent: PerSeat::from_fn(seats, |_| Spent::default()),
        wall_us: 0,
        fingerprint: Some(went.into()),
        hands: None,
    }
}

fn add(results: &mut Results, block: u32, order: &[u32], status: Status) {
    let number = results.matches.len() as u32;
    let job = Job {
        number,
        round: 0,
        pairing: 0,
        block,
        seating: number % order.len() as u32,
        order: order.to_vec(),
    };
    results.matches.push(&MatchResult { job, status });
}

/// Adds a match with these ranks that repeats no other.
fn play(results: &mut Results, block: u32, order: &[u32], ranks: &[u8]) {
    let went = 1000 + results.matches.len() as u128;
    add(results, block, order, Status::Played(Box::new(summary(ranks, went))));
}

/// Plays blocks of two matches between entrants 0 and 1; entrant 0 wins 0, 1 or 2 in each.
fn duel(wins: &[u8]) -> Results {
    let mut results = tournament(2, 2);
    for (block, wins) in (0..).zip(wins) {
        play(&mut results, block, &[0, 1], if *wins > 0 { &[1, 2] } else { &[2, 1] });
        play(&mut results, block, &[1, 0], if *wins > 1 { &[2, 1] } else { &[1, 2] });
    }
    results
}

fn judged(results: &Results, text: &str) -> (Passing, String) {
    let verdict = criterion(text).judge(results, 0).unwrap();
    (verdict.decision, verdict.reason)
}

const BEATS: &str = "beats e1 in 60 % of 40 games, with 95 % confidence";

#[test]
fn who_wins_often_enough_passes_with_the_figures() {
    // Means of blocks: 1 in twelve, ½ in eight, as in the test of the bounds.
    let results = duel(&[[2; 12].as_slice(), &[1; 8]].concat());
    let reason = "80.0 % of 40, surely above 68.7 %".to_string();
    assert_eq!(judged(&results, BEATS), (Passing::Passed, reason));
    let verdict = criterion(BEATS).judge(&results, 0).unwrap();
    assert_eq!((verdict.games, verdict.blocks, verdict.score), (40, 20, Some(0.8)));
}

#[test]
fn a_good_score_that_may_be_luck_does_not_pass() {
    let results = duel(&[[2; 10].as_slice(), &[0; 5], &[1; 5]].concat());
    let (decision, reason) = judged(&results, BEATS);
    assert_eq!(decision, Passing::Failed);
    assert!(reason.starts_with("62.5 % of 40, surely only above 4"), "{reason}");
    let bare = judged(&results, "beats e1 in 60 % of 40 games");
    assert_eq!(bare, (Passing::Passed, "62.5 % of 40".to_string()));
}

#[test]
fn who_loses_fails_surely() {
    let (decision, reason) = judged(&duel(&[[0; 12].as_slice(), &[1; 8]].concat()), BEATS);
    assert_eq!((decision, reason.as_str()), (Passing::Failed, "20.0 % of 40, surely below 31.3 %"));
}

#[test]
fn while_matches_are_to_come_it_is_not_yet() {
    let mut results = duel(&[[2; 10].as_slice(), &[0; 5], &[1; 5]].concat());
    results.complete = false;
    let (decision, reason) = judged(&results, BEATS);
    assert_eq!(decision, Passing::Undecided);
    assert!(reason.starts_with("62.5 % of 40 so far, surely only above 4"), "{reason}");
    let few = judged(&duel(&[2; 10]), BEATS);
    assert_eq!(few, (Passing::Undecided, "100.0 % of 20 only, 40 asked for".to_string()));
    let mut none = duel(&[]);
    assert_eq!(judged(&none, BEATS).1, "they never met");
    add(&mut none, 0, &[0, 1], Status::Due);
    assert_eq!(judged(&none, BEATS).1, "they have not met yet");
}

#[test]
fn nobody_has_to_beat_themselves() {
    assert_eq!(criterion(BEATS).judge(&duel(&[2; 20]), 1), None);
}

#[test]
fn who_cannot_play_fails_and_without_the_opponent_nobody_does() {
    let mut results = duel(&[]);
    results.entrants[0].error = Some("no next_move".to_string());
    assert_eq!(judged(&results, BEATS), (Passing::Failed, "it cannot play".to_string()));
    results.entrants.swap(0, 1);
    let verdict = criterion("beats e0 in 60 %").judge(&results, 0).unwrap();
    assert_eq!((verdict.decision, verdict.reason.as_str()), (Passing::Undecided, "e0 cannot play"));
    let (decision, reason) = judged(&duel(&[]), "beats absent in 60 %");
    assert_eq!((decision, reason.as_str()), (Passing::Undecided, "absent does not take part"));
}

#[test]
fn being_benched_is_a_loss_and_a_benched_opponent_is_nothing() {
    let walkover = |benched: usize| Status::Walkover { benched: vec![benched] };
    let mut results = duel(&[2; 10]);
    for block in 10..20 {
        add(&mut results, block, &[0, 1], walkover(0));
        add(&mut results, block, &[1, 0], walkover(1));
    }
    let verdict = criterion(BEATS).judge(&results, 0).unwrap();
    assert_eq!((verdict.games, verdict.score, verdict.decision), (40, Some(0.5), Passing::Failed));

    let mut results = duel(&[2; 10]);
    add(&mut results, 10, &[0, 1], walkover(1));
    add(&mut results, 10, &[1, 0], Status::Failed { error: "no worker".to_string() });
    assert_eq!(criterion(BEATS).judge(&results, 0).unwrap().games, 20);
}

#[test]
fn at_larger_tables_it_counts_who_ranks_before_whom() {
    let mut results = tournament(3, 3);
    for (order, ranks) in [([0, 1, 2], [2, 3, 1]), ([1, 2, 0], [1, 3, 2]), ([2, 0, 1], [1, 2, 2])] {
        play(&mut results, 0, &order, &ranks);
    }
    assert_eq!(criterion("beats e1 in 50 %").judge(&results, 0).unwrap().score, Some(0.5));
    assert_eq!(criterion("beats e2 in 50 %").judge(&results, 0).unwrap().score, Some(1.0 / 3.0));
}

#[test]
fn partners_do_not_play_against_each_other() {
    let mut results = tournament(4, 2);
    results.shape = Shape::new([0, 1, 0, 1].map(Team).to_vec(), 4);
    play(&mut results, 0, &[0, 2, 1, 3], &[1, 2, 1, 2]);
    play(&mut results, 0, &[0, 1, 2, 3], &[1, 2, 1, 2]);
    let verdict = criterion("beats e1 in 50 %").judge(&results, 0).unwrap();
    assert_eq!((verdict.games, verdict.score), (1, Some(1.0)));
}

/// Plays `blocks` blocks between entrants 0 and 1; only `different` of them differ.
fn repeated(blocks: u32, different: u32) -> Results {
    let mut results = tournament(2, 2);
    for block in 0..blocks {
        let went = u128::from(2 * (block % different));
        let won = |ranks: &[u8], went| Status::Played(Box::new(summary(ranks, went)));
        add(&mut results, block, &[0, 1], won(&[1, 2], went));
        add(&mut results, block, &[1, 0], won(&[2, 1], went + 1));
    }
    results
}

#[test]
fn the_same_match_again_and_again_is_one_observation() {
    let verdict = criterion("beats e1 in 60 %, with 95 % confidence").judge(&repeated(20, 4), 0);
    let verdict = verdict.unwrap();
    assert_eq!((verdict.games, verdict.blocks, verdict.distinct), (40, 20, 4));
    // Wilson's bound for four of four: 4 / (4 + 1.645²).
    assert_eq!(
        (verdict.decision, verdict.reason.as_str()),
        (Passing::Failed, "100.0 % of 40, surely only above 59.6 %; only 4 of 20 blocks differ")
    );
    let many = criterion("beats e1 in 60 %, with 95 % confidence").judge(&repeated(20, 20), 0);
    assert_eq!(many.map(|verdict| verdict.decision), Some(Passing::Passed));
}

#[test]
fn games_that_repeat_others_are_no_games_that_were_asked_for() {
    let (decision, reason) = judged(&repeated(20, 4), BEATS);
    assert_eq!(decision, Passing::Undecided);
    let expected = "100.0 % of 40, 8 of them distinct, 40 asked for; only 4 of 20 blocks differ";
    assert_eq!(reason, expected);
}

#[test]
fn several_criteria_must_all_be_met() {
    let of = |decisions: &[Passing]| Passing::together(decisions.iter().copied());
    use Passing::{Failed, Passed, Undecided};
    assert_eq!(of(&[]), None);
    assert_eq!(of(&[Passed, Passed]), Some(Passed));
    assert_eq!(of(&[Passed, Undecided]), Some(Undecided));
    assert_eq!(of(&[Undecided, Failed]), Some(Failed));
}

#[test]
fn a_verdict_is_data_for_programs() {
    let verdict = criterion(BEATS).judge(&duel(&[2; 20]), 0).unwrap();
    let data = serde_json::to_value(&verdict).unwrap();
    assert_eq!(data["decision"], json!("passed"));
    assert_eq!(data["games"], json!(40));
}

/// Twenty blocks of two, with means of 1 in twelve and ½ in eight: mean 0.8, sample variance
/// 0.0631579, standard error 0.0561951. Student's 95 % quantile for 19 degrees of freedom is
/// 1.729 in any table. So q = (1.729 x 0.0561951)² / 0.16 = 0.0590, centre 0.78329 and half
/// 0.09588.
#[test]
fn student_judges_by_the_spread_of_blocks() {
    let mut blocks = vec![(2.0, 2); 12];
    blocks.extend(vec![(1.0, 2); 8]);
    let bounds = bounds(&blocks, 0.95);
    assert!((bounds.low - 0.68740).abs() < 1e-4, "{bounds:?}");
    assert!((bounds.high - 0.87917).abs() < 1e-4, "{bounds:?}");
}

/// docs/class.md: to be sure of 60 % takes 73 % of 40 games, 68 % of 100, 64 % of 400.
#[test]
fn what_is_enough_is_what_the_bound_asks_for() {
    for (pairs, score) in [(20, 0.734), (50, 0.682), (200, 0.640)] {
        let found = enough(0.6, pairs, 2 * pairs, 0.95);
        assert!((found - score).abs() < 1e-3, "{pairs}: {found}");
    }
    // With four blocks, it is Wilson's bound for four trials.
    let four = enough(0.3, 4, 8, 0.95);
    let low = wilson_of(four, 4.0, quantile(0.95)).low;
    assert!((low - 0.3).abs() < 1e-9, "{four}: {low}");
}

#[test]
fn what_is_always_the_same_is_not_certain() {
    let all_won = bounds(&[(2.0, 2); 20], 0.95);
    // 20 / (20 + 1.645²)
    assert!((all_won.low - 0.88085).abs() < 1e-4, "{all_won:?}");
    assert_eq!(all_won.high, 1.0);
    assert!(bounds(&[(1.0, 1); 3], 0.95).low < 0.6);
    assert_eq!(bounds(&[], 0.95), Interval { low: 0.0, high: 1.0 });
}

#[test]
fn half_confidence_is_the_mean_itself() {
    let mut blocks = vec![(1.0, 2); 15];
    blocks.extend(vec![(2.0, 2); 15]);
    let bounds = bounds(&blocks, 0.5);
    assert_eq!((bounds.low, bounds.high), (0.75, 0.75));
}

#[test]
fn blocks_of_different_sizes_count_by_their_matches() {
    let mut blocks = vec![(4.0, 4); 10];
    blocks.extend(vec![(0.0, 1); 10]);
    let bounds = bounds(&blocks, 0.95);
    assert!(bounds.low < 0.8 && 0.8 < bounds.high, "{bounds:?}");
    assert!(bounds.low > 0.5 && bounds.high < 1.0, "{bounds:?}");
}
