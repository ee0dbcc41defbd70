//! Values the decisions of matches between two players as the bot `master` searches them.

use super::master::{Analysis, Master, boards_before, dearest_wall};
use super::words;
use crate::quoridor::{Board, Move, Position, Quoridor};
use juez_core::{CERTAIN, Outcome, Reviewer, Seat, State, Turn, Valuation};
use juez_search::{Budget, LIKELY, expected_score};

/// A reviewer with the level, the positions and the weights of a master.
pub(super) struct Review {
    master: Master,
    /// The last positions searched, newest first, with their reports: the next decision often begins
    /// at one of them, and all moves of a decision at the other.
    searched: [Option<(Position, Analysis)>; 2],
}

impl Review {
    pub fn new(master: Master) -> Review {
        Review { master, searched: [None, None] }
    }

    /// Searches a position, or returns the report of a search of it among the last ones.
    fn search(&mut self, position: &Position, since: &[Board]) -> Option<&Analysis> {
        let is_it = |known: &Option<(Position, Analysis)>| {
            known.as_ref().is_some_and(|(searched, _)| searched == position)
        };
        if !is_it(&self.searched[0]) {
            self.searched.swap(0, 1);
        }
        if !is_it(&self.searched[0]) {
            let budget = &mut Budget::nodes(self.master.options.nodes.into());
            let analysis = self.master.search_two(*position.board(), since, false, budget)?;
            self.searched[0] = Some((position.clone(), analysis));
        }
        self.searched[0].as_ref().map(|(_, analysis)| analysis)
    }
}

/// Returns the value of a match that is over for a seat.
fn result(outcome: &Outcome, seat: Seat) -> i32 {
    if outcome.winners().is_empty() {
        return CERTAIN / 2;
    }
    if outcome.ranks[seat] == 1 { CERTAIN } else { 0 }
}

/// Logs the paths after a move of a seat, and the wall of the other one that then costs it most.
fn explain(turn: &Turn<'_, Quoridor>, mv: Move) {
    let (me, rival) = (turn.seat, Seat::new(1 - turn.seat.index() as u8));
    let board = turn.view.board().after(mv);
    let [mine, yours] = [me, rival].map(|seat| board.distance(seat));
    turn.journal.print(&match dearest_wall(&board, me, rival) {
        Some((steps, wall)) => words::after_and_wall(mv, mine, yours, wall, steps),
        None => words::after(mv, mine, yours),
    });
}

impl Reviewer<Quoridor> for Review {
    fn value(&mut self, turn: &Turn<'_, Quoridor>, played: Move) -> Option<Valuation<Move>> {
        let (position, mut since) = (turn.view, boards_before(turn));
        let analysis = self.search(position, &since)?;
        let (best, score) = (analysis.line[0], analysis.report.score);
        let before = expected_score(score, LIKELY, CERTAIN);
        if played == best {
            return Some(Valuation::new(&played, best, before, before, 0));
        }
        let mut next = position.clone();
        next.play_unchecked(played);
        let after = match next.outcome() {
            Some(outcome) => result(&outcome, turn.seat),
            None => {
                match played {
                    Move::Wall(_) => since.clear(),
                    Move::Pawn(_) | Move::Pass => since.push(*position.board()),
                }
                let score = self.search(&next, &since)?.report.score;
                expected_score(-score, LIKELY, CERTAIN)
            }
        };
        let valuation = Valuation::new(&played, best, before, after, 0);
        if valuation.cost() > 0 {
            explain(turn, played);
            explain(turn, best);
        }
        Some(valuation)
    }
}
