//! Moves of any game as text, and checks of their readers.

use juez_core::{Notation, Seat, State};
use proptest::prelude::ProptestConfig;

pub fn seat(index: u8) -> Seat {
    Seat::new(index)
}

#[track_caller]
pub fn read<M: Notation>(text: &str) -> M {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Plays moves in notation; panics at an illegal one.
#[track_caller]
pub fn play<S: State>(position: &mut S, moves: &str) {
    for text in moves.split_whitespace() {
        position.play(read(text)).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

pub fn joined<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

pub fn legal<S: State>(position: &S) -> String {
    joined(position.legal_moves())
}

/// Returns the rule that a move breaks.
#[track_caller]
pub fn why<S: State>(position: &S, text: &str) -> String {
    position.explain(read(text)).expect_err("it is illegal").to_string()
}

/// Returns a configuration of `cases` random cases, without a file of failures.
pub fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
