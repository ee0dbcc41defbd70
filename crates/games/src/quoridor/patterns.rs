//! Kinds of decisions that cost points between two players.

use super::{Board, Move, Quoridor};
use juez_core::{Misplay, Pattern, Seat};

pub const PATTERNS: &[Pattern<Quoridor>] = &[
    Pattern::new(
        "a wall on your own path",
        "view:world():play(move):distance(view.seat) is then longer than view:distance(view.seat)",
        |misplay| is_wall(misplay.played) && lengthens(misplay, misplay.seat),
    ),
    Pattern::new(
        "a wall that costs the other player no step",
        "view:world():play(move):distance(1 - view.seat) is then no longer than view:distance(1 - view.seat)",
        |misplay| is_wall(misplay.played) && !lengthens(misplay, rival(misplay)),
    ),
    Pattern::new(
        "a step that does not shorten your path",
        "the first square of view:path(view.seat) shortens it",
        |misplay| {
            let (before, after) = distances(misplay, misplay.seat);
            !is_wall(misplay.played) && after >= before
        },
    ),
    Pattern::new(
        "a step in a race that you lose, where a wall is better",
        "once view:distance(view.seat) is longer than view:distance(1 - view.seat), look for the wall that costs the other player most",
        |misplay| is_wall(misplay.best) && !is_wall(misplay.played) && !leads(misplay),
    ),
    Pattern::new(
        "a wall in a race that you win, where a step is better",
        "while view:distance(view.seat) is no longer than view:distance(1 - view.seat), walls can wait",
        |misplay| is_wall(misplay.played) && !is_wall(misplay.best) && leads(misplay),
    ),
];

fn is_wall(mv: Move) -> bool {
    matches!(mv, Move::Wall(_))
}

fn rival(misplay: &Misplay<'_, Quoridor>) -> Seat {
    misplay.seat.next(misplay.view.board().seats())
}

/// Returns the length of the path of a seat before the move played and after it.
fn distances(misplay: &Misplay<'_, Quoridor>, seat: Seat) -> (u8, u8) {
    let board: &Board = misplay.view.board();
    (board.distance(seat), board.after(misplay.played).distance(seat))
}

fn lengthens(misplay: &Misplay<'_, Quoridor>, seat: Seat) -> bool {
    let (before, after) = distances(misplay, seat);
    after > before
}

/// Returns true if the seat to move arrives first when both only walk.
fn leads(misplay: &Misplay<'_, Quoridor>) -> bool {
    let board = misplay.view.board();
    board.distance(misplay.seat) <= board.distance(rival(misplay))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quoridor::Position;
    use juez_core::{Game, State};

    /// Returns the pattern of a move after others, where `best` is the best one.
    fn pattern(moves: &str, played: &str, best: &str) -> Option<&'static str> {
        let mut position: Position = Quoridor::start(&Default::default()).expect("house rules");
        let read = |text: &str| text.parse::<Move>().expect("a move");
        moves.split_whitespace().for_each(|mv| position.play_unchecked(read(mv)));
        let board = position.board();
        let (seat, played, best) = (board.to_move(), read(played), read(best));
        let misplay = Misplay { seat, view: &position, played, best };
        let found = PATTERNS.iter().find(|pattern| (pattern.fits)(&misplay));
        found.map(|pattern| pattern.info.name)
    }

    #[test]
    fn each_kind_of_decision_has_its_pattern() {
        for (moves, played, best, expected) in [
            ("", "e1h", "e2", "a wall on your own path"),
            ("", "a4h", "e2", "a wall that costs the other player no step"),
            ("", "d1", "e2", "a step that does not shorten your path"),
            ("e2 d9 e3", "d8", "e4h", "a step in a race that you lose, where a wall is better"),
            (
                "d1 e8 c1 e9 c2 e8",
                "e7h",
                "c3",
                "a wall in a race that you win, where a step is better",
            ),
        ] {
            assert_eq!(pattern(moves, played, best), Some(expected), "{moves} {played}");
        }
    }

    #[test]
    fn a_good_step_where_another_step_is_better_has_none() {
        assert_eq!(pattern("", "e2", "d1"), None);
    }
}
