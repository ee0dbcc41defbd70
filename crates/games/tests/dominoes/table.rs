//! Hands of dominoes set up by hand, and moves as text.

use crate::common::moves;
use crate::common::moves::seat;
use juez_core::{Game, Next, Seat, Seed, State, Stream, options_from_json};
use juez_games::dominoes::{Deal, Dominoes, Move, Options, Position};
use serde_json::Value;

pub fn options(json: &str) -> Options {
    let value: Value = serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"));
    options_from_json::<Dominoes>(value.as_object().expect("an object"))
        .unwrap_or_else(|error| panic!("{json}: {error}"))
}

pub fn start(json: &str) -> Position {
    Dominoes::start(&options(json)).expect("these options are allowed")
}

/// Returns a deal of hands, each a text such as `66 63`; another number than four makes a wrong
/// deal.
pub fn deal(hands: &[&str]) -> Deal {
    named(hands, "")
}

/// Returns a deal that names the opener.
pub fn deal_to(hands: &[&str], opener: u8) -> Deal {
    named(hands, &format!(",\"opener\":{opener}"))
}

fn named(hands: &[&str], more: &str) -> Deal {
    let hands: Vec<Vec<&str>> =
        hands.iter().map(|hand| hand.split_whitespace().collect()).collect();
    let hands = serde_json::to_string(&hands).expect("a list");
    let json = format!("{{\"hands\":{hands}{more}}}");
    serde_json::from_str(&json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

/// Returns a match with these options and this first hand.
pub fn table(options: &str, hands: &[&str]) -> Position {
    let mut position = start(options);
    position.deal(&deal(hands)).unwrap_or_else(|error| panic!("{error}"));
    position
}

pub fn mv(text: &str) -> Move {
    moves::read(text)
}

#[track_caller]
pub fn turn(position: &Position) -> u8 {
    match position.next() {
        Next::Move(seat) => seat.into(),
        other => panic!("{other:?}"),
    }
}

/// Returns the scores of the two pairs.
pub fn score(position: &Position) -> (i32, i32) {
    let points = position.points();
    assert_eq!((points[seat(0)], points[seat(1)]), (points[seat(2)], points[seat(3)]));
    (points[seat(0)], points[seat(1)])
}

/// Plays the first legal move until the hand is over. Returns the seat of the last move.
pub fn finish_hand(position: &mut Position) -> Seat {
    let mut last = seat(0);
    while let Next::Move(seat) = position.next() {
        last = seat;
        position.play_unchecked(position.legal_moves()[0]);
    }
    last
}

/// Seat 0 opens with 6-6; ten tiles later all sixes are played and both ends show 6. Seat 1 plays
/// last.
pub const CLOSING: &str = "66 63@6 43@3 64@4 62@6 21@2 61@1 60@6 50@0 65@5 pass pass pass pass";
/// Hands for [`CLOSING`] that leave 45 pips to each pair.
pub const EVEN: [&str; 4] = [
    "66 62 50 00 10 11 20",
    "63 21 65 22 30 31 33",
    "43 61 32 44 53 54 55",
    "64 60 40 41 42 51 52",
];

/// Seat 0 opens and plays the last tile, seat 1 has no 6 and passes; both ends show 6.
pub const CLOSING_TOO: &str =
    "66 pass 63@6 43@3 64@4 pass 62@6 21@2 61@1 pass 60@6 50@0 65@5 pass pass pass pass";
/// Hands for [`CLOSING_TOO`] that leave the opening pair the heavier tiles.
pub const HEAVY: [&str; 4] = [
    "66 64 61 65 44 54 55",
    "00 10 11 20 22 30 31",
    "63 62 60 42 51 52 53",
    "43 21 50 32 33 40 41",
];

/// Seat 2 holds 6-6.
pub const HANDS: [&str; 4] = [
    "00 10 20 30 40 50 60",
    "11 21 31 41 51 61 22",
    "66 32 42 52 62 33 43",
    "53 63 44 54 64 55 65",
];

/// Returns a random first hand that ends as `wanted`: the position before its last move, that move,
/// and the position after it.
pub fn found(
    options: &str,
    wanted: impl Fn(&Position, Move) -> bool,
) -> (Position, Move, Position) {
    for n in 0..5000 {
        let mut position = start(options);
        let mut rng = Seed::from(n).child(Stream::Opening).rng();
        position.deal(&Dominoes::shuffle(&position, &mut rng)).expect("possible");
        while let Next::Move(_) = position.next() {
            let before = position;
            let mv = position.random_move(&mut rng, &mut Vec::new());
            position.play_unchecked(mv);
            if !matches!(position.next(), Next::Move(_)) && wanted(&before, mv) {
                return (before, mv, position);
            }
        }
    }
    panic!("no such hand in 5000");
}

/// Seat 2 holds 6-6; after 66 63@6 30@3 61@6 the ends are 0 and 1, and seat 0 has 10.
pub const BOTH_ENDS: [&str; 4] = [
    "30 10 20 00 40 50 60",
    "11 21 31 41 51 61 22",
    "66 32 42 52 62 33 43",
    "53 63 44 54 64 55 65",
];
