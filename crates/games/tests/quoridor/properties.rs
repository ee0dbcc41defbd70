//! Random games of Quoridor: against a slow second implementation, and against their mirror images.

use crate::common::moves::{config, reads_or_says_why};
use crate::quoridor::board::{mv, start};
use crate::quoridor::oracle::Oracle;
use juez_core::{Game, Next, Seat, Seed, State};
use juez_games::quoridor::{Move, Options, Position, Quoridor, Square, View, Wall};
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
    fn the_list_the_single_test_and_the_explanation_agree((options, choices) in games()) {
        let mut position = start(options);
        let all = Move::all();
        for choice in choices.into_iter().take(40) {
            let legal = position.legal_moves();
            prop_assert!(legal.is_sorted());
            for &mv in &all {
                let listed = legal.binary_search(&mv).is_ok();
                prop_assert_eq!(position.is_legal(mv), listed, "{}", mv);
                prop_assert_eq!(position.explain(mv).is_ok(), listed, "{}", mv);
            }
            if legal.is_empty() {
                break;
            }
            position.play_unchecked(chosen(&legal, choice));
        }
    }

    #[test]
    fn a_random_move_is_legal_and_the_same_for_the_same_seed((options, choices) in games()) {
        let mut position = start(options);
        for (ply, choice) in choices.into_iter().enumerate() {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let draw = || position.random_move(&mut Seed::from(ply as u64).rng(), &mut Vec::new());
            prop_assert!(legal.contains(&draw()));
            prop_assert_eq!(draw(), draw());
            position.play_unchecked(chosen(&legal, choice));
        }
    }

    #[test]
    fn a_view_shows_all_and_nothing_else((options, choices) in games(), repetition in prop_oneof![Just(0u8), Just(3)]) {
        let mut position = start(Options { repetition, ..options });
        let mut rng = Seed::from(1).rng();
        for choice in choices {
            for observer in [None, Some(Seat::new(1))] {
                let view = position.view(observer);
                let guess = Position::determinize(&view, &mut rng);
                prop_assert_eq!(&guess, &position);
                prop_assert_eq!(&guess.view(observer), &view);
            }
            let view = position.view(None);
            let text = serde_json::to_string(&view).expect("a view can be written");
            let read: View = serde_json::from_str(&text).expect("the written text can be read");
            prop_assert_eq!(&read, &view, "{}", text);
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            position.play_unchecked(chosen(&legal, choice));
        }
    }

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

    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC{0,12}", short in "[a-jA-J0-9hvHV ]{0,5}") {
        for text in [text, short] {
            reads_or_says_why::<Move>(&text);
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

#[test]
fn random_moves_are_uniform() {
    let position = crate::quoridor::board::set_up(
        r#"{"pawns":["e4","e9"],"walls":["d4v","f4v","e3h","a6h","b5v","c1h"]}"#,
    );
    let legal = position.legal_moves();
    let mut rng = Seed::from(3).rng();
    let mut drawn = vec![0u32; legal.len()];
    let rounds = 2000;
    for _ in 0..rounds * legal.len() {
        let mv = position.random_move(&mut rng, &mut Vec::new());
        drawn[legal.binary_search(&mv).expect("only legal moves are drawn")] += 1;
    }
    let (least, most) = (drawn.iter().min(), drawn.iter().max());
    assert!(least > Some(&1800) && most < Some(&2200), "{least:?} {most:?}");
}

#[test]
fn the_game_is_in_the_list_of_games() {
    struct Ids(Vec<&'static str>);
    impl juez_games::Visitor for Ids {
        fn visit<G: Game>(&mut self) {
            self.0.push(G::INFO.id);
        }
    }
    let mut ids = Ids(Vec::new());
    juez_games::each(&mut ids);
    assert!(ids.0.contains(&Quoridor::INFO.id));
}
