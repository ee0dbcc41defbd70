//! The arguments of a running command, and its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::ReviewArgs;
use crate::cli::interrupt::stop_flag;
use crate::cli::options::cores;

pub(super) struct Task<'a> {
    pub args: &'a ReviewArgs,
    /// Set by Ctrl-C.
    pub stop: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl<'a> Task<'a> {
    pub fn begin(args: &'a ReviewArgs) -> anyhow::Result<Task<'a>> {
        let deadline = args.time.map(|time| Instant::now() + time);
        Ok(Task { args, stop: stop_flag(None)?, deadline })
    }

    /// Returns true after Ctrl-C, and once the time is over.
    pub fn is_over(&self) -> bool {
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        is_late || self.stop.load(Ordering::Relaxed)
    }

    /// Returns the number of matches to review at once.
    pub fn reviewers(&self) -> usize {
        self.args.concurrency.unwrap_or_else(|| cores().div_ceil(2)) as usize
    }
}
