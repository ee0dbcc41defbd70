//! Exit codes of commands.

use std::process::ExitCode;

/// Result of a command that met no error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Done,
    Failed,
    Wrong,
    /// Left by a person before the end.
    Interrupted,
    /// A statistical test has seen too little to decide.
    Undecided,
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> ExitCode {
        ExitCode::from(match verdict {
            Verdict::Done => 0,
            Verdict::Failed => 1,
            Verdict::Wrong => 2,
            Verdict::Undecided => 3,
            Verdict::Interrupted => INTERRUPTED as u8,
        })
    }
}

/// Exit code after Ctrl-C.
pub(super) const INTERRUPTED: i32 = 130;
