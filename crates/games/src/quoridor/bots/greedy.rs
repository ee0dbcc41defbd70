//! A bot that runs while ahead and builds while behind.

use std::cmp::Reverse;

use crate::quoridor::{Board, Move, Quoridor};
use juez_core::{Bot, Fault, Seat, Turn};

/// Walks the shortest path; if an opponent is nearer to its goal, builds the wall that changes the
/// race most. Looks one ply ahead and keeps no memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

/// Returns the lead of `seat` over the nearest opponent, in steps to the goal.
fn lead(board: &Board, seat: Seat) -> i32 {
    let rival = Seat::all(board.seats()).filter(|&other| other != seat);
    let nearest = rival.map(|other| i32::from(board.distance(other))).min().unwrap_or(0);
    nearest - i32::from(board.distance(seat))
}

impl Bot<Quoridor> for Greedy {
    fn next_move(&mut self, turn: &Turn<'_, Quoridor>) -> Result<Move, Fault> {
        let board = turn.view.board();
        let ahead = lead(board, turn.seat);
        let step = turn
            .legal
            .iter()
            .copied()
            .filter(|mv| matches!(mv, Move::Pawn(_)))
            .min_by_key(|&mv| (board.after(mv).distance(turn.seat), mv));
        let walls = turn.legal.iter().copied().filter(|mv| matches!(mv, Move::Wall(_)));
        // The seat to move is a step ahead of an opponent at the same distance.
        let wall = (ahead < 0)
            .then(|| {
                walls
                    .map(|mv| (lead(&board.after(mv), turn.seat), mv))
                    .max_by_key(|&(gain, mv)| (gain, Reverse(mv)))
                    .filter(|(gain, _)| *gain > ahead + 1)
            })
            .flatten();
        let lead = wall.map_or(ahead, |(gain, _)| gain);
        turn.journal.plot("lead", lead.into());
        turn.journal.print(&match (wall, step) {
            (Some((gain, mv)), _) => format!("behind by {}: {mv} makes it {gain:+}", -ahead),
            (None, Some(mv)) => format!("lead {ahead:+}: {mv} follows the shortest path"),
            (None, None) => "no way to step".to_string(),
        });
        Ok(wall.map(|(_, mv)| mv).or(step).unwrap_or(turn.legal[0]))
    }
}
