//! The content of the tables.

use super::*;
use juez_tournament::Job;
use juez_tournament::Observations;

fn names<'t>(tables: &'t Tables<'_>) -> Vec<&'t str> {
    tables.standings.iter().map(|row| row.name.as_str()).collect()
}

#[test]
fn standings_go_by_score_then_seeding() {
    let mut results = empty(&["ana", "bob", "carla", "dan"]);
    everybody(&mut results, 4, |order, _| match (order[0], order[1]) {
        (2, _) => 1.0,
        (_, 2) => 0.0,
        _ => 0.5,
    });
    // An entrant that has played less has fewer points and can have the better score.
    change(&mut results, |result| {
        let order = &result.job.order;
        if order.contains(&3) && !order.contains(&0) {
            result.status = Status::Due;
        }
    });
    let tables = Tables::of(&results);
    assert_eq!(names(&tables), ["carla", "dan", "ana", "bob"]);
    let row = &tables.standings[0];
    assert_eq!((row.place, row.points, row.won_drawn_lost), (Some(1), 16.0, Some([16, 0, 0])));
    let places: Vec<_> = tables.standings.iter().map(|row| row.place).collect();
    assert_eq!(places, [Some(1), Some(2), Some(3), Some(4)]);
}

#[test]
fn equal_results_share_a_place_in_every_output() {
    let mut results = empty(&["ana", "bob", "carla", "dan"]);
    everybody(&mut results, 4, |order, _| match (order[0], order[1]) {
        (0, _) | (_, 3) => 1.0,
        (_, 0) | (3, _) => 0.0,
        _ => 0.5,
    });
    let tables = Tables::of(&results);
    let places: Vec<_> = tables.standings.iter().map(|row| row.place.unwrap()).collect();
    assert_eq!(places, [1, 2, 2, 4]);
    assert_eq!(names(&tables), ["ana", "bob", "carla", "dan"], "in the order of the seeding");
    let mut sheet = Vec::new();
    crate::report::csv::sheet(&tables, Part::Standings, &mut sheet).expect("written");
    let sheet = String::from_utf8(sheet).expect("text");
    let first = |line: &str| line.split(',').next().unwrap_or_default().to_string();
    assert_eq!(sheet.lines().map(first).collect::<Vec<_>>(), ["place", "1", "2", "2", "4"]);
    let text = shown(&tables, &[Part::Standings], 80);
    assert!(text.contains("2  carla"), "{text}");
    let mut out = Vec::new();
    json(&tables, &mut out).expect("a vector takes everything");
    let value: serde_json::Value = serde_json::from_slice(&out).expect("JSON");
    assert_eq!(value["standings"][2]["place"], 2);
    let grades = tables.grades();
    assert_eq!(grades.iter().map(|grade| grade.place.unwrap()).collect::<Vec<_>>(), [1, 2, 2, 4]);
    // In a Swiss, the tie-break decides first.
    results.plan.format = Format::Swiss;
    let swiss = Tables::of(&results);
    let tied = swiss.standings[1].buchholz == swiss.standings[2].buchholz;
    assert_eq!(swiss.standings[1].place == swiss.standings[2].place, tied);
}

#[test]
fn neighbours_that_cannot_be_told_apart_are_marked() {
    let results = class();
    let tables = Tables::of(&results);
    let close: Vec<bool> = tables.standings.iter().map(|row| row.close).collect();
    assert_eq!(close[..2], [false, false], "minimax is far ahead");
    assert!(close[2] || close[3], "others are not: {close:?}");
    assert!(tables.standings[0].los.is_some_and(|los| los > 0.95));
    assert_eq!(tables.standings[3].los, None, "none comes after the last");
}

#[test]
fn points_add_up_to_those_of_the_matches_and_of_the_cross_table() {
    let results = class();
    let tables = Tables::of(&results);
    let all: f64 = tables.standings.iter().map(|row| row.points).sum();
    assert_eq!(all, 60.0);
    for (row, meetings) in tables.standings.iter().zip(&tables.cross_table.meetings) {
        let sum: f64 = meetings.iter().flatten().map(|meeting| meeting.points).sum();
        assert_eq!(sum, row.points, "{}", row.name);
    }
}

#[test]
fn pairs_are_counted_by_their_score() {
    let results = class();
    let tables = Tables::of(&results);
    for row in &tables.standings {
        let pairs = row.pairs.expect("tables of two");
        assert_eq!(pairs.iter().sum::<u64>(), 15, "{}", row.name);
        let sum: u64 = pairs.iter().zip(0..).map(|(n, half)| n * half).sum();
        assert_eq!(sum as f64 / 2.0, row.points, "{}", row.name);
    }
}

#[test]
fn a_walkover_counts_for_points_and_not_for_strength() {
    let mut results = class();
    let rated = results.rankings(&Observations::default()).count();
    let number = results.matches.iter().position(|m| m.job.order == [0, 3]).expect("one");
    settle(&mut results, number, Status::Walkover { benched: vec![1] });
    results.benchings = vec![Benching { entrant: 3, after: number as u32 - 1 }];
    assert_eq!(results.rankings(&Observations::default()).count(), rated - 1);
    let tables = Tables::of(&results);
    assert_eq!((tables.progress.played, tables.progress.walkovers), (59, 1));
    let row = |name| tables.standings.iter().find(|row| row.name == name).expect("it takes part");
    assert_eq!((row("bob").walkovers, row("minimax").walkovers), (1, 1));
    assert_eq!(row("bob").matches, 30);
    assert_eq!(row("bob").benched_after, Some(number as u32 - 1));
    assert_eq!(row("bob").pairs.expect("pairs").iter().sum::<u64>(), 14, "its pair is broken");
    let text = shown(&tables, &[Part::Standings], 80);
    let listed = format!("bob: benched after match {}, 1 walkover.", number - 1);
    assert!(text.contains(&listed), "{text}");
}

#[test]
fn a_match_that_failed_counts_for_nobody_and_is_told() {
    let mut results = class();
    settle(&mut results, 2, Status::Failed { error: "worker lost three times".to_string() });
    let tables = Tables::of(&results);
    assert_eq!(tables.progress.failed, [(2, "worker lost three times".to_string())]);
    let matches: u32 = tables.standings.iter().map(|row| row.matches).sum();
    assert_eq!(matches, 2 * 59);
    let text = shown(&tables, &Screen::default().parts, 80);
    assert!(text.contains("1 could not be played"), "{text}");
    assert!(text.contains("worker lost three times"), "{text}");
}

#[test]
fn who_cannot_play_comes_last_with_the_reason() {
    let mut results = class();
    results.entrants.push(results.entrants[1].clone());
    results.entrants[4].player.name = "eve".to_string();
    results.entrants[4].error = Some("eve.lua:3: unexpected symbol".to_string());
    let tables = Tables::of(&results);
    let row = tables.standings.last().expect("some");
    assert_eq!((row.name.as_str(), row.place, row.score), ("eve", None, None));
    let text = shown(&tables, &[Part::Standings], 100);
    assert!(text.contains("cannot play: eve.lua:3: unexpected symbol"), "{text}");
}

#[test]
fn a_bye_of_swiss_changes_no_mean_score() {
    let mut results = empty(&["ana", "bob", "carla"]);
    results.plan.format = Format::Swiss;
    let first = |order: &[u32], _| f64::from(u8::from(order[0] == 0 || order[1] == 2));
    add_round(&mut results, "round 1", &[&[0, 1]], 2, first);
    results.rounds[0].byes = vec![2];
    let one = Tables::of(&results);
    assert_eq!(names(&one), ["ana", "bob", "carla"], "who has not played yet is not ahead");
    let row = &one.standings[2];
    assert_eq!((row.points, row.matches, row.byes, row.score), (0.0, 0, 1, None));
    add_round(&mut results, "round 2", &[&[1, 2]], 2, |order, _| {
        f64::from(u8::from(order[0] == 2))
    });
    results.rounds[1].byes = vec![0];
    let two = Tables::of(&results);
    assert_eq!(names(&two), ["ana", "carla", "bob"], "level with one match each");
    let row = &two.standings[1];
    assert_eq!((row.points, row.byes, row.score.as_ref().map(|s| s.value)), (4.0, 1, Some(1.0)));
}

#[test]
fn a_drawn_tie_says_who_went_on_and_why() {
    let mut cup = empty(&["ana", "bob"]);
    cup.plan.format = Format::Knockout { third_place: false };
    for title in ["final", "final, tie-break 1", "final, tie-break 2", "final, tie-break 3"] {
        let title_before = cup.rounds.len();
        add_round(&mut cup, title, &[&[0, 1]], 2, |_, _| 0.5);
        let tables = Tables::of(&cup);
        let decided =
            tables.rounds[title_before].tables[0].decided.as_ref().map(ToString::to_string);
        let last = title_before == 3;
        let listed = "decided for ana: level after 3 tie-breaks, and the better seed";
        assert_eq!(decided.as_deref(), last.then_some(listed));
        assert_eq!(tables.rounds[title_before].tables[0].winner(), last.then_some(0));
    }
    let tables = Tables::of(&cup);
    let text = shown(&tables, &[Part::Rounds], 80);
    let listed = "Table 1 is decided for ana: level after 3 tie-breaks, and the better seed.";
    assert_eq!(text.matches(listed).count(), 1, "{text}");
    let folder = tempfile::tempdir().expect("a folder");
    csv(&folder.path().join("csv"), &tables, &[Part::Rounds]).expect("files");
    let list = std::fs::read_to_string(folder.path().join("csv/rounds.csv")).expect("a file");
    assert_eq!(list.matches("level after 3 tie-breaks").count(), 2, "{list}");
    html(&folder.path().join("html"), &tables, &mut |_| None).expect("pages");
    let index = std::fs::read_to_string(folder.path().join("html/index.html")).expect("a page");
    assert!(index.contains("decided for <bdi>ana</bdi>: level after 3 tie-breaks"), "{index}");
}

#[test]
fn tables_of_three_have_ranks_instead_of_wins() {
    let mut results = empty(&["ana", "bob", "carla", "dan"]);
    results.shape = juez_tournament::Shape::new([0, 1, 2].map(juez_core::Team).to_vec(), 3);
    add_round(&mut results, "round 1", &[&[0, 1, 2], &[1, 2, 3]], 2, |_, _| 0.0);
    let tables = Tables::of(&results);
    let row = &tables.standings[0];
    assert_eq!((row.name.as_str(), row.mean_rank, row.firsts), ("ana", Some(1.0), Some(6)));
    assert_eq!((row.won_drawn_lost, row.pairs), (None, None));
    let bob = &tables.standings[1];
    assert_eq!((bob.mean_rank, bob.matches), (Some(1.5), 12));
    let meeting = tables.cross_table.meetings[1][0].as_ref().expect("they met");
    assert_eq!((meeting.games, meeting.score), (6, 0.5), "second of three");
    assert!(tables.cross_table.meetings[0][3].is_none(), "they did not");
    assert_eq!(tables.seats.all.len(), 3);
}

#[test]
fn what_a_seat_is_worth_is_told() {
    let mut results = empty(&["ana", "bob"]);
    everybody(&mut results, 16, |_, block| if block < 2 { 0.0 } else { 1.0 });
    let tables = Tables::of(&results);
    let first = tables.seats.all[0].expect("played");
    assert_eq!(
        (first.value, tables.seats.rows[0].seats[1].map(|seat| seat.score)),
        (0.875, Some(0.125))
    );
    let text = shown(&tables, &[Part::Seats], 80);
    assert!(text.contains("To sit in seat 0 was an advantage"), "{text}");
}

#[test]
fn each_kind_of_fault_has_its_first_case() {
    let mut results = class();
    let slow = fault(1, 3, FaultKind::OutOfFuel, "over the budget");
    played(&mut results, 30, |summary| summary.faults.push(slow.clone()));
    let tables = Tables::of(&results);
    let listed: Vec<_> = tables
        .faults
        .iter()
        .map(|row| (row.name.as_str(), row.kind, row.times, row.first))
        .collect();
    let expected = [("李小龙", FaultKind::OutOfFuel, 1, 30), ("bob", FaultKind::IllegalMove, 2, 4)];
    assert_eq!(listed, expected, "in the order of the standings");
}

#[test]
fn fuel_is_held_against_the_budget_of_the_language() {
    let results = class();
    let tables = Tables::of(&results);
    let row = |name| tables.costs.iter().find(|row| row.name == name).expect("it played");
    assert_eq!((row("minimax").budget, row("minimax").share), (None, None), "built in");
    let zoe = row("zoë");
    assert_eq!((zoe.decisions, zoe.fuel), (900, Some(2000.0)));
    let budget = zoe.budget.expect("a script") as f64;
    assert!((zoe.share.expect("a share") - 2000.0 / budget).abs() < 1e-4);
    assert_eq!(zoe.cpu_us, Some(850.0));
}

#[test]
fn the_history_ends_where_the_standings_are() {
    let results = class();
    let tables = Tables::of(&results);
    assert_eq!(tables.history.at.last(), Some(&60));
    assert!(tables.history.at.len() <= 60);
    for (row, values) in tables.standings.iter().zip(&tables.history.values) {
        assert_eq!(values.len(), tables.history.at.len());
        assert_eq!(values.last().copied().flatten(), row.elo.map(|elo| elo.value));
    }
}

#[test]
fn only_rounds_that_are_settled_have_been_played() {
    let mut results = empty(&["ana", "bob", "carla", "dan"]);
    results.plan.format = Format::Swiss;
    add_round(&mut results, "round 1", &[&[0, 1], &[3, 2]], 2, |order, _| match order[0] {
        0 | 3 => 1.0,
        _ => 0.0,
    });
    add_round(&mut results, "round 2", &[&[0, 3], &[1, 2]], 2, |_, _| 0.5);
    settle(&mut results, 2, Status::Failed { error: "lost".to_string() });
    settle(&mut results, 3, Status::Walkover { benched: vec![0, 1] });
    settle(&mut results, 9, Status::Due);
    let played = results.played_rounds();
    assert_eq!(played.len(), 1, "the second is not over");
    assert_eq!(played[0].scores[0], [1.0, 0.0]);
    assert_eq!(played[0].scores[1], [2.0 / 3.0, 0.0], "the failed one does not count");
}

#[test]
fn tables_are_the_same_whatever_the_clock_says() {
    let (first, mut second) = (class(), class());
    change(&mut second, |result| {
        let number = u64::from(result.job.number);
        if let Status::Played(summary) = &mut result.status {
            summary.wall_us += 977 * number;
            summary.spent[juez_core::Seat::new(0)].time_us = 1;
        }
    });
    let json_of = |results: &Results| {
        let mut out = Vec::new();
        json(&Tables::of(results).without_times(), &mut out).expect("a vector takes everything");
        String::from_utf8(out).expect("text")
    };
    assert_eq!(json_of(&first), json_of(&second));
    assert!(!json_of(&first).contains("_us\""), "no figure of a clock is left");
    assert_ne!(Tables::of(&first), Tables::of(&second));
}

/// Returns `blocks` blocks of two bots with a book of four openings: won both, one each, lost both,
/// one each.
fn book(blocks: u32, repeats: bool) -> Results {
    let mut results = empty(&["ana", "bob"]);
    everybody(&mut results, blocks, |order, block| match block % 4 {
        0 => f64::from(u8::from(order[0] == 0)),
        2 => f64::from(u8::from(order[0] == 1)),
        _ => 1.0,
    });
    change(&mut results, |result| {
        let Job { number, block, .. } = result.job;
        let went = if repeats { 2 * (block % 4) + number % 2 } else { number };
        if let Status::Played(summary) = &mut result.status {
            summary.fingerprint = format!("{went:032x}").parse().ok();
        }
    });
    results
}

#[test]
fn openings_that_are_played_again_are_no_new_evidence() {
    let (once, again) = (book(4, true), book(400, true));
    let (once, again) = (Tables::of(&once), Tables::of(&again));
    for (once, again) in once.standings.iter().zip(&again.standings) {
        assert_eq!((again.matches, again.blocks, again.distinct_blocks), (800, 400, 4));
        assert_eq!((once.score, once.pairs, once.nelo), (again.score, again.pairs, again.nelo));
        assert_eq!((once.elo, once.los, once.close), (again.elo, again.los, again.close));
    }
    assert_eq!(
        again.model.as_ref().map(|model| model.intervals.as_str()),
        Some("Student's over 4 blocks")
    );
    assert_eq!(again.seats.all, once.seats.all);
    let text = shown(&again, &[Part::Standings], 80);
    assert!(text.contains("  4 distinct of 400 blocks of ana: "), "{text}");
    let other = book(400, false);
    let other = Tables::of(&other);
    assert_eq!(other.standings[0].distinct_blocks, 400);
    let width = |tables: &Tables| tables.standings[0].score.and_then(|score| score.margin());
    assert!(width(&other) < width(&again), "what differs is evidence");
    assert!(!shown(&other, &[Part::Standings], 80).contains("distinct"));
}
