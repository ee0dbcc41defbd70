//! Work on threads of its own, while Python handles Ctrl-C.

use juez_script::STACK;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

use super::failed;

/// Time between two looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);
/// Time for the work to end after Ctrl-C. A function of Python that takes longer ends by itself.
const LEAVE: Duration = Duration::from_millis(700);

/// The result of work, and why it was stopped.
pub(super) struct Supervised<R> {
    /// `None` if it did not end in time.
    pub result: Option<R>,
    /// An exception of `hear`, or `KeyboardInterrupt`.
    pub stopped: Option<PyErr>,
}

/// Works on another thread without the lock of the interpreter, and passes what it sends to `hear`.
/// An exception of `hear` and Ctrl-C set `halt`, at which the work must end.
///
/// # Errors
/// If no thread can be started, or the work panics.
pub(super) fn supervised<T, R>(
    py: Python<'_>,
    halt: &Arc<AtomicBool>,
    work: impl FnOnce(&Sender<T>) -> R + Send + 'static,
    mut hear: impl FnMut(Python<'_>, T) -> PyResult<()>,
) -> PyResult<Supervised<R>>
where
    T: Send + 'static,
    R: Send + 'static,
{
    let (send, reports) = channel();
    let thread = Builder::new().name("juez".into()).stack_size(STACK);
    let thread = thread.spawn(move || work(&send))?;
    let reports = Mutex::new(reports);
    let mut stopped = None;
    let mut until: Option<Instant> = None;
    while until.is_none_or(|until| Instant::now() < until) {
        match py.detach(|| next(&reports)) {
            Ok(report) if stopped.is_none() => stopped = hear(py, report).err(),
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if stopped.is_none() {
            stopped = py.check_signals().err();
        }
        if stopped.is_some() && until.is_none() {
            halt.store(true, Ordering::Relaxed);
            until = Some(Instant::now() + LEAVE);
        }
    }
    if until.is_some_and(|until| Instant::now() >= until) {
        return Ok(Supervised { result: None, stopped });
    }
    let result = py.detach(|| thread.join());
    let result = result.map_err(|_| failed("juez itself failed in this call"))?;
    Ok(Supervised { result: Some(result), stopped })
}

/// Works without the lock of the interpreter, on a thread with a stack for scripts.
///
/// # Errors
/// If no thread can be started, or the work panics.
pub(super) fn deep<R: Send>(py: Python<'_>, work: impl FnOnce() -> R + Send) -> PyResult<R> {
    let done = py.detach(|| {
        scope(|scope| {
            let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
            Ok::<_, std::io::Error>(thread.join())
        })
    });
    done?.map_err(|_| failed("juez itself failed in this call"))
}

fn next<T>(reports: &Mutex<Receiver<T>>) -> Result<T, RecvTimeoutError> {
    let reports = reports.lock().map_err(|_| RecvTimeoutError::Disconnected)?;
    reports.recv_timeout(LOOK)
}
