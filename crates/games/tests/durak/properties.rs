//! Random matches of Durak: against a slow second implementation, and the knowledge of every
//! observer.

use crate::common::moves::config;
use crate::durak::oracle::{Oracle, Rules, Waits};
use crate::durak::table::start;
use juez_core::{Game, Next, Rng, Seat, Seed, State};
use juez_games::cards::{Cards, French};
use juez_games::durak::{Deal, Durak, LastCard, Move, NextFirst, Options, Position, deck};

use proptest::prelude::*;

fn options() -> impl Strategy<Value = Options> {
    let rules = (2u8..=6, any::<bool>(), any::<bool>(), 1u8..=3, any::<bool>(), any::<bool>());
    (rules, prop_oneof![1u32..=4, 10u32..=30, Just(1000)]).prop_map(
        |((seats, big, first5, games, chosen, attacker), max_bouts)| Options {
            seats,
            deck: if big { 52 } else { 36 },
            first5,
            games,
            next_first: if chosen { NextFirst::AttackTheDurak } else { NextFirst::LowestTrump },
            max_bouts,
            last_card: if attacker { LastCard::AttackerWins } else { LastCard::Draw },
        },
    )
}

/// Returns the options, the seed, and the readiness of players to do more than required: 0 never
/// takes or says done without need.
pub fn matches() -> impl Strategy<Value = (Options, u64, u32)> {
    (options(), any::<u64>(), 0u32..=4)
}

/// Chooses a move, often a card, so that games end.
fn choose(legal: &[Move], shyness: u32, rng: &mut Rng) -> Move {
    let cards: Vec<Move> = legal.iter().copied().filter(|mv| matches!(mv, Move::Card(_))).collect();
    let shy = rng.below(10) < shyness || cards.is_empty();
    *rng.choose(if shy { legal } else { &cards })
}

/// Plays a match and calls `visit` with every position, including pending deals and the end.
pub fn walk(
    (options, seed, shyness): (Options, u64, u32),
    mut visit: impl FnMut(&Position, Option<&Deal>, Option<Move>) -> Result<(), TestCaseError>,
) -> Result<Position, TestCaseError> {
    let mut position = start(options);
    let mut rng = Seed::from(seed).rng();
    loop {
        match position.next() {
            Next::Deal => {
                let deal = Durak::shuffle(&position, &mut rng);
                visit(&position, Some(&deal), None)?;
                prop_assert!(position.deal(&deal).is_ok());
            }
            Next::Move(_) => {
                let mv = choose(&position.legal_moves(), shyness, &mut rng);
                visit(&position, None, Some(mv))?;
                position.play_unchecked(mv);
            }
            Next::Over => {
                visit(&position, None, None)?;
                return Ok(position);
            }
        }
    }
}

pub fn observers(seats: u8) -> impl Iterator<Item = Option<Seat>> {
    Seat::all(seats).map(Some).chain([None])
}

fn texts<T: ToString>(items: impl IntoIterator<Item = T>) -> Vec<String> {
    items.into_iter().map(|item| item.to_string()).collect()
}

fn sorted(mut items: Vec<String>) -> Vec<String> {
    items.sort();
    items
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn a_slow_second_implementation_agrees_at_every_ply(game in matches()) {
        let (options, ..) = game;
        let mut oracle = Oracle::new(Rules {
            seats: options.seats.into(),
            first5: options.first5,
            games: options.games.into(),
            attack_the_durak: options.next_first == NextFirst::AttackTheDurak,
            max_bouts: options.max_bouts as usize,
            attacker_wins: options.last_card == LastCard::AttackerWins,
        });
        walk(game, |position, deal, mv| {
            let public = position.public();
            prop_assert_eq!(texts(position.legal_moves()), oracle.legal());
            let points = position.points();
            prop_assert_eq!(points.as_slice(), &oracle.points[..]);
            prop_assert_eq!(public.to_move().map(Seat::index), oracle.to_move());
            if public.dealt > 0 {
                for one in Seat::all(options.seats) {
                    let hand = sorted(oracle.hands[one.index()].clone());
                    prop_assert_eq!(texts(position.hand(one)), hand);
                    prop_assert_eq!(usize::from(public.count[one]), position.hand(one).len());
                }
                prop_assert_eq!(texts(public.discard), sorted(oracle.discard.clone()));
                prop_assert_eq!(public.bouts as usize, oracle.bouts);
            }
            if public.to_move().is_some() {
                prop_assert_eq!(public.attacker.index(), oracle.attacker);
                prop_assert_eq!(public.defender.index(), oracle.defender);
                prop_assert_eq!(usize::from(public.limit), oracle.limit);
                let table: Vec<_> = public.table.pairs().iter().map(|pair| {
                    (pair.attack.to_string(), pair.defence.map(|card| card.to_string()))
                }).collect();
                prop_assert_eq!(&table, &oracle.table);
            }
            let face_down: Vec<String> = oracle.talon.iter().cloned().collect();
            prop_assert_eq!(position.reveal().face_down, face_down);
            if let Some(deal) = deal {
                let hands = deal.hands.iter().map(|&hand| texts(hand)).collect();
                let trump = deal.trump.or(deal.talon.last().copied()).expect("a trump card");
                oracle.deal(hands, texts(&deal.talon), &trump.to_string());
            } else if let Some(mv) = mv {
                oracle.play(&mv.to_string());
            } else {
                let outcome = position.outcome().expect("the match is over");
                prop_assert_eq!(&oracle.waits, &Waits::Over);
                prop_assert_eq!(outcome.ranks.as_slice(), &oracle.ranks()[..]);
                prop_assert_eq!(outcome.points.as_slice(), &oracle.points[..]);
            }
            Ok(())
        })?;
    }
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn every_card_is_in_one_place(game in matches()) {
        walk(game, |position, _, _| {
            let public = position.public();
            if public.dealt == 0 {
                return Ok(());
            }
            let talon = position.reveal().face_down;
            let talon: Cards<French> = talon.iter().map(|card| card.parse().expect("a card")).collect();
            let mut groups = vec![talon, public.discard, public.table.cards()];
            groups.extend(Seat::all(public.seats()).map(|one| position.hand(one)));
            let all = groups.iter().fold(Cards::EMPTY, |all, &cards| all | cards);
            prop_assert_eq!(groups.iter().map(|cards| cards.len()).sum::<usize>(), all.len());
            prop_assert_eq!(all, deck(public.options.deck));
            prop_assert_eq!(talon.len(), usize::from(public.talon));
            for one in Seat::all(public.seats()) {
                prop_assert!(position.hand(one).covers(public.known[one]));
            }
            Ok(())
        })?;
    }
}
