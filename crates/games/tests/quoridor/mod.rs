//! Quoridor: its rules, its words, and properties of every match.
//!
//! | file | contents |
//! |---|---|
//! | `board` | positions set up by hand, and moves as text |
//! | `features` | planes and entries of moves for learners |
//! | `oracle` | the rules once more, slow and plain, sharing no code with the game |
//! | `perft` | the number of move sequences |
//! | `properties` | random games: against the oracle, and against their mirror images |
//! | `rules` | every case of the rules |
//! | `words` | notation, reasons, views as text, queries, the drawn board |

mod board;
mod features;
mod oracle;
mod perft;
mod properties;
mod rules;
mod words;
