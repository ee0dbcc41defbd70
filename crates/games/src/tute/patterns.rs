//! Kinds of decisions that cost points.

use super::{Move, Tute, beaters, card_points};
use crate::cards::{Cards, Spanish};
use juez_core::{Misplay, Pattern};

/// Points of a card from which it is expensive: a three or an ace.
const EXPENSIVE: u16 = 10;

pub const PATTERNS: &[Pattern<Tute>] = &[
    Pattern::new(
        "a song that you do not sing",
        "a move with a colon among view:moves(), such as 20:C, is a song",
        |misplay| matches!(misplay.best, Move::Song(_)),
    ),
    Pattern::new(
        "a song that you had better not sing",
        "the points of a song count in view:hand_points(view.seat), and the middle loses",
        |misplay| matches!(misplay.played, Move::Song(_)),
    ),
    Pattern::new(
        "leading an ace or a three",
        "view:card_points(card) is 10 or more for these",
        |misplay| {
            is_lead(misplay)
                && points(misplay.played) >= EXPENSIVE
                && points(misplay.best) < EXPENSIVE
        },
    ),
    Pattern::new(
        "leading a trump where another suit is better",
        "the first letter of a trump is view:trump()",
        |misplay| {
            is_lead(misplay)
                && is_trump(misplay, misplay.played)
                && !is_trump(misplay, misplay.best)
        },
    ),
    // All legal cards win a trick so far, or none does.
    Pattern::new(
        "winning a trick with too many points",
        "view:card_points(card) finds the cheaper cards of view:moves()",
        |misplay| wins(misplay, misplay.played) && points(misplay.played) > points(misplay.best),
    ),
    Pattern::new(
        "winning a trick with too few points",
        "view:card_points(card) finds the dearer cards of view:moves()",
        |misplay| wins(misplay, misplay.played) && points(misplay.played) < points(misplay.best),
    ),
    Pattern::new(
        "too many points in a trick of another player",
        "view:card_points(card) finds the cheaper cards of view:moves()",
        |misplay| {
            !is_lead(misplay)
                && !wins(misplay, misplay.played)
                && points(misplay.played) > points(misplay.best)
        },
    ),
];

fn card(mv: Move) -> Option<Spanish> {
    match mv {
        Move::Card(card) => Some(card),
        Move::Song(_) | Move::Fallo => None,
    }
}

fn points(mv: Move) -> u16 {
    card(mv).map_or(0, |card| card_points(Cards::of(card)))
}

fn is_lead(misplay: &Misplay<'_, Tute>) -> bool {
    misplay.view.public.trick.is_empty()
}

fn is_trump(misplay: &Misplay<'_, Tute>, mv: Move) -> bool {
    card(mv).is_some_and(|card| Some(card.suit()) == misplay.view.public.trump)
}

/// Returns true if a card beats the trick on the table so far.
fn wins(misplay: &Misplay<'_, Tute>, mv: Move) -> bool {
    let public = &misplay.view.public;
    let best = public.trump.and_then(|trump| Some((trump, public.trick.winning(trump)?)));
    best.zip(card(mv)).is_some_and(|((trump, best), card)| beaters(best, trump).has(card))
}
