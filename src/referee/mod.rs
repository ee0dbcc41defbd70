//! The referee. It owns the truth of a match, asks the bots, checks every move by the
//! rules, judges faults, writes the record, and walks through records again.
//!
//! | file | contents |
//! |---|---|
//! | `setup` | everything a match is made of, and the reasons why it cannot begin |
//! | `table` | a match in progress: the only owner of the true state |
//! | `any_table` | a table with its game erased, for those who look on |
//! | `onlooker` | onlookers of a match that runs |
//! | `person` | people at a table, asked at each decision who makes it |
//! | `play` | the match loop |
//! | `calls` | calling a bot: panics caught, journal opened |
//! | `chance` | the seeds that follow from the seed of a match |
//! | `faults` | the cost of a fault, and the ranks that follow |
//! | `replay` | walking through a record |
//! | `verify` | the end that a record should have |
//! | `audit` | the rest of a record: whether it can have been so |
//! | `inspect` | asking a bot on a position of a record |
//! | `analysis` | asking bots on positions from outside |
//! | `hands` | the figures of a game in the hands of a record |
//! | `words` | the sentences of the referee |

mod analysis;
mod any_table;
mod audit;
mod calls;
mod chance;
mod decisions;
mod faults;
mod hands;
mod inspect;
mod onlooker;
mod person;
mod play;
mod replay;
mod setup;
mod table;
mod verify;
mod words;

pub use analysis::{Analysis, AnyAnalysis};
pub use any_table::{AnyTable, JsonText, Snapshot};
pub use audit::audit;
pub use calls::{Lost, panicked};
pub use chance::{bot_seed, substitute_seed};
pub use decisions::{Decision, decisions};
pub use faults::{Judge, ranks};
pub use hands::hands;
pub use inspect::{InspectError, Inspection, Request, Task, inspect};
pub use onlooker::{Call, Onlooker, Step};
pub use person::{Asked, Choice, Person};
pub use play::{Occupant, play, play_with};
pub use replay::{Moment, Position, RecordFault, Replay, positions};
pub use setup::{MatchSetup, PlayError};
pub use table::{MoveRefused, Table};
pub use verify::verify;
pub use words::SENTENCES;
