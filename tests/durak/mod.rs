//! Durak: its rules, its words, its bots and what holds in every match.
//!
//! | file | what it is about |
//! |---|---|
//! | `bots` | the built-in bots: their rules one by one, and that they beat chance |
//! | `bouts` | attack, defence, throwing in, taking, and the limit |
//! | `deals` | cards and the deal: who attacks first, what is refused |
//! | `endings` | how a game ends: the durak, draws, `last_card` and `max_bouts` |
//! | `knowledge` | what may be known of hidden hands: guesses, and views that tell no more |
//! | `matches` | several games: points, ranks, who attacks first in the next |
//! | `oracle` | the rules once more, slow and plain, sharing no code with the game |
//! | `properties` | random matches: against the oracle, and what every position must keep |
//! | `refills` | the refill, and who attacks next |
//! | `scripts` | the sample scripts |
//! | `table` | positions set up by hand, and moves as text |
//! | `views` | what each seat sees, and what may be hidden where |
//! | `words` | notation, reasons, options, queries, views as data, the drawn table |

mod bots;
mod bouts;
mod deals;
mod endings;
mod knowledge;
mod matches;
mod oracle;
mod properties;
mod refills;
mod scripts;
mod table;
mod views;
mod words;
