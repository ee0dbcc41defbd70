//! Positions of Quoridor set up by hand, and moves as text.

use crate::common::moves;
use crate::common::moves::joined;
use juez_core::{Game, Seed, State};
use juez_games::quoridor::{Move, Options, Position, Quoridor, View};

/// Returns the position of a view in JSON.
pub fn set_up(json: &str) -> Position {
    let view: View = serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"));
    Position::determinize(&view, &mut Seed::from(0).rng())
}

pub fn start(options: Options) -> Position {
    Quoridor::start(&options).expect("these options are allowed")
}

pub fn mv(text: &str) -> Move {
    moves::read(text)
}

/// Returns the legal pawn moves, in order.
pub fn pawn_moves(json: &str) -> String {
    joined(set_up(json).legal_moves().into_iter().filter(|mv| matches!(mv, Move::Pawn(_))))
}

/// Returns the moves of `moves` that are legal, checked by the list and one by one.
pub fn legal_of(json: &str, moves: &str) -> String {
    let position = set_up(json);
    let legal = position.legal_moves();
    joined(moves.split_whitespace().filter(|text| {
        let listed = legal.contains(&mv(text));
        assert_eq!(listed, position.is_legal(mv(text)), "{text}");
        assert_eq!(listed, position.explain(mv(text)).is_ok(), "{text}");
        listed
    }))
}
