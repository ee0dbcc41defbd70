//! Tests of compact positions, endings and inference against the rules and brute force.

use super::ending::Ending;
use super::past::Past;
use super::policy::{HABITS, Habit, Policy, Worths};
use super::stakes::{Stakes, WON};
use super::table::{SEATS_LEN, Table};
use crate::scopone::{Kind, Move, Options, Position, Scopone, Sum};
use juez_core::{
    Bot, Game, History, Journal, Next, PerSeat, Rng, Seat, Seed, State, Stream, Turn, built_in,
};

const KINDS: [Kind; 3] = [Kind::Solo9, Kind::Team9, Kind::Team10];

fn rules(kind: Kind) -> Options {
    Options { kind, ..Options::default() }
}

/// Starts a hand with a random deal.
fn dealt(options: Options, seed: u64) -> (Position, Rng) {
    let (seed, mut position) = (Seed::from(seed), Scopone::start(&options).expect("rules"));
    let deal = Scopone::shuffle(&position, &mut seed.child(Stream::Deal(0)).rng());
    position.deal(&deal).expect("a deal");
    (position, seed.rng())
}

fn moves_of(table: &Table, options: &Options) -> Vec<Move> {
    let mut moves = Vec::new();
    table.each_move(options, |mv| moves.push(mv));
    moves
}

fn stakes_of(position: &Position) -> Stakes {
    let score = [0, 1].map(|seat| position.points()[Seat::new(seat)]);
    Stakes::new(position.public().options, score)
}

#[test]
fn a_table_moves_and_ends_as_the_rules_say() {
    let fewest = Options { sum: Sum::Fewest, last_scopa: Some(true), ..rules(Kind::Team9) };
    for (seed, options) in (0..60).flat_map(|seed| {
        KINDS.map(rules).into_iter().chain([fewest]).map(move |options| (seed, options))
    }) {
        let (mut position, mut rng) = dealt(options, seed);
        let mut moves = Vec::new();
        while let Next::Move(seat) = position.next() {
            let mut table = Table::open(&position);
            let options = position.public().options;
            assert_eq!(moves_of(&table, &options), position.legal_moves());
            let mv = position.random_move(&mut rng, &mut Vec::new());
            let before = table;
            table.play(&options, mv);
            position.play_unchecked(mv);
            moves.push((seat, mv));
            if table.is_over() {
                let points = stakes_of(&position).points(&table);
                assert_eq!(PerSeat::from_fn(4, |seat| points[seat.index()]), position.points());
                break;
            }
            assert_eq!(table, Table::open(&position));
            let Table { scope, last_capturer, .. } = table;
            table.take_back(&options, mv);
            assert_eq!(table, Table { scope, last_capturer, ..before });
        }
    }
}

#[test]
fn the_first_habit_is_the_bot_greedy() {
    let bots = built_in::<Scopone>();
    let greedy = bots.iter().find(|bot| bot.info.name == "greedy").expect("a bot");
    let mut greedy: Box<dyn Bot<Scopone>> = (greedy.build)(&Default::default());
    let worths = Worths::new(Policy::default());
    for (seed, kind) in (0..20).flat_map(|seed| KINDS.map(|kind| (seed, kind))) {
        let (mut position, mut rng) = dealt(rules(kind), seed);
        while let Next::Move(seat) = position.next() {
            if position.public().dealt > 1 {
                break;
            }
            let (view, legal) = (position.view(Some(seat)), position.legal_moves());
            let journal = Journal::new(8192);
            let turn = Turn {
                seat,
                seats: 4,
                ply: 0,
                deal: 0,
                view: &view,
                legal: &legal,
                history: History::shown(&[]),
                seed: Seed::from(1),
                journal: &journal,
            };
            let mv = greedy.next_move(&turn).expect("no fault");
            let table = Table::open(&position);
            assert_eq!(Habit::Weighs.choose(&table, &view.public.options, &worths), mv);
            position.play_unchecked(position.random_move(&mut rng, &mut Vec::new()));
        }
    }
}

/// Returns the value for pair 0 with best play and open hands.
fn minimax(stakes: &Stakes, table: &Table) -> i32 {
    if table.is_over() {
        return stakes.values(table)[0];
    }
    let after = moves_of(table, stakes.options()).into_iter().map(|mv| {
        let mut after = *table;
        after.play(stakes.options(), mv);
        minimax(stakes, &after)
    });
    let best = if table.turn.is_multiple_of(2) { after.max() } else { after.min() };
    best.expect("a move")
}

#[test]
fn an_ending_has_the_value_of_minimax() {
    for (kind, target) in [(Kind::Team9, 0), (Kind::Team9, 11), (Kind::Team10, 0)] {
        let options = Options { target: Some(target), ..rules(kind) };
        let stakes = Stakes::new(options, [target.into(), 0].map(|score: i32| score * 2 / 3));
        let mut ending = Ending::new(stakes.clone());
        for seed in 0..40 {
            let (mut position, mut rng) = dealt(options, seed);
            while Table::open(&position).held() > 9 {
                position.play_unchecked(position.random_move(&mut rng, &mut Vec::new()));
            }
            let table = Table::open(&position);
            let expected = minimax(&stakes, &table);
            let values = [expected, -expected, expected, -expected];
            assert_eq!(ending.values(&table, &mut 0), values, "{table:?}");
        }
    }
}

#[test]
fn the_stakes_of_a_hand_end_with_the_match() {
    let stakes =
        |target, score| Stakes::new(Options { target: Some(target), ..rules(Kind::Team9) }, score);
    assert_eq!(stakes(21, [0, 0]).lead(3, 3), 0, "an even match");
    assert_eq!(stakes(21, [0, 0]).lead(22, 14), WON / 2);
    assert_eq!(stakes(21, [0, 0]).lead(22, 24), -WON / 2);
    assert_eq!(stakes(0, [0, 0]).lead(2, 1), WON / 2, "a single hand");
    let lead = |ours, theirs| stakes(16, [0, 0]).lead(ours, theirs);
    assert!(lead(12, 9) > lead(3, 0) && lead(3, 0) > 0);
    assert_eq!(lead(11, 4), -lead(4, 11), "the same for either pair");
}

#[test]
fn a_move_surprises_least_in_worlds_that_explain_it() {
    // Seats that weigh: the true deal explains their moves better than most other deals.
    let (worths, habits) = (Worths::new(Policy::default()), [Habit::Weighs; SEATS_LEN]);
    let (mut better, mut all) = (0, 0);
    for (seed, kind) in (0..30).flat_map(|seed| KINDS.map(|kind| (seed, kind))) {
        let (mut position, mut rng) = dealt(rules(kind), seed);
        let options = position.public().options;
        let mut moves = Vec::new();
        for _ in 0..9 {
            let Next::Move(seat) = position.next() else { break };
            let mv = Habit::Weighs.choose(&Table::open(&position), &options, &worths);
            moves.push((seat, mv));
            position.play_unchecked(mv);
        }
        let Next::Move(me) = position.next() else { continue };
        let view = position.view(Some(me));
        let past = Past::of(&view, History::shown(&moves), usize::MAX, Policy::default());
        let surprisal = |position: &Position| {
            past.surprisal(&Table::open(position).hands, &habits, &options, &[worths; SEATS_LEN])
        };
        let truth = surprisal(&position);
        for _ in 0..20 {
            let other = surprisal(&Position::determinize(&view, &mut rng));
            all += u32::from(other != truth);
            better += u32::from(other > truth);
        }
    }
    assert!(all > 500 && better * 4 > all * 3, "{better} of {all}");
}

#[test]
fn a_habit_explains_its_own_moves() {
    let worths = Worths::new(Policy::default());
    for seed in 0..20 {
        let (mut position, mut rng) = dealt(rules(Kind::Team9), seed);
        let options = position.public().options;
        while position.next() != Next::Deal {
            let table = Table::open(&position);
            for habit in HABITS.into_iter().filter(|habit| *habit != Habit::Any) {
                let played = habit.choose(&table, &options, &worths);
                let own = habit.surprisal(&table, &options, &worths, played);
                for mv in moves_of(&table, &options) {
                    assert!(own <= habit.surprisal(&table, &options, &worths, mv), "{table:?}");
                }
            }
            position.play_unchecked(position.random_move(&mut rng, &mut Vec::new()));
        }
    }
}
