//! Explains the rule that a move breaks.

use super::{Move, Phase, Public, deck};
use crate::cards::{Cards, French};
use juez_core::{IllegalMove, Seat, sentences};

sentences! {
    /// Reasons why a move is refused.
    SENTENCES:
    match_over() = "the match is over";
    not_dealt() = "the next game is not dealt yet";
    must_beat(card) = "the defender must beat {card} or take";
    must_beat_or_take() = "the defender must beat or take";
    only_defender_takes(seat) = "only the defender may take, which is seat {seat}";
    must_begin() = "the attacker must begin the bout with a card";
    not_in_deck(card, size) = "{card} is not in a deck of {size} cards";
    not_held(seat, card) = "seat {seat} does not hold {card}";
    does_not_beat(card, attack) = "{card} does not beat {attack}";
    no_such_rank(card) = "no card of the rank of {card} is on the table";
}

/// Checks that the seat to move, which holds `hand`, may play `mv`.
pub(super) fn explain(public: &Public, hand: Cards<French>, mv: Move) -> Result<(), IllegalMove> {
    if public.choices(hand).has(mv) {
        return Ok(());
    }
    let seat = public.to_move;
    Err(IllegalMove(match (public.phase, mv) {
        (Phase::Over, _) => match_over(),
        (Phase::Deal, _) => not_dealt(),
        (_, Move::Card(card)) => why_no_card(public, seat, hand, card),
        (Phase::Defend, _) => match public.unbeaten() {
            Some(card) => must_beat(card),
            None => must_beat_or_take(),
        },
        (_, Move::Take) => only_defender_takes(public.defender),
        (_, Move::Done) => must_begin(),
    }))
}

fn why_no_card(public: &Public, seat: Seat, hand: Cards<French>, card: French) -> String {
    let size = public.options.deck;
    if !deck(size).has(card) {
        return not_in_deck(card, size);
    }
    if !hand.has(card) {
        return not_held(seat, card);
    }
    match public.unbeaten() {
        Some(attack) => does_not_beat(card, attack),
        None => no_such_rank(card),
    }
}
