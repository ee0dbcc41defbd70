//! Floor 7: matches in the browser, live, replayed, and with people at any seat.
//!
//! | module | |
//! |---|---|
//! | `film` | a match as a sequence of items for one set of eyes; live and replayed are one form |
//! | `wire` | what else pages are told, and what they ask for |
//! | `hall` | the matches that run and those that are stored, and who sits at them |
//! | `site` | the server: its address, its routes, its beginning and its end |
//! | `door` | how many connections there are, and which have to go |
//! | `guard` | what every request and every answer has to pass |
//! | `visitor` | the cookie that tells visitors apart |
//! | `assets` | the pages, as `build.rs` has put them into the program |
//! | `api` | what pages ask for and tell |
//! | `aside` | what of it may take its time |
//! | `stream` | what happens, as it happens |
//! | `upload` | films of a file that a page shows |
//! | `rate` | how many matches a visitor may start |
//! | `error` | what is answered where something cannot be done |
//! | `words` | the sentences in which it is answered |

mod api;
mod aside;
mod assets;
mod door;
mod error;
mod film;
mod guard;
mod hall;
mod rate;
mod site;
mod stream;
mod upload;
mod visitor;
mod wire;
mod words;

pub use assets::missing as missing_pages;
pub use film::{Film, Head, Item, Player, SourceError};
pub use hall::{
    ArchiveError, BotChoice, GameChoice, Hall, HallError, HallOptions, Reel, Setting, Table,
    Trouble, Values, Visitor, Watching,
};
pub use site::{Site, SiteError};
pub use wire::{
    Ask, Decider, Listed, Message, MoveRequest, NewMatch, OnClock, PaceRequest, SeatRequest,
    SeatState, Status, TableState, Takeover,
};
pub use words::sentences;
