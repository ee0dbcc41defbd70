//! The full state of a match: the board, the number of plies, and the end.

use serde::{Deserialize, Serialize};

use super::view::Written;
use super::{Board, Move, Options, Square};
use juez_core::{BadDeal, IllegalMove, Next, Outcome, PerSeat, Reason, Rng, Seat, State, ranks_by};

/// A match in progress or over. It is also the view of every seat and of the public, because
/// nothing is hidden.
///
/// Serialized in notation:
/// `{"pawns":["e2","e9"],"walls":["e3h"],"walls_left":[10,9],"to_move":0,"ply":2,"options":{..}}`.
/// Deserializing one checks that legal play can lead to such a position. Only `pawns` is required,
/// so that a position is easily set up by hand:
///
/// ```
/// use juez_games::quoridor::View;
/// let view: View = serde_json::from_str(r#"{"pawns":["e4","e5"],"walls":["e5h"]}"#)?;
/// let board = view.board();
/// let moves: Vec<String> = board.pawn_moves(board.to_move()).map(|s| s.to_string()).collect();
/// assert_eq!(moves, ["d4", "d5", "e3", "f4", "f5"], "a wall behind e5: round it, not over it");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written", remote = "Self")]
pub struct Position {
    options: Options,
    board: Board,
    ply: u32,
    over: Option<Reason>,
    /// With the repetition rule, the squares of the pawns at each ply since the last wall,
    /// including this position: walls stay, so no earlier position can recur. Empty without the
    /// rule.
    since_wall: Vec<Vec<Square>>,
}

impl Position {
    /// Creates a match at this board and ply, with `earlier` as in [`Position::earlier`].
    pub(super) fn new(
        options: Options,
        board: Board,
        ply: u32,
        earlier: Vec<Vec<Square>>,
    ) -> Position {
        let mut position = Position { options, board, ply, over: None, since_wall: earlier };
        position.settle();
        position
    }

    /// Returns the house rules, with the number of walls filled in.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the board, which is `Copy`, so that a search can play on a copy.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the number of moves since the match began.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Returns the reason for the end of the match; `None` before it.
    pub fn over(&self) -> Option<Reason> {
        self.over
    }

    /// Returns the earlier squares of the pawns, oldest first, as far back as a repetition can
    /// reach.
    pub fn earlier(&self) -> &[Vec<Square>] {
        self.since_wall.split_last().map_or(&[], |(_, earlier)| earlier)
    }

    /// Records the current position, and the end of the match if this is it.
    #[inline]
    fn settle(&mut self) {
        if self.options.repetition > 0 {
            self.since_wall.push(self.board.pawns().to_vec());
        }
        self.over = if self.board.winner().is_some() {
            Some(Reason::Finished)
        } else if self.options.max_plies > 0 && self.ply >= self.options.max_plies {
            Some(Reason::MaxPlies)
        } else if self.options.repetition > 0
            && self.occurrences() >= self.options.repetition.into()
        {
            Some(Reason::Repetition)
        } else {
            None
        };
    }

    /// Returns how often this position has occurred. The seat to move is the same every `seats`
    /// plies.
    fn occurrences(&self) -> usize {
        let mut turns = self.since_wall.iter().rev().step_by(self.board.seats().into()).peekable();
        let now = turns.peek().copied();
        turns.filter(|&pawns| Some(pawns) == now).count()
    }
}

impl State for Position {
    type Move = Move;
    type Deal = ();
    type View = Position;

    fn seats(&self) -> u8 {
        self.board.seats()
    }

    #[inline]
    fn next(&self) -> Next {
        if self.over.is_some() { Next::Over } else { Next::Move(self.board.to_move()) }
    }

    fn deal(&mut self, (): &()) -> Result<(), BadDeal> {
        Err(BadDeal("quoridor has no deals".to_string()))
    }

    fn legal_moves_into(&self, out: &mut Vec<Move>) {
        if self.over.is_none() {
            self.board.legal_moves_into(out);
        }
    }

    #[inline]
    fn legal_count(&self) -> usize {
        if self.over.is_some() { 0 } else { self.board.legal().count() }
    }

    fn explain(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.over.is_some() {
            return Err(IllegalMove("the match is over".to_string()));
        }
        self.board.explain(mv)
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.over.is_none() && self.board.is_legal(mv)
    }

    fn random_move(&self, rng: &mut Rng, _: &mut Vec<Move>) -> Move {
        self.board.random_move(rng)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        self.board.play_unchecked(mv);
        self.ply = self.ply.saturating_add(1);
        if matches!(mv, Move::Wall(_)) {
            self.since_wall.clear();
        }
        self.settle();
    }

    fn outcome(&self) -> Option<Outcome> {
        let reason = self.over?;
        let winner = self.board.winner();
        // A draw has no winner, so all ranks are equal.
        let loses = |seat: Seat| winner.is_some() && winner != Some(seat);
        let ranks = ranks_by(self.seats(), |seat| self.team(seat), loses);
        Some(Outcome { reason, ranks, points: self.points() })
    }

    fn points(&self) -> PerSeat<i32> {
        PerSeat::from_fn(self.seats(), |seat| i32::from(self.board.winner() == Some(seat)))
    }

    fn view(&self, _: Option<Seat>) -> Position {
        self.clone()
    }

    fn determinize(view: &Position, _: &mut Rng) -> Position {
        view.clone()
    }

    fn legal_moves_of(view: &Position, out: &mut Vec<Move>) {
        view.legal_moves_into(out);
    }

    fn points_after_forfeit(&self, offenders: &PerSeat<bool>) -> PerSeat<i32> {
        if self.seats() == 2 && offenders.as_slice().contains(&true) {
            PerSeat::from_fn(2, |seat| i32::from(!offenders[seat]))
        } else {
            self.points()
        }
    }
}
