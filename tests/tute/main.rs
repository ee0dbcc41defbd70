//! Tute Cabrero: its rules, its words, its bots and what holds in every match.
//!
//! | file | what it is about |
//! |---|---|
//! | `bots` | the built-in bots: every rule of their levels, and that they beat what they should |
//! | `oracle` | the rules once more, slow and plain, sharing no code with the game |
//! | `properties` | random matches: against the oracle, and what every position must keep |
//! | `rules` | every case of the rules |
//! | `scripts` | the sample scripts of the house |
//! | `table` | hands set up by hand, and moves as text |

mod bots;
mod oracle;
mod properties;
mod rules;
mod scripts;
mod table;
