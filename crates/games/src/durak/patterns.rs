//! Kinds of decisions that cost points.

use super::{Durak, Move, Phase};
use crate::cards::French;
use juez_core::{Misplay, Pattern};

pub const PATTERNS: &[Pattern<Durak>] = &[
    Pattern::new(
        "a trump where a plain card is better",
        "view:is_trump(card) tells them apart among view:moves()",
        |misplay| is_trump(misplay, misplay.played) && is_plain(misplay, misplay.best),
    ),
    Pattern::new(
        "taking cards that you can beat",
        "view:moves() has more than take, and each card there beats view:to_beat()",
        |misplay| misplay.played == Move::Take && card(misplay.best).is_some(),
    ),
    Pattern::new(
        "beating a card where taking is better",
        "compare the card that you spend with the ones on view:table()",
        |misplay| misplay.best == Move::Take,
    ),
    Pattern::new(
        "throwing in a card that you had better keep",
        "with done among view:moves(), no card must be thrown in",
        |misplay| misplay.best == Move::Done,
    ),
    Pattern::new(
        "ending an attack that you had better continue",
        "the cards of view:moves() can be thrown in as well as done",
        |misplay| misplay.played == Move::Done,
    ),
    Pattern::new(
        "an attack with too high a card",
        "view:value(card) finds the lowest card that is no trump",
        |misplay| {
            misplay.view.public.phase == Phase::Attack
                && is_trump(misplay, misplay.played) == is_trump(misplay, misplay.best)
                && card(misplay.played).map(French::rank) > card(misplay.best).map(French::rank)
        },
    ),
];

fn card(mv: Move) -> Option<French> {
    match mv {
        Move::Card(card) => Some(card),
        Move::Done | Move::Take => None,
    }
}

fn is_trump(misplay: &Misplay<'_, Durak>, mv: Move) -> bool {
    card(mv).is_some_and(|card| Some(card.suit()) == misplay.view.public.trump())
}

fn is_plain(misplay: &Misplay<'_, Durak>, mv: Move) -> bool {
    card(mv).is_some() && !is_trump(misplay, mv)
}
