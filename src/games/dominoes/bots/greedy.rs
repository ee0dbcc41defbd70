//! Weighs each move by a table of factors.

use super::candidates::{best, repetitions, scored};
use crate::core::{Bot, Fault, Seat, Turn};
use crate::games::cards::Cards;
use crate::games::dominoes::{Dominoes, Move, Numbers, SEATS, Signal, Tile, View, partner_of};

/// Position after a move, as far as its player can tell.
struct Prospect<'a> {
    view: &'a View,
    me: Seat,
    tile: Tile,
    /// The tiles left in the hand.
    rest: Cards<Tile>,
    /// The numbers at the ends afterwards, the one just exposed last.
    ends: (u8, u8),
}

impl Prospect<'_> {
    /// True if a seat is known to have nothing for either end afterwards.
    fn shuts_out(&self, seat: Seat) -> bool {
        self.lacked_ends(seat) == 2
    }

    /// Number of ends a seat is known to lack afterwards.
    fn lacked_ends(&self, seat: Seat) -> i32 {
        let lacks: Numbers = self.view.public.lacks(seat);
        i32::from(lacks.has(self.ends.0)) + i32::from(lacks.has(self.ends.1))
    }

    /// All tiles that fit an end afterwards.
    fn fitting(&self) -> Cards<Tile> {
        Tile::showing(self.ends.0) | Tile::showing(self.ends.1)
    }

    fn next(&self) -> Seat {
        self.me.next(SEATS)
    }
}

/// The weight of something that makes a move better or worse, and how much of it there is.
type Factor = (i32, fn(&Prospect<'_>) -> i32);

/// The factors; weights tuned by play against the individualists.
const FACTORS: &[Factor] = &[
    // Heavy tiles cost most when the hand is lost.
    (1, |after| after.tile.pips() as i32),
    // Doubles fit one number only, so they get stuck.
    (9, |after| i32::from(after.tile.is_double())),
    // Own tiles that fit afterwards, and again those that fit the new end.
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

/// Weighs each move by what it gets rid of, what it leaves itself to play, and the seats that it is
/// known to shut out. Looks no further than its own move, stateless, and signals the truth where
/// signals are given. Asked who opens, it does unless it has fewer than two doubles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Greedy {
    /// The worth of a move; none for one that plays no tile.
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
                let opens = signal.doubles() >= 2;
                let line = format!("I have {} doubles", signal.doubles());
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
