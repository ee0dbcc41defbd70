//! A class: its people, their bots, and everything they save, in one SQLite file.
//!
//! Each person belongs to a team of one to three, and bots belong to teams. A bot has one *draft*,
//! which changes with every saved keystroke, and *versions*, which never change. All requests come
//! from the web; this crate decides which of them a person's rights allow.
//!
//! | file | |
//! |---|---|
//! | `words` | sentences of refusals |
//! | `error` | errors of a class |
//! | `codes` | codes that people type, keys, and their hashes |
//! | `names` | names of people and bots |
//! | `source` | the source of a bot as people save it |
//! | `tables` | tables of the file |
//! | `store` | opens, locks and copies the file |
//! | `check` | checks an untrusted file |
//! | `people` | people and their teams |
//! | `incidents` | refused requests that a teacher should see |
//! | `browsers` | browsers in which students were logged in, and the rules for joining from one |
//! | `waiting` | join requests and the teacher's decision |
//! | `sessions` | people who are logged in, and their tokens |
//! | `settings` | id, join code, switches of the teacher, teacher key |
//! | `entry` | opening a class, joining, coming back |
//! | `bots` | bots, and who may read and change them |
//! | `drafts` | the sources of bots: drafts and versions |
//! | `ticks` | the tests of exercises that bots have passed |
//! | `questions` | positions put to all, and the answers |
//! | `releases` | the bots that a person can play, and the versions that classmates play |
//! | `ladder` | the versions of bots on the ladder |
//! | `tournaments` | the tournaments that the teacher holds |
//! | `export` | all bots, copied out of the class |

#![allow(missing_docs, reason = "only juez uses this crate, and most names and messages say it")]

mod bots;
mod browsers;
mod check;
mod codes;
mod drafts;
mod entry;
mod error;
mod export;
mod incidents;
mod ladder;
mod names;
mod people;
mod questions;
mod releases;
mod sessions;
mod settings;
mod source;
mod store;
mod tables;
mod ticks;
mod tournaments;
mod waiting;
mod words;

pub use bots::{BotId, BotSummary, language_of};
pub use browsers::Origin;
pub use codes::fresh_secret;
pub use drafts::{Draft, NewBot, PlayableBot, Saved, Version};
pub use error::{ClassError, ClassErrorKind};
pub use export::{BOTS_FILE, ExportedBot, ExportedVersion, folder_name};
pub use incidents::Incident;
pub use ladder::{LadderBot, LadderName, LadderPick};
pub use names::same_name;
pub use people::{MAX_TEAM, Person, PersonId, Role, TeamId};
pub use questions::{Answer, ListedAnswer, Question, QuestionId};
pub use sessions::{Login, SessionKind};
pub use source::{SourceFiles, check_files};
pub use store::{CLASS_FILE, Class};
pub use tournaments::{NewTournament, Tournament, TournamentId, TournamentState};
pub use waiting::{Joined, Wait, Waiting, WaitingId};
pub use words::SENTENCES;

fn now() -> i64 {
    juez_storage::unix_time() as i64
}
