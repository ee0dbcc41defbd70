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
        let lacks = self.view.public.lacks(seat);
        lacks.has(self.ends.0) && lacks.has(self.ends.1)
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

/// Something that makes a move better or worse.
struct Factor {
    weight: i32,
    of: fn(&Prospect<'_>) -> i32,
}

/// Weights; tuned by play against the individualists.
const FACTORS: &[Factor] = &[
    // Heavy tiles cost most when the hand is lost.
    Factor { weight: 1, of: |after| after.tile.pips() as i32 },
    // Doubles fit one number only, so they get stuck.
    Factor { weight: 9, of: |after| i32::from(after.tile.is_double()) },
    // Own tiles that fit afterwards, and again those that fit the new end.
    Factor { weight: 3, of: |after| (after.rest & after.fitting()).len() as i32 },
    Factor { weight: 2, of: |after| repetitions(after.rest, after.ends.1) as i32 },
    // Tiles of others that fit.
    Factor { weight: -2, of: |after| (after.view.unseen() & after.fitting()).len() as i32 },
    // Different numbers among the own tiles keep options open.
    Factor {
        weight: 1,
        of: |after| (0..=Tile::MOST).filter(|&n| repetitions(after.rest, n) > 0).count() as i32,
    },
    // The next opponent cannot play; opponents lack an end.
    Factor { weight: 20, of: |after| i32::from(after.shuts_out(after.next())) },
    Factor {
        weight: 10,
        of: |after| after.lacked_ends(after.next()) + after.lacked_ends(partner_of(after.next())),
    },
    // The partner cannot play, or lacks an end.
    Factor { weight: -10, of: |after| i32::from(after.shuts_out(partner_of(after.me))) },
    Factor { weight: -4, of: |after| after.lacked_ends(partner_of(after.me)) },
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
        FACTORS.iter().map(|factor| factor.weight * (factor.of)(&after)).sum()
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
