use serde_json::Map;
use std::collections::BTreeMap;

use super::*;
use crate::format::{Format, Opening, Openings};
use crate::job::Job;
use crate::schedule::jobs::jobs;
use crate::schedule::testing::{Chance, in_pairs, lone, plan, tournament};
use juez_core::{PlayedBy, Player};
use juez_match::registry::game;

/// Returns entrants `e0`, `e1` and so on; those from `students` on belong to no student.
fn entrants(count: usize, students: usize) -> Vec<Entrant> {
    let entrant = |number| Entrant {
        player: Player { name: format!("e{number}"), bot: PlayedBy::Lua, source: None },
        path: String::new(),
        student: (number < students).then(|| format!("student {number}")),
        error: None,
    };
    (0..count).map(entrant).collect()
}

fn asking(format: Format, rounds: u32, deals: u32, criteria: &[&str]) -> Plan {
    let criteria = criteria.iter().map(|text| text.parse().unwrap()).collect();
    let options = game("quoridor").unwrap().options(&Map::new()).unwrap();
    let mut plan = Plan { criteria, ..plan(format, rounds, deals) };
    plan.terms.options = options;
    plan
}

/// Returns all matches of a contest with random results, and those for its criteria.
fn matches(plan: &Plan, shape: &Shape, entrants: &[Entrant]) -> (Vec<Job>, Vec<Job>) {
    let contest = tournament(plan, shape, &plan.field(entrants), &mut Chance::decisive(3));
    let own = criterion_rounds(plan, shape, entrants, &contest);
    let numbers: Vec<usize> = own.iter().map(|round| round.number as usize).collect();
    assert_eq!(numbers, (contest.len()..contest.len() + own.len()).collect::<Vec<usize>>());
    let all = |rounds: &mut dyn Iterator<Item = &Round>| {
        rounds.flat_map(|round| jobs(round, shape, 0)).collect()
    };
    (all(&mut contest.iter().map(|played| &played.round)), all(&mut own.iter()))
}

/// Counts the matches of each entrant on another side than an opponent.
fn met(shape: &Shape, jobs: &[Job], opponent: u32, entrants: usize) -> Vec<u64> {
    let side = |entry: usize| shape.teams()[shape.seats(entry)[0].index()];
    let mut met = vec![0; entrants];
    for Job { order, .. } in jobs {
        for (own, &entrant) in order.iter().enumerate().filter(|(_, who)| **who != opponent) {
            let against = |other: usize| order[other] == opponent && side(other) != side(own);
            met[entrant as usize] += u64::from((0..order.len()).any(against));
        }
    }
    met
}

const FORMATS: [Format; 4] = [
    Format::RoundRobin,
    Format::Gauntlet { challengers: 2 },
    Format::Swiss,
    Format::Knockout { third_place: true },
];

fn shapes() -> [Shape; 5] {
    [lone(2), lone(3), lone(4), Shape::new(in_pairs(), 2), Shape::new(in_pairs(), 4)]
}

#[test]
fn in_every_format_and_at_every_table_enough_games_count() {
    for format in FORMATS {
        for shape in shapes() {
            // Two of the eight entrants belong to no student, and one of those is a yardstick.
            let all = entrants(8, 6);
            let asks = ["beats e7 in 60 % of 25 games", "beats e6 in 50 % of 7 games"];
            let plan = Plan { yardsticks: vec![7], ..asking(format, 1, 1, &asks) };
            let (contest, own) = matches(&plan, &shape, &all);
            assert!(contest.iter().all(|job| !job.order.contains(&7)), "{format:?}");
            let block = shape.entries() as u64;
            for (opponent, games) in [(7, 25), (6, 7)] {
                let own = own.iter().filter(|job| job.order.contains(&opponent)).cloned();
                let mut counting: Vec<Job> = own.collect();
                let on_top = met(&shape, &counting, opponent, 8);
                if !format.follows_from_results() {
                    counting.extend(contest.iter().cloned());
                }
                let counting = met(&shape, &counting, opponent, 8);
                for student in 0..6 {
                    let (all, on_top) = (counting[student], on_top[student]);
                    assert!(all >= games, "{format:?}, {shape:?}: {all} of {games}");
                    assert!(on_top < games + block, "{format:?}, {shape:?}: {on_top} of {games}");
                }
                assert_eq!((on_top[6], on_top[7]), (0, 0), "the teacher's bots are not asked");
            }
        }
    }
}

#[test]
fn a_block_has_the_entrant_in_every_seat_once_and_no_match_twice() {
    for shape in shapes() {
        let plan = asking(Format::Swiss, 2, 1, &["beats e1 in 60 % of 30 games"]);
        let (_, own) = matches(&plan, &shape, &entrants(6, 0));
        let mut sat: BTreeMap<(u32, u32, usize), u32> = BTreeMap::new();
        for Job { order, block, .. } in &own {
            let (seat, &entrant) =
                order.iter().enumerate().find(|(_, who)| **who != 1).expect("an entrant");
            let others = order.iter().enumerate().filter(|(at, _)| *at != seat);
            assert!(others.into_iter().all(|(_, &other)| other == 1), "{order:?}");
            *sat.entry((entrant, *block, seat)).or_default() += 1;
        }
        let blocks = 30_usize.div_ceil(shape.entries());
        assert_eq!(sat.len(), 5 * blocks * shape.entries(), "{shape:?}");
        assert!(sat.values().all(|&times| times == 1), "{shape:?}");
    }
}

#[test]
fn a_round_robin_that_plays_enough_plays_nothing_on_top() {
    let all = entrants(5, 0);
    let enough = asking(Format::RoundRobin, 2, 3, &["beats e2 in 60 % of 12 games"]);
    let (contest, own) = matches(&enough, &lone(2), &all);
    assert_eq!((contest.len(), own), (10 * 12, vec![]));
    let more = asking(Format::RoundRobin, 2, 3, &["beats e2 in 60 % of 15 games"]);
    let (contest, own) = matches(&more, &lone(2), &all);
    assert_eq!(own.len(), 4 * 4, "15 less 12, rounded up to two seatings");
    let last = contest.iter().map(|job| job.block).max();
    assert!(own.iter().all(|job| Some(job.block) > last), "on deals of their own");
}

#[test]
fn deals_for_a_criterion_do_not_hang_on_how_long_a_knockout_took() {
    let all = entrants(8, 0);
    let plan =
        asking(Format::Knockout { third_place: false }, 1, 2, &["beats e7 in 60 % of 9 games"]);
    let of = |chance: &mut Chance| {
        let contest = tournament(&plan, &lone(2), &plan.field(&all), chance);
        let own = criterion_rounds(&plan, &lone(2), &all, &contest);
        (contest.len(), own.into_iter().map(|round| Round { number: 0, ..round }).collect())
    };
    let (short, own): (usize, Vec<Round>) = of(&mut Chance::decisive(1));
    let (long, same) = of(&mut Chance::new(1));
    assert!(short < long, "some ties are drawn");
    assert_eq!((own.len(), own[0].first_block, own[0].blocks), (1, 0, 5));
    assert_eq!(own, same);
    assert_eq!((own[0].title.as_str(), own[0].against), ("against e7", Some(7)));
}

#[test]
fn without_a_class_all_but_the_opponent_are_asked_and_who_cannot_play_is_not() {
    let mut all = entrants(5, 0);
    all[1].error = Some("no next_move".to_string());
    let plan = asking(Format::Swiss, 2, 1, &["beats e3 in 60 % of 2 games"]);
    let rounds = criterion_rounds(&plan, &lone(2), &all, &[]);
    assert_eq!(rounds[0].pairings, [[0, 3], [2, 3], [4, 3]]);
    all[3].error = Some("no next_move".to_string());
    assert_eq!(criterion_rounds(&plan, &lone(2), &all, &[]), []);
}

#[test]
fn what_is_planned_is_what_is_played() {
    for format in FORMATS {
        for shape in shapes() {
            let openings = Openings::Random { plies: 2 };
            let plan = asking(format, 2, 1, &["beats e5 in 60 % of 40 games"]);
            let plan = Plan { openings, ..plan };
            let all = entrants(6, 0);
            let planned = planned_criteria(&plan, &shape, &all);
            let (contest, own) = matches(&plan, &shape, &all);
            assert_eq!(planned.matches(&shape), own.len() as u64, "{format:?}");
            let least = planned.least[0].expect("an entrant is asked");
            let known: Vec<Job> = if format.follows_from_results() {
                own
            } else {
                contest.into_iter().chain(own).collect()
            };
            let met = met(&shape, &known, 5, 6);
            assert_eq!(least.games, met[least.entrant as usize], "{format:?}, {shape:?}");
            assert!((40..=least.games).contains(&least.different), "{format:?}, {shape:?}");
        }
    }
}

#[test]
fn without_chance_a_position_that_comes_again_brings_no_new_game() {
    let position = |text: &str| Opening { moves: vec![text.to_string()] };
    let different = |openings: Openings, criterion: &str, format: Format| {
        let plan = Plan { openings, ..asking(format, 1, 2, &[criterion]) };
        let planned = planned_criteria(&plan, &lone(2), &entrants(4, 0));
        planned.least[0].map(|least| (least.games, least.different, least.blocks))
    };
    let three = || Openings::Positions(vec![position("e2"), position("a2h"), position("e2")]);
    let swiss = |openings| different(openings, "beats e0 in 60 % of 40 games", Format::Swiss);
    assert_eq!(swiss(three()), Some((40, 4, 2)));
    assert_eq!(swiss(Openings::None), Some((40, 2, 1)));
    assert_eq!(swiss(Openings::Random { plies: 2 }), Some((40, 40, 20)));
    // The contest plays the same positions.
    let few = different(three(), "beats e0 in 60 % of 6 games", Format::RoundRobin);
    assert_eq!(few, Some((6, 4, 2)));
}

#[test]
fn openings_that_come_twice_by_chance_are_made_up_for() {
    let of = |plies: u32, games: u32| {
        let text = format!("beats e0 in 60 % of {games} games");
        let openings = Openings::Random { plies };
        let plan = Plan { openings, ..asking(Format::Swiss, 1, 1, &[&text]) };
        let planned = planned_criteria(&plan, &lone(2), &entrants(2, 0));
        planned.least[0].expect("one is asked")
    };
    // One random move of about 130: some of sixty blocks start alike.
    let some = of(1, 120);
    assert!(some.games > 120, "{some:?}");
    assert_eq!((some.different, some.blocks), (120, 60));
    let many = of(1, 400);
    assert!(many.games == 400 && many.different < 400, "fewer exist: {many:?}");
    assert_eq!(of(4, 400).games, 400);
}
