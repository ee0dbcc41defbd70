//! The uncooperative player of "Juego de Dominó para Cuatro Jugadores utilizando Agentes
//! Artificiales" (Martínez Carranza and Muñoz Meléndez, INAOE).

use super::candidates::{End, Found, TieBreak, best, on_off, pips, repetitions, scored};
use crate::cards::Cards;
use crate::dominoes::{Dominoes, Move, Signal, Tile};
use juez_core::{Allowed, Bot, Fault, Turn, options};

options! {
    /// Plays its heaviest double that fits; without one, the tile that exposes the number shown by
    /// most of its other tiles. Remembers no passes and ignores the other seats. Stateless.
    ///
    /// The article describes it in a sentence that begins "al jugador cooperativo", a slip for "no
    /// cooperativo". It leaves open the order of equal candidates and the end for a tile that fits
    /// both, and its second table differs from its text in `group` and [`TieBreak::Pips`]. These
    /// are options, and the defaults follow the text. The article also leaves open how to open
    /// (here the highest double, else the tile with the number most frequent among the others),
    /// whether to open (here always, when asked), and the signal (here nothing true: `sig:0:1`).
    pub struct Individualist {
        tie: TieBreak,
            "on a tie the first: of the hand as dealt, or of the sorted hand; or the heaviest, as in the article's code";
        /// With `group`, it also decides between two groups of equal size.
        end: End, "end for a tile that fits both, if nothing else decides";
        #[serde(with = "on_off")]
        group: bool = false => "off", Allowed::Words(&["off", "on"]),
            "whether it plays at the end that more of its tiles fit, as in the article's code";
    }
}

impl Individualist {
    /// Returns how often the rest of the hand shows a number that `mv` exposes.
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
        (chosen, format!("tiles it leaves me to play: {}", scored(&group, score)))
    }
}

/// Returns the moves at the end that more candidates fit; the first end on a tie. All moves before
/// the first tile.
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
