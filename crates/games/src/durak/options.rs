//! The type of the game, and the options of a match.

use juez_core::{Allowed, option_words, options};

/// The game.
#[derive(Debug)]
pub enum Durak {}

option_words! {
    /// The first attacker of the games after the first.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    pub enum NextFirst {
        /// The holder of the lowest trump, as in the first game.
        LowestTrump = "lowest_trump",
        /// The seat before the last durak, who thus defends; after a draw the lowest trump.
        AttackTheDurak = "attack_the_durak",
    }
}

option_words! {
    /// The result if the last seats run out of cards in the same bout.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    pub enum LastCard {
        /// A draw between them.
        Draw = "draw",
        /// The defender is the durak.
        AttackerWins = "attacker_wins",
    }
}

options! {
    /// The options of a match.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    pub struct Options {
        seats: u8 = 2, Allowed::Range(2, 6), "how many play, each for himself";
        deck: u8 = 36, Allowed::Numbers(&[36, 52]),
            "cards in the deck: from six or from two up to the ace";
        first5: bool = false, Allowed::Switch,
            "until something has been discarded at most five cards attack in a bout";
        games: u8 = 1, Allowed::Range(1, 99), "games in a match; with several, points decide";
        next_first: NextFirst,
            "who attacks first in later games: the lowest trump, or the seat before the last durak";
        max_bouts: u32 = 1000, Allowed::Range(1, 100_000),
            "the bout after which a game is drawn among those who still hold cards";
        last_card: LastCard,
            "if the last seats run out together: a draw, or the defender is the durak";
    }
}
