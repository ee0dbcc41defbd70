//! Keeps a match and its workers on one core.
//!
//! The two ends of a pipe take turns. On one core a turn costs 3 us; across two cores each turn
//! wakes the other core, which was measured at 80 us. So the thread of a match and the workers of
//! its bots share a core, from match to match. If other processes want that core too, so that match
//! and workers together get much less than all of it, the thread unbinds for a while.

#![allow(unsafe_code)] // a system call that no crate has

use parking_lot::Mutex;
use std::cell::RefCell;
use std::time::{Duration, Instant};

use juez_script::clock::thread_cpu_time;
pub use system::{bind, run_when_woken};

/// Minimum wall time of matches that shows how busy a core is.
const TELLING: Duration = Duration::from_millis(50);
/// Minimum share of a core, in percent, that a match gets while nothing else wants it.
const OWN_PERCENT: u32 = 60;
/// Time for which a thread stays unbound after it had to share its core.
const FREE: Duration = Duration::from_secs(10);

/// The number of threads of this process bound to each core.
static TAKEN: Mutex<Vec<u32>> = Mutex::new(Vec::new());

#[derive(Default)]
struct Bound {
    /// The core that this thread is bound to, also between matches.
    core: Option<usize>,
    workers: u32,
    /// Start of the match, and the CPU time of this thread and its workers at that moment.
    since: Option<(Instant, Duration)>,
    /// Wall time and CPU time of recent matches.
    took: (Duration, Duration),
    /// The thread stays unbound until then.
    free_until: Option<Instant>,
}

thread_local! {
    static BOUND: RefCell<Bound> = RefCell::default();
}

/// Adds a worker to the match of this thread. Returns the core to bind it to.
pub fn join() -> Option<usize> {
    BOUND.with_borrow_mut(|bound| {
        bound.workers += 1;
        if bound.workers == 1 {
            bound.begin();
        }
        bound.core
    })
}

/// Removes a worker from the match of this thread.
pub fn leave() {
    BOUND.with_borrow_mut(|bound| {
        bound.workers = bound.workers.saturating_sub(1);
        if bound.workers == 0 {
            bound.end();
        }
    });
}

impl Bound {
    fn begin(&mut self) {
        let now = Instant::now();
        self.since = Some((now, thread_cpu_time()));
        let may_bind = self.free_until.is_none_or(|until| now >= until);
        self.move_to(|taken| if may_bind { system::choose(taken) } else { None });
    }

    fn end(&mut self) {
        let (Some((begun, cpu_then)), Some(_)) = (self.since, self.core) else { return };
        let now = Instant::now();
        let (wall, cpu) = &mut self.took;
        *wall += now - begun;
        *cpu += thread_cpu_time().saturating_sub(cpu_then);
        // One of them runs at any time, unless others want the core or a person thinks, and a
        // person does not mind the delay.
        if *wall > TELLING {
            if *cpu * 100 < *wall * OWN_PERCENT {
                self.free_until = Some(now + FREE);
                self.move_to(|_| None);
            }
            self.took = Default::default();
        }
    }

    /// Exchanges its core for the one that `choose` finds.
    fn move_to(&mut self, choose: impl FnOnce(&[u32]) -> Option<usize>) {
        let mut taken = TAKEN.lock();
        if let Some(core) = self.core {
            taken[core] -= 1;
        }
        let core = choose(&taken);
        if let Some(core) = core {
            let most = taken.len().max(core + 1);
            taken.resize(most, 0);
            taken[core] += 1;
        }
        drop(taken);
        if core != self.core {
            self.core = core;
            bind(None, core);
        }
    }
}

impl Drop for Bound {
    fn drop(&mut self) {
        self.move_to(|_| None);
    }
}

#[cfg(target_os = "linux")]
mod system {
    use rustix::process::Pid;
    use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};
    use std::sync::OnceLock;

    /// Returns the cores that this process is allowed to use.
    fn allowed() -> Option<&'static (CpuSet, Vec<usize>)> {
        static ALLOWED: OnceLock<Option<(CpuSet, Vec<usize>)>> = OnceLock::new();
        let read = || {
            let set = sched_getaffinity(None).ok()?;
            Some((set, (0..CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect()))
        };
        ALLOWED.get_or_init(read).as_ref()
    }

    /// Returns the core with the fewest bound threads, given the number on each core. Prefers the
    /// core that this thread runs on.
    pub fn choose(taken: &[u32]) -> Option<usize> {
        let here = sched_getcpu();
        let load = |core: &usize| (taken.get(*core).copied().unwrap_or(0), *core != here);
        allowed()?.1.iter().copied().min_by_key(load)
    }

    /// Lets this thread and those it starts run as soon as they are woken. A worker that takes over
    /// when it gets a request, not when the parent waits, answers without waking anything. Asks for
    /// a short time slice, for which the scheduler lets a thread go first. Does nothing on systems
    /// without such a setting.
    pub fn run_when_woken() {
        // SAFETY: a struct of numbers, which can all be zero.
        let mut attributes: libc::sched_attr = unsafe { std::mem::zeroed() };
        attributes.size = size_of::<libc::sched_attr>() as u32;
        // Nanoseconds: the time slice of a normal thread, since Linux 6.12.
        attributes.sched_runtime = 100_000;
        // SAFETY: the call reads the struct, which holds its own size.
        unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const attributes, 0) };
    }

    /// Binds a process, or this thread, to a core, or to none. Does nothing if the system refuses.
    pub fn bind(process: Option<u32>, core: Option<usize>) {
        let pid = process.and_then(|process| Pid::from_raw(process as i32));
        let mut one = CpuSet::new();
        let set = match core {
            Some(core) => {
                one.set(core);
                Some(&one)
            }
            None => allowed().map(|(set, _)| set),
        };
        if let Some(set) = set {
            let _ = sched_setaffinity(pid, set);
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    pub fn choose(_: &[u32]) -> Option<usize> {
        None
    }

    pub fn bind(_: Option<u32>, _: Option<usize>) {}

    pub fn run_when_woken() {}
}
