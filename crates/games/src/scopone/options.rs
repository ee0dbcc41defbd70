//! The type of the game, and the options of a match.

use juez_core::{Allowed, OptionsError, Seat, Team, option_words, options, sentences, serde_forms};

/// The game.
#[derive(Debug)]
pub enum Scopone {}

sentences! {
    /// Reasons why two options conflict.
    CONFLICTS:
    no_target() = "target cannot be used with kind=solo9: it is always a single hand";
    no_first() = "first cannot be used with kind=solo9: seat 0 always plays first";
}

option_words! {
    /// The kind of scopone.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    pub enum Kind {
        /// Four players, each for himself; nine cards each and four on the table; one hand.
        Solo9 = "solo9",
        /// Scopone a nove: the same deal in pairs, a match of several hands.
        Team9 = "team9",
        /// Scopone scientifico: pairs, ten cards each and an empty table.
        Team10 = "team10",
    }
}

impl Kind {
    /// Returns the number of cards dealt to each seat.
    pub const fn hand_size(self) -> usize {
        if matches!(self, Kind::Team10) { 10 } else { 9 }
    }

    /// Returns the number of cards dealt to the table.
    pub const fn table_size(self) -> usize {
        if matches!(self, Kind::Team10) { 0 } else { 4 }
    }

    /// Returns true if partners play together.
    pub const fn in_pairs(self) -> bool {
        !matches!(self, Kind::Solo9)
    }

    /// Returns the side of a seat.
    pub fn team(self, seat: Seat) -> Team {
        let seat = u8::from(seat);
        Team(if self.in_pairs() { seat % 2 } else { seat })
    }
}

option_words! {
    /// The sums that may be captured.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    pub enum Sum {
        /// Any set that adds up.
        Any = "any",
        /// The sets of the fewest cards that add up.
        Fewest = "fewest",
    }
}

options! {
    /// The options of a match.
    ///
    /// Records omit the options that `kind` does not use: `target` and `first` in `solo9`.
    #[serde(remote = "Self")]
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    pub struct Options {
        seats: u8 = 4, Allowed::Numbers(&[4]), "how many play";
        kind: Kind,
            "each for himself or in pairs; nine cards and four on the table, or ten and none";
        #[serde(skip_serializing_if = "Option::is_none")]
        target: Option<u8> = None => "21", Allowed::Numbers(&[21, 16, 11, 0]),
            "the score that ends a match of pairs, 0 for a single hand; not with solo9";
        #[serde(skip_serializing_if = "Option::is_none")]
        first: Option<Seat> = None => "0", Allowed::Range(0, 3),
            "the seat that plays first in the first hand; not with solo9";
        last_scopa: Option<bool> = None => "true in solo9, false in pairs", Allowed::Switch,
            "emptying the table with the very last card is a scopa";
        sum: Sum, "capture any cards that add up, or only sets of the fewest cards";
        denari: u8 = 6, Allowed::Numbers(&[6, 5]),
            "how many denari make their point; with 5 two sides may have it";
    }
}

serde_forms!(
    Options,
    (u8, Kind, Option<u8>, Option<Seat>, Option<bool>, Sum, u8),
    |o| (o.seats, o.kind, o.target, o.first, o.last_scopa, o.sum, o.denari),
    |(seats, kind, target, first, last_scopa, sum, denari)| {
        Some(Options { seats, kind, target, first, last_scopa, sum, denari })
    },
);

impl Options {
    /// Returns the score that ends the match; 0 for a single hand.
    pub fn target(&self) -> u8 {
        if self.kind.in_pairs() { self.target.unwrap_or(21) } else { 0 }
    }

    /// Returns the seat that plays first in the first hand.
    pub fn first(&self) -> Seat {
        self.first.unwrap_or(Seat::new(0))
    }

    /// Returns true if emptying the table with the very last card is a scopa.
    pub fn last_scopa(&self) -> bool {
        self.last_scopa.unwrap_or(!self.kind.in_pairs())
    }

    /// Fills in the defaults that depend on the kind.
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

    /// Fills in the defaults of options that do not conflict.
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
        Ok(options)
    }
}
