//! Exit codes of commands.

/// Result of a command without errors; the value is its exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Done = 0,
    Failed = 1,
    Wrong = 2,
    /// A statistical test has too little data.
    Undecided = 3,
    Interrupted = 130,
}
