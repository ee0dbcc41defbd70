//! Scopone: its rules, its words, its bots, and properties of every match.
//!
//! | file | contents |
//! |---|---|
//! | `bots` | the built-in bots: their decisions on hands set up by hand, and their strength |
//! | `captures` | the captures of a card, and when it must capture |
//! | `deals` | the deal: sizes, kings on the table, refusals; the seat to play |
//! | `fare` | single hands between bots, and the lead of one of them |
//! | `matches` | ends of a match, alone and in pairs |
//! | `options` | options: conflicts, refusals, their serialized form |
//! | `oracle` | the rules once more, slow and plain, sharing no code with the game |
//! | `patterns` | kinds of decisions that cost points, at prepared positions |
//! | `points` | carte, denari, settebello, primiera |
//! | `properties` | random matches: against the oracle, and rules of every position |
//! | `scope` | scope, and the cards left on the table at the end of a hand |
//! | `table` | hands set up by hand |
//! | `views` | the view of each seat |
//! | `words` | notation, queries of scripts, words for people |

mod bots;
mod captures;
mod deals;
mod fare;
mod matches;
mod options;
mod oracle;
mod patterns;
mod points;
mod properties;
mod scope;
mod table;
mod views;
mod words;
