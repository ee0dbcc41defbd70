//! The rules of the levels: each names a card, or none if it does not apply.

use std::cmp::Reverse;

use super::sight::Sight;
use crate::cards::{Cards, Spanish, SpanishSuit};
use crate::tute::ranks::SUITS;
use crate::tute::{highest, lowest};

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

/// The strongest card that beats the trick so far.
pub const BEAT_HIGH: Rule =
    Rule { name: "highest card that beats", card: |sight| highest(sight.beating()) };

/// The strongest card, if the hand has neither the led suit nor trumps.
pub const THROW_HIGH: Rule = Rule {
    name: "void and no trump, so the highest",
    card: |sight| {
        let free = sight.is_void() && sight.trumps().is_empty();
        free.then(|| highest(sight.legal)).flatten()
    },
};

/// A card that cannot be beaten in its suit, of the suit with the fewest cards played or held,
/// which is the least likely to be trumped.
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
    name: "highest trump that can be beaten",
    card: |sight| highest(sight.trumps() - sight.masters()),
};

/// The highest winning trump, which nothing can beat, else the highest winner.
pub const WINNER: Rule = Rule {
    name: "winner, trumps first",
    card: |sight| {
        let winners = winners(sight);
        let trumps = winners & sight.trump.cards();
        highest(trumps).or_else(|| highest(winners))
    },
};

/// The lowest card of the suit with the most points played, among suits that the main competitor is
/// not known to lack, so that it cannot trump.
pub const LOW_WHERE_PLAYED: Rule = Rule {
    name: "lowest of the suit with most points played that the rival follows",
    card: |sight| {
        let suits = suits_where(sight, |is_void| !is_void);
        let suit = suits.min_by_key(|&suit| Reverse(sight.points_played(suit)))?;
        lowest(sight.legal & suit.cards())
    },
};

/// The lowest card of the suit with the fewest points played, among suits that the main competitor
/// cannot follow, so that it takes the points.
pub const LOW_WHERE_RIVAL_IS_VOID: Rule = Rule {
    name: "lowest of the suit with fewest points played that the rival cannot follow",
    card: |sight| {
        let suits = suits_where(sight, |is_void| is_void);
        let suit = suits.min_by_key(|&suit| sight.points_played(suit))?;
        lowest(sight.legal & suit.cards())
    },
};

/// Returns the suits that can be led and that `wanted` accepts, given whether the main competitor
/// is known to be void in them.
fn suits_where(sight: &Sight<'_>, wanted: fn(bool) -> bool) -> impl Iterator<Item = SpanishSuit> {
    let (legal, public, rival) = (sight.legal, sight.public(), sight.competitor());
    SUITS
        .into_iter()
        .filter(move |&suit| legal.meets(suit.cards()) && wanted(public.has_failed(rival, suit)))
}

/// Returns the masters, except for a plain suit that an opponent has failed to follow while
/// opponents can hold trumps.
fn winners(sight: &Sight<'_>) -> Cards<Spanish> {
    let danger = sight.view.unseen().meets(sight.trump.cards());
    let trumped = |suit: SpanishSuit| {
        danger
            && suit != sight.trump
            && sight.opponents().any(|seat| sight.public().has_failed(seat, suit))
    };
    sight.masters().iter().filter(|card| !trumped(card.suit())).collect()
}
