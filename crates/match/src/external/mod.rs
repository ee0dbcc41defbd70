//! External players: programs in any language, in real time and without a sandbox.
//!
//! A program is started for each match and ended with it. Requests and answers are lines on its
//! standard input and output; its standard error is its log. `docs/any-language.md` describes the
//! protocols.
//!
//! | file | contents |
//! |---|---|
//! | `words` | the sentences about programs |
//! | `spec` | a program and its protocol, as given on the command line |
//! | `guard` | the parent process of a program, which kills it with all its descendants |
//! | `protocol` | the calls of every protocol, and the ways to lose a program |
//! | `process` | a running program: lines with deadlines |
//! | `json_lines` | `exec:`, JSON lines for every game |
//! | `line_engine` | `engine:`, the lines of `juez engine` |
//! | `qtp` | `qtp:`, the Quoridor Text Protocol |
//! | `quoridor_text` | moves of Quoridor in that protocol |
//! | `bot` | adapts a program to a bot of any game: its clock, its faults |

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
