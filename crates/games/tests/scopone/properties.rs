//! Random matches of scopone: against a slow second implementation, and rules of every position.

use crate::common::moves::config;
use crate::common::moves::seat;
use crate::scopone::oracle::Oracle;
use crate::scopone::table::{mv, options};
use juez_core::{Game, Next, Notation, Seat, Seed, State, Stream};
use juez_games::cards::{Card, Cards, Italian};
use juez_games::scopone::{Move, Position, Scopone, View};
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
    fn a_guess_looks_like_the_view_and_holds_what_may_be_held(table in tables(), seed in any::<u32>()) {
        let mut rng = Seed::from(u64::from(seed)).rng();
        walk(&table, seed.into(), |position| {
            for observer in Seat::all(4).map(Some).chain([None]) {
                let view = position.view(observer);
                let guess = Position::determinize(&view, &mut rng);
                assert_eq!(guess.view(observer), view);
                assert_eq!(guess.next(), position.next());
                for s in Seat::all(4) {
                    assert_eq!(guess.hand(s).len(), position.public().held(s));
                    let known = view.seat == Some(s);
                    assert!(known || view.unseen().covers(guess.hand(s)));
                }
                let text = serde_json::to_string(&view).unwrap();
                assert_eq!(serde_json::from_str::<View>(&text).unwrap(), view);
            }
        });
    }

    #[test]
    fn cards_that_two_others_exchange_change_no_view(table in tables(), seed in any::<u32>()) {
        let seed = Seed::from(u64::from(seed));
        let mut rng = seed.child(Stream::Opening).rng();
        let before = crate::scopone::table::start(table);
        let deal = Scopone::shuffle(&before, &mut seed.child(Stream::Deal(0)).rng());
        let mut position = before;
        position.deal(&deal).unwrap();
        let mut moves = Vec::new();
        while let Next::Move(_) = position.next() {
            for (one, other) in [(0, 1), (1, 3), (2, 3), (0, 3)] {
                let (one, other) = (seat(one), seat(other));
                let (mine, theirs) = (position.hand(one), position.hand(other));
                if mine.is_empty() || theirs.is_empty() {
                    continue;
                }
                let (a, b) = (Cards::of(mine.pick(&mut rng)), Cards::of(theirs.pick(&mut rng)));
                let mut exchanged = deal;
                exchanged.hands[one] = (deal.hands[one] - a) | b;
                exchanged.hands[other] = (deal.hands[other] - b) | a;
                let mut guess = before;
                guess.deal(&exchanged).unwrap();
                moves.iter().for_each(|&mv| guess.play(mv).unwrap());
                prop_assert_ne!(guess.hand(one), position.hand(one));
                for s in Seat::all(4).filter(|&s| s != one && s != other) {
                    let observer = Some(s);
                    prop_assert_eq!(guess.view(observer), position.view(observer));
                }
                prop_assert_eq!(guess.view(None), position.view(None));
            }
            let mv = position.random_move(&mut rng, &mut Vec::new());
            position.play(mv).unwrap();
            moves.push(mv);
        }
    }

    #[test]
    fn the_random_move_is_the_one_that_the_list_would_give(table in tables(), seed in any::<u32>()) {
        let mut ply = 0;
        walk(&table, seed.into(), |position| {
            let legal = position.legal_moves();
            assert_eq!(position.legal_count(), legal.len());
            if legal.is_empty() {
                return;
            }
            ply += 1;
            let rng = || Seed::from(ply).rng();
            let drawn = position.random_move(&mut rng(), &mut Vec::new());
            assert_eq!(drawn, *rng().choose(&legal));
        });
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC{0,30}", near in "[BCDSbcds0-9xX+ ,]{0,12}") {
        for text in [text, near] {
            match text.parse::<Move>() {
                Ok(mv) => prop_assert_eq!(mv.to_string(), text),
                Err(error) => prop_assert!(error.to_string().contains(Move::EXPECTED)),
            }
        }
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
fn random_moves_are_uniform() {
    let position = crate::scopone::table::alone("D7 D1 D10 S2", "B1 C1 B9 B6 C4", "any");
    let legal = position.legal_moves();
    let mut rng = Seed::from(3).rng();
    let mut drawn = vec![0u32; legal.len()];
    for _ in 0..2000 * legal.len() {
        let mv = position.random_move(&mut rng, &mut Vec::new());
        drawn[legal.binary_search(&mv).expect("only legal moves are drawn")] += 1;
    }
    let (least, most) = (drawn.iter().min(), drawn.iter().max());
    assert!(legal.len() > 6 && least > Some(&1800) && most < Some(&2200), "{least:?} {most:?}");
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
