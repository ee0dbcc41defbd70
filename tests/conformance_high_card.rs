//! The test game keeps the contract of `Game` and `State`, hidden hands and partners included.

mod common;

use common::high_card::{HighCard, Rules, Truth};
use juez::core::{Game, Next, Observer, Rng, Seat, Seed, State, Stream};

const TABLES: [Rules; 4] = [
    Rules { seats: 2, hands: 2, partners: false },
    Rules { seats: 3, hands: 3, partners: false },
    Rules { seats: 4, hands: 1, partners: false },
    Rules { seats: 4, hands: 2, partners: true },
];

/// Plays a random match and shows every position of it, the last included.
fn walk(rules: Rules, seed: Seed, mut visit: impl FnMut(&Truth, &mut Rng)) -> Truth {
    let mut state = HighCard::start(&rules).expect("these rules go together");
    let mut rng = seed.child(Stream::Opening).rng();
    for deal in 0.. {
        assert_eq!(state.next(), Next::Deal);
        state.deal(&HighCard::shuffle(&state, &mut seed.child(Stream::Deal(deal)).rng())).unwrap();
        let mut plies = 0;
        while let Next::Move(_) = state.next() {
            visit(&state, &mut rng);
            let mv = state.random_move(&mut rng, &mut Vec::new());
            state.play(mv).unwrap();
            plies += 1;
        }
        assert_eq!(plies, 3 * u32::from(rules.seats), "a hand ends when every card is played");
        if state.next() == Next::Over {
            break;
        }
    }
    visit(&state, &mut rng);
    state
}

fn walks(mut visit: impl FnMut(&Truth, &mut Rng)) {
    for rules in TABLES {
        for n in 0..10 {
            walk(rules, Seed::from(n), &mut visit);
        }
    }
}

fn observers(state: &Truth) -> impl Iterator<Item = Observer> {
    Seat::all(state.seats()).map(Observer::Seat).chain([Observer::Public])
}

#[test]
fn legal_moves_are_ascending_and_the_only_ones_explain_accepts() {
    walks(|state, _| {
        let legal = state.legal_moves();
        assert!(legal.is_sorted_by(|a, b| a.to_string() < b.to_string()));
        assert_eq!(legal.is_empty(), state.next() == Next::Over);
        if legal.is_empty() {
            return;
        }
        for n in 1..=12 {
            let card = format!("{n:02}").parse().unwrap();
            assert_eq!(state.explain(card).is_ok(), legal.contains(&card));
        }
    });
}

#[test]
fn a_refused_move_or_deal_leaves_the_state_untouched() {
    walks(|state, rng| {
        let mut copy = state.clone();
        let deal = HighCard::shuffle(state, rng);
        copy.deal(&deal).expect_err("no deal is due");
        let legal = state.legal_moves();
        for n in 1..=12 {
            let card = format!("{n:02}").parse().unwrap();
            if !legal.is_empty() && !legal.contains(&card) {
                copy.play(card).expect_err("not held");
            }
        }
        assert_eq!(&copy, state);
    });
}

#[test]
fn the_same_seed_gives_the_same_match() {
    for rules in TABLES {
        assert_eq!(walk(rules, Seed::from(1), |_, _| ()), walk(rules, Seed::from(1), |_, _| ()));
        assert_ne!(walk(rules, Seed::from(1), |_, _| ()), walk(rules, Seed::from(2), |_, _| ()));
    }
}

#[test]
fn an_outcome_comes_exactly_at_the_end_and_partners_share_it() {
    walks(|state, _| {
        assert_eq!(state.outcome().is_some(), state.next() == Next::Over);
        let Some(outcome) = state.outcome() else { return };
        assert!(outcome.ranks.as_slice().contains(&1));
        for one in Seat::all(state.seats()) {
            let partners = Seat::all(state.seats()).filter(|&s| state.team(s) == state.team(one));
            for other in partners {
                assert_eq!(outcome.ranks[one], outcome.ranks[other]);
                assert_eq!(outcome.points[one], outcome.points[other]);
            }
        }
    });
}

#[test]
fn a_guess_looks_exactly_like_the_view_it_was_made_from() {
    walks(|state, rng| {
        for observer in observers(state) {
            let view = state.view(observer);
            let guess = Truth::determinize(&view, rng);
            assert_eq!(guess.view(observer), view);
            assert_eq!(guess.next(), state.next());
        }
    });
    let before = HighCard::start(&Rules::default()).unwrap();
    let view = before.view(Observer::Public);
    assert_eq!(Truth::determinize(&view, &mut Seed::from(0).rng()), before);
}

#[test]
fn every_seat_guesses_every_other_seat_wrong_at_least_once() {
    for rules in TABLES {
        let mut wrong = [[false; 4]; 4];
        for n in 0..10 {
            walk(rules, Seed::from(n), |state, rng| {
                for one in Seat::all(rules.seats) {
                    let guess = Truth::determinize(&state.view(Observer::Seat(one)), rng);
                    for other in Seat::all(rules.seats).filter(|&other| other != one) {
                        let other_view = Observer::Seat(other);
                        wrong[one.index()][other.index()] |=
                            guess.view(other_view) != state.view(other_view);
                    }
                }
            });
        }
        for one in Seat::all(rules.seats) {
            for other in Seat::all(rules.seats).filter(|&other| other != one) {
                assert!(
                    wrong[one.index()][other.index()],
                    "{one} always knows the hand of {other}"
                );
            }
        }
    }
}
