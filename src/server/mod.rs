//! Floor 7: matches in the browser, live, replayed, and with people at any seat.
//!
//! | module | |
//! |---|---|
//! | `film` | a match as a sequence of items for one set of eyes; live and replayed are one form |
//! | `wire` | what else pages are told, and what they ask for |

mod film;
mod wire;

pub use film::{Film, Head, Item, Player, Reel};
pub use wire::{
    Ask, Decider, Listed, Message, MoveRequest, NewMatch, OnClock, SeatRequest, SeatState, Status,
    TableState,
};
