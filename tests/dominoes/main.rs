//! Dominoes: its rules, its words, its bots and what holds in every match.
//!
//! | file | what it is about |
//! |---|---|
//! | `bots` | the built-in bots: what they decide on hands made for it, and how they fare |
//! | `oracle` | the rules once more, slow and plain, sharing no code with the game |
//! | `properties` | random matches: against the oracle, and what every position must keep |
//! | `rules` | every case of the rules |
//! | `scripts` | the sample scripts of the house |
//! | `table` | hands set up by hand, and moves as text |
//! | `words` | notation, views as text, queries, the drawn table |

mod bots;
mod oracle;
mod properties;
mod rules;
mod scripts;
mod table;
mod words;
