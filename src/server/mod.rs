//! Floor 7: matches in the browser, live, replayed, and with people at any seat.
//!
//! | module | |
//! |---|---|
//! | `film` | a match as a sequence of items for one set of eyes; live and replayed are one form |

mod film;

pub use film::{Film, Head, Item, Player, Reel};
