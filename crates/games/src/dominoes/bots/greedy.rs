//! A bot that weighs each move by a table of factors.

use super::candidates::{best, opens_with, repetitions, scored};
use crate::cards::Cards;
use crate::dominoes::{Dominoes, Move, Numbers, SEATS, Signal, Tile, View, partner_of};
use juez_core::{Bot, Fault, Seat, Turn};

/// The position after a move, as far as its player knows it.
struct Prospect<'a> {
    view: &'a View,
    me: Seat,
    tile: Tile,
    /// The tiles left in the hand.
    rest: Cards<Tile>,
    /// The numbers at the ends, the newly exposed one last.
    ends: (u8, u8),
}

impl Prospect<'_> {
    /// Returns true if a seat is known to have no tile for either end.
    fn shuts_out(&self, seat: Seat) -> bool {
        self.lacked_ends(seat) == 2
    }

    /// Returns the number of ends that a seat is known to lack.
    fn lacked_ends(&self, seat: Seat) -> i32 {
        let lacks: Numbers = self.view.public.lacks(seat);
        i32::from(lacks.has(self.ends.0)) + i32::from(lacks.has(self.ends.1))
    }

    /// Returns all tiles that fit an end.
    fn fitting(&self) -> Cards<Tile> {
        Tile::showing(self.ends.0) | Tile::showing(self.ends.1)
    }

    fn next(&self) -> Seat {
        self.me.next(SEATS)
    }
}

/// A weight, and the function that measures its factor.
type Factor = (i32, fn(&Prospect<'_>) -> i32);

/// The factors, with weights tuned by play against the individualists.
const FACTORS: &[Factor] = &[
    // Heavy tiles cost most when the hand is lost.
    (1, |after| after.tile.pips() as i32),
    // Doubles fit only one number, so they get stuck.
    (9, |after| i32::from(after.tile.is_double())),
    // Own tiles that fit an end; tiles that fit the new end count again.
    (3, |after| (after.rest & after.fitting()).len() as i32),
    (2, |after| repetitions(after.rest, after.ends.1) as i32),
    // Tiles of others that fit.
    (-2, |after| (after.view.unseen() & after.fitting()).len() as i32),
    // Different numbers among the own tiles keep options open.
    (1, |after| (0..=Tile::MOST).filter(|&n| repetitions(after.rest, n) > 0).count() as i32),
    // The next opponent cannot play; opponents lack an end.
    (20, |after| i32::from(after.shuts_out(after.next()))),
    (10, |after| after.lacked_ends(after.next()) + after.lacked_ends(partner_of(after.next()))),
    // The partner cannot play, or lacks an end.
    (-10, |after| i32::from(after.shuts_out(partner_of(after.me)))),
    (-4, |after| after.lacked_ends(partner_of(after.me))),
];

/// Weighs each move by the tile it sheds, the tiles it can play next, and the seats that it is
/// known to shut out. Looks only at its own move, keeps no state, and signals the truth if signals
/// are enabled. Asked who opens, it does so with at least two doubles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Greedy {
    /// Returns the worth of a move; 0 for a move without a tile.
    fn worth(view: &View, me: Seat, mv: Move) -> i32 {
        let Some(tile) = mv.tile() else { return 0 };
        let ends = match (mv, view.public.chain.ends()) {
            (Move::Join(_, end), Some((left, right))) => {
                let other = if left == end { right } else { left };
                (other, tile.other(end))
            }
            _ => (tile.high(), tile.low()),
        };
        let after = Prospect { view, me, tile, rest: view.hand - Cards::of(tile), ends };
        FACTORS.iter().map(|(weight, of)| weight * of(&after)).sum()
    }
}

impl Bot<Dominoes> for Greedy {
    fn next_move(&mut self, turn: &Turn<'_, Dominoes>) -> Result<Move, Fault> {
        let signal = Signal::of(turn.view.hand);
        let (chosen, line) = match turn.legal[0] {
            Move::Signal(_) => (Move::Signal(signal), "the truth".to_string()),
            Move::Leave | Move::Open => {
                let (opens, line) = opens_with(signal);
                (if opens { Move::Open } else { Move::Leave }, line)
            }
            first => {
                let worth = |mv: Move| Greedy::worth(turn.view, turn.seat, mv);
                let chosen = best(turn.legal, worth).unwrap_or(first);
                (chosen, format!("worth {}", scored(turn.legal, worth)))
            }
        };
        turn.journal.print(&format!("{chosen}: {line}"));
        Ok(chosen)
    }
}
