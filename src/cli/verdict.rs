//! Exit codes of commands.

/// Result of a command that met no error; each is its exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Done = 0,
    Failed = 1,
    Wrong = 2,
    /// A statistical test has seen too little to decide.
    Undecided = 3,
    /// Left by a person before the end.
    Interrupted = 130,
}
