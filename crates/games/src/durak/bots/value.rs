//! The value of a hand: the sum of a table of named terms.

use std::fmt;

use crate::cards::{Cards, French, FrenchSuit};
use crate::durak::View;
use juez_core::{Allowed, option_words, options};

option_words! {
    /// Variants of the terms of an [`Evaluator`](super::Evaluator).
    ///
    /// The article and the code share two slips: the bonus for cards of one rank is not multiplied
    /// by 100 as the cards are, so that it hardly counts; and the share of the hand in all cards is
    /// an integer division, so that it is 0 unless the hand is as large as the rest.
    pub enum Values {
        /// The project's later version: the middle of the deck is worth nothing. With both slips.
        Project = "project",
        /// The article: an eight is worth nothing, whatever the deck. With both slips.
        Article = "article",
        /// The intent: the project's values with both slips mended. The share is the hand divided
        /// by the talon and the other hands, our reading of "how many cards are in play besides".
        /// It does not play better: pairs become dear, and an attack with one already has its
        /// bonus.
        Intent = "intent",
    }
}

options! {
    /// The options of an [`Evaluator`](super::Evaluator): the variant, and the weight of each part
    /// of the value of a hand, in hundredths of a step of rank unless stated otherwise. The weights
    /// are from the article.
    pub struct Options {
        values: Values, "`project` and `article` keep the published slips, `intent` fixes them";
        rank_worth: i32 = 100, Allowed::Range(0, 10_000), "value of one step of rank";
        /// So that the lowest trump is above a plain ace.
        trump_worth: i32 = 1300, Allowed::Range(0, 10_000),
            "value of a trump in addition to its rank";
        /// 1 is the slip, 100 the intent.
        same_rank: Option<i32> = None => "1, with `intent` 100", Allowed::Range(0, 10_000),
            "factor of the bonus for cards of one rank";
        unbalanced: i32 = 200, Allowed::Range(0, 10_000),
            "cost of having twice as many cards of a suit as on average, or none of it";
        /// Holding no card is worth a quarter of it.
        many_cards: i32 = 600, Allowed::Range(0, 10_000),
            "cost of holding as many cards as there are elsewhere";
    }
}

/// The facts of a view on which the value of a hand depends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting {
    options: Options,
    trump: FrenchSuit,
    /// Number of ranks in the deck.
    ranks: u8,
    talon: u8,
    /// Cards in the talon and in all hands.
    in_play: i32,
    /// Cards in play outside the own hand.
    elsewhere: i32,
}

/// A reason why a hand is good or bad: its name and its worth.
type Term = (&'static str, fn(&Setting, Cards<French>) -> i32);

/// The terms whose sum is the value.
const TERMS: [Term; 4] = [
    ("cards", Setting::cards),
    ("ranks", Setting::same_rank),
    ("balance", Setting::balance),
    ("count", Setting::count),
];

/// The value of an empty hand when no more cards can be drawn.
const OUT_OF_PLAY: i32 = 30_000;
/// The bonus by the number of cards of a rank, in quarters of the rank's value.
const SAME_RANK: [i32; 5] = [0, 0, 2, 3, 5];
/// The share of a hand when nothing else is in play.
const ALL_CARDS: i32 = 10;

impl Setting {
    /// Reads a view; `None` before a deal.
    pub fn of(view: &View, options: Options) -> Option<Setting> {
        let public = &view.public;
        let hands: i32 = public.count.iter().map(|(_, &count)| i32::from(count)).sum();
        let in_play = hands + i32::from(public.talon);
        Some(Setting {
            options,
            trump: public.trump()?,
            ranks: public.options.deck / 4,
            talon: public.talon,
            in_play,
            elsewhere: in_play - view.hand.len() as i32,
        })
    }

    /// Returns the value of a hand.
    pub fn value(&self, hand: Cards<French>) -> i32 {
        if self.talon == 0 && hand.is_empty() {
            return OUT_OF_PLAY;
        }
        TERMS.iter().map(|(_, worth)| worth(self, hand)).sum()
    }

    /// Returns the value of a hand with its terms, for the log.
    pub fn explained(&self, hand: Cards<French>) -> impl fmt::Display {
        let terms = TERMS.map(|(name, worth)| format!("{name} {:+}", worth(self, hand)));
        format!("{} ({})", self.value(hand), terms.join(", "))
    }

    /// Returns the value of a rank, in half steps.
    fn halves(&self, rank: u8) -> i32 {
        match self.options.values {
            Values::Article => 2 * (i32::from(rank) - 8),
            Values::Project | Values::Intent => i32::from(self.ranks) + 2 * (i32::from(rank) - 14),
        }
    }

    fn cards(&self, hand: Cards<French>) -> i32 {
        let worth = |card: French| {
            let trump = if card.suit() == self.trump { self.options.trump_worth } else { 0 };
            self.halves(card.rank()) * self.options.rank_worth / 2 + trump
        };
        hand.iter().map(worth).sum()
    }

    /// Values cards of one rank: they can be thrown in together. Low ranks lose nothing.
    fn same_rank(&self, hand: Cards<French>) -> i32 {
        let usual = if self.options.values == Values::Intent { 100 } else { 1 };
        let unit = self.options.same_rank.unwrap_or(usual);
        let (mut left, mut sum) = (hand, 0);
        while let Some(card) = left.first() {
            let mates = (hand & card.rank_mates()).len();
            // Half steps in quarters, rounded towards zero.
            sum += self.halves(card.rank()).max(2) * SAME_RANK[mates] * unit / 8;
            left -= card.rank_mates();
        }
        sum
    }

    /// Values an even spread of the plain cards over their suits.
    fn balance(&self, hand: Cards<French>) -> i32 {
        let plain = (hand - self.trump.cards()).len() as i32;
        if plain == 0 {
            return 0;
        }
        let suits = FrenchSuit::ALL.into_iter().filter(|&suit| suit != self.trump);
        // Distance from the average, a third, in units of it.
        let penalty = |suit: FrenchSuit| {
            let count = (hand & suit.cards()).len() as i32;
            self.options.unbalanced * (3 * count - plain).abs() / plain
        };
        -suits.map(penalty).sum::<i32>()
    }

    /// Values the number of cards: fewer are better, the more so the fewer the others have.
    fn count(&self, hand: Cards<French>) -> i32 {
        let held = hand.len() as i32;
        let many = self.options.many_cards;
        let worth = |share: Option<i32>| many * (1 - 4 * share.unwrap_or(ALL_CARDS)) / 4;
        match self.options.values {
            // The slip: an integer division.
            Values::Article | Values::Project => worth(held.checked_div(self.in_play - held)),
            Values::Intent if self.elsewhere == 0 => worth(None),
            Values::Intent => many * (self.elsewhere - 4 * held) / (4 * self.elsewhere),
        }
    }
}
