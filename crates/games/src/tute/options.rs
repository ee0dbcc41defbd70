//! The type of the game, and the options of a match.

use juez_core::{Allowed, option_words, options};

/// The game.
#[derive(Debug)]
pub enum Tute {}

option_words! {
    /// The choice of the trump suit.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    pub enum TrumpRule {
        /// Oros, copas, espadas, bastos in turn.
        Cycle = "cycle",
        /// The last card dealt, which everyone sees.
        LastCard = "last_card",
    }
}

option_words! {
    /// The table of six.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    pub enum Six {
        /// The dealer sits out.
        DealerOut = "dealer_out",
        /// All six play, without the four twos.
        NoTwos = "no_twos",
    }
}

option_words! {
    /// The hands of three that exchange the two of oros for the card left over.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    pub enum Swap {
        /// In every hand of three.
        Every = "every",
        /// In the first hand of the match.
        First = "first",
    }
}

option_words! {
    /// The result of a capote by a player who sang.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    pub enum CapoteCanto {
        /// The player wins like any other.
        Wins = "wins",
        /// The player alone loses.
        Loses = "loses",
    }
}

option_words! {
    /// The losers if a tie leaves no player in the middle.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    pub enum Tie {
        /// Every player with a trick.
        All = "all",
        /// The seats that tied.
        Tied = "tied",
    }
}

option_words! {
    /// The cost of an illegal card.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    pub enum Illegal {
        /// The hand, and a poroto.
        Fallo = "fallo",
        /// The referee's usual reaction to illegal moves.
        Reject = "reject",
    }
}

options! {
    /// The options of a match.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    pub struct Options {
        seats: u8 = 3, Allowed::Range(3, 6), "how many play";
        limit: u8 = 4, Allowed::Range(1, 99), "the porotos with which a player retires";
        trump: TrumpRule,
            "trump is oros, copas, espadas, bastos in turn, or the suit of the last card dealt";
        six: Six, "of six the dealer sits out, or all play without the twos";
        swap: Swap,
            "O2 is exchanged for the card left over in every hand of three, or in the first only";
        capote_canto: CapoteCanto, "who sang and takes every trick wins, or loses alone";
        tie: Tie, "with a tie and no player in the middle all with a trick lose, or those who tied";
        illegal: Illegal, "a card that may not be played costs the hand, or is a fault like any other";
    }
}
