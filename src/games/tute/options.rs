//! The house rules.

use serde::{Deserialize, Serialize};

use crate::core::{Allowed, OptionInfo, OptionsError, check_options};

/// The house rules of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many seats play, 3 to 6.
    pub seats: u8,
    /// The porotos with which a player retires.
    pub limit: u8,
    /// What makes a suit trump.
    pub trump: TrumpRule,
    /// How six play.
    pub six: Six,
    /// When the two of oros is exchanged for the card left over with three in the hand.
    pub swap: Swap,
    /// The result of a capote by a player who sang.
    pub capote_canto: CapoteCanto,
    /// The losers where a tie leaves no player in the middle.
    pub tie: Tie,
    /// What an illegal card costs.
    pub illegal: Illegal,
}

/// What makes a suit trump.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TrumpRule {
    /// Oros, copas, espadas, bastos in turn.
    #[default]
    Cycle,
    /// The last card dealt, which everybody sees.
    LastCard,
}

/// How six play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Six {
    /// The dealer sits out.
    #[default]
    DealerOut,
    /// All six play, without the four twos.
    NoTwos,
}

/// When the two of oros is exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Swap {
    /// In every hand of three.
    #[default]
    Every,
    /// In the first hand of the match.
    First,
}

/// The result of a capote by a player who sang.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CapoteCanto {
    /// He wins like any other.
    #[default]
    Wins,
    /// He alone loses.
    Loses,
}

/// The losers where a tie leaves no player in the middle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// Everybody with a trick.
    #[default]
    All,
    /// Those who tied.
    Tied,
}

/// What an illegal card costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Illegal {
    /// The hand, and a poroto.
    #[default]
    Fallo,
    /// Whatever the referee does about illegal moves.
    Reject,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            seats: 3,
            limit: 4,
            trump: TrumpRule::default(),
            six: Six::default(),
            swap: Swap::default(),
            capote_canto: CapoteCanto::default(),
            tie: Tie::default(),
            illegal: Illegal::default(),
        }
    }
}

impl Options {
    /// These options, if every number is one that [`OPTIONS`] allows.
    pub(super) fn checked(self) -> Result<Options, OptionsError> {
        check_options("tute", OPTIONS, &self)?;
        Ok(self)
    }
}

/// What may be chosen.
pub(super) const OPTIONS: &[OptionInfo] = &[
    OptionInfo { name: "seats", allowed: Allowed::Range(3, 6), default: "3", doc: "how many play" },
    OptionInfo {
        name: "limit",
        allowed: Allowed::Range(1, 99),
        default: "4",
        doc: "the porotos with which a player retires",
    },
    OptionInfo {
        name: "trump",
        allowed: Allowed::Words(&["cycle", "last_card"]),
        default: "cycle",
        doc: "trump is oros, copas, espadas, bastos in turn, or the suit of the last card dealt",
    },
    OptionInfo {
        name: "six",
        allowed: Allowed::Words(&["dealer_out", "no_twos"]),
        default: "dealer_out",
        doc: "of six the dealer sits out, or all play without the twos",
    },
    OptionInfo {
        name: "swap",
        allowed: Allowed::Words(&["every", "first"]),
        default: "every",
        doc: "O2 is exchanged for the card left over in every hand of three, or in the first only",
    },
    OptionInfo {
        name: "capote_canto",
        allowed: Allowed::Words(&["wins", "loses"]),
        default: "wins",
        doc: "who sang and takes every trick wins, or loses alone",
    },
    OptionInfo {
        name: "tie",
        allowed: Allowed::Words(&["all", "tied"]),
        default: "all",
        doc: "with a tie and nobody in the middle all with a trick lose, or those who tied",
    },
    OptionInfo {
        name: "illegal",
        allowed: Allowed::Words(&["fallo", "reject"]),
        default: "fallo",
        doc: "a card that may not be played costs the hand, or is a fault like any other",
    },
];
