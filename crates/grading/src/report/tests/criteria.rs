//! Rounds for criteria: what they affect, and what they do not.

use super::*;
use juez_core::{PerSeat, Team};
use juez_tournament::Passing;
use juez_tournament::Shape;

fn ascending(order: &[u32], _: u32) -> f64 {
    f64::from(u8::from(order[0] < order[1]))
}

/// Adds a round for a criterion against `opponent`, with the given tables.
fn add_for_criterion(
    results: &mut Results,
    opponent: u32,
    tables: &[&[u32]],
    blocks: u32,
    score: impl Fn(&[u32], u32) -> f64,
) {
    add_round(results, "against rod", tables, blocks, score);
    let round = results.rounds.last_mut().expect("it was added");
    round.against = Some(opponent);
}

/// Returns a cup of four won by ana, and a yardstick that all but ana beat.
fn cup() -> Results {
    let mut cup = empty(&["ana", "bob", "carla", "dan", "rod"]);
    cup.plan.format = Format::Knockout { third_place: false };
    cup.plan.yardsticks = vec![4];
    cup.plan.criteria = vec!["beats rod in 60 % of 6 games".parse().expect("a criterion")];
    add_round(&mut cup, "semi-finals", &[&[0, 3], &[1, 2]], 2, ascending);
    add_round(&mut cup, "final", &[&[0, 1]], 2, ascending);
    add_for_criterion(&mut cup, 4, &[&[0, 4], &[1, 4], &[2, 4], &[3, 4]], 3, |order, _| {
        f64::from(u8::from(order[1] == 4) ^ u8::from(order.contains(&0)))
    });
    cup.complete = true;
    cup
}

#[test]
fn matches_for_a_criterion_count_for_nothing_else() {
    let with = cup();
    let mut without = cup();
    without.rounds.truncate(2);
    without.matches = without.matches.iter().take(12).collect();
    without.plan.criteria.clear();
    let (with, without) = (Tables::of(&with), Tables::of(&without));
    assert_eq!((with.progress.played, without.progress.played), (36, 12));
    for (row, other) in with.standings.iter().zip(&without.standings) {
        let same = Standing { criteria: other.criteria.clone(), ..row.clone() };
        assert_eq!(same, *other);
    }
    assert_eq!(with.cross_table, without.cross_table);
    assert_eq!(with.seats, without.seats);
    assert_eq!(with.history, without.history);
    assert_eq!(with.rounds, without.rounds);
    assert_eq!(with.matches.len(), 36, "all of them are listed");
}

#[test]
fn a_yardstick_has_no_row_and_those_who_are_asked_a_verdict_each() {
    let cup = cup();
    let tables = Tables::of(&cup);
    let passes: Vec<(&str, Option<&str>)> =
        tables.standings.iter().map(|row| (row.name.as_str(), row.verdict())).collect();
    let (yes, no) = (Some("yes"), Some("no"));
    assert_eq!(passes, [("ana", no), ("bob", yes), ("carla", yes), ("dan", yes)]);
    assert_eq!(tables.about.entrants, 4);
    assert!(tables.about.terms.contains(&"yardstick rod".to_string()));
    let text = shown(&tables, &[Part::Criteria], 80);
    let lines = [
        "Who beats rod in 60 % of 6 games\n",
        "  name   passes  found\n",
        "  ana    no      0.0 % of 6",
        "  dan    yes     100.0 % of 6",
    ];
    assert!(lines.iter().all(|line| text.contains(line)), "{text}");
}

#[test]
fn in_a_class_the_teachers_bots_are_not_asked() {
    let mut results = cup();
    results.entrants[1].student = Some("Bob".to_string());
    let tables = Tables::of(&results);
    let asked = tables.standings.iter().filter(|row| !row.criteria.is_empty());
    assert_eq!(asked.map(|row| row.name.as_str()).collect::<Vec<_>>(), ["bob"]);
}

#[test]
fn who_is_benched_in_a_match_for_a_criterion_keeps_its_place() {
    let mut results = cup();
    results.benchings = vec![Benching { entrant: 0, after: 13 }];
    let tables = Tables::of(&results);
    let first = &tables.standings[0];
    assert_eq!((first.name.as_str(), first.place, first.benched_after), ("ana", Some(1), Some(13)));
    results.benchings = vec![Benching { entrant: 0, after: 11 }];
    assert_eq!(Tables::of(&results).standings[0].name, "bob", "in the final it loses it");
}

#[test]
fn faults_in_matches_for_a_criterion_are_told() {
    let mut results = cup();
    let broken = |seat| fault(seat, 3, FaultKind::Script, "it broke");
    // The first match against the yardstick, with ana in seat 0.
    played(&mut results, 12, |summary| summary.faults.extend([broken(0), broken(1)]));
    let tables = Tables::of(&results);
    let listed_ones: Vec<(&str, u32)> =
        tables.faults.iter().map(|row| (row.name.as_str(), row.first)).collect();
    assert_eq!(listed_ones, [("ana", 12), ("rod", 12)]);
    let ana = tables.standings.iter().find(|row| row.name == "ana").expect("it takes part");
    assert_eq!(ana.faults, 1);
}

#[test]
fn a_swiss_counts_only_what_was_played_for_the_criterion_and_a_round_robin_all() {
    let mut results = empty(&["ana", "rod"]);
    results.plan.criteria = vec!["beats rod in 60 % of 6 games".parse().expect("a criterion")];
    add_round(&mut results, "round 1", &[&[0, 1]], 2, ascending);
    let games = |results: &Results| {
        let verdict = results.plan.criteria[0].judge(results, 0).expect("it is asked");
        (verdict.games, verdict.decision)
    };
    let mut swiss = results.clone();
    swiss.plan.format = Format::Swiss;
    assert_eq!(games(&results), (4, Passing::Undecided));
    assert_eq!(games(&swiss), (0, Passing::Undecided), "its own matches are to come");
    for one in [&mut results, &mut swiss] {
        add_for_criterion(one, 1, &[&[0, 1]], 3, ascending);
        one.complete = true;
    }
    assert_eq!((games(&results).0, games(&swiss).0), (10, 6));
    // As stored before there were rounds for criteria.
    swiss.rounds.truncate(1);
    swiss.matches = swiss.matches.iter().take(4).collect();
    assert_eq!(games(&swiss), (4, Passing::Undecided));
}

#[test]
fn against_several_copies_the_mean_counts_and_a_partner_does_not() {
    let mut results = empty(&["ana", "rod"]);
    results.shape = Shape::new([0, 1, 2].map(Team).to_vec(), 3);
    results.plan.criteria = vec!["beats rod in 60 % of 3 games".parse().expect("a criterion")];
    add_for_criterion(&mut results, 1, &[&[0, 1, 1]], 1, |_, _| 0.0);
    results.complete = true;
    // Ana ranks before both copies, then between them, then behind one and level with the other.
    for (number, ranks) in [(0, [1, 2, 3]), (1, [1, 3, 2]), (2, [1, 2, 2])] {
        let order = results.matches.iter().nth(number).expect("it was played").job.order;
        assert_eq!(order[[0, 2, 1][number]], 0, "{order:?}");
        played(&mut results, number, |summary| {
            summary.ranks = PerSeat::from_fn(3, |seat| ranks[seat.index()]);
        });
    }
    let verdict = results.plan.criteria[0].judge(&results, 0).expect("it is asked");
    assert_eq!((verdict.games, verdict.score), (3, Some((1.0 + 0.5 + 0.25) / 3.0)));

    let mut pairs = empty(&["ana", "rod"]);
    pairs.shape = Shape::new([0, 1, 0, 1].map(Team).to_vec(), 4);
    add_for_criterion(&mut pairs, 1, &[&[0, 1, 1, 1]], 1, |_, _| 0.0);
    played(&mut pairs, 0, |summary| {
        summary.ranks = PerSeat::from_fn(4, |seat| 1 + seat.index() as u8 % 2);
    });
    pairs.matches = pairs.matches.iter().take(1).collect();
    let criterion: juez_tournament::Criterion = "beats rod in 60 %".parse().expect("a criterion");
    assert_eq!(criterion.judge(&pairs, 0).expect("it is asked").score, Some(1.0));
}
