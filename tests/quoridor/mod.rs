//! Quoridor: its rules, its words, its sample scripts and what holds in every match.
//!
//! | file | what it is about |
//! |---|---|
//! | `board` | positions set up by hand, and moves as text |
//! | `features` | planes and entries of moves for learners |
//! | `oracle` | the rules once more, slow and plain, sharing no code with the game |
//! | `perft` | the number of move sequences |
//! | `properties` | random games: against the oracle, and against their mirror images |
//! | `rules` | every case of the rules |
//! | `scripts` | the sample scripts |
//! | `words` | notation, reasons, views as text, queries, the drawn board |

mod board;
mod features;
mod oracle;
mod perft;
mod properties;
mod rules;
mod scripts;
mod words;
