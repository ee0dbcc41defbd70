//! Ends workers that exceed their limits.
//!
//! The parent waits for an answer in a plain read. One thread checks all workers every few
//! milliseconds and kills a process that exceeds a limit, which ends the read. It counts only the
//! CPU time and the sleep of the process, never wall time: on a busy machine a call takes longer
//! and has the same result.

use parking_lot::Mutex;
use std::io;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use super::affinity;
use super::asleep::sleeps;
use super::spawn::Child;
use juez_core::Limits;
use juez_script::clock::ProcessClock;

/// Tolerance beyond a time limit before a call counts as hung: within it, the VM's own check of the
/// clock can end the call, and then reports its line.
const GRACE: Duration = Duration::from_millis(5);
/// Polling interval. A call can exceed its deadline by twice this.
const TICK: Duration = Duration::from_millis(5);
/// Maximum sleep counted per check: the watchdog itself can have waited for a core.
const MOST_SLEEP: Duration = Duration::from_millis(20);
/// Shorter calls are not checked for sleep, because a check reads a file of the system.
const LONG_CALL: Duration = Duration::from_millis(50);
/// Time without CPU time or sleep after which the machine is considered not to run a process.
const STARVED: Duration = Duration::from_secs(60);
/// CPU time that a worker can use in one match outside calls. It ends its last match and reads its
/// bot in that time, which takes milliseconds.
const UNASKED: Duration = Duration::from_secs(1);

/// Limits of CPU time and sleep for a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline {
    /// CPU time of the process.
    pub cpu: Duration,
    /// Sleep of its thread, which no bot can cause.
    pub asleep: Duration,
}

impl Deadline {
    /// Creates the deadline of a call of `ms` reference milliseconds.
    pub fn of(ms: u32) -> Deadline {
        let times = |factor: u32| Duration::from_millis(u64::from(ms) * u64::from(factor)) + GRACE;
        Deadline { cpu: times(Limits::CPU_FACTOR), asleep: times(SLEEP_FACTOR) }
    }

    /// Multiplies both limits.
    #[must_use]
    pub fn times(self, factor: u32) -> Deadline {
        Deadline { cpu: self.cpu * factor, asleep: self.asleep * factor }
    }
}

/// Sleep milliseconds allowed per reference millisecond of a call.
const SLEEP_FACTOR: u32 = 50;

/// The reason why the watchdog killed a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overrun {
    /// A call exceeded its CPU time.
    CpuTime,
    /// The thread slept too long in a call.
    Asleep,
    /// The process used CPU time outside calls.
    Unasked,
    /// The machine did not run the process.
    Starved,
}

/// A child process whose calls have deadlines. Dropping it ends the process.
pub struct Watched {
    worker: Arc<Worker>,
    id: u32,
}

/// The watchdog's record of a process.
struct Worker {
    id: u32,
    clock: Option<ProcessClock>,
    /// The thread of its bot; 0 until known.
    thread: AtomicU32,
    /// Incremented when a call begins and when it ends: odd during a call.
    turn: AtomicU32,
    /// The deadline of the current call, in microseconds.
    cpu: AtomicU64,
    asleep: AtomicU64,
    /// CPU time in this match outside calls, in microseconds.
    unasked: AtomicU64,
    /// CPU time at the last check, in microseconds.
    taken: AtomicU64,
    /// The turn in which it was killed, and the reason.
    overrun: Mutex<Option<(u32, Overrun)>>,
    /// Locked to kill and to wait: after the wait, another process can have the id.
    child: Mutex<Child>,
}

/// The watchdog's observations of a call, or of the time between two.
struct Seen {
    turn: u32,
    /// The time of the first check, and the CPU time of the process at that moment.
    begun: Instant,
    cpu_then: Duration,
    /// The same for the last check.
    last: Instant,
    cpu: Duration,
    /// The last time it had used CPU time or slept.
    alive: Instant,
    asleep: Duration,
}

static WORKERS: Mutex<Vec<(Weak<Worker>, Option<Seen>)>> = Mutex::new(Vec::new());
/// True while all workers are idle and the watchdog waits to be woken.
static ASLEEP: AtomicBool = AtomicBool::new(false);

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

impl Watched {
    /// Starts to watch a child.
    ///
    /// # Errors
    /// If the watchdog's thread cannot be started.
    pub fn new(child: Child) -> io::Result<Watched> {
        let id = child.id();
        watchdog()?;
        let worker = Arc::new(Worker {
            id,
            clock: ProcessClock::of(id),
            thread: AtomicU32::new(0),
            turn: AtomicU32::new(0),
            cpu: AtomicU64::new(0),
            asleep: AtomicU64::new(0),
            unasked: AtomicU64::new(0),
            taken: AtomicU64::new(0),
            overrun: Mutex::new(None),
            child: Mutex::new(child),
        });
        WORKERS.lock().push((Arc::downgrade(&worker), None));
        Ok(Watched { worker, id })
    }

    /// Sets the thread that runs the bot, whose sleep counts.
    pub fn runs_in(&self, thread: u32) {
        self.worker.thread.store(thread, Ordering::Relaxed);
    }

    /// Begins a match: CPU time outside calls counts from zero.
    pub fn begin_match(&self) {
        self.worker.unasked.store(0, Ordering::Relaxed);
    }

    /// Begins a call. The watchdog kills the process if the call exceeds the deadline.
    pub fn begin(&mut self, deadline: Deadline) {
        self.worker.cpu.store(micros(deadline.cpu), Ordering::Relaxed);
        self.worker.asleep.store(micros(deadline.asleep), Ordering::Relaxed);
        self.worker.turn.fetch_add(1, Ordering::SeqCst);
        if ASLEEP.load(Ordering::SeqCst)
            && let Some(watchdog) = WATCHDOG.get()
        {
            watchdog.unpark();
        }
    }

    /// Ends the call.
    pub fn end(&mut self) {
        self.worker.turn.fetch_add(1, Ordering::SeqCst);
    }

    /// Returns the reason why the watchdog killed the process, in this call or between calls.
    /// `None` for a kill meant for an earlier call whose answer came just before.
    pub fn overrun(&self) -> Option<Overrun> {
        let (turn, overrun) = (*self.worker.overrun.lock())?;
        let is_now = turn == self.worker.turn.load(Ordering::SeqCst);
        (is_now || overrun == Overrun::Unasked).then_some(overrun)
    }

    /// Returns the CPU time so far: for a process that is gone, the last value seen; zero if the
    /// system does not report it.
    pub fn cpu_time(&self) -> Duration {
        self.worker.cpu_time()
    }

    /// Returns the exit status, if the process has ended.
    pub fn status(&self) -> Option<ExitStatus> {
        self.worker.child.lock().status()
    }

    /// Returns the id of the process.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Kills the process and waits for its end.
    pub fn kill(&self) {
        let mut child = self.worker.child.lock();
        child.kill();
        child.wait();
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        // An idle worker ends when its pipe is closed; a worker that hangs does not.
        self.kill();
    }
}

impl Worker {
    fn cpu_time(&self) -> Duration {
        let now = self.clock.as_ref().map_or(Duration::ZERO, ProcessClock::read);
        let seen = self.taken.fetch_max(micros(now), Ordering::Relaxed);
        now.max(Duration::from_micros(seen))
    }

    /// Kills the process if it exceeds a limit. Returns true while it is active.
    fn look(&self, seen: &mut Option<Seen>, now: Instant) -> bool {
        let (turn, cpu) = (self.turn.load(Ordering::SeqCst), self.cpu_time());
        let is_asked = turn % 2 == 1;
        // The time since the last check can include part of a call, so it counts for neither.
        let Some(seen) = seen.as_mut().filter(|seen| seen.turn == turn) else {
            *seen = Some(Seen::new(turn, now, cpu));
            return true;
        };
        let worked = cpu.saturating_sub(seen.cpu);
        if self.overrun.lock().is_some() {
            return is_asked;
        }
        let overrun = if is_asked {
            let limit = |most: &AtomicU64| Duration::from_micros(most.load(Ordering::Relaxed));
            let deadline = Deadline { cpu: limit(&self.cpu), asleep: limit(&self.asleep) };
            let sleeps = || sleeps(self.id, self.thread.load(Ordering::Relaxed));
            seen.overrun(now, cpu, deadline, sleeps)
        } else {
            seen.cpu = cpu;
            let before = self.unasked.fetch_add(micros(worked), Ordering::Relaxed);
            (before + micros(worked) > micros(UNASKED)).then_some(Overrun::Unasked)
        };
        // A call that was answered meanwhile is over.
        if let Some(overrun) = overrun
            && self.turn.load(Ordering::SeqCst) == turn
        {
            *self.overrun.lock() = Some((turn, overrun));
            self.child.lock().kill();
        }
        is_asked || !worked.is_zero()
    }
}

impl Seen {
    fn new(turn: u32, now: Instant, cpu: Duration) -> Seen {
        let (begun, last, alive, cpu_then) = (now, now, now, cpu);
        Seen { turn, begun, cpu_then, last, cpu, alive, asleep: Duration::ZERO }
    }

    /// Adds a check of a call. Returns the limit that it exceeds, if any.
    fn overrun(
        &mut self,
        now: Instant,
        cpu: Duration,
        deadline: Deadline,
        sleeps: impl FnOnce() -> bool,
    ) -> Option<Overrun> {
        let (worked, passed) = (cpu.saturating_sub(self.cpu), now - self.last);
        (self.last, self.cpu) = (now, cpu);
        if now - self.begun > LONG_CALL && sleeps() {
            self.asleep += passed.min(MOST_SLEEP);
            self.alive = now;
        } else if !worked.is_zero() {
            self.alive = now;
        }
        if cpu.saturating_sub(self.cpu_then) > deadline.cpu {
            Some(Overrun::CpuTime)
        } else if self.asleep > deadline.asleep {
            Some(Overrun::Asleep)
        } else if now - self.alive > STARVED.max(deadline.asleep) {
            Some(Overrun::Starved)
        } else {
            None
        }
    }
}

/// Checks every worker. Returns true if one is active.
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

/// Starts the watchdog's thread, once.
fn watchdog() -> io::Result<()> {
    let _once = WORKERS.lock();
    if WATCHDOG.get().is_none() {
        let thread = thread::Builder::new().name("watchdog".into()).spawn(watch)?;
        let _ = WATCHDOG.set(thread.thread().clone());
    }
    Ok(())
}

fn watch() {
    // The thread that starts this one can be bound to the core of its match.
    affinity::bind(None, None);
    loop {
        while look_at_all() {
            thread::sleep(TICK);
        }
        ASLEEP.store(true, Ordering::SeqCst);
        // A call that began before the store does not wake this thread.
        if !look_at_all() {
            thread::park();
        }
        ASLEEP.store(false, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVE: u32 = 100;

    /// Returns the limit that a call exceeds if it gets `share` thousandths of a core and is
    /// checked every `tick`, and the time until then; `None` if it exceeds none within an hour.
    fn looked_at(share: u32, sleeps: bool, tick: Duration) -> Option<(Overrun, Duration)> {
        let (begun, deadline) = (Instant::now(), Deadline::of(MOVE));
        let mut seen = Seen::new(1, begun, Duration::ZERO);
        (1..).map(|n| tick * n).take_while(|passed| *passed < Duration::from_secs(3600)).find_map(
            |passed| {
                let overrun =
                    seen.overrun(begun + passed, passed * share / 1000, deadline, || sleeps);
                overrun.map(|overrun| (overrun, passed))
            },
        )
    }

    #[test]
    fn a_call_is_late_by_its_own_cpu_time_however_busy_the_machine_is() {
        let one_second = Deadline::of(MOVE).cpu;
        for share in [1000, 100, 2] {
            let (overrun, after) = looked_at(share, false, TICK).expect("it is late");
            assert_eq!(overrun, Overrun::CpuTime, "{share}");
            let took = after * share / 1000;
            assert!(took > one_second && took <= one_second + TICK, "{share}: {took:?}");
        }
    }

    #[test]
    fn a_call_that_the_machine_does_not_run_is_no_fault_of_its_bot() {
        let (overrun, after) = looked_at(0, false, TICK).expect("it ends");
        assert_eq!(overrun, Overrun::Starved);
        assert!(after > STARVED);
    }

    #[test]
    fn a_call_that_sleeps_ends_and_a_late_watchdog_counts_no_sleep_it_has_not_seen() {
        let (overrun, after) = looked_at(0, true, TICK).expect("it ends");
        assert_eq!(overrun, Overrun::Asleep);
        assert!(after > Deadline::of(MOVE).asleep);
        let (overrun, later) = looked_at(0, true, Duration::from_secs(1)).expect("it ends");
        assert_eq!(overrun, Overrun::Asleep);
        assert!(later > after * 10);
    }

    #[test]
    fn a_little_work_does_not_hide_sleep() {
        let (overrun, _) = looked_at(1, true, TICK).expect("it ends");
        assert_eq!(overrun, Overrun::Asleep);
    }
}
