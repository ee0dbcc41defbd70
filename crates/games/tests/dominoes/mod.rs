//! Dominoes: its rules, its words, its bots, and properties of every match.
//!
//! | file | contents |
//! |---|---|
//! | `bots` | the built-in bots: their decisions on prepared hands |
//! | `deals` | deals: the refused ones, and their serialized form |
//! | `endings` | ends of a hand, its score, and the end of a match |
//! | `openers` | the seat that opens each hand, and its tile |
//! | `oracle` | the rules once more, slow and plain, sharing no code with the game |
//! | `patterns` | kinds of decisions that cost points, on prepared hands |
//! | `play` | tiles, the chain and passing |
//! | `properties` | random matches: against the oracle, and rules of every position |
//! | `readings` | options for points that the article leaves open |
//! | `signals` | signals between partners |
//! | `strength` | the bots against each other and against chance |
//! | `table` | hands set up by hand, and moves as text |
//! | `views` | the view of each seat, and the information in passes and openings |
//! | `wins` | the matches that a pair of bots wins |
//! | `words` | notation, reasons, options, views as text, queries, the drawn table |

mod bots;
mod deals;
mod endings;
mod openers;
mod oracle;
mod patterns;
mod play;
mod properties;
mod readings;
mod signals;
mod strength;
mod table;
mod views;
mod wins;
mod words;
