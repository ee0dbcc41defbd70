//! The house rules.

use serde::{Deserialize, Serialize};

use crate::core::{Allowed, OptionInfo, OptionsError, check_options};

/// Who plays the first tile of a later hand for the pair that opens it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opener {
    /// The pair's lower seat is asked: itself or its partner.
    #[default]
    Ask,
    /// The deal says who.
    Random,
    /// The member who won the last hand for it.
    Winner,
}

/// What a closed hand with equal pips is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// Nothing; the same pair opens again.
    #[default]
    NoScore,
    /// The pair that did not open wins it.
    OpenerPairLoses,
}

/// Which tiles left over count for the winners of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Count {
    /// Those of the losing pair.
    #[default]
    Losers,
    /// All.
    All,
}

/// Whether partners signal before a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Signals {
    /// They do not.
    #[default]
    None,
    /// Each seat tells its partner two numbers, `sig:D:F`.
    Seed,
}

/// The house rules of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many seats play: 4.
    pub seats: u8,
    /// The score that wins the match, 1 to 9999.
    pub target: u16,
    /// Who plays the first tile of a later hand.
    pub opener: Opener,
    /// What a closed hand with equal pips is worth.
    pub tie: Tie,
    /// Which tiles left over count.
    pub count: Count,
    /// Whether partners signal before a hand.
    pub signal: Signals,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            seats: 4,
            target: 100,
            opener: Opener::default(),
            tie: Tie::default(),
            count: Count::default(),
            signal: Signals::default(),
        }
    }
}

impl Options {
    /// These options, if every value is one that [`OPTIONS`] allows.
    pub(super) fn checked(self) -> Result<Options, OptionsError> {
        check_options("dominoes", OPTIONS, &self)?;
        Ok(self)
    }
}

/// What may be chosen.
pub(super) const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "seats",
        allowed: Allowed::Numbers(&[4]),
        default: "4",
        doc: "how many play: two pairs",
    },
    OptionInfo {
        name: "target",
        allowed: Allowed::Range(1, 9999),
        default: "100",
        doc: "the score that wins the match; 1 = until the first score",
    },
    OptionInfo {
        name: "opener",
        allowed: Allowed::Words(&["ask", "random", "winner"]),
        default: "ask",
        doc: "who opens a later hand for its pair: the lower seat chooses, chance, or the winner",
    },
    OptionInfo {
        name: "tie",
        allowed: Allowed::Words(&["no_score", "opener_pair_loses"]),
        default: "no_score",
        doc: "a closed hand with equal pips: nobody scores, or the pair that opened loses it",
    },
    OptionInfo {
        name: "count",
        allowed: Allowed::Words(&["losers", "all"]),
        default: "losers",
        doc: "which tiles left over count: the losing pair's, or all",
    },
    OptionInfo {
        name: "signal",
        allowed: Allowed::Words(&["none", "seed"]),
        default: "none",
        doc: "`seed`: before each hand every seat tells its partner its doubles and its most frequent number",
    },
];
