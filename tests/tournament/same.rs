//! The same tournament, whichever match finished first and however often it was interrupted.

use juez::pool::{Isolation, IsolationKind};
use juez::tournament::{Ended, Event, Format, Partners, Plan};

use serde_json::{Value, json};

use crate::tournament::runs::{Part, Runs, entrants, isolation, plan, short_quoridor, usual};

/// Returns formats, games and tables of every kind.
fn tournaments() -> Vec<(&'static str, Plan, Vec<Part>)> {
    let quoridor =
        ["random", "bots/quoridor/runner.lua", "rhai=bots/quoridor/runner.rhai", "greedy"];
    let five = [&quoridor[..], &["other=random"]].concat();
    let mut mixed = plan("dominoes", Format::RoundRobin, usual());
    (mixed.partners, mixed.rounds) = (Partners::Mixed, 1);
    let three = |names: [&str; 4]| entrants("tute", &names);
    let mut tute = plan("tute", Format::RoundRobin, usual());
    tute.rounds = 1;
    vec![
        (
            "round robin",
            plan("quoridor", Format::RoundRobin, short_quoridor()),
            entrants("quoridor", &quoridor),
        ),
        (
            "gauntlet",
            plan("quoridor", Format::Gauntlet { challengers: 1 }, short_quoridor()),
            entrants("quoridor", &quoridor),
        ),
        ("swiss", plan("quoridor", Format::Swiss, short_quoridor()), entrants("quoridor", &five)),
        (
            "knockout",
            plan("quoridor", Format::Knockout { third_place: true }, short_quoridor()),
            entrants("quoridor", &five),
        ),
        ("three seats", tute, three(["random", "b=random", "c=random", "d=random"])),
        (
            "mixed partners",
            mixed,
            entrants("dominoes", &["random", "b=random", "c=random", "d=random"]),
        ),
        judged("quoridor", Format::Swiss, short_quoridor()),
        judged("durak", Format::Knockout { third_place: true }, json!({"seats": 3})),
        judged("quoridor", Format::RoundRobin, short_quoridor()),
    ]
}

/// Returns a tournament in which all entrants must beat the last one, a yardstick.
fn judged(game: &'static str, format: Format, options: Value) -> (&'static str, Plan, Vec<Part>) {
    let parts = entrants(game, &["random", "b=random", "c=random", "d=random", "greedy"]);
    let criteria = vec!["beats greedy in 60 % of 11 games".parse().expect("a criterion")];
    let plan = Plan { criteria, yardsticks: vec![4], ..plan(game, format, options) };
    ("criteria", plan, parts)
}

#[test]
fn results_and_records_are_byte_equal_with_concurrency_1_2_and_8() {
    for (name, plan, parts) in tournaments() {
        let pictures = [1, 2, 8].map(|concurrency| {
            let runs = Runs::new();
            assert_eq!(runs.play(&plan, &parts, concurrency).0, Ended::Finished, "{name}");
            runs.picture()
        });
        assert!(!pictures[0].1.is_empty() && pictures[0].0.complete, "{name}");
        assert!(pictures[0] == pictures[1], "{name}: 1 and 2 differ");
        assert!(pictures[0] == pictures[2], "{name}: 1 and 8 differ");
    }
}

#[test]
fn results_and_records_are_the_same_on_threads_and_in_workers() {
    let (_, plan, parts) = tournaments().remove(0);
    let pictures = [IsolationKind::Thread, IsolationKind::Process].map(|kind| {
        let runs = Runs::new();
        let (ended, _) = runs.play_at(&isolation(kind), &plan, &parts, 2, u32::MAX);
        assert_eq!(ended, Ended::Finished);
        runs.picture()
    });
    assert!(pictures[0] == pictures[1]);
}

#[test]
fn a_tournament_that_is_stopped_again_and_again_comes_to_the_same_end() {
    for (name, plan, parts) in tournaments() {
        let plan = Plan { deals: 10, ..plan };
        let whole = Runs::new();
        whole.play(&plan, &parts, 2);
        let piecemeal = Runs::new();
        let (mut fresh, mut starts) = (0, 0);
        loop {
            // Running matches are played to their end, and matches of a group are reported
            // together: with one at a time fewer than 50 are played before it stops. With two, one
            // may run ahead of the other.
            let concurrency = if starts < 2 { 1 } else { 2 };
            let (ended, heard) =
                piecemeal.play_at(&Isolation::Thread, &plan, &parts, concurrency, 10);
            let is_prompt = concurrency == 2 || heard.fresh() < 50;
            assert!(is_prompt, "{name}: {} matches after the stop", heard.fresh());
            (fresh, starts) = (fresh + heard.fresh(), starts + 1);
            if ended == Ended::Finished {
                break;
            }
            assert!(heard.fresh() >= 10, "{name} never ends");
        }
        assert!(whole.picture() == piecemeal.picture(), "{name}");
        let played = whole.results().matches.iter().filter(|m| m.played().is_some()).count();
        assert_eq!(fresh as usize, played, "{name}: a match was played twice or not at all");
        assert!(starts >= 3, "{name}: stopped {} times only", starts - 1);
    }
}

#[test]
fn one_changed_bot_plays_only_its_own_pairings_again() {
    let runs = Runs::new();
    let plan = plan("quoridor", Format::RoundRobin, short_quoridor());
    let bot = |body: &str| format!("return {{ next_move = function(view) {body} end }}");
    let mine = runs.bot("mine.lua", &bot("return view:moves()[1]"));
    let parts = || entrants("quoridor", &["random", "greedy", "bots/quoridor/runner.lua", &mine]);
    let (_, first) = runs.play(&plan, &parts(), 2);
    // Six pairings, two rounds, two seatings.
    assert_eq!((first.fresh(), first.stored()), (24, 0));
    let before = runs.picture();
    runs.bot("mine.lua", &bot("return view:moves()[2] or view:moves()[1]"));
    let (_, second) = runs.play(&plan, &parts(), 2);
    assert_eq!((second.fresh(), second.stored()), (12, 12));
    assert_eq!(runs.store().revisions().unwrap(), 2);
    // With the old version again, everything is stored.
    runs.bot("mine.lua", &bot("return view:moves()[1]"));
    let (_, third) = runs.play(&plan, &parts(), 2);
    assert_eq!((third.fresh(), third.stored()), (0, 24));
    assert!(runs.picture() == before);
}

#[test]
fn more_rounds_keep_what_was_played() {
    let runs = Runs::new();
    let parts = entrants("quoridor", &["random", "greedy"]);
    let short = plan("quoridor", Format::RoundRobin, short_quoridor());
    runs.play(&short, &parts, 2);
    let (_, heard) = runs.play(&Plan { rounds: 5, ..short }, &parts, 2);
    assert_eq!((heard.fresh(), heard.stored()), (6, 4));
}

#[test]
fn every_pairing_has_the_same_deals_and_each_deal_every_seating() {
    let runs = Runs::new();
    let mut plan = plan("durak", Format::RoundRobin, usual());
    plan.rounds = 2;
    runs.play(&plan, &entrants("durak", &["random", "b=random", "c=random"]), 2);
    let (results, records) = runs.picture();
    let mut deals = std::collections::BTreeMap::new();
    for (result, record) in results.matches.iter().zip(records) {
        let record = juez::core::Record::from_line(&record.unwrap()).unwrap();
        let known = deals.entry(result.job.block).or_insert(record.deals[0].clone());
        assert_eq!(*known, record.deals[0]);
    }
    // Three pairings of two, two seatings.
    assert_eq!((results.matches.len(), deals.len()), (12, 2));
}

#[test]
fn what_happens_is_told_in_the_order_of_the_schedule() {
    let runs = Runs::new();
    let (_, plan, parts) = tournaments().remove(2);
    let (_, heard) = runs.play(&plan, &parts, 8);
    let numbers = heard.events.iter().filter_map(|event| match event {
        Event::MatchFinished { number, .. } => Some(*number),
        _ => None,
    });
    assert!(numbers.is_sorted());
    assert!(matches!(heard.events.first(), Some(Event::Started { .. })));
    assert!(matches!(heard.events.last(), Some(Event::Finished { failed: 0, .. })));
    let rounds = heard.events.iter().filter(|e| matches!(e, Event::RoundFinished { .. })).count();
    assert_eq!(rounds as u32, plan.rounds);
}

#[test]
fn criteria_are_played_on_the_same_deals_whatever_the_contest_has_played() {
    let (_, swiss, parts) = judged("quoridor", Format::Swiss, short_quoridor());
    let runs = Runs::new();
    let (_, first) = runs.play(&swiss, &parts, 2);
    // Two rounds of two pairings, then four times six deals, all in two seatings.
    assert_eq!((first.fresh(), first.stored()), (8 + 48, 0));
    let results = runs.results();
    assert_eq!((results.contest().count(), results.matches.len()), (8, 56));
    assert!(results.contest().all(|result| !result.job.order.contains(&4)));
    // Another contest with more games: for the criterion only the new ones are played.
    let cup = Format::Knockout { third_place: true };
    let criteria = vec!["beats greedy in 60 % of 16 games".parse().expect("a criterion")];
    let (_, second) = runs.play(&Plan { format: cup, criteria, ..swiss.clone() }, &parts, 2);
    let of_criterion = || {
        let results = runs.results();
        (0..4).map(|entrant| results.of_criterion(&[entrant, 4]).count()).sum::<usize>()
    };
    assert_eq!(of_criterion(), 4 * 16);
    assert!(second.stored() >= 48, "{} are known", second.stored());
    // A yardstick that takes part has met some already, on the same deals: no match is played
    // twice.
    let inside = Plan { yardsticks: vec![], ..swiss };
    let (_, third) = runs.play(&inside, &parts, 2);
    assert!(third.stored() >= 48, "{} are known", third.stored());
    assert_eq!(of_criterion(), 4 * 12, "the contest does not count for it");
}
