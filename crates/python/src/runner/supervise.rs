//! Work on threads of its own, while Python handles Ctrl-C.

use juez_script::STACK;
use pyo3::prelude::*;
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

use super::failed;
use crate::values::to_python;

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

/// Works on another thread without the lock of the interpreter, and calls `hear` with each value that
/// the work sends. An exception of `hear` and Ctrl-C set the flag of the work, at which it must end.
///
/// # Errors
/// If no thread can be started, or the work panics.
pub(super) fn supervised<R: Send + 'static>(
    hear: &Bound<'_, PyAny>,
    work: impl FnOnce(&Sender<Value>, Arc<AtomicBool>) -> R + Send + 'static,
) -> PyResult<Supervised<R>> {
    let (py, halt) = (hear.py(), Arc::<AtomicBool>::default());
    let (send, reports) = channel();
    let thread = Builder::new().name("juez".into()).stack_size(STACK);
    let flag = halt.clone();
    let thread = thread.spawn(move || work(&send, flag))?;
    let reports = Mutex::new(reports);
    let mut stopped = None;
    let mut until: Option<Instant> = None;
    while until.is_none_or(|until| Instant::now() < until) {
        match py.detach(|| next(&reports)) {
            Ok(report) if stopped.is_none() => {
                stopped = to_python(py, &report).and_then(|report| hear.call1((report,))).err();
            }
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
