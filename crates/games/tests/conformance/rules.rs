//! Moves, deals and outcomes.

use juez_core::{Game, MoveOf, Next, Notation, Seat, Seed, State};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use std::collections::BTreeSet;

use crate::common::moves::config;
use crate::conformance::for_every_game;
use crate::conformance::packed::{packed, unpacked};
use crate::conformance::tables::{house_rules, walk, walks};

/// Returns the moves that random matches make, and all moves with a packed form of a byte or of 13
/// bits: larger ones may capture more cards than a text can name.
fn many_moves<G: Game>() -> BTreeSet<MoveOf<G>> {
    let bytes = (0..=u8::MAX).filter_map(|byte| unpacked(&[byte]));
    let numbers = (0..1_u16 << 13).filter_map(|number| unpacked(&packed(&number)));
    let mut moves: BTreeSet<MoveOf<G>> = bytes.chain(numbers).collect();
    walks::<G>(1, |state, _| moves.extend(state.legal_moves()));
    moves
}

fn moves_ascend_by_their_text_and_read_back<G: Game>() {
    let moves = many_moves::<G>();
    let texts: Vec<String> = moves.iter().map(|mv| mv.to_string()).collect();
    assert!(texts.is_sorted_by(|a, b| a < b), "{}: Ord is not the order of text", G::INFO.id);
    for (mv, text) in moves.iter().zip(&texts) {
        assert_eq!(text.parse::<MoveOf<G>>().as_ref(), Ok(mv));
        let json = serde_json::to_value(mv).unwrap();
        assert_eq!(json, serde_json::json!(text));
        assert_eq!(serde_json::from_value::<MoveOf<G>>(json).unwrap(), *mv);
    }
    walks::<G>(3, |state, _| {
        let legal = state.legal_moves();
        assert!(legal.is_sorted_by(|a, b| a < b), "{}: {legal:?}", G::INFO.id);
        assert_eq!(legal.is_empty(), !matches!(state.next(), Next::Move(_)));
        assert_eq!(state.legal_count(), legal.len());
    });
}

fn the_listed_moves_are_the_only_ones_explain_accepts<G: Game>() {
    let moves: Vec<MoveOf<G>> = many_moves::<G>().into_iter().collect();
    let mut turn = 0;
    walks::<G>(1, |state, _| {
        let legal = state.legal_moves();
        if legal.is_empty() {
            return;
        }
        // Try a slice of them at each position: all slices together cover them many times.
        turn = (turn + 1) % 7;
        for &mv in moves.iter().skip(turn).step_by(7).chain(&legal) {
            let why = state.explain(mv);
            assert_eq!(why.is_ok(), legal.contains(&mv), "{}: {mv}: {why:?}", G::INFO.id);
            assert_eq!(state.is_legal(mv), why.is_ok());
            if let Err(why) = why {
                assert!(why.0.len() > 5 && !why.0.ends_with('.'), "{}: {mv}: {why}", G::INFO.id);
            }
        }
    });
}

fn a_refused_move_or_deal_leaves_the_state_untouched<G: Game>() {
    let moves = many_moves::<G>();
    let mut deal = None;
    walks::<G>(1, |state, rng| {
        let mut copy = state.clone();
        if state.next() == Next::Deal {
            deal = Some(G::shuffle(state, rng));
            return;
        }
        if let Some(deal) = &deal {
            copy.deal(deal).expect_err("no deal is due");
        }
        let legal = state.legal_moves();
        let wrong: Vec<_> = moves.iter().filter(|mv| !legal.contains(mv)).collect();
        if !legal.is_empty() && !wrong.is_empty() {
            copy.play(**rng.choose(&wrong)).expect_err("not listed");
        }
        assert_eq!(&copy, state, "{}", G::INFO.id);
    });
}

fn the_same_seed_gives_the_same_match_and_another_seed_another<G: Game>() {
    for map in house_rules::<G>() {
        let play = |seed: u64| {
            let mut positions = Vec::new();
            walk::<G>(&map, Seed::from(seed), |state, _| positions.push(state.clone()));
            positions
        };
        assert!(play(1) == play(1), "{} {map:?}", G::INFO.id);
        assert!(play(1) != play(2), "{} {map:?}", G::INFO.id);
    }
}

fn an_outcome_comes_exactly_at_the_end_and_partners_share_it<G: Game>() {
    walks::<G>(5, |state, _| {
        assert_eq!(state.outcome().is_some(), state.next() == Next::Over);
        let Some(outcome) = state.outcome() else { return };
        let seats = state.seats();
        assert_eq!(outcome.points, state.points());
        let mut sides: Vec<(u8, u8)> =
            Seat::all(seats).map(|seat| (state.team(seat).0, outcome.ranks[seat])).collect();
        sides.sort_unstable();
        sides.dedup();
        let teams: BTreeSet<u8> = sides.iter().map(|(team, _)| *team).collect();
        assert_eq!(teams.len(), sides.len(), "partners share their rank: {outcome:?}");
        for (_, rank) in &sides {
            let better = sides.iter().filter(|(_, other)| other < rank).count();
            assert_eq!(usize::from(*rank), 1 + better, "{}: {outcome:?}", G::INFO.id);
        }
        for one in Seat::all(seats) {
            for other in Seat::all(seats).filter(|&other| state.team(other) == state.team(one)) {
                assert_eq!(outcome.points[one], outcome.points[other]);
            }
        }
    });
}

fn random_moves_are_spread_evenly_over_the_legal_moves<G: Game>() {
    const DRAWS: usize = 500;
    let (mut turn, mut tried, mut scratch) = (0, 0, Vec::new());
    walks::<G>(1, |state, rng| {
        let legal = state.legal_moves();
        turn += 1;
        if turn % 31 != 0 || tried == 20 || legal.len() < 2 || legal.len() > 12 {
            return;
        }
        tried += 1;
        let mut drawn = vec![0; legal.len()];
        for _ in 0..DRAWS * legal.len() {
            let mv = state.random_move(rng, &mut scratch);
            drawn[legal.binary_search(&mv).expect("only legal moves are drawn")] += 1;
        }
        let is_even = drawn.iter().all(|n| (DRAWS - 120..DRAWS + 120).contains(n));
        assert!(is_even, "{}: {drawn:?} of {legal:?}", G::INFO.id);
    });
    assert!(tried > 2, "{}", G::INFO.id);
}

fn any_text_is_a_move_or_its_error_names_the_form<G: Game>() {
    let texts = many_moves::<G>().iter().map(MoveOf::<G>::to_string).collect::<String>();
    let letters: Vec<char> =
        texts.chars().chain([' ']).collect::<BTreeSet<_>>().into_iter().collect();
    let near = prop::collection::vec(any::<Index>(), 0..12);
    let read = |text: String| match text.parse::<MoveOf<G>>() {
        Ok(mv) => assert_eq!(mv.to_string(), text),
        Err(error) => assert!(error.to_string().contains(MoveOf::<G>::EXPECTED), "{error}"),
    };
    let result = TestRunner::new(config(400)).run(&("\\PC{0,30}", near), |(text, near)| {
        read(text);
        read(near.iter().map(|index| *index.get(&letters)).collect());
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{}: {error}", G::INFO.id));
}

for_every_game! {
    moves_ascend_by_their_text_and_read_back,
    the_listed_moves_are_the_only_ones_explain_accepts,
    a_refused_move_or_deal_leaves_the_state_untouched,
    the_same_seed_gives_the_same_match_and_another_seed_another,
    an_outcome_comes_exactly_at_the_end_and_partners_share_it,
    random_moves_are_spread_evenly_over_the_legal_moves,
    any_text_is_a_move_or_its_error_names_the_form,
}
