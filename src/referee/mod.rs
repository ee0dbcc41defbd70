//! Floor 2: the referee. It owns the truth of a match, asks the bots, checks every move by the
//! rules, judges faults, writes the record, and walks through records again.
//!
//! | file | what it is |
//! |---|---|
//! | `spec` | what a match needs before it can begin, and why it cannot |
//! | `table` | a match in progress: the only owner of the true state |
//! | `play` | the match loop |
//! | `chance` | what follows from the seed of a match |
//! | `people` | who attends a seat and says at each decision who makes it |
//! | `audit` | what a record says beside moves and end: whether it can have been so |
//! | `calls` | calling a bot: panics caught, journal opened |
//! | `watch` | what an onlooker beside the table is told while a match runs |
//! | `inquiry` | asking a bot again what it was asked in a match |
//! | `examination` | putting a bot before a position |
//! | `faults` | what a fault costs, and the ranks that follow |
//! | `hands` | what a game counts in the hands of a record |
//! | `replay` | walking through a record |
//! | `verify` | the end that a record should have |
//! | `words` | the sentences in which it says what is wrong |

mod audit;
mod calls;
mod chance;
mod examination;
mod faults;
mod hands;
mod inquiry;
mod people;
mod play;
mod replay;
mod spec;
mod table;
mod verify;
mod watch;
mod words;

pub use audit::audit;
pub use calls::{Lost, panicked};
pub use chance::{bot_seed, substitute_seed};
pub use examination::{ExaminationError, Examined, Task, examine, place};
pub use faults::{Judge, ranks};
pub use hands::hands;
pub use inquiry::{Inquiry, InquiryError, inquire, look};
pub use people::{Choice, NoPeople, People};
pub use play::{play, play_with};
pub use replay::{Position, Replay, ReplayError, ReplayErrorKind};
pub use spec::{MatchSpec, PlayError};
pub use table::{MoveRefused, Table};
pub use verify::verify;
pub use watch::{Call, Silent, Watch};
pub use words::SENTENCES;
