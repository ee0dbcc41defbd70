//! Ctrl-C: the first one lets the running matches end, the second one ends at once.

use anyhow::Context;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::cli::text::tell;

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// From now on Ctrl-C sets the flag. `resume` is the command that goes on, told by the second one.
pub(super) fn listen(resume: String) -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let pressed = stop.clone();
    ctrlc::set_handler(move || {
        if pressed.swap(true, Ordering::Relaxed) {
            // What was played since the last commit, a tenth of a second, is played again.
            tell(format_args!("\n{}", go_on(&resume)));
            std::process::exit(INTERRUPTED);
        }
        tell("\nthe running matches are played to their end; Ctrl-C again leaves them");
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(stop)
}

/// How to go on after an interruption.
pub(super) fn go_on(resume: &str) -> String {
    format!("interrupted; to go on: {resume}")
}
