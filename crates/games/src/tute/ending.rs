//! The end of a hand, and its losers.

use serde::{Deserialize, Serialize};

use super::{CapoteCanto, Options, Tie};
use juez_core::{PerSeat, Seat, SeatSet};

/// The cause of the end of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// All cards were played.
    Played,
    /// A tute was sung.
    Tute,
    /// A card broke an obligation.
    Fallo,
}

/// The end of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Ending {
    /// Its cause.
    pub how: How,
    /// The seat that sang the tute or broke the obligation; `None` if all cards were played.
    pub by: Option<Seat>,
    /// The seats that get a poroto.
    pub losers: SeatSet,
}

/// Returns the losers of a hand that was played to its last card.
///
/// `players` are the seats in the hand, `points` include songs and the last trick, and `singers`
/// are the seats that sang a twenty or the forty.
///
/// ```
/// use juez_core::{PerSeat, Seat, SeatSet};
/// use juez_games::tute::{Options, losers};
/// let points = [60, 55, 15];
/// let lost = losers(
///     SeatSet::first(3),
///     &PerSeat::from_fn(3, |_| 4),
///     &PerSeat::from_fn(3, |seat| points[seat.index()]),
///     SeatSet::EMPTY,
///     &Options::default(),
/// );
/// assert!(lost.has(Seat::new(1)) && lost.len() == 1, "the one in the middle");
/// ```
pub fn losers(
    players: SeatSet,
    tricks: &PerSeat<u8>,
    points: &PerSeat<u16>,
    singers: SeatSet,
    options: &Options,
) -> SeatSet {
    let takers: SeatSet = players.iter().filter(|&seat| tricks[seat] > 0).collect();
    let with = |wanted: u16| takers.iter().filter(move |&seat| points[seat] == wanted);
    let most = takers.iter().map(|seat| points[seat]).max().unwrap_or(0);
    let least = takers.iter().map(|seat| points[seat]).min().unwrap_or(0);
    match takers.len() {
        0 => SeatSet::EMPTY,
        1 => {
            let sole = takers.iter().next().expect("there is one");
            let sang = singers.has(sole) && options.capote_canto == CapoteCanto::Loses;
            if sang { takers } else { players.without(sole) }
        }
        2 => with(least).collect(),
        _ if most == least => takers,
        _ => {
            let middle: SeatSet =
                takers.iter().filter(|&seat| (least + 1..most).contains(&points[seat])).collect();
            match options.tie {
                _ if !middle.is_empty() => middle,
                Tie::All => takers,
                Tie::Tied => [most, least]
                    .into_iter()
                    .filter(|&end| with(end).count() > 1)
                    .flat_map(with)
                    .collect(),
            }
        }
    }
}
