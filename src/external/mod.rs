//! Players from outside: programs in any language, in real time and without walls.
//!
//! A program is started for each match and ended with it. Requests and answers are lines on its
//! standard input and output; what it writes on its standard error is its log. `docs/any-language.md`
//! has the protocols.
//!
//! | file | what it is |
//! |---|---|
//! | `words` | the sentences that are said of programs |
//! | `spec` | a program and its protocol, as the command line names them |
//! | `guard` | the parent of a program, which ends it with all that it started |
//! | `protocol` | the calls of every protocol, and the ways to lose a program |
//! | `process` | a running program: lines with deadlines |
//! | `json_lines` | `exec:`, JSON lines for every game |
//! | `line_engine` | `engine:`, the lines of `juez engine` |
//! | `qtp` | `qtp:`, the Quoridor Text Protocol |
//! | `quoridor_text` | moves of Quoridor as that protocol writes them |
//! | `bot` | a program at the table of any game: its clock, its faults |

mod bot;
mod guard;
mod json_lines;
mod line_engine;
mod process;
mod protocol;
mod qtp;
mod quoridor_text;
mod spec;
mod words;

pub use bot::ExternalBot;
pub use guard::{COMMAND, main as guard_main};
pub use quoridor_text::{from_qtp, to_qtp};
pub use spec::{ExternalSpec, SpecError};
pub use words::SENTENCES;
