//! Random matches of scopone: against a slow second implementation, and rules of every position.

use crate::common::moves::config;
use crate::scopone::oracle::Oracle;
use crate::scopone::table::{mv, options};
use juez_core::{Game, Next, Seat, Seed, State, Stream};
use juez_games::cards::{Card, Cards, Italian};
use juez_games::scopone::{Move, Position, Scopone};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Generates house rules as JSON.
fn tables() -> impl Strategy<Value = Value> {
    let pairs =
        (0..2usize, 0..4usize, 0..4u8, prop::option::of(any::<bool>()), any::<bool>(), 5..=6);
    let pairs = pairs.prop_map(|(kind, target, first, last_scopa, fewest, denari)| {
        let (kind, target) = (["team9", "team10"][kind], [21, 16, 11, 0][target]);
        let mut map = json!({
            "kind": kind,
            "target": target,
            "first": first,
            "sum": if fewest { "fewest" } else { "any" },
            "denari": denari,
        });
        if let Some(last_scopa) = last_scopa {
            map["last_scopa"] = last_scopa.into();
        }
        map
    });
    let solo = (prop::option::of(any::<bool>()), any::<bool>(), 5..=6);
    let solo = solo.prop_map(|(last_scopa, fewest, denari)| {
        let mut map = json!({"sum": if fewest { "fewest" } else { "any" }, "denari": denari});
        if let Some(last_scopa) = last_scopa {
            map["last_scopa"] = last_scopa.into();
        }
        map
    });
    prop_oneof![pairs, solo]
}

/// Calls `visit` with each position of a random match, including deals.
fn walk(table: &Value, seed: u64, mut visit: impl FnMut(&Position)) {
    let mut position = crate::scopone::table::start(table.clone());
    let seed = Seed::from(seed);
    let mut rng = seed.child(Stream::Opening).rng();
    loop {
        visit(&position);
        match position.next() {
            Next::Over => return,
            Next::Deal => {
                let stream = Stream::Deal(position.public().dealt);
                let deal = Scopone::shuffle(&position, &mut seed.child(stream).rng());
                position.deal(&deal).unwrap();
            }
            Next::Move(_) => {
                let mv = position.random_move(&mut rng, &mut Vec::new());
                position.play(mv).unwrap();
            }
        }
    }
}

fn texts(cards: Cards<Italian>) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}

/// Returns every plausible move with these cards: each card of the deck with every small set of the
/// table, and some cards that are not there.
fn candidates(position: &Position) -> Vec<Move> {
    let table = position.public().table.list();
    let mut sets: Vec<Cards<Italian>> = vec![Cards::EMPTY];
    for card in table {
        for i in 0..sets.len() {
            if sets[i].len() < 7 {
                sets.push(sets[i] | Cards::of(card));
            }
        }
    }
    for card in Cards::<Italian>::ALL {
        sets.push(Cards::of(card));
    }
    sets.sort_by_key(|set| set.bits());
    sets.dedup();
    let cards = Cards::<Italian>::ALL.iter();
    cards.flat_map(|card| sets.iter().map(move |&set| Move::take(card, set))).collect()
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn a_slow_second_implementation_agrees_at_every_ply(table in tables(), seed in any::<u32>()) {
        let options = options(table.clone());
        let kind = table["kind"].as_str().unwrap_or("solo9");
        let mut oracle = Oracle::new(
            kind,
            options.target().into(),
            options.first().index(),
            table["last_scopa"].as_bool().unwrap_or(kind == "solo9"),
            table["sum"] == "fewest",
            usize::from(options.denari),
        );
        let mut position = crate::scopone::table::start(table.clone());
        let seed = Seed::from(u64::from(seed));
        let mut rng = seed.child(Stream::Opening).rng();
        loop {
            match position.next() {
                Next::Over => break,
                Next::Deal => {
                    prop_assert!(!oracle.in_play() && !oracle.over);
                    let stream = Stream::Deal(position.public().dealt);
                    let deal = Scopone::shuffle(&position, &mut seed.child(stream).rng());
                    let hands = deal.hands.iter().map(|(_, &hand)| texts(hand)).collect();
                    oracle.deal(hands, texts(deal.table));
                    position.deal(&deal).unwrap();
                }
                Next::Move(seat) => {
                    prop_assert_eq!(seat.index(), oracle.turn);
                    let legal: Vec<String> =
                        position.legal_moves().iter().map(|mv| mv.to_string()).collect();
                    prop_assert_eq!(&legal, &oracle.legal_moves());
                    prop_assert_eq!(position.legal_count(), legal.len());
                    let chosen = rng.choose(&legal);
                    position.play(mv(chosen)).unwrap();
                    oracle.play(chosen);
                }
            }
            for s in Seat::all(4) {
                let side = s.index() % oracle.piles.len();
                let mut pile = oracle.piles[side].clone();
                pile.sort();
                prop_assert_eq!(texts(position.public().pile(s)), pile);
                prop_assert_eq!(i32::from(position.public().scope(s)), oracle.scope[side]);
                prop_assert_eq!(position.points()[s], oracle.score[side]);
                prop_assert_eq!(position.public().last_capturer.map(Seat::index), oracle.last_capturer);
            }
            let mut on_table = oracle.table.clone();
            on_table.sort();
            prop_assert_eq!(texts(position.public().table), on_table);
        }
        prop_assert!(oracle.over);
        let outcome = position.outcome().expect("the match is over");
        for (s, (points, rank)) in Seat::all(4).zip(oracle.standing()) {
            prop_assert_eq!((outcome.points[s], outcome.ranks[s]), (points, rank));
        }
    }
}

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn the_list_the_single_test_and_the_explanation_agree(table in tables(), seed in any::<u32>()) {
        let mut turn = seed;
        walk(&table, seed.into(), |position| {
            turn += 1;
            if !turn.is_multiple_of(7) || !matches!(position.next(), Next::Move(_)) {
                return;
            }
            let legal = position.legal_moves();
            assert!(legal.is_sorted() && !legal.is_empty());
            let accepted: BTreeSet<Move> = candidates(position)
                .into_iter()
                .filter(|&mv| {
                    let why = position.explain(mv);
                    assert_eq!(position.is_legal(mv), why.is_ok());
                    why.is_ok()
                })
                .collect();
            assert!(accepted.iter().eq(legal.iter()), "{accepted:?} {legal:?}");
        });
    }

    #[test]
    fn every_card_is_in_one_place_at_every_moment(table in tables(), seed in any::<u32>()) {
        walk(&table, seed.into(), |position| {
            let public = position.public();
            let mut sets = vec![public.table];
            for s in Seat::all(4) {
                sets.extend([position.hand(s), public.taken[s]]);
                assert_eq!(position.hand(s).len(), public.held(s));
                assert!(!public.played[s].meets(position.hand(s)));
            }
            let all = sets.iter().fold(Cards::EMPTY, |all, &set| all | set);
            assert_eq!(sets.iter().map(|set| set.len()).sum::<usize>(), all.len());
            assert_eq!(all.len(), if public.dealt == 0 { 0 } else { 40 });
        });
    }

    #[test]
    fn a_guess_holds_what_may_be_held(table in tables(), seed in any::<u32>()) {
        let mut rng = Seed::from(u64::from(seed)).rng();
        walk(&table, seed.into(), |position| {
            for observer in Seat::all(4).map(Some).chain([None]) {
                let view = position.view(observer);
                let guess = Position::determinize(&view, &mut rng);
                for s in Seat::all(4) {
                    assert_eq!(guess.hand(s).len(), position.public().held(s));
                    let known = view.seat == Some(s);
                    assert!(known || view.unseen().covers(guess.hand(s)));
                }
            }
        });
    }
}

#[test]
fn many_moves_are_ordered_like_their_text() {
    let mut seen = BTreeSet::new();
    for kind in ["solo9", "team9", "team10"] {
        for seed in 0..300 {
            walk(&json!({"kind": kind}), seed, |position| seen.extend(position.legal_moves()));
        }
    }
    let texts: Vec<String> = seen.iter().map(|mv| mv.to_string()).collect();
    assert!(texts.len() > 3000, "only {} different moves", texts.len());
    assert!(texts.is_sorted());
    assert!(texts.iter().any(|text| text.len() > 12), "long captures are among them");
    assert!(texts.iter().all(|text| mv(text).to_string() == *text));
}

#[test]
fn no_table_of_play_comes_near_the_room_for_counting() {
    let mut longest = 0;
    for kind in ["solo9", "team9", "team10"] {
        for seed in 0..500 {
            walk(&json!({"kind": kind}), seed, |position| {
                longest = longest.max(position.public().table.len());
            });
        }
    }
    assert!((8..=13).contains(&longest), "{longest}");
    assert_eq!(Italian::COUNT, 40);
}
