//! Scopone: its rules, its words, its bots and what holds in every match.
//!
//! | file | what it is about |
//! |---|---|
//! | `bots` | the built-in bots: what they decide on hands set up by hand, and how they fare |
//! | `captures` | what a card captures, and when it must |
//! | `deals` | the deal: sizes, kings on the table, what is refused; who plays when |
//! | `fare` | single hands between bots, and by how much one leads |
//! | `matches` | how a match ends, alone and in pairs |
//! | `options` | which go together, which are refused, how they are written |
//! | `oracle` | the rules once more, slow and plain, sharing no code with the game |
//! | `points` | carte, denari, settebello, primiera |
//! | `properties` | random matches: against the oracle, and what every position must keep |
//! | `scope` | scope, and where the table goes at the end of a hand |
//! | `scripts` | the sample scripts |
//! | `table` | hands set up by hand |
//! | `views` | what each seat sees |
//! | `words` | notation, what scripts may ask, what people read |

mod bots;
mod captures;
mod deals;
mod fare;
mod matches;
mod options;
mod oracle;
mod points;
mod properties;
mod scope;
mod scripts;
mod table;
mod views;
mod words;
