//! Kinds of decisions that cost points.

use super::{Move, Scopone};
use crate::cards::{Cards, Italian, ItalianSuit};
use juez_core::{Misplay, Pattern};

pub const PATTERNS: &[Pattern<Scopone>] = &[
    Pattern::new(
        "leaving a scopa to the next player",
        "if the values of the cards left on the table add up to 10 or less, one card of view:unseen() can capture all",
        |misplay| leaves_scopa(misplay, misplay.played) && !leaves_scopa(misplay, misplay.best),
    ),
    Pattern::new(
        "leaving cards that you can capture",
        "view:captured(move) is not empty for some of view:moves()",
        |misplay| misplay.played.captured.is_empty() && !misplay.best.captured.is_empty(),
    ),
    Pattern::new(
        "a capture with fewer denari and sevens",
        "view:captured(move) shows the denari and sevens that each capture brings",
        |misplay| worth(misplay.played.gain()) < worth(misplay.best.gain()),
    ),
    Pattern::new(
        "a card of denari or a seven put on the table",
        "view:suit(card) and view:value(card) find other cards to leave there",
        |misplay| {
            let lost = |mv: Move| worth(Cards::of(mv.card));
            misplay.played.captured.is_empty() && lost(misplay.played) > lost(misplay.best)
        },
    ),
];

/// Returns true if a card that others can hold captures the whole table after a move.
fn leaves_scopa(misplay: &Misplay<'_, Scopone>, mv: Move) -> bool {
    let table = misplay.view.public.table;
    let left =
        if mv.captured.is_empty() { table | Cards::of(mv.card) } else { table - mv.captured };
    let sum: u8 = left.iter().map(Italian::value).sum();
    let capturing = if sum <= 10 { Italian::all_of(sum) } else { Cards::EMPTY };
    !left.is_empty() && misplay.view.unseen().meets(capturing)
}

/// Returns the number of denari and sevens, the seven of denari counted twice.
fn worth(cards: Cards<Italian>) -> usize {
    (cards & ItalianSuit::Denari.cards()).len() + (cards & Italian::all_of(7)).len()
}
