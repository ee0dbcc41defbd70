//! The serialized forms of a position, which is also the view of every seat.

use serde::{Deserialize, Serialize};

use super::board::Pieces;
use super::{Board, Options, Position, Quoridor, Square, Wall};
use juez_core::{Reason, Seat, check_options, serde_forms};

serde_forms!(
    Position,
    (Options, u32, Pieces, Vec<Square>),
    |position| {
        let earlier = position.earlier().concat();
        (*position.options(), position.ply(), position.board().pieces(), earlier)
    },
    |(options, ply, pieces, earlier)| {
        let seats = usize::from(options.seats);
        let board = Board::of(&options, ply, &pieces)?;
        if earlier.len() % seats != 0 || options.repetition == 0 && !earlier.is_empty() {
            return None;
        }
        let earlier = earlier.chunks_exact(seats).map(<[Square]>::to_vec).collect();
        Some(Position::new(options, board, ply, earlier))
    },
);

/// The serialized text form of a [`Position`].
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "View"))]
#[serde(deny_unknown_fields)]
pub struct Written {
    pawns: Vec<Square>,
    #[serde(default)]
    walls: Vec<Wall>,
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Vec<u8>"))]
    walls_left: Option<Vec<u8>>,
    /// Absent when the match is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    to_move: Option<Seat>,
    #[serde(default)]
    ply: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    over: Option<Reason>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    winner: Option<Seat>,
    #[serde(default)]
    options: Options,
    /// With the repetition rule, the earlier squares of the pawns, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    earlier: Vec<Vec<Square>>,
}

impl From<Position> for Written {
    fn from(position: Position) -> Written {
        let board = position.board();
        let seats = || Seat::all(board.seats());
        Written {
            pawns: board.pawns().to_vec(),
            walls: board.walls().iter().collect(),
            walls_left: Some(seats().map(|seat| board.walls_left(seat)).collect()),
            to_move: position.over().is_none().then_some(board.to_move()),
            ply: position.ply(),
            over: position.over(),
            winner: board.winner(),
            options: *position.options(),
            earlier: position.earlier().to_vec(),
        }
    }
}

impl TryFrom<Written> for Position {
    type Error = String;

    fn try_from(written: Written) -> Result<Position, String> {
        let options = written.options.resolved();
        check_options::<Quoridor>(&options).map_err(|error| error.to_string())?;
        let Options { seats, max_plies, .. } = options;
        let each = options.walls_each();
        let walls_left = written.walls_left.unwrap_or_else(|| vec![each; seats.into()]);
        if let Some(many) = walls_left.iter().find(|&&left| left > each) {
            return Err(format!("{many} walls left of {each}"));
        }
        if max_plies > 0 && written.ply > max_plies {
            return Err(format!("ply {} is beyond max_plies {max_plies}", written.ply));
        }
        // Each ply belongs to the next seat, even a pass.
        let to_move = Seat::new((written.ply % u32::from(seats)) as u8);
        if written.to_move.is_some_and(|seat| seat != to_move) {
            return Err(format!("at ply {} seat {to_move} is to move", written.ply));
        }
        let (pawns, walls) = (&written.pawns, &written.walls);
        let board = Board::set_up(&options, written.ply, pawns, walls, &walls_left)?;
        if options.repetition == 0 && !written.earlier.is_empty() {
            return Err("earlier positions matter only with the rule of repetition".to_string());
        }
        if written.earlier.iter().any(|pawns| pawns.len() != usize::from(seats)) {
            return Err(format!("an earlier position needs {seats} pawns"));
        }
        if written.earlier.len() as u64 > u64::from(written.ply) {
            return Err(format!("more earlier positions than plies, {}", written.ply));
        }
        let position = Position::new(options, board, written.ply, written.earlier);
        if written.over.is_some() && written.over != position.over()
            || written.winner.is_some() && written.winner != position.board().winner()
            || written.to_move.is_some() && position.over().is_some()
        {
            return Err("over, winner and to_move do not fit the position".to_string());
        }
        Ok(position)
    }
}
