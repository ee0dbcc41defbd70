//! The rules that levels are lists of: each names a card, or nothing where it does not apply.

use std::cmp::Reverse;

use super::sight::Sight;
use crate::games::cards::{Cards, Spanish, SpanishSuit};
use crate::games::tute::{SUITS, highest, lowest};

/// One rule.
#[derive(Debug)]
pub struct Rule {
    /// Description for the log.
    pub name: &'static str,
    /// The card, if the rule applies.
    pub card: fn(&Sight<'_>) -> Option<Spanish>,
}

/// The strongest card.
pub const HIGHEST: Rule = Rule { name: "highest card", card: |sight| highest(sight.legal) };

/// The weakest card.
pub const LOWEST: Rule = Rule { name: "lowest card", card: |sight| lowest(sight.legal) };

/// The strongest card that wins the trick as it lies.
pub const BEAT_HIGH: Rule =
    Rule { name: "highest card that beats", card: |sight| highest(sight.beating()) };

/// Out of the led suit and of trumps: away with the strongest card.
pub const THROW_HIGH: Rule = Rule {
    name: "void and no trump, so the highest",
    card: |sight| {
        let free = sight.is_void() && sight.trumps().is_empty();
        free.then(|| highest(sight.legal)).flatten()
    },
};

/// A card that cannot be beaten in its suit, of the suit with fewest cards played or held: the one
/// least likely to be trumped.
pub const SAFEST_MASTER: Rule = Rule {
    name: "master of the suit least played",
    card: |sight| {
        let masters = sight.masters();
        let suits = SUITS.into_iter().filter(|suit| masters.meets(suit.cards()));
        let suit = suits.min_by_key(|&suit| sight.seen_of(suit))?;
        highest(masters & suit.cards())
    },
};

/// The highest trump that can still be beaten.
pub const HIGHEST_BEATABLE_TRUMP: Rule = Rule {
    name: "highest trump that is no master",
    card: |sight| highest(sight.trumps() - sight.masters()),
};

/// With trumps out, the master trump if there is one, else the highest winner; without, trumps
/// first, for nothing can win against them.
pub const WINNER: Rule = Rule {
    name: "winner, trumps first",
    card: |sight| {
        let winners = winners(sight);
        let trumps = winners & sight.trump.cards();
        highest(trumps).or_else(|| highest(winners))
    },
};

/// The lowest card of the suit in which most points were played and the main competitor is not known
/// to be void, so that it cannot trump in.
pub const LOW_WHERE_PLAYED: Rule = Rule {
    name: "lowest of the suit with most points played that the rival follows",
    card: |sight| {
        let suits = suits_where(sight, |is_void| !is_void);
        let suit = suits.min_by_key(|&suit| Reverse(sight.points_played(suit)))?;
        lowest(sight.legal & suit.cards())
    },
};

/// The lowest card of the suit with fewest points played that the main competitor cannot follow, so
/// that it takes the points.
pub const LOW_WHERE_RIVAL_IS_VOID: Rule = Rule {
    name: "lowest of the suit with fewest points played that the rival cannot follow",
    card: |sight| {
        let suits = suits_where(sight, |is_void| is_void);
        let suit = suits.min_by_key(|&suit| sight.points_played(suit))?;
        lowest(sight.legal & suit.cards())
    },
};

/// The suits that may be led, by whether the main competitor is known to be void in them.
fn suits_where(sight: &Sight<'_>, wanted: fn(bool) -> bool) -> impl Iterator<Item = SpanishSuit> {
    let (legal, public, rival) = (sight.legal, sight.public(), sight.competitor());
    SUITS
        .into_iter()
        .filter(move |&suit| legal.meets(suit.cards()) && wanted(public.has_failed(rival, suit)))
}

/// The masters, but for those of a plain suit that some opponent has failed to follow while
/// opponents may hold trumps.
pub fn winners(sight: &Sight<'_>) -> Cards<Spanish> {
    let danger = sight.view.unseen().meets(sight.trump.cards());
    let trumped = |suit: SpanishSuit| {
        danger
            && suit != sight.trump
            && sight.opponents().any(|seat| sight.public().has_failed(seat, suit))
    };
    sight.masters().iter().filter(|card| !trumped(card.suit())).collect()
}
