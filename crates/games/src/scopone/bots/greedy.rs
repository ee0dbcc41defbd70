//! A bot that takes the most valuable cards, and thinks one card ahead.

use std::cmp::Reverse;
use std::fmt::Write;

use crate::cards::{Cards, Italian, ItalianSuit};
use crate::scopone::public::SEATS;
use crate::scopone::scoring::settebello;
use crate::scopone::{Move, Scopone, View, primiera_value};
use juez_core::{Bot, Fault, Seat, Turn};

/// Values, in hundredths of a point.
const SCOPA: i32 = 100;
const SETTEBELLO: i32 = 100;
const CARD: i32 = 5;
const DENARI: i32 = 12;
/// For each point above ten that a card has for the primiera.
const PRIME: i32 = 2;

/// Values each move by the cards it wins, minus the risk on the table that it leaves: a total that
/// equals a card the next seat can hold is a scopa lost, and single cards can be taken.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

fn worth(card: Italian) -> i32 {
    let denari = card.suit() == ItalianSuit::Denari;
    CARD + PRIME * (i32::from(primiera_value(card)) - 10)
        + DENARI * i32::from(denari)
        + SETTEBELLO * i32::from(card == settebello())
}

fn total(cards: Cards<Italian>) -> u32 {
    cards.iter().map(|card| u32::from(card.value())).sum()
}

/// Estimates the chance in percent that `seat` holds one of `n` unseen cards.
fn chance(view: &View, seat: Seat, n: usize) -> i32 {
    let unseen = view.unseen().len().max(1);
    (100 * (n * view.public.held(seat)) / unseen).min(100) as i32
}

fn value(view: &View, me: Seat, mv: Move) -> i32 {
    let public = &view.public;
    let table = public.table;
    let after =
        if mv.captured.is_empty() { table | Cards::of(mv.card) } else { table - mv.captured };
    let mut value: i32 = mv.gain().iter().map(worth).sum();
    let next = me.next(SEATS);
    let last_card = view.hand.len() == 1 && public.held(next) == 0;
    if after.is_empty() && (!last_card || public.options.last_scopa()) {
        value += SCOPA;
    }
    let unseen = view.unseen();
    if !after.is_empty() && total(after) <= 10 {
        let sweeps = (unseen & Italian::all_of(total(after) as u8)).len();
        value -= SCOPA * chance(view, next, sweeps) / 100;
    }
    // A card on the table is half lost if the next seat can hold an equal card.
    for card in after {
        let equals = (unseen & Italian::all_of(card.value())).len();
        value -= worth(card) * chance(view, next, equals) / 200;
    }
    value
}

impl Bot<Scopone> for Greedy {
    fn next_move(&mut self, turn: &Turn<'_, Scopone>) -> Result<Move, Fault> {
        let mut scored: Vec<(i32, Move)> =
            turn.legal.iter().map(|&mv| (value(turn.view, turn.seat, mv), mv)).collect();
        scored.sort_by_key(|&(value, mv)| (Reverse(value), mv));
        let mut line = format!("best of {}:", scored.len());
        for (value, mv) in scored.iter().take(5) {
            let _ = write!(line, " {mv} {:+.2}", f64::from(*value) / 100.0);
        }
        turn.journal.print(&line);
        turn.journal.plot("value", f64::from(scored[0].0) / 100.0);
        Ok(scored[0].1)
    }
}
