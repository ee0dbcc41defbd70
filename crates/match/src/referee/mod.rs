//! The referee. It owns the state of a match, asks the bots for moves, checks every move against
//! the rules, judges faults, writes the record, and replays records.
//!
//! | file | contents |
//! |---|---|
//! | `setup` | the setup of a match, and the reasons why it cannot begin |
//! | `table` | a match in progress: the only owner of its state |
//! | `any_table` | a table with its game erased, for observers |
//! | `array_table` | a table as arrays of numbers, for programs that learn |
//! | `sight` | the knowledge of a seat that outlives its position |
//! | `onlooker` | onlookers of a running match |
//! | `function` | functions of this program as bots |
//! | `person` | people at a table, asked at each decision who makes it |
//! | `play` | the match loop |
//! | `calls` | calls of a bot: catches panics, opens the journal |
//! | `chance` | seeds derived from the seed of a match |
//! | `faults` | the cost of a fault, and the resulting ranks |
//! | `replay` | walks through a record |
//! | `verify` | checks the end of a record |
//! | `audit` | checks whether the rest of a record is possible |
//! | `luck` | the luck of a deal, by hands of the strongest bot |
//! | `review` | values the decisions of a record |
//! | `inspect` | asks a bot about a position of a record |
//! | `analysis` | asks bots about positions from outside |
//! | `hands` | the figures of a game over the hands of a record |
//! | `words` | the sentences of the referee |

mod analysis;
mod any_table;
mod array_table;
mod audit;
mod calls;
mod chance;
mod decisions;
mod faults;
mod function;
mod hands;
mod inspect;
mod luck;
mod onlooker;
mod person;
mod play;
mod replay;
mod review;
mod setup;
mod sight;
mod table;
mod verify;
mod words;

pub use analysis::{Analysis, AnyAnalysis};
pub use any_table::{AnyTable, JsonText, Snapshot};
pub use array_table::{ArrayTable, EntryRefused};
pub use audit::audit;
pub use calls::{Lost, panicked};
pub use chance::{bot_seed, substitute_seed};
pub use decisions::{Decision, decisions};
pub use faults::{Judge, ranks};
pub use function::{Function, FunctionBot};
pub use hands::hands;
pub use inspect::{InspectError, Inspection, Request, Task, inspect};
pub use luck::ReviewedHand;
pub use onlooker::{Call, Onlooker, Step};
pub use person::{Asked, Choice, Person};
pub use play::{Occupant, play, play_with};
pub use replay::{Moment, Position, RecordFault, Replay, positions, states};
pub use review::{Hindsight, ReviewPart, ReviewStep, Reviewed, Verdict, alternatives, review};
pub use setup::{MatchSetup, PlayError};
pub use sight::Sight;
pub(crate) use sight::SightOf;
pub use table::{MoveRefused, Table};
pub use verify::verify;
pub use words::SENTENCES;
