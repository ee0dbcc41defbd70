//! Moves, deals and outcomes.

use juez_core::{Game, MoveOf, Next, Seat, Seed, State};
use std::collections::BTreeSet;

use crate::conformance::for_every_game;
use crate::conformance::tables::{house_rules, walk, walks};

fn legal_moves_are_ascending_by_their_text_and_read_back<G: Game>() {
    walks::<G>(3, |state, _| {
        let legal = state.legal_moves();
        let texts: Vec<String> = legal.iter().map(|mv| mv.to_string()).collect();
        assert!(texts.is_sorted_by(|a, b| a < b), "{}: {texts:?}", G::INFO.id);
        assert!(
            legal.is_sorted_by(|a, b| a < b),
            "{}: Ord is not the order of {texts:?}",
            G::INFO.id
        );
        assert_eq!(legal.is_empty(), !matches!(state.next(), Next::Move(_)));
        assert_eq!(state.legal_count(), legal.len());
        for (mv, text) in legal.iter().zip(&texts) {
            assert_eq!(text.parse::<MoveOf<G>>().as_ref(), Ok(mv));
            let json = serde_json::to_value(mv).unwrap();
            assert_eq!(json, serde_json::json!(text));
            assert_eq!(serde_json::from_value::<MoveOf<G>>(json).unwrap(), *mv);
        }
    });
}

fn the_listed_moves_are_the_only_ones_explain_accepts<G: Game>() {
    // Try every move seen anywhere in these matches at every position.
    let mut seen = BTreeSet::new();
    walks::<G>(1, |state, _| seen.extend(state.legal_moves()));
    let seen: Vec<MoveOf<G>> = seen.into_iter().collect();
    let mut turn = 0;
    walks::<G>(1, |state, _| {
        let legal = state.legal_moves();
        if legal.is_empty() {
            return;
        }
        // Try a slice of them at each position: all slices together cover them many times.
        turn = (turn + 1) % 7;
        for &mv in seen.iter().skip(turn).step_by(7).chain(&legal) {
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
    let mut seen = BTreeSet::new();
    walks::<G>(1, |state, _| seen.extend(state.legal_moves()));
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
        let wrong: Vec<_> = seen.iter().filter(|mv| !legal.contains(mv)).collect();
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

fn a_random_move_is_one_of_the_legal_moves_and_each_of_them_comes<G: Game>() {
    let mut scratch = Vec::new();
    let mut tried = 0;
    walks::<G>(1, |state, rng| {
        let legal = state.legal_moves();
        if tried > 60 || legal.len() < 2 || legal.len() > 12 {
            return;
        }
        tried += 1;
        let drawn: BTreeSet<_> =
            (0..legal.len() * 40).map(|_| state.random_move(rng, &mut scratch)).collect();
        assert!(drawn.iter().eq(legal.iter()), "{}: {drawn:?} of {legal:?}", G::INFO.id);
    });
}

for_every_game! {
    legal_moves_are_ascending_by_their_text_and_read_back,
    the_listed_moves_are_the_only_ones_explain_accepts,
    a_refused_move_or_deal_leaves_the_state_untouched,
    the_same_seed_gives_the_same_match_and_another_seed_another,
    an_outcome_comes_exactly_at_the_end_and_partners_share_it,
    a_random_move_is_one_of_the_legal_moves_and_each_of_them_comes,
}
