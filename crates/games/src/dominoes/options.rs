//! The type of the game, and the options of a match.

use juez_core::{Allowed, option_words, options};

/// The game.
#[derive(Debug)]
pub enum Dominoes {}

option_words! {
    /// The seat that plays the first tile of a later hand, for the pair that opens it.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    pub enum Opener {
        /// The pair's lower seat chooses itself or its partner.
        Ask = "ask",
        /// The deal names it.
        Random = "random",
        /// The member who won the last hand.
        Winner = "winner",
    }
}

option_words! {
    /// The value of a closed hand with equal pips.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    pub enum Tie {
        /// Nothing; the same pair opens again.
        NoScore = "no_score",
        /// The pair that did not open wins it.
        OpenerPairLoses = "opener_pair_loses",
    }
}

option_words! {
    /// The remaining tiles that count for the winners of a hand.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    pub enum Count {
        /// The pips of the losing pair.
        Losers = "losers",
        /// All.
        All = "all",
    }
}

option_words! {
    /// Signals between partners before a hand.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    pub enum Signals {
        /// No signals.
        None = "none",
        /// Each seat signals two numbers to its partner, `sig:D:F`.
        Seed = "seed",
    }
}

options! {
    /// The options of a match.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    pub struct Options {
        seats: u8 = 4, Allowed::Numbers(&[4]), "how many play: two pairs";
        target: u16 = 100, Allowed::Range(1, 9999),
            "the score that wins the match; 1 = until the first score";
        opener: Opener,
            "who opens a later hand for its pair: the lower seat chooses, chance, or the winner";
        tie: Tie, "a closed hand with equal pips: neither pair scores, or the pair that opened loses it";
        count: Count, "which tiles left over count: the losing pair's, or all";
        signal: Signals,
            "`seed`: before each hand every seat tells its partner its doubles and its most frequent number";
    }
}
