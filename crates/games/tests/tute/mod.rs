//! Tute Cabrero: its rules, its words, its bots, and properties of every match.
//!
//! | file | contents |
//! |---|---|
//! | `bots` | the built-in bots: every rule of their levels, and their lead over random play |
//! | `deals` | the deal: sizes, the exchange, mano and dealer, trump, refusals |
//! | `endings` | ends of a hand and the losers' porotos: capote, ties, fallo |
//! | `fare` | the share of wins of a bot |
//! | `knowledge` | exact conclusions of a view, checked against every deal of the unseen cards |
//! | `matches` | the seats that retire, the end of a match, the ranks |
//! | `oracle` | the rules once more, slow and plain, sharing no code with the game |
//! | `patterns` | kinds of decisions that cost points, in prepared hands |
//! | `properties` | random matches: against the oracle, and rules of every position |
//! | `songs` | the songs that a seat may sing, their time, and the tute |
//! | `table` | hands set up by hand, and moves as text |
//! | `tricks` | the worth of cards, legal cards, the winner of a trick |
//! | `views` | the view of each seat, and the information in play about hidden hands |
//! | `words` | notation, reasons, options, the drawn table, queries |

mod bots;
mod deals;
mod endings;
mod fare;
mod knowledge;
mod matches;
mod oracle;
mod patterns;
mod properties;
mod songs;
mod table;
mod tricks;
mod views;
mod words;
