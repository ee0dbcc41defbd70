//! Ctrl-C.

use anyhow::Context;
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::text::tell;
use super::verdict::Verdict;

/// Calls `first` at the first Ctrl-C and `last` before the second one ends the program.
pub(super) fn on_ctrl_c(
    mut first: impl FnMut() + Send + 'static,
    last: impl Fn() + Send + 'static,
) -> anyhow::Result<()> {
    let mut pressed = false;
    let handler = move || {
        if std::mem::replace(&mut pressed, true) {
            last();
            exit(Verdict::Interrupted as i32);
        }
        first();
    };
    ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")
}

/// A flag that the first Ctrl-C sets. Matches that run then are played to their end, unless a second
/// one ends the program, after the text `last`.
pub(super) fn stop_flag(last: Option<String>) -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let first = move || {
        flag.store(true, Ordering::Relaxed);
        tell("\nthe running matches are played to their end; Ctrl-C again ends at once");
    };
    on_ctrl_c(first, move || last.iter().for_each(tell))?;
    Ok(stop)
}
