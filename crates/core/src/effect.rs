//! The effects of a move or a deal on a table, for viewers that do not know the rules.

use serde::Serialize;
use std::fmt::Display;

use super::Seat;

/// One effect of a move or a deal, as one observer saw it.
///
/// Effects derive from two views of the same observer, so they reveal nothing more. A game lists
/// its kinds in `effects.rs`. Pieces move between zones: `hand:2`, `pile:0`, `talon`.
///
/// ```
/// use juez_core::{Effect, Seat, zone};
///
/// let seat = Seat::new(2);
/// let effect = Effect::new("play").seat(seat).moved(zone("hand", seat), "trick").pieces(["O12"]);
/// let json = r#"{"kind":"play","seat":2,"from":"hand:2","to":"trick","pieces":["O12"]}"#;
/// assert_eq!(serde_json::to_string(&effect).unwrap(), json);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct Effect {
    /// The kind, in a word of the game: `beat`, `capture`, `scopa`.
    pub kind: &'static str,
    /// The seat that did it, or that it concerns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The zone that pieces leave; absent if none move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The zone that they enter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The pieces that the observer knows, in notation and in the order in which they move.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<String>,
    /// The number of further moving pieces, unknown to the observer.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    #[serde(skip_serializing_if = "is_zero")]
    pub unknown: u8,
    /// The piece they are laid on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
    /// The points scored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// Returns the name of a zone that belongs to a seat: `hand:2`.
pub fn zone(name: &str, seat: Seat) -> String {
    format!("{name}:{seat}")
}

impl Effect {
    /// Creates an effect of a kind, without seat or pieces.
    pub fn new(kind: &'static str) -> Effect {
        Effect { kind, ..Effect::default() }
    }

    /// Sets the seat.
    pub fn seat(self, seat: Seat) -> Effect {
        Effect { seat: Some(seat), ..self }
    }

    /// Sets the zones that pieces leave and enter.
    pub fn moved(self, from: impl Into<String>, to: impl Into<String>) -> Effect {
        Effect { from: Some(from.into()), to: Some(to.into()), ..self }
    }

    /// Sets the known pieces.
    pub fn pieces(self, pieces: impl IntoIterator<Item: Display>) -> Effect {
        Effect { pieces: pieces.into_iter().map(|piece| piece.to_string()).collect(), ..self }
    }

    /// Sets the number of unknown pieces.
    pub fn unknown(self, unknown: u8) -> Effect {
        Effect { unknown, ..self }
    }

    /// Sets the piece that they are laid on.
    pub fn on(self, piece: Option<impl Display>) -> Effect {
        Effect { on: piece.map(|piece| piece.to_string()), ..self }
    }

    /// Sets the points.
    pub fn points(self, points: i32) -> Effect {
        Effect { points: Some(points), ..self }
    }
}
