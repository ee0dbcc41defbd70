//! Random matches of Durak: against a slow second implementation, and the knowledge of every
//! observer.

use crate::common::moves::{config, reads_or_says_why};
use crate::durak::oracle::{Oracle, Rules, Waits};
use crate::durak::table::{mv, start};
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
    fn the_list_the_single_test_and_the_explanation_agree(game in matches()) {
        let all = Move::all();
        walk(game, |position, _, _| {
            let legal = position.legal_moves();
            prop_assert!(legal.is_sorted_by(|a, b| a.to_string() < b.to_string()));
            prop_assert_eq!(position.legal_count(), legal.len());
            prop_assert_eq!(legal.is_empty(), position.public().to_move().is_none());
            let mut copy = *position;
            for &mv in &all {
                let listed = legal.binary_search(&mv).is_ok();
                prop_assert_eq!(position.is_legal(mv), listed, "{}", mv);
                prop_assert_eq!(position.explain(mv).is_ok(), listed, "{}", mv);
                if !listed {
                    prop_assert!(copy.play(mv).is_err());
                }
            }
            prop_assert_eq!(&copy, position);
            Ok(())
        })?;
    }

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

    #[test]
    fn a_deal_in_the_middle_is_refused_and_points_never_fall(game in matches()) {
        let mut before = vec![0; game.0.seats.into()];
        let last = walk(game, |position, deal, _| {
            let points = position.points();
            prop_assert!(points.as_slice().iter().zip(&before).all(|(now, then)| now >= then));
            before = points.as_slice().to_vec();
            prop_assert_eq!(position.outcome().is_some(), position.next() == Next::Over);
            if deal.is_none() {
                let mut copy = *position;
                let deal = Durak::shuffle(position, &mut Seed::from(1).rng());
                prop_assert!(copy.deal(&deal).is_err());
                prop_assert_eq!(&copy, position);
            }
            Ok(())
        })?;
        let outcome = last.outcome().expect("the match is over");
        prop_assert!(outcome.ranks.as_slice().contains(&1));
        prop_assert_eq!(last.public().dealt, game.0.games);
    }

    #[test]
    fn a_random_move_is_legal_and_the_same_for_the_same_seed(game in matches()) {
        walk(game, |position, _, mv| {
            if mv.is_some() {
                let draw = || position.random_move(&mut Seed::from(game.1).rng(), &mut Vec::new());
                prop_assert!(position.is_legal(draw()));
                prop_assert_eq!(draw(), draw());
            }
            Ok(())
        })?;
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC{0,12}", short in "[1-9TJQKACDHSa-z ]{0,5}") {
        for text in [text, short] {
            reads_or_says_why::<Move>(&text);
        }
    }
}

#[test]
fn random_moves_are_uniform() {
    let position = crate::durak::table::dealt(
        Options::default(),
        &["6C 7C 8C 9C TC 6S", "6D 7D 8D 9D TD 7H"],
        "",
        "AS",
    );
    let mut counts = [0; 6];
    let mut rng = Seed::from(3).rng();
    let legal = position.legal_moves();
    for _ in 0..6000 {
        let mv = position.random_move(&mut rng, &mut Vec::new());
        counts[legal.binary_search(&mv).expect("legal")] += 1;
    }
    assert!(counts.iter().all(|n| (900..1100).contains(n)), "{counts:?}");
    assert_eq!(legal[0], mv("6C"));
}

#[test]
fn the_same_seed_deals_the_same_cards() {
    let position = start(Options { seats: 4, ..Options::default() });
    let deal = |seed: u64| Durak::shuffle(&position, &mut Seed::from(seed).rng());
    assert_eq!(deal(1), deal(1));
    assert_ne!(deal(1), deal(2));
}
