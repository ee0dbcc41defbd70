//! Durak: its rules, its words, its bots and what holds in every match.
//!
//! | file | what it is about |
//! |---|---|
//! | `bots` | the built-in bots: their rules one by one, and that they beat chance |
//! | `oracle` | the rules once more, slow and plain, sharing no code with the game |
//! | `properties` | random matches: against the oracle, and what every position must keep |
//! | `rules` | every case of the rules |
//! | `scripts` | the sample scripts of the house |
//! | `table` | positions set up by hand, and moves as text |
//! | `words` | notation, reasons, options, queries, views as data, the drawn table |

mod bots;
mod oracle;
mod properties;
mod rules;
mod scripts;
mod table;
mod words;
