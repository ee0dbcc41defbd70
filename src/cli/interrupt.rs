//! Ctrl-C.

use anyhow::Context;
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::text::tell;
use super::verdict::Verdict;

/// Calls `first` at the first Ctrl-C, and `last` before the second one ends the program.
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

/// Returns a flag that the first Ctrl-C sets. Running matches are then played to their end; a
/// second Ctrl-C prints `last` and ends the program.
pub(super) fn stop_flag(last: Option<String>) -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let first = move || {
        flag.store(true, Ordering::Relaxed);
        tell("\nfinishing the running matches; press Ctrl-C again to stop at once");
    };
    on_ctrl_c(first, move || last.iter().for_each(tell))?;
    Ok(stop)
}
