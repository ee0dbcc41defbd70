//! The house rules.

use serde::{Deserialize, Serialize};

use crate::core::{Allowed, OptionInfo, OptionsError, check_options};

/// The house rules of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many seats play, 2 to 6.
    pub seats: u8,
    /// How many cards the deck has, 36 or 52.
    pub deck: u8,
    /// Whether at most five cards may attack until something has been discarded.
    pub first5: bool,
    /// How many games the match has.
    pub games: u8,
    /// Who attacks first in the games after the first.
    pub next_first: NextFirst,
    /// The bout at which a game is drawn.
    pub max_bouts: u32,
    /// The end of a game in which no player has a card left.
    pub last_card: LastCard,
}

/// Who attacks first in the games after the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NextFirst {
    /// The holder of the lowest trump, as in the first game.
    #[default]
    LowestTrump,
    /// The seat before the last durak, who thus defends; after a drawn game the lowest trump.
    AttackTheDurak,
}

/// What it means if the last seats run out of cards in the same bout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LastCard {
    /// A draw between them.
    #[default]
    Draw,
    /// The defender is the durak.
    AttackerWins,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            seats: 2,
            deck: 36,
            first5: false,
            games: 1,
            next_first: NextFirst::default(),
            max_bouts: 1000,
            last_card: LastCard::default(),
        }
    }
}

impl Options {
    /// These options, if every value is one that [`OPTIONS`] allows.
    pub(super) fn checked(self) -> Result<Options, OptionsError> {
        check_options("durak", OPTIONS, &self)?;
        Ok(self)
    }
}

/// What may be chosen.
pub(super) const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "seats",
        allowed: Allowed::Range(2, 6),
        default: "2",
        doc: "how many play, each for himself",
    },
    OptionInfo {
        name: "deck",
        allowed: Allowed::Numbers(&[36, 52]),
        default: "36",
        doc: "cards in the deck: from six or from two up to the ace",
    },
    OptionInfo {
        name: "first5",
        allowed: Allowed::Switch,
        default: "false",
        doc: "until something has been discarded at most five cards attack in a bout",
    },
    OptionInfo {
        name: "games",
        allowed: Allowed::Range(1, 99),
        default: "1",
        doc: "games in a match; with several, points decide",
    },
    OptionInfo {
        name: "next_first",
        allowed: Allowed::Words(&["lowest_trump", "attack_the_durak"]),
        default: "lowest_trump",
        doc: "who attacks first in later games: the lowest trump, or the seat before the last durak",
    },
    OptionInfo {
        name: "max_bouts",
        allowed: Allowed::Range(1, 100_000),
        default: "1000",
        doc: "the bout after which a game is drawn among those who still hold cards",
    },
    OptionInfo {
        name: "last_card",
        allowed: Allowed::Words(&["draw", "attacker_wins"]),
        default: "draw",
        doc: "if the last seats run out together: a draw, or the defender is the durak",
    },
];
