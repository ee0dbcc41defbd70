//! Floor 7: matches in the browser, live, replayed, and with people at any seat.
//!
//! | module | |
//! |---|---|
//! | `film` | a match as a sequence of items for one set of eyes; live and replayed are one form |
//! | `wire` | what else pages are told, and what they ask for |
//! | `hall` | the matches that run and those that are stored, and who sits at them |

mod film;
mod hall;
mod wire;

pub use film::{Film, Head, Item, Player};
pub use hall::{
    BotChoice, GameChoice, Hall, HallError, HallOptions, Reel, Setting, Table, Trouble, Values,
    Visitor, Watching,
};
pub use wire::{
    Ask, Decider, Listed, Message, MoveRequest, NewMatch, OnClock, SeatRequest, SeatState, Status,
    TableState,
};
