//! Dominoes: its rules, its words, its bots and what holds in every match.
//!
//! | file | what it is about |
//! |---|---|
//! | `bots` | the built-in bots: what they decide on hands made for it |
//! | `deals` | which deals are refused, and how they are written |
//! | `endings` | how a hand ends, what it scores, when the match is won |
//! | `openers` | who opens each hand, and with what |
//! | `oracle` | the rules once more, slow and plain, sharing no code with the game |
//! | `play` | tiles, the chain and passing |
//! | `properties` | random matches: against the oracle, and what every position must keep |
//! | `readings` | what the article of the individualists and the pair leaves open, and its options |
//! | `scripts` | the sample scripts |
//! | `signals` | signals between partners |
//! | `strength` | how the bots fare against each other and against chance |
//! | `table` | hands set up by hand, and moves as text |
//! | `views` | what each seat sees, and what passes and openings tell |
//! | `words` | notation, reasons, options, views as text, queries, the drawn table |

mod bots;
mod deals;
mod endings;
mod openers;
mod oracle;
mod play;
mod properties;
mod readings;
mod scripts;
mod signals;
mod strength;
mod table;
mod views;
mod words;
