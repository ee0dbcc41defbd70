//! The minimax of juez's predecessor: "Plataforma de juego programable para Quoridor" (Hernández
//! Hernández and Hernández Piña, UAM Azcapotzalco, 2010).
//!
//! The report cites two earlier works: Lisa Glendenning, "Mastering Quoridor" (bachelor thesis,
//! University of New Mexico, 2005), and P.J.C. Mertens, "A Quoridor-playing Agent" (Maastricht,
//! 2006). Both add up weighted features of a position: the difference of the two shortest paths,
//! the opponent's distance, the walls left. This evaluation uses only the two path lengths.

use std::fmt::Write;

use crate::quoridor::movegen::MAX_MOVES;
use crate::quoridor::{Board, Move, Quoridor, Square};
use juez_core::{Allowed, Bot, Fault, Rng, Seat, Turn, option_words, options};

option_words! {
    /// The value of a leaf, in tenths, for the player who moved last.
    ///
    /// With `v = 81 - shortest path`: `w1 * own v -/+ w2 * opponent's v`, and (w1, w2) is (1.0,
    /// 1.5) after a pawn move and (2.5, 0.5) after a wall.
    pub enum Evaluation {
        /// As intended: the opponent's term is subtracted.
        Fixed = "fixed",
        /// As published: the table gives the opponent's term a minus, the code adds it, which rewards
        /// a short path of the opponent.
        Faithful = "faithful",
    }
}

options! {
    /// The options of a [`Minimax`].
    pub struct Options {
        depth: u32 = 2, Allowed::Range(1, 4), "plies it looks ahead";
        eval: Evaluation,
            "`faithful` keeps the published sign, which rewards a short path of the opponent";
    }
}

/// Depth-limited minimax over all legal moves.
///
/// A leaf is scored for the player who moved last, whose gain is the loss of all others. With four
/// seats all others play against the bot; the "opponent" of a leaf is the bot or, for its own
/// leaves, the opponent nearest to its goal. A random choice from the bot's seed breaks ties.
pub struct Minimax {
    options: Options,
    rng: Option<Rng>,
}

/// Maximum number of moves with their values in a line of the log.
const MAX_LOGGED: usize = 5;
/// Beyond every evaluation; an earlier win is worth more.
const WIN: i32 = 1_000_000;
const NO_BOUND: i32 = 2 * WIN;

impl Minimax {
    /// Creates a minimax with these options.
    pub fn new(options: Options) -> Minimax {
        Minimax { options, rng: None }
    }

    /// Returns the value of `mv` for `me`, exact if it is above `alpha` and below `beta`.
    fn value(&self, board: &Board, mv: Move, me: Seat, depth: u32, alpha: i32, beta: i32) -> i32 {
        let (mover, after) = (board.to_move(), board.after(mv));
        let sign = if mover == me { 1 } else { -1 };
        if after.winner().is_some() {
            return sign * (WIN + depth as i32);
        }
        if depth == 1 {
            return sign * self.leaf(&after, mv, mover, me);
        }
        let mut moves = Vec::with_capacity(MAX_MOVES);
        after.legal_moves_into(&mut moves);
        let mine = after.to_move() == me;
        let (mut alpha, mut beta) = (alpha, beta);
        let mut best = if mine { -NO_BOUND } else { NO_BOUND };
        for reply in moves {
            let value = self.value(&after, reply, me, depth - 1, alpha, beta);
            if mine {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn leaf(&self, board: &Board, last: Move, mover: Seat, me: Seat) -> i32 {
        let worth = |seat: Seat| Square::COUNT as i32 - i32::from(board.distance(seat));
        let rival = if mover == me {
            let others = Seat::all(board.seats()).filter(|&seat| seat != me);
            others.map(worth).max().unwrap_or(0)
        } else {
            worth(me)
        };
        let (own_weight, rival_weight) = match last {
            Move::Wall(_) => (25, 5),
            Move::Pawn(_) | Move::Pass => (10, 15),
        };
        let rival = match self.options.eval {
            Evaluation::Faithful => rival_weight * rival,
            Evaluation::Fixed => -rival_weight * rival,
        };
        own_weight * worth(mover) + rival
    }
}

impl Bot<Quoridor> for Minimax {
    fn next_move(&mut self, turn: &Turn<'_, Quoridor>) -> Result<Move, Fault> {
        let mut scored: Vec<(i32, Move)> = Vec::with_capacity(turn.legal.len());
        let mut best = -NO_BOUND;
        for &mv in turn.legal {
            // One below the best, so that an equal move still differs from a worse one.
            let floor = (best - 1).max(-NO_BOUND);
            let value =
                self.value(turn.view.board(), mv, turn.seat, self.options.depth, floor, NO_BOUND);
            best = best.max(value);
            scored.push((value, mv));
        }
        let equals: Vec<Move> =
            scored.iter().filter(|(value, _)| *value == best).map(|&(_, mv)| mv).collect();
        scored.sort_by_key(|&(value, mv)| (-value, mv));
        let mut line =
            format!("depth {}, {} best of {}:", self.options.depth, equals.len(), scored.len());
        for (value, mv) in scored.iter().take(MAX_LOGGED) {
            let _ = write!(line, " {mv} {:.1}", f64::from(*value) / 10.0);
        }
        turn.journal.print(&line);
        turn.journal.plot("value", f64::from(best) / 10.0);
        Ok(*self.rng.get_or_insert_with(|| turn.seed.rng()).choose(&equals))
    }
}
