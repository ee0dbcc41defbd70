//! Views and moves in their packed form, which goes to the process of a bot.

use juez_core::{Game, History, MoveOf, Next, Notation, Seat, Seed, State, Stream, ViewOf};
use juez_games::{Visitor, dominoes, durak, each, quoridor, tute};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::conformance::for_every_game;
use crate::conformance::tables::{LONGEST, begin, deal, house_rules, observers, walks};

pub fn packed<T: serde::Serialize>(value: &T) -> Vec<u8> {
    postcard::to_allocvec(value).expect("every value has a packed form")
}

/// Returns the value in these bytes; `None` unless they hold exactly one.
pub fn unpacked<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let (value, rest) = postcard::take_from_bytes(bytes).ok()?;
    rest.is_empty().then_some(value)
}

/// Returns the legal moves of the observer, from its view alone.
fn legal_moves_from<G: Game>(view: &ViewOf<G>) -> Vec<MoveOf<G>> {
    let mut legal = Vec::new();
    G::State::legal_moves_of(view, &mut legal);
    legal
}

fn a_packed_view_comes_back_as_it_was<G: Game>() {
    walks::<G>(2, |state, _| {
        for observer in observers(state.seats()) {
            let view = state.view(observer);
            let back: Option<ViewOf<G>> = unpacked(&packed(&view));
            assert!(back.as_ref() == Some(&view), "{}: {view:?}\n{back:?}", G::INFO.id);
        }
    });
}

fn the_legal_moves_follow_from_the_packed_view<G: Game>() {
    walks::<G>(2, |state, _| {
        let Next::Move(seat) = state.next() else { return };
        let bytes = packed(&state.view(Some(seat)));
        let view = unpacked(&bytes).expect("a packed view");
        let legal = state.legal_moves();
        assert_eq!(legal_moves_from::<G>(&view), legal, "{}: {state:?}", G::INFO.id);
        let guessed = G::State::determinize(&view, &mut Seed::from(0).rng());
        assert_eq!(guessed.legal_moves(), legal, "{}: {state:?}", G::INFO.id);
        let moves: Option<Vec<MoveOf<G>>> = unpacked(&packed(&legal));
        assert_eq!(moves, Some(legal), "{}", G::INFO.id);
    });
}

fn a_packed_view_cut_short_is_refused<G: Game>() {
    let mut turn = 0;
    walks::<G>(1, |state, _| {
        turn += 1;
        if turn % 7 != 0 {
            return;
        }
        for observer in observers(state.seats()) {
            let bytes = packed(&state.view(observer));
            for end in 0..bytes.len() {
                let read: Option<ViewOf<G>> = unpacked(&bytes[..end]);
                assert!(read.is_none(), "{}: {end} of {bytes:?}", G::INFO.id);
            }
        }
    });
}

fn a_history_of_shown_moves_is_that_of_its_observer<G: Game>() {
    for map in house_rules::<G>() {
        let mut state = begin::<G>(&map).expect("house rules that go together");
        let (mut rng, mut scratch) = (Seed::from(5).rng(), Vec::new());
        let mut moves = Vec::new();
        for n in 0..60 {
            match state.next() {
                Next::Over => break,
                Next::Deal => deal::<G>(&mut state, n, Seed::from(5)),
                Next::Move(seat) => {
                    let mv = state.random_move(&mut rng, &mut scratch);
                    state.play_unchecked(mv);
                    moves.push((seat, mv));
                }
            }
        }
        for observer in observers(state.seats()) {
            let seen: Vec<_> = History::<G>::new(&state, &moves, observer).iter().collect();
            let history = History::<G>::shown(&seen);
            assert_eq!(history.len(), moves.len());
            assert!(history.iter().eq(seen.iter().copied()), "{} {map:?}", G::INFO.id);
        }
    }
}

for_every_game! {
    a_packed_view_comes_back_as_it_was,
    the_legal_moves_follow_from_the_packed_view,
    a_packed_view_cut_short_is_refused,
    a_history_of_shown_moves_is_that_of_its_observer,
}

/// Checks that the packed moves are exactly the 16-bit numbers that unpack to a move of `all`.
fn moves_are_all_the_numbers<M: Notation>(all: &[M]) {
    for mv in all {
        assert_eq!(unpacked(&packed(mv)), Some(*mv));
    }
    let found = (0..=u16::MAX).filter_map(|number| unpacked::<M>(&packed(&number)));
    let mut found: Vec<M> = found.collect();
    found.sort_unstable();
    assert_eq!(found, all, "ascending and each once");
}

#[test]
fn every_move_has_one_number_and_every_other_number_is_refused() {
    moves_are_all_the_numbers(&dominoes::Move::all());
    // A number up to 127 is one byte: try these as bytes.
    fn bytes<M: Notation>(all: &[M]) {
        let mut found: Vec<M> = (0..=u8::MAX).filter_map(|byte| unpacked(&[byte])).collect();
        found.sort_unstable();
        assert_eq!(found, all, "ascending and each once");
        assert!(all.iter().all(|mv| unpacked(&packed(mv)) == Some(*mv)));
    }
    bytes(&quoridor::Move::all());
    bytes(&durak::Move::all());
    bytes(&tute::Move::all());
}

/// Returns a packed view from a random match.
fn some_view<G: Game>(rules: Index, seed: u64, plies: u32) -> Vec<u8> {
    let all = house_rules::<G>();
    let mut state = begin::<G>(rules.get(&all)).expect("house rules that go together");
    let mut rng = Seed::from(seed).child(Stream::Opening).rng();
    let (mut scratch, mut played, mut deals) = (Vec::new(), 0, 0);
    while played < plies.min(LONGEST) {
        match state.next() {
            Next::Over => break,
            Next::Deal => {
                deal::<G>(&mut state, deals, Seed::from(seed));
                deals += 1;
            }
            Next::Move(_) => {
                let mv = state.random_move(&mut rng, &mut scratch);
                state.play_unchecked(mv);
                played += 1;
            }
        }
    }
    let seat = Seat::new(rng.below(state.seats().into()) as u8);
    packed(&state.view(Some(seat)))
}

/// Reads bytes as a view and a move, and asks the view for its legal moves. At worst its cards
/// cannot be dealt: only a search finds out whether the known voids of each seat allow a deal.
fn read<G: Game>(bytes: &[u8]) -> Result<(), TestCaseError> {
    let _: Option<MoveOf<G>> = unpacked(bytes);
    let Ok((view, _)) = postcard::take_from_bytes::<ViewOf<G>>(bytes) else { return Ok(()) };
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| legal_moves_from::<G>(&view))) {
        let why = panic.downcast_ref::<String>().map_or("", String::as_str);
        prop_assert!(why.starts_with("no holder can take"), "{}: {why}: {view:?}", G::INFO.id);
    }
    Ok(())
}

#[test]
fn bytes_that_were_changed_are_refused_or_read_as_another_view() {
    struct Check;
    impl Visitor for Check {
        fn visit<G: Game>(&mut self) {
            let change = (any::<Index>(), any::<u8>());
            let some = (any::<Index>(), 0u64..50, 0u32..120, prop::collection::vec(change, 1..4));
            let result = runner().run(&some, |(rules, seed, plies, changes)| {
                let mut bytes = some_view::<G>(rules, seed, plies);
                for (index, byte) in changes {
                    *index.get_mut(&mut bytes) = byte;
                }
                read::<G>(&bytes)
            });
            result.unwrap_or_else(|error| panic!("{}: {error}", G::INFO.id));
        }
    }
    each(&mut Check);
}

#[test]
fn random_bytes_are_refused_or_read_as_a_view() {
    struct Check;
    impl Visitor for Check {
        fn visit<G: Game>(&mut self) {
            let byte = prop_oneof![3 => 0u8..8, 1 => any::<u8>()];
            let some = prop::collection::vec(byte, 0..200);
            let result = runner().run(&some, |bytes| read::<G>(&bytes));
            result.unwrap_or_else(|error| panic!("{}: {error}", G::INFO.id));
        }
    }
    each(&mut Check);
}

fn runner() -> TestRunner {
    TestRunner::new(Config { cases: 400, failure_persistence: None, ..Config::default() })
}
