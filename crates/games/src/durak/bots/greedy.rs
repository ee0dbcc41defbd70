//! A bot that sheds its cheapest cards and keeps the trumps.

use crate::cards::{Cards, French, FrenchSuit};
use crate::durak::{Durak, Move, Phase, View};
use juez_core::{Bot, Fault, Turn};

/// Attacks with its cheapest card, beats with the cheapest that can, throws in cheap cards, and
/// takes if beating would cost a high trump while many cards are left to draw. Looks no ply ahead
/// and keeps no memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

/// The price of the highest plain card; trumps begin above it.
const ACE: u8 = 14;

/// Highest price of a card while at least `talon` cards are left to draw.
struct Purse {
    talon: u8,
    /// To throw in, which the defender still has to answer.
    throw: u8,
    /// To add to the cards that the defender takes: a gift, so only useless cards.
    give: u8,
    /// To beat an attacking card.
    beat: u8,
}

/// From the start of a game to its end.
const PURSES: [Purse; 3] = [
    Purse { talon: 9, throw: 11, give: 9, beat: ACE + 9 },
    Purse { talon: 1, throw: 12, give: 10, beat: ACE + 13 },
    Purse { talon: 0, throw: ACE, give: ACE - 1, beat: u8::MAX },
];

/// Returns the price of a card: its rank, and for a trump more than any plain card.
fn price(card: French, trump: FrenchSuit) -> u8 {
    card.rank() + if card.suit() == trump { ACE } else { 0 }
}

fn decide(view: &View) -> Option<(Move, String)> {
    let public = &view.public;
    let trump = public.trump()?;
    let choices = public.choices(view.hand);
    let purse = PURSES.iter().find(|purse| public.talon >= purse.talon)?;
    let cheapest = |cards: Cards<French>| cards.iter().min_by_key(|&card| price(card, trump));
    let best = cheapest(choices.cards);
    let (most, refusal) = match public.phase {
        Phase::Attack => (u8::MAX, "nothing"),
        Phase::Throw if public.taking => (purse.give, "done"),
        Phase::Throw => (purse.throw, "done"),
        _ => (purse.beat, "take"),
    };
    let Some(card) = best else { return Some((choices.word?, format!("{refusal}: no card fits"))) };
    let cost = price(card, trump);
    let limit = if most == u8::MAX { "anything".to_string() } else { most.to_string() };
    let (mv, word) =
        if cost <= most { (Move::Card(card), "play") } else { (choices.word?, refusal) };
    Some((mv, format!("{word}: the cheapest is {card} at {cost}, {limit} may be spent")))
}

impl Bot<Durak> for Greedy {
    fn next_move(&mut self, turn: &Turn<'_, Durak>) -> Result<Move, Fault> {
        let Some((mv, why)) = decide(turn.view) else { return Ok(turn.legal[0]) };
        turn.journal.print(&why);
        Ok(mv)
    }
}
