//! Random games of Quoridor: against a slow second implementation, and against their mirror images.

use crate::common::moves::config;
use crate::quoridor::board::{mv, start};
use crate::quoridor::oracle::Oracle;
use juez_core::{Next, Seat, State};
use juez_games::quoridor::{Move, Options, Position, Square, Wall};
use proptest::prelude::*;

/// Generates house rules and a long list of choices, each a kind of move and an index.
fn games() -> impl Strategy<Value = (Options, Vec<(bool, u16)>)> {
    let options = (prop_oneof![Just(2u8), Just(4)], 0u8..=20, any::<bool>()).prop_map(
        |(seats, walls, third_pawn_side)| Options {
            seats,
            walls: Some(walls),
            third_pawn_side,
            ..Options::default()
        },
    );
    (options, prop::collection::vec((any::<bool>(), any::<u16>()), 1..100))
}

fn chosen(legal: &[Move], (wall, which): (bool, u16)) -> Move {
    let kind: Vec<Move> =
        legal.iter().copied().filter(|mv| matches!(mv, Move::Wall(_)) == wall).collect();
    let kind = if kind.is_empty() { legal } else { &kind };
    kind[usize::from(which) % kind.len()]
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn a_slow_second_implementation_agrees_at_every_ply((options, choices) in games()) {
        let mut position = start(options);
        let mut oracle =
            Oracle::new(options.seats.into(), options.walls_each(), options.third_pawn_side);
        for choice in choices {
            let legal = position.legal_moves();
            let texts: Vec<String> = legal.iter().map(|mv| mv.to_string()).collect();
            prop_assert_eq!(&texts, &oracle.legal_moves());
            prop_assert_eq!(position.legal_count(), legal.len());
            for seat in Seat::all(options.seats) {
                let board = position.board();
                prop_assert_eq!(Some(board.distance(seat)), oracle.distance(seat.index()));
                prop_assert_eq!(board.path(seat).len(), usize::from(board.distance(seat)));
                prop_assert_eq!(board.walls_left(seat), oracle.walls_left[seat.index()]);
            }
            if legal.is_empty() {
                break;
            }
            let mv = chosen(&legal, choice);
            position.play_unchecked(mv);
            oracle.play(&mv.to_string());
            let winner = position.board().winner().map(Seat::index);
            prop_assert_eq!(winner, oracle.winner);
            prop_assert_eq!(position.next() == Next::Over, oracle.winner.is_some());
        }
    }
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn left_and_right_are_alike((options, choices) in games()) {
        let mirrored = |(file, rank): (u8, u8), width: u8| (width - 1 - file, rank);
        // With four seats, the seats that begin left and right change places, so only two can
        // mirror.
        let options = Options { seats: 2, ..options };
        alike(options, &choices, |mv| image(mv, mirrored), 0)?;
    }

    #[test]
    fn the_seats_are_alike((options, choices) in games()) {
        // The board is turned so that each seat moves to the next one's side.
        if options.seats == 2 {
            let half = |(file, rank): (u8, u8), width: u8| (width - 1 - file, width - 1 - rank);
            alike(options, &choices, |mv| image(mv, half), 1)?;
        } else {
            let quarter = |(file, rank): (u8, u8), width: u8| (rank, width - 1 - file);
            alike(options, &choices, |mv| turned(image(mv, quarter)), 1)?;
        }
    }
}

/// Returns a move with its position on the board (nine wide for squares, eight for walls) mapped by
/// `put`.
fn image(mv: Move, put: impl Fn((u8, u8), u8) -> (u8, u8)) -> Move {
    match mv {
        Move::Pawn(square) => {
            let (file, rank) = put((square.file(), square.rank()), 9);
            Move::Pawn(Square::at(file, rank).expect("still on the board"))
        }
        Move::Wall(wall) => {
            let (file, rank) = put((wall.corner().file(), wall.corner().rank()), 8);
            Move::Wall(Wall::at(file, rank, wall.is_vertical()).expect("still on the board"))
        }
        Move::Pass => mv,
    }
}

/// Swaps horizontal and vertical walls, as a quarter turn does.
fn turned(mv: Move) -> Move {
    if let Move::Wall(wall) = mv { Move::Wall(wall.across()) } else { mv }
}

/// Plays a game and its image, in which every seat begins `shift` seats further, and compares them.
fn alike(
    options: Options,
    choices: &[(bool, u16)],
    image: impl Fn(Move) -> Move,
    shift: u8,
) -> Result<(), TestCaseError> {
    let mut position = start(Options { max_plies: 0, ..options });
    let mut other = position.clone();
    for _ in 0..shift {
        other = other_to_move(&other);
    }
    for &choice in choices {
        let legal = position.legal_moves();
        let mut images: Vec<Move> = legal.iter().copied().map(&image).collect();
        images.sort_unstable();
        prop_assert_eq!(images, other.legal_moves());
        for seat in Seat::all(options.seats) {
            let there = Seat::new((seat.index() as u8 + shift) % options.seats);
            let distances = (position.board().distance(seat), other.board().distance(there));
            prop_assert_eq!(distances.0, distances.1);
        }
        if legal.is_empty() {
            break;
        }
        let mv = chosen(&legal, choice);
        position.play_unchecked(mv);
        other.play_unchecked(image(mv));
    }
    Ok(())
}

/// Returns the same starting position with the next seat to move, by a pass that is never legal.
fn other_to_move(position: &Position) -> Position {
    let mut other = position.clone();
    other.play_unchecked(mv("pass"));
    other
}
