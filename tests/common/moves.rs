//! Moves as text in any game, and what a reader of them owes.

use juez::core::{Notation, Seat, State};
use proptest::prelude::ProptestConfig;

pub fn seat(index: u8) -> Seat {
    Seat::new(index)
}

/// A move in notation.
#[track_caller]
pub fn read<M: Notation>(text: &str) -> M {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Plays moves in notation, checked.
#[track_caller]
pub fn play<S: State>(position: &mut S, moves: &str) {
    for text in moves.split_whitespace() {
        position.play(read(text)).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

pub fn joined<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

/// The legal moves, in order.
pub fn legal<S: State>(position: &S) -> String {
    joined(position.legal_moves())
}

/// The rule that a move breaks.
#[track_caller]
pub fn why<S: State>(position: &S, text: &str) -> String {
    position.explain(read(text)).expect_err("it is illegal").to_string()
}

/// A text is a move that reads back, or is refused with what was expected.
#[track_caller]
pub fn reads_or_says_why<M: Notation>(text: &str) {
    match text.parse::<M>() {
        Ok(mv) => assert_eq!(mv.to_string(), text),
        Err(error) => assert!(error.to_string().contains(M::EXPECTED), "{error}"),
    }
}

/// So many random cases, without a file of failures.
pub fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
