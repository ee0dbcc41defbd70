//! The house rules.

use serde::{Deserialize, Serialize};

use crate::core::{
    Allowed, OptionInfo, OptionsError, Seat, Team, check_options, sentences, serde_forms,
};

sentences! {
    /// Why house rules do not go together.
    CONFLICTS:
    no_target() = "target does not go with kind=solo9: it is always a single hand";
    no_first() = "first does not go with kind=solo9: seat 0 always plays first";
}

/// Which scopone is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Four players, each for himself; nine cards each and four on the table; one hand.
    #[default]
    Solo9,
    /// Scopone a nove: the same deal in pairs, a match of several hands.
    Team9,
    /// Scopone scientifico: pairs, ten cards each and an empty table.
    Team10,
}

impl Kind {
    /// Cards dealt to each seat.
    pub const fn hand_size(self) -> usize {
        if matches!(self, Kind::Team10) { 10 } else { 9 }
    }

    /// Cards dealt to the table.
    pub const fn table_size(self) -> usize {
        if matches!(self, Kind::Team10) { 0 } else { 4 }
    }

    /// Whether partners play together.
    pub const fn in_pairs(self) -> bool {
        !matches!(self, Kind::Solo9)
    }

    /// The side a seat plays for.
    pub fn team(self, seat: Seat) -> Team {
        let seat = u8::from(seat);
        Team(if self.in_pairs() { seat % 2 } else { seat })
    }
}

/// Which sums may be captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sum {
    /// Any set that adds up.
    #[default]
    Any,
    /// Of the sets that add up, those of the fewest cards.
    Fewest,
}

/// The house rules of a match.
///
/// What `kind` has no use for stays away from records: `target` and `first` in `solo9`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, remote = "Self")]
pub struct Options {
    /// How many seats play: 4.
    pub seats: u8,
    /// Which scopone is played.
    pub kind: Kind,
    /// In pairs, the score that ends the match, 0 for a single hand; `None` for 21.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<u8>,
    /// In pairs, who plays first in hand 0; `None` for seat 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
    /// Whether emptying the table with the very last card is a scopa; `None` for what is usual.
    pub last_scopa: Option<bool>,
    /// Which sums may be captured.
    pub sum: Sum,
    /// The number of denari that make the point: 6, or 5, with which two sides may have it.
    pub denari: u8,
}

serde_forms!(
    Options,
    (u8, Kind, Option<u8>, Option<Seat>, Option<bool>, Sum, u8),
    |o| (o.seats, o.kind, o.target, o.first, o.last_scopa, o.sum, o.denari),
    |(seats, kind, target, first, last_scopa, sum, denari)| {
        Some(Options { seats, kind, target, first, last_scopa, sum, denari })
    },
);

impl Default for Options {
    fn default() -> Options {
        Options {
            seats: 4,
            kind: Kind::Solo9,
            target: None,
            first: None,
            last_scopa: None,
            sum: Sum::Any,
            denari: 6,
        }
    }
}

impl Options {
    /// The score that ends the match; 0 for a single hand.
    pub fn target(&self) -> u8 {
        if self.kind.in_pairs() { self.target.unwrap_or(21) } else { 0 }
    }

    /// Who plays first in hand 0.
    pub fn first(&self) -> Seat {
        self.first.unwrap_or(Seat::new(0))
    }

    /// Whether emptying the table with the very last card is a scopa.
    pub fn last_scopa(&self) -> bool {
        self.last_scopa.unwrap_or(!self.kind.in_pairs())
    }

    /// The options with the defaults filled in that depend on the kind.
    #[must_use]
    pub fn resolved(self) -> Options {
        let last_scopa = Some(self.last_scopa());
        if self.kind.in_pairs() {
            let (target, first) = (Some(self.target()), Some(self.first()));
            Options { target, first, last_scopa, ..self }
        } else {
            Options { last_scopa, ..self }
        }
    }

    /// These options, if they can be played.
    pub(super) fn checked(self) -> Result<Options, OptionsError> {
        let options = self.resolved();
        if !options.kind.in_pairs() {
            if options.target.is_some() {
                return Err(OptionsError::Conflict(no_target()));
            }
            if options.first.is_some() {
                return Err(OptionsError::Conflict(no_first()));
            }
        }
        check_options("scopone", OPTIONS, &options)?;
        Ok(options)
    }
}

/// What may be chosen.
pub(super) const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "seats",
        allowed: Allowed::Numbers(&[4]),
        default: "4",
        doc: "how many play",
    },
    OptionInfo {
        name: "kind",
        allowed: Allowed::Words(&["solo9", "team9", "team10"]),
        default: "solo9",
        doc: "each for himself or in pairs; nine cards and four on the table, or ten and none",
    },
    OptionInfo {
        name: "target",
        allowed: Allowed::Numbers(&[21, 16, 11, 0]),
        default: "21",
        doc: "the score that ends a match of pairs, 0 for a single hand; not with solo9",
    },
    OptionInfo {
        name: "first",
        allowed: Allowed::Range(0, 3),
        default: "0",
        doc: "the seat that plays first in the first hand; not with solo9",
    },
    OptionInfo {
        name: "last_scopa",
        allowed: Allowed::Switch,
        default: "true in solo9, false in pairs",
        doc: "emptying the table with the very last card is a scopa",
    },
    OptionInfo {
        name: "sum",
        allowed: Allowed::Words(&["any", "fewest"]),
        default: "any",
        doc: "capture any cards that add up, or only sets of the fewest cards",
    },
    OptionInfo {
        name: "denari",
        allowed: Allowed::Numbers(&[6, 5]),
        default: "6",
        doc: "how many denari make their point; with 5 two sides may have it",
    },
];
