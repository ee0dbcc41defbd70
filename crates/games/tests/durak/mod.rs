//! Durak: its rules, its words, its bots, and properties of every match.
//!
//! | file | contents |
//! |---|---|
//! | `bots` | the built-in bots: their rules one by one, and their lead over chance |
//! | `bouts` | attack, defence, throwing in, taking, and the limit |
//! | `deals` | cards and the deal: the first attacker, refused deals |
//! | `endings` | ends of a game: the durak, draws, `last_card` and `max_bouts` |
//! | `knowledge` | knowledge of hidden hands: determinizations |
//! | `matches` | several games: points, ranks, the first attacker of the next |
//! | `oracle` | the rules once more, slow and plain, sharing no code with the game |
//! | `patterns` | kinds of decisions that cost points, at prepared positions |
//! | `properties` | random matches: against the oracle, and rules of every position |
//! | `refills` | the refill, and the next attacker |
//! | `table` | positions set up by hand, and moves as text |
//! | `views` | the view of each seat, and possible places of hidden cards |
//! | `words` | notation, reasons, options, queries, views as data, the drawn table |

mod bots;
mod bouts;
mod deals;
mod endings;
mod knowledge;
mod matches;
mod oracle;
mod patterns;
mod properties;
mod refills;
mod table;
mod views;
mod words;
