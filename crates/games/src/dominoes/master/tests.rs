//! Tests of compact positions, endings and inference against the rules and brute force.

use super::ending::Ending;
use super::past::Past;
use super::policy::{HABITS, Habit, Policy};
use super::stakes::{Stakes, WHOLE};
use super::table::{PASS, Table, code_of, move_of};
use crate::dominoes::{Dominoes, Options, Position, SEATS};
use juez_core::{Game, History, Next, Rng, Seat, Seed, State, Stream};
use juez_search::{Budget, Code, Search, Settings};

/// Starts a hand with random deals and moves until a tile is to be played.
fn dealt(seed: u64) -> (Position, Rng) {
    let (seed, mut position) =
        (Seed::from(seed), Dominoes::start(&Options::default()).expect("rules"));
    let deal = Dominoes::shuffle(&position, &mut seed.child(Stream::Deal(0)).rng());
    position.deal(&deal).expect("a deal");
    (position, seed.rng())
}

fn table_of(position: &Position) -> Table {
    let hands = std::array::from_fn(|seat| position.hand(Seat::new(seat as u8)));
    Table::new(position.public(), hands)
}

fn codes(table: &Table) -> Vec<Code> {
    let mut codes = Vec::new();
    table.each_move(|tile, joined| codes.push(code_of(tile, joined)));
    if codes.is_empty() { vec![PASS] } else { codes }
}

#[test]
fn a_table_moves_and_ends_as_the_rules_say() {
    for seed in 0..200 {
        let (mut position, mut rng) = dealt(seed);
        while position.next() != Next::Deal {
            let mut table = table_of(&position);
            let is_first = table.ends.is_none();
            let mut moves: Vec<_> =
                codes(&table).into_iter().map(|code| move_of(code, is_first)).collect();
            moves.sort();
            if !is_first {
                assert_eq!(moves, position.legal_moves());
            }
            let mv = position.random_move(&mut rng, &mut Vec::new());
            let code = codes(&table).into_iter().find(|&code| move_of(code, is_first) == mv);
            let stakes = Stakes::new(Options::default(), [0, 0]);
            table.play(code.expect("a move"));
            position.play_unchecked(mv);
            if position.next() == Next::Deal {
                assert!(table.is_over());
                let lead = position.points()[Seat::new(0)] - position.points()[Seat::new(1)];
                assert_eq!(stakes.value(&table).signum(), lead.signum());
                assert_eq!(stakes.points(&table), lead);
            } else {
                let expected = table_of(&position);
                let unordered =
                    |table: Table| table.ends.map(|(one, two)| [one.min(two), one.max(two)]);
                assert_eq!(unordered(table), unordered(expected));
                assert_eq!(Table { ends: None, ..table }, Table { ends: None, ..expected });
            }
        }
    }
}

/// Returns the value for pair 0 with best play and open hands.
fn minimax(stakes: &Stakes, table: &Table) -> i32 {
    if table.is_over() {
        return stakes.value(table);
    }
    let after = codes(table).into_iter().map(|code| {
        let mut after = *table;
        after.play(code);
        minimax(stakes, &after)
    });
    let best = if table.turn.is_multiple_of(2) { after.max() } else { after.min() };
    best.expect("a move")
}

#[test]
fn an_ending_has_the_value_of_minimax() {
    let ending = Ending { stakes: Stakes::new(Options::default(), [60, 35]) };
    let mut search = Search::new(Settings::PLAIN, 1 << 12);
    let mut solved = 0;
    for seed in 0..300 {
        let (mut position, mut rng) = dealt(seed);
        while position.next() != Next::Deal {
            let table = table_of(&position);
            if table.tiles() <= 11 {
                let mut after = table;
                after.skip_passes();
                let score = search.solve(&ending, &after, 28, &mut Budget::nodes(u64::MAX), &mut 0);
                let sign = if after.turn.is_multiple_of(2) { 1 } else { -1 };
                assert_eq!(score, Some(sign * minimax(&ending.stakes, &table)), "{table:?}");
                solved += 1;
                break;
            }
            position.play_unchecked(position.random_move(&mut rng, &mut Vec::new()));
        }
    }
    assert!(solved > 200, "{solved}");
}

#[test]
fn the_stakes_of_a_hand_end_with_the_match() {
    let stakes = |score| Stakes::new(Options::default(), score);
    let lead = |score, points: i32| stakes(score).after(points);
    assert_eq!(lead([0, 0], 0), 0, "an even match");
    assert_eq!((lead([90, 40], 10), lead([90, 40], -60)), (WHOLE / 2, -WHOLE / 2));
    assert_eq!(lead([90, 40], 10), lead([90, 40], 50), "points beyond the target count nothing");
    assert!(lead([0, 0], 30) > lead([0, 0], 10));
    assert_eq!(lead([20, 50], 15), -lead([50, 20], -15), "the same for either pair");
    let long = Options { target: 9999, ..Options::default() };
    let lead = |points| Stakes::new(long, [5000, 5000]).after(points);
    assert!(lead(100) > lead(-100));
}

#[test]
fn a_move_surprises_least_in_worlds_that_explain_it() {
    // Seats that weigh: the true deal explains their moves better than most other deals.
    let (mut better, mut all) = (0, 0);
    for seed in 0..60 {
        let (mut position, mut rng) = dealt(seed);
        for _ in 0..9 {
            let table = table_of(&position);
            let code = Habit::Weighs.choose(&table, &Policy::default());
            position.play_unchecked(move_of(code, table.ends.is_none()));
            if position.next() == Next::Deal {
                break;
            }
        }
        let Next::Move(me) = position.next() else { continue };
        let view = position.view(Some(me));
        let past = Past::of(&view, History::shown(&[]), usize::MAX, Policy::default());
        let habits = [Habit::Weighs; SEATS as usize];
        let truth = past.surprisal(&table_of(&position).hands, &habits);
        for _ in 0..20 {
            let other = Position::determinize(&view, &mut rng);
            let surprisal = past.surprisal(&table_of(&other).hands, &habits);
            all += u32::from(surprisal != truth);
            better += u32::from(surprisal > truth);
        }
    }
    assert!(all > 500 && better * 4 > all * 3, "{better} of {all}");
}

#[test]
fn only_passes_within_the_span_are_remembered() {
    let mut forgotten = 0;
    for seed in 0..30 {
        let (mut position, mut rng) = dealt(seed);
        while position.next() != Next::Deal {
            let Next::Move(me) = position.next() else { unreachable!("no deal is due") };
            let view = position.view(Some(me));
            let lacks = |span| Past::of(&view, History::shown(&[]), span, Policy::default()).lacks;
            assert_eq!(lacks(usize::MAX), view.public.lacks);
            assert!(lacks(0).iter().all(|numbers| numbers.is_empty()));
            if lacks(4) != view.public.lacks {
                forgotten += 1;
            }
            for (some, all) in lacks(4).iter().zip(lacks(usize::MAX)) {
                assert!(some.iter().all(|number| all.has(number)));
            }
            position.play_unchecked(position.random_move(&mut rng, &mut Vec::new()));
        }
    }
    assert!(forgotten > 0);
}

#[test]
fn the_habit_of_a_seat_is_recognized_after_some_hands() {
    let (seed, mut position) =
        (Seed::from(4), Dominoes::start(&Options::default()).expect("rules"));
    let (mut moves, mut deals) = (Vec::new(), 0);
    while deals < 6 || position.next() == Next::Deal {
        let Next::Move(seat) = position.next() else {
            let deal = Dominoes::shuffle(&position, &mut seed.child(Stream::Deal(deals)).rng());
            position.deal(&deal).expect("a deal");
            deals += 1;
            continue;
        };
        let legal = position.legal_moves();
        // The first of the pair opens.
        let mut mv = *legal.last().expect("a move");
        if legal[0].tile().is_some() {
            let table = table_of(&position);
            let habit = if seat == Seat::new(1) { Habit::Sheds } else { Habit::Weighs };
            mv = move_of(habit.choose(&table, &Policy::default()), table.ends.is_none());
        }
        moves.push((seat, mv));
        position.play_unchecked(mv);
        if position.next() == Next::Over {
            break;
        }
    }
    let view = position.view(Some(Seat::new(0)));
    let past = Past::of(&view, History::shown(&moves), usize::MAX, Policy::default());
    let mut rng = seed.rng();
    let mut drawn = [0; 2];
    for _ in 0..1000 {
        let habits = past.draw_habits(&mut rng);
        drawn[0] += u32::from(habits[1] == Habit::Sheds);
        drawn[1] += u32::from(habits[3] == Habit::Sheds);
    }
    assert!(drawn[0] > 600 && drawn[1] < 100, "{drawn:?}");
}

#[test]
fn a_habit_explains_its_own_moves() {
    for seed in 0..20 {
        let (mut position, _) = dealt(seed);
        while position.next() != Next::Deal {
            let table = table_of(&position);
            for habit in HABITS.into_iter().filter(|habit| *habit != Habit::Any) {
                let own = habit.surprisal(
                    &table,
                    &Policy::default(),
                    habit.choose(&table, &Policy::default()),
                );
                for code in codes(&table) {
                    assert!(
                        own <= habit.surprisal(&table, &Policy::default(), code),
                        "{habit:?} {table:?}"
                    );
                }
            }
            let code = Habit::Individual.choose(&table, &Policy::default());
            position.play_unchecked(move_of(code, table.ends.is_none()));
        }
    }
}
