//! What one observer may know.

use serde::{Deserialize, Serialize};

use super::super::cards::{Cards, Italian};
use super::Public;
use crate::core::Seat;

/// What lies open, and the observer's own hand.
///
/// Written as `{"seat":0,"hand":["B1",..],"public":{"table":["D7",..],..}}`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The seat of the view; `None` for an onlooker.
    pub(super) seat: Option<Seat>,
    /// His hand.
    pub(super) hand: Cards<Italian>,
    /// What everybody sees.
    pub(super) public: Public,
}

impl View {
    /// The seat of the view; `None` for an onlooker.
    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// The observer's hand.
    pub fn hand(&self) -> Cards<Italian> {
        self.hand
    }

    /// What everybody sees.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// The cards in the hands the observer does not see.
    pub fn unseen(&self) -> Cards<Italian> {
        self.public.unseen(self.hand)
    }
}
