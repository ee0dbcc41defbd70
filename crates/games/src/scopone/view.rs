//! The view of one observer.

use serde::{Deserialize, Serialize};

use super::Public;
use super::public::SEATS;
use crate::cards::{Cards, Italian};
use juez_core::{Seat, serde_forms};

/// The public state and the observer's own hand.
///
/// Serialized as `{"seat":0,"hand":["B1",..],"public":{"table":["D7",..],..}}`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct View {
    /// The seat of the view; `None` for an onlooker.
    pub seat: Option<Seat>,
    /// The observer's hand.
    pub hand: Cards<Italian>,
    /// The public state.
    pub public: Public,
}

serde_forms!(
    View,
    (Option<Seat>, Cards<Italian>, Public),
    |view| (view.seat, view.hand, view.public),
    |(seat, hand, public)| {
        let view = View { seat, hand, public };
        view.adds_up().then_some(view)
    },
);

impl View {
    /// Returns true if its numbers fit each other: the unseen cards fill the other hands.
    fn adds_up(&self) -> bool {
        let public = &self.public;
        if !public.is_in_range() || self.seat.is_some_and(|seat| u8::from(seat) >= SEATS) {
            return false;
        }
        let others = Seat::all(SEATS).filter(|&seat| Some(seat) != self.seat);
        let room: usize = others.map(|seat| public.held(seat)).sum();
        public.to_move.is_none() || room == self.unseen().len()
    }

    /// Returns the cards in the hands that the observer does not see.
    pub fn unseen(&self) -> Cards<Italian> {
        self.public.unseen(self.hand)
    }
}
