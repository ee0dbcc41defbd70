//! Which rule a move breaks, in words.

use super::super::cards::{Cards, French};
use super::deck::deck;
use super::{Move, Phase, Public};
use crate::core::{IllegalMove, Seat};

/// Whether the seat to move, whose hand this is, may play `mv`.
pub(super) fn explain(public: &Public, hand: Cards<French>, mv: Move) -> Result<(), IllegalMove> {
    if public.choices(hand).has(mv) {
        return Ok(());
    }
    let seat = public.to_move;
    Err(IllegalMove(match (public.phase(), mv) {
        (Phase::Over, _) => "the match is over".to_string(),
        (Phase::Deal, _) => "the next game is not dealt yet".to_string(),
        (_, Move::Card(card)) => why_no_card(public, seat, hand, card),
        (Phase::Defend, _) => match public.unbeaten() {
            Some(card) => format!("the defender must beat {card} or take"),
            None => "the defender must beat or take".to_string(),
        },
        (_, Move::Take) => {
            format!("only the defender may take, which is seat {}", public.defender())
        }
        (_, Move::Done) => "the attacker must begin the bout with a card".to_string(),
    }))
}

fn why_no_card(public: &Public, seat: Seat, hand: Cards<French>, card: French) -> String {
    let size = public.options().deck;
    if !deck(size).has(card) {
        return format!("{card} is not in a deck of {size} cards");
    }
    if !hand.has(card) {
        return format!("seat {seat} does not hold {card}");
    }
    match public.unbeaten() {
        Some(attack) => format!("{card} does not beat {attack}"),
        None => format!("no card of the rank of {card} is on the table"),
    }
}
