//! Tests of the policy, the last cards, memory and inference against the rules and brute force.

use super::ending::best_reply;
use super::past::Past;
use super::policy::{HABITS, Habit, Outlook, Plan, Policy};
use super::stakes::{Stakes, WHOLE, standing};
use super::world::World;
use super::{Decision, SEATS};
use crate::masters::testing::{Table, named};
use crate::tute::{
    CapoteCanto, Move, Options, Phase, Public, Six, Swap, Tie, TrumpRule, Tute, View,
};
use juez_core::{CERTAIN, Game, History, Next, Seat, SeatSet, Seed, State};
use juez_search::HiddenTree;

/// House rules that cover every number of seats and every option of the cards.
fn all_rules() -> [Options; 6] {
    let usual = Options::default();
    [
        usual,
        Options { seats: 4, capote_canto: CapoteCanto::Loses, ..usual },
        Options { seats: 5, trump: TrumpRule::LastCard, ..usual },
        Options { seats: 6, tie: Tie::Tied, ..usual },
        Options { seats: 6, six: Six::NoTwos, limit: 2, ..usual },
        Options { swap: Swap::First, trump: TrumpRule::LastCard, limit: 9, ..usual },
    ]
}

/// Plays matches of `greedy` under all rules, with a stray move now and then, and calls `check`
/// with each decision and the move that `greedy` makes.
fn each_decision(seeds: u64, mut check: impl FnMut(&Table<Tute>, Seat, Move)) {
    let mut greedy = named("greedy");
    for (seed, rules) in (0..seeds).flat_map(|seed| all_rules().map(|rules| (seed, rules))) {
        let (mut table, mut rng) = (Table::<Tute>::new(seed, &rules), Seed::from(seed).rng());
        while let Some(seat) = table.advance() {
            let mv = table.ask(&mut *greedy);
            check(&table, seat, mv);
            let strays = rng.below(8) == 0;
            let stray = table.position.random_move(&mut rng, &mut Vec::new());
            table.play(seat, if strays { stray } else { mv });
        }
    }
}

fn view_of(table: &Table<Tute>, seat: Seat) -> View {
    table.position.view(Some(seat))
}

fn past_of(table: &Table<Tute>, seat: Seat, span: usize) -> Past {
    Past::of(&view_of(table, seat), History::shown(&table.moves), span, Policy::default())
}

#[test]
fn the_first_habit_is_the_bot_greedy() {
    each_decision(2, |table, _, mv| {
        let outlook = Outlook::of_table(&table.position, Policy::default());
        assert_eq!(Habit::Weighs.choose(&outlook, table.position.legal()), mv);
    });
}

#[test]
fn a_habit_explains_its_own_moves() {
    each_decision(1, |table, _, _| {
        let (outlook, choices) =
            (Outlook::of_table(&table.position, Policy::default()), table.position.legal());
        for habit in [Habit::Weighs, Habit::Extremes] {
            let own = habit.surprisal(&outlook, choices, habit.choose(&outlook, choices));
            for mv in table.position.legal_moves() {
                assert!(own <= habit.surprisal(&outlook, choices, mv), "{habit:?} {mv}");
            }
        }
    });
}

#[test]
fn a_seat_that_remembers_all_knows_what_the_rules_know() {
    each_decision(1, |table, seat, _| {
        let past = past_of(table, seat, usize::MAX);
        let (public, now) = (past.public, table.position.public());
        assert_eq!(Public { known: now.known, ..public }, *now);
        for (seat, known) in public.known.iter() {
            assert_eq!(*known, now.known[seat]);
        }
        assert!(past.forgotten.is_empty());
    });
}

#[test]
fn only_moves_within_the_span_are_remembered() {
    let (mut forgotten, mut voids) = (0, 0);
    each_decision(1, |table, seat, _| {
        let now = table.position.public();
        let none = past_of(table, seat, 0);
        let in_trick = now.trick.cards().collect();
        assert_eq!(none.forgotten, now.all_played() - in_trick);
        assert!(none.public.lacks.iter().all(|(_, lacks)| lacks.is_empty()));
        let some = past_of(table, seat, 9);
        forgotten += usize::from(!some.forgotten.is_empty());
        for (other, &lacks) in some.public.lacks.iter() {
            assert!(now.lacks[other].covers(lacks));
            voids += usize::from(now.lacks[other] != lacks);
        }
        // Its worlds still fit: each hand has its cards, and none that it is known to lack.
        let view = view_of(table, seat);
        let mut decision = Decision::new(&view, some, 0, Seed::from(1));
        let world = decision.sample();
        for other in now.players.iter() {
            assert_eq!(world.table.hands[other].len(), now.count(other));
            assert!(!world.table.hands[other].meets(world.table.public.lacks[other]));
        }
        assert_eq!(world.table.hands[seat], view.hand);
    });
    assert!(forgotten > 100 && voids > 100, "{forgotten} {voids}");
}

#[test]
fn a_move_surprises_least_in_worlds_that_explain_it() {
    let (mut better, mut all, mut rng) = (0, 0, Seed::from(5).rng());
    let habits = [Habit::Weighs; SEATS];
    each_decision(1, |table, seat, _| {
        let past = past_of(table, seat, usize::MAX);
        let truth = past.surprisal(&table.position, &habits);
        let other = State::determinize(&view_of(table, seat), &mut rng);
        let surprisal = past.surprisal(&other, &habits);
        all += u32::from(surprisal != truth);
        better += u32::from(surprisal > truth);
    });
    assert!(all > 500 && better * 4 > all * 3, "{better} of {all}");
}

/// Returns the best value of any sequence of own moves, by trying each against the habits.
fn brute_force(stakes: &mut Stakes, world: &World) -> i32 {
    let mut longest = vec![Vec::new()];
    let mut best = i32::MIN;
    while let Some(plan) = longest.pop() {
        let (mut world, mut made) = (*world, plan.iter());
        loop {
            if world.table.public.phase != Phase::Play {
                best = best.max(stakes.values(world.losers())[world.me.index()]);
                break;
            }
            let mut mv = world.habitual();
            if world.table.public.turn == world.me {
                let Some(&next) = made.next() else {
                    let legal = world.table.legal_moves();
                    longest.extend(legal.into_iter().map(|mv| [plan.clone(), vec![mv]].concat()));
                    break;
                };
                mv = next;
            }
            world.table.play_unchecked(mv);
        }
    }
    best
}

#[test]
fn an_ending_has_the_value_of_the_best_own_moves() {
    let mut solved = 0;
    each_decision(2, |table, me, _| {
        let habits = std::array::from_fn(|seat| HABITS[seat % HABITS.len()]);
        let world = World {
            table: table.position,
            habits,
            me,
            plan: Plan::Adapts,
            policy: Policy::default(),
        };
        if world.held() <= 3 * table.position.public().players.len() {
            let mut stakes = Stakes::new(table.position.public());
            let values = best_reply(&mut stakes, &world, &mut 0);
            assert_eq!(values[me.index()], brute_force(&mut stakes, &world));
            solved += 1;
        }
    });
    assert!(solved > 100, "{solved}");
}

fn stakes(seats: u8, limit: u8, porotos: &[u8]) -> Stakes {
    let mut public = Public::new(Options { seats, limit, ..Options::default() });
    for (seat, &count) in Seat::all(seats).zip(porotos) {
        public.porotos[seat] = count;
        public.retired[seat] = (count >= limit).then_some(0);
    }
    Stakes::new(&public)
}

fn lose(seats: &[u8]) -> SeatSet {
    seats.iter().map(|&seat| Seat::new(seat)).collect()
}

#[test]
fn the_stakes_of_a_hand_end_with_the_match() {
    let even = stakes(3, 4, &[0, 0, 0]).values(lose(&[2]));
    assert_eq!(even[0], even[1], "the same for both");
    assert!(even[0] > WHOLE / 2 && even[2] < WHOLE / 2 && even[2] > 0);
    let last = stakes(3, 4, &[1, 2, 3]).values(lose(&[2]));
    assert!(last[0] > WHOLE * 9 / 10 && last[2] < WHOLE / 10, "the match is over: {last:?}");
    let mut close = stakes(3, 4, &[2, 2, 3]);
    let (third, first) = (close.values(lose(&[2])), close.values(lose(&[0])));
    assert!(third[0] > first[0] && third[0] == third[1], "{third:?} {first:?}");
    let all = stakes(3, 4, &[3, 3, 3]).values(lose(&[0, 1, 2]));
    assert!(all[0] == all[1] && all[1] == all[2], "a draw");
    // Retired seats are left behind.
    let four = stakes(4, 4, &[4, 1, 1, 1]).values(lose(&[1]));
    assert!(four[2] > four[1] && four[1] > WHOLE / 4, "{four:?}");
}

#[test]
fn each_poroto_costs_in_matches_of_any_length() {
    for (seats, limit) in (3..=6).flat_map(|seats| [1, 2, 4, 30, 99].map(|limit| (seats, limit))) {
        let mut stakes = stakes(seats, limit, &[0; SEATS]);
        let (lost, won) = (stakes.values(lose(&[0])), stakes.values(lose(&[1])));
        assert!(won[0] >= lost[0] + WHOLE / 50, "{seats} {limit}: {won:?} {lost:?}");
        assert!(won.iter().chain(&lost).all(|value| (0..=WHOLE).contains(value)));
    }
}

#[test]
fn the_standing_between_hands_adds_up_to_half_the_seats() {
    for rules in all_rules() {
        let seed = Seed::from(3);
        let (mut table, mut rng) = (Tute::start(&rules).expect("rules"), seed.rng());
        let mut hands = 0;
        while table.next() != Next::Over {
            if table.next() == Next::Deal {
                let scores = standing(&table);
                let (sum, all) = (scores.iter().sum::<i32>(), CERTAIN * i32::from(rules.seats) / 2);
                assert!((sum - all).abs() <= 20 * i32::from(rules.seats), "{scores:?}");
                table.deal(&Tute::shuffle(&table, &mut rng)).expect("a deal");
                hands += 1;
            }
            let mv = table.random_move(&mut rng, &mut Vec::new());
            table.play_unchecked(mv);
        }
        let (scores, ranks) = (standing(&table), table.outcome().expect("an end").ranks);
        let best = Seat::all(rules.seats).find(|&seat| ranks[seat] == 1).expect("a winner");
        assert_eq!(scores.iter().max(), Some(&scores[best.index()]));
        assert!(hands > 1);
    }
}
