//! The uncooperative player of "Juego de Dominó para Cuatro Jugadores utilizando Agentes
//! Artificiales" (Martínez Carranza and Muñoz Meléndez, INAOE).

use super::candidates::{End, Found, TieBreak, best, on_off, pips, repetitions, scored};
use crate::core::{Allowed, Bot, Fault, Turn, options};
use crate::games::cards::Cards;
use crate::games::dominoes::{Dominoes, Move, Signal, Tile};

options! {
    /// Plays its heaviest double that fits; without one, the tile that exposes the number most of its
    /// other tiles show. Remembers no passes and thinks of no other seat. Stateless.
    ///
    /// The article describes it in a sentence that begins "al jugador cooperativo", a slip for "no
    /// cooperativo". It does not say in which order equal candidates are found and at which end a tile
    /// goes that fits both, and its second table differs from its text in what `group` and
    /// [`TieBreak::Pips`] say: these are the fields, and the default is the text. It leaves open, and
    /// is settled here: how to open (the highest double, else the tile one of whose numbers is most
    /// frequent among the others), whether to (always, when asked), and what to signal where signals
    /// are given (nothing true: `sig:0:1`).
    pub struct Individualist {
        tie: TieBreak,
            "of equals the first: of the hand as it was dealt, or of a sorted one; or the heaviest, as the article's code has it";
        /// With `group` also which of two groups of one size counts.
        end: End, "at which end a tile goes that fits both, where the rest leaves it open";
        #[serde(with = "on_off")]
        group: bool = false => "off", Allowed::Words(&["off", "on"]),
            "whether it plays at the end that more of its tiles fit, as the article's code does";
    }
}

impl Individualist {
    /// Number of times that the rest of the hand shows a number that `mv` exposes.
    fn follow_ups(hand: Cards<Tile>, mv: Move) -> usize {
        let Some(tile) = mv.tile() else { return 0 };
        let rest = hand - Cards::of(tile);
        match mv.exposes() {
            Some(number) => repetitions(rest, number),
            // The first tile exposes both its numbers; the better one counts.
            None => repetitions(rest, tile.high()).max(repetitions(rest, tile.low())),
        }
    }

    fn choose(self, hand: Cards<Tile>, found: &Found) -> (Option<Move>, String) {
        let is_double = |mv: &Move| mv.tile().is_some_and(|tile| tile.is_double());
        let doubles: Vec<Move> = found.moves.iter().copied().filter(is_double).collect();
        if let Some(double) = best(&doubles, pips) {
            let line = format!("doubles first, the heaviest: {}", scored(&doubles, pips));
            return (Some(double), line);
        }
        let group = if self.group { largest_group(found) } else { found.moves.clone() };
        let score = |mv: Move| Individualist::follow_ups(hand, mv);
        let chosen = match self.tie {
            TieBreak::First | TieBreak::Random => best(&group, score),
            TieBreak::Pips => best(&group, |mv| (score(mv), pips(mv))),
        };
        (chosen, format!("what it leaves me to play: {}", scored(&group, score)))
    }
}

/// The candidates at the end that most of them fit; of two that as many fit, the first. All of them
/// where there is no end yet.
fn largest_group(found: &Found) -> Vec<Move> {
    let (first, second): (Vec<Move>, Vec<Move>) =
        found.moves.iter().copied().partition(|mv| mv.joined() == found.first_end);
    if second.len() > first.len() { second } else { first }
}

impl Bot<Dominoes> for Individualist {
    fn next_move(&mut self, turn: &Turn<'_, Dominoes>) -> Result<Move, Fault> {
        let (chosen, line) = match turn.legal[0] {
            Move::Signal(_) => {
                let signal = Signal::new(0, 1).map(Move::Signal);
                (signal, "I signal nothing true".to_string())
            }
            Move::Leave | Move::Open => (Some(Move::Open), "asked, I open".to_string()),
            _ => self.choose(turn.view.hand, &Found::of(turn, self.tie, self.end)),
        };
        let chosen = chosen.unwrap_or(turn.legal[0]);
        turn.journal.print(&format!("{chosen}: {line}"));
        Ok(chosen)
    }
}
