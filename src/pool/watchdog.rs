//! Ends workers whose calls take longer than they may.
//!
//! The parent waits for an answer in a plain read. One thread looks at all calls every few
//! milliseconds, and kills the process of a call that is past its deadline, which ends the read.

use parking_lot::Mutex;
use std::io;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use super::affinity;
use super::spawn::Child;
use crate::core::{Limits, ProcessClock};

/// Time past a limit of the clock from which a call is taken to hang: until then the VM's own look at
/// the clock may end it, which tells the line too.
const GRACE: Duration = Duration::from_millis(5);
/// Time between two looks. A call may last so much longer than its deadline, twice.
const TICK: Duration = Duration::from_millis(5);

/// The CPU time and the wall time that a call may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline {
    /// CPU time of the process.
    pub cpu: Duration,
    /// Wall time.
    pub wall: Duration,
}

impl Deadline {
    /// The deadline of a call that has `ms` reference milliseconds.
    pub fn of(ms: u32) -> Deadline {
        let times = |factor: u32| Duration::from_millis(u64::from(ms) * u64::from(factor)) + GRACE;
        Deadline { cpu: times(Limits::CPU_FACTOR), wall: times(Limits::WALL_FACTOR) }
    }

    /// So many times as long.
    #[must_use]
    pub fn times(self, factor: u32) -> Deadline {
        Deadline { cpu: self.cpu * factor, wall: self.wall * factor }
    }
}

/// A child process whose calls have deadlines. Dropping it ends the process.
pub struct Watched {
    worker: Arc<Worker>,
    id: u32,
    calls: u32,
}

/// What the watchdog sees of a process.
struct Worker {
    clock: Option<ProcessClock>,
    /// The number of the call that runs; 0 between calls.
    call: AtomicU32,
    /// The deadline of that call, in microseconds.
    cpu: AtomicU64,
    wall: AtomicU64,
    late: AtomicBool,
    /// Locked to kill and to wait: a process that was waited for may be another one's number.
    child: Mutex<Child>,
}

/// A call as the watchdog saw it first.
struct Seen {
    call: u32,
    cpu: Duration,
    begun: Instant,
}

static WORKERS: Mutex<Vec<(Weak<Worker>, Option<Seen>)>> = Mutex::new(Vec::new());
/// True while no call runs and the watchdog waits to be woken.
static ASLEEP: AtomicBool = AtomicBool::new(false);

impl Watched {
    /// Puts a child under watch.
    ///
    /// # Errors
    /// If the watchdog's thread cannot be started.
    pub fn new(child: Child) -> io::Result<Watched> {
        let id = child.id();
        watchdog()?;
        let worker = Arc::new(Worker {
            clock: ProcessClock::of(id),
            call: AtomicU32::new(0),
            cpu: AtomicU64::new(0),
            wall: AtomicU64::new(0),
            late: AtomicBool::new(false),
            child: Mutex::new(child),
        });
        WORKERS.lock().push((Arc::downgrade(&worker), None));
        Ok(Watched { worker, id, calls: 0 })
    }

    /// A call begins. The process is killed if it has not ended by the deadline.
    pub fn begin(&mut self, deadline: Deadline) {
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.calls = self.calls.wrapping_add(1).max(1);
        self.worker.cpu.store(micros(deadline.cpu), Ordering::Relaxed);
        self.worker.wall.store(micros(deadline.wall), Ordering::Relaxed);
        self.worker.call.store(self.calls, Ordering::SeqCst);
        if ASLEEP.load(Ordering::SeqCst)
            && let Some(watchdog) = WATCHDOG.get()
        {
            watchdog.unpark();
        }
    }

    /// The call is over.
    pub fn end(&mut self) {
        self.worker.call.store(0, Ordering::SeqCst);
    }

    /// True if the watchdog has killed it.
    pub fn is_late(&self) -> bool {
        self.worker.late.load(Ordering::SeqCst)
    }

    /// CPU time it has taken so far; zero where the system does not tell.
    pub fn cpu_time(&self) -> Duration {
        self.worker.cpu_time()
    }

    /// Its end, if it has ended.
    pub fn status(&self) -> Option<ExitStatus> {
        self.worker.child.lock().status()
    }

    /// The id of the process.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Ends the process.
    pub fn kill(&self) {
        let mut child = self.worker.child.lock();
        child.kill();
        child.wait();
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        // A worker that idles ends by itself when its pipe is closed; one that hangs does not.
        self.kill();
    }
}

impl Worker {
    fn cpu_time(&self) -> Duration {
        self.clock.as_ref().map_or(Duration::ZERO, ProcessClock::read)
    }

    /// Kills the process if its call is late; true while a call runs.
    fn look(&self, seen: &mut Option<Seen>, now: Instant) -> bool {
        let call = self.call.load(Ordering::SeqCst);
        if call == 0 {
            return false;
        }
        let cpu = self.cpu_time();
        let first = match seen {
            Some(first) if first.call == call => first,
            _ => seen.insert(Seen { call, cpu, begun: now }),
        };
        let past = |took: Duration, most: &AtomicU64| {
            took > Duration::from_micros(most.load(Ordering::Relaxed))
        };
        if past(now - first.begun, &self.wall) || past(cpu.saturating_sub(first.cpu), &self.cpu) {
            self.late.store(true, Ordering::SeqCst);
            self.child.lock().kill();
        }
        true
    }
}

/// Looks at every worker there is; true if a call of one runs.
fn look_at_all() -> bool {
    let (now, mut busy) = (Instant::now(), false);
    WORKERS.lock().retain_mut(|(worker, seen)| match worker.upgrade() {
        Some(worker) => {
            busy |= worker.look(seen, now);
            true
        }
        None => false,
    });
    busy
}

static WATCHDOG: OnceLock<Thread> = OnceLock::new();

/// Starts the thread, once.
fn watchdog() -> io::Result<()> {
    let _once = WORKERS.lock();
    if WATCHDOG.get().is_none() {
        let thread = thread::Builder::new().name("watchdog".into()).spawn(watch)?;
        let _ = WATCHDOG.set(thread.thread().clone());
    }
    Ok(())
}

fn watch() {
    // The thread that starts this one may be bound to the core of its match.
    affinity::bind(None, None);
    loop {
        while look_at_all() {
            thread::sleep(TICK);
        }
        ASLEEP.store(true, Ordering::SeqCst);
        // A call that began before that does not wake it.
        if !look_at_all() {
            thread::park();
        }
        ASLEEP.store(false, Ordering::SeqCst);
    }
}
