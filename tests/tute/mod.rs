//! Tute Cabrero: its rules, its words, its bots and what holds in every match.
//!
//! | file | what it is about |
//! |---|---|
//! | `bots` | the built-in bots: every rule of their levels, and that they beat what they should |
//! | `deals` | the deal: sizes, the exchange, mano and dealer, trump, what is refused |
//! | `endings` | how a hand ends and who gets a poroto: capote, ties, fallo |
//! | `fare` | how often a bot wins |
//! | `knowledge` | a view knows exactly what play has shown, every deal of the unseen cards tried |
//! | `matches` | who retires, when a match ends, the ranks |
//! | `oracle` | the rules once more, slow and plain, sharing no code with the game |
//! | `properties` | random matches: against the oracle, and what every position must keep |
//! | `scripts` | the sample scripts |
//! | `songs` | who may sing what and when, and the tute |
//! | `table` | hands set up by hand, and moves as text |
//! | `tricks` | what cards are worth, what may be played, who takes a trick |
//! | `views` | what each seat sees, and what play tells about hidden hands |
//! | `words` | notation, reasons, options, the drawn table, queries |

mod bots;
mod deals;
mod endings;
mod fare;
mod knowledge;
mod matches;
mod oracle;
mod properties;
mod scripts;
mod songs;
mod table;
mod tricks;
mod views;
mod words;
