//! Ctrl-C.

use anyhow::Context;
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::text::tell;
use super::verdict::Verdict;

/// Calls `first` at the first Ctrl-C and `last` before the second one ends the program.
///
/// # Errors
///
/// The system takes no handler for it, or gives no thread.
pub(super) fn on_ctrl_c(
    mut first: impl FnMut() + Send + 'static,
    last: impl Fn() + Send + 'static,
) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let listen = || -> std::io::Result<()> {
        let runtime = runtime?;
        let mut presses = runtime.block_on(async { presses() })?;
        std::thread::Builder::new().name("Ctrl-C".into()).spawn(move || {
            runtime.block_on(async {
                presses.recv().await;
                first();
                presses.recv().await;
                last();
                exit(Verdict::Interrupted as i32);
            });
        })?;
        Ok(())
    };
    listen().context("cannot listen for Ctrl-C")
}

#[cfg(unix)]
fn presses() -> std::io::Result<tokio::signal::unix::Signal> {
    use tokio::signal::unix::{SignalKind, signal};
    signal(SignalKind::interrupt())
}

#[cfg(windows)]
fn presses() -> std::io::Result<tokio::signal::windows::CtrlC> {
    tokio::signal::windows::ctrl_c()
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
