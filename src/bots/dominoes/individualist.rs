//! The uncooperative player of "Juego de Dominó para Cuatro Jugadores utilizando Agentes
//! Artificiales" (Martínez Carranza and Muñoz Meléndez, INAOE).

use super::candidates::{best, pips, repetitions, scored};
use crate::core::{Bot, Fault, Turn};
use crate::games::Dominoes;
use crate::games::cards::Cards;
use crate::games::dominoes::{Move, Signal, Tile};

/// What decides between candidates that expose equally frequent numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TieBreak {
    /// The first found, as the article's text says: ascending order of the notation.
    First,
    /// The one with most pips, as its second table does (`ficha_mayor`).
    Pips,
}

/// Plays its heaviest double that fits; without one, the tile that exposes the number most of its
/// other tiles show. Remembers no passes and thinks of nobody else. Stateless.
///
/// The article describes it in a sentence that begins "al jugador cooperativo", a slip for "no
/// cooperativo". It leaves open, and is settled here: how to open (the highest double, else the
/// tile one of whose numbers is most frequent among the others), whether to (always, when asked), and
/// what to signal where signals are given (nothing true: `sig:0:1`).
#[derive(Clone, Copy, Debug)]
pub struct Individualist {
    tie: TieBreak,
}

impl Individualist {
    /// An individualist with this way to settle ties.
    pub fn new(tie: TieBreak) -> Individualist {
        Individualist { tie }
    }

    /// How often a number that `mv` exposes is shown by the rest of the hand.
    fn follow_ups(hand: Cards<Tile>, mv: Move) -> usize {
        let Some(tile) = mv.tile() else { return 0 };
        let rest = hand - Cards::of(tile);
        match mv.exposes() {
            Some(number) => repetitions(rest, number),
            // The first tile exposes both its numbers; the better one counts.
            None => repetitions(rest, tile.high()).max(repetitions(rest, tile.low())),
        }
    }

    fn choose(self, hand: Cards<Tile>, legal: &[Move]) -> (Option<Move>, String) {
        let doubles: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|mv| mv.tile().is_some_and(|tile| tile.is_double()))
            .collect();
        if let Some(double) = best(&doubles, pips) {
            let line = format!("doubles first, the heaviest: {}", scored(&doubles, pips));
            return (Some(double), line);
        }
        let score = |mv: Move| Individualist::follow_ups(hand, mv);
        let chosen = match self.tie {
            TieBreak::First => best(legal, score),
            TieBreak::Pips => best(legal, |mv| (score(mv), pips(mv))),
        };
        (chosen, format!("what it leaves me to play: {}", scored(legal, score)))
    }
}

impl Bot<Dominoes> for Individualist {
    fn next_move(&mut self, turn: &Turn<'_, Dominoes>) -> Result<Move, Fault> {
        let hand = turn.view.hand();
        let (chosen, line) = match turn.legal[0] {
            Move::Signal(_) => {
                let signal = Signal::new(0, 1).map(Move::Signal);
                (signal, "I tell nobody anything".to_string())
            }
            Move::Leave | Move::Open => (Some(Move::Open), "asked, I open".to_string()),
            _ => self.choose(hand, turn.legal),
        };
        let chosen = chosen.unwrap_or(turn.legal[0]);
        turn.journal.print(&format!("{chosen}: {line}"));
        Ok(chosen)
    }
}
