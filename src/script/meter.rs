//! What the hook that runs on this thread may still spend.
//!
//! Fuel counts work, so a verdict is the same on every machine. The clocks are a safety net against
//! work that fuel does not see; they are read at every few dozenth safepoint, which needs no
//! watchdog thread. Once anything is exceeded every later safepoint fails too, so that a script
//! cannot catch the error and go on.

#![allow(unsafe_code)] // the thread's CPU clock is a C call

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::core::Limits;

/// Reference work units in a millisecond: native calls are charged in units of 10 ns.
pub const WORK_PER_MS: u64 = 100_000;

/// Which limit was exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The deterministic budget.
    Fuel,
    /// The clocks.
    Time,
    /// Memory.
    Memory,
}

impl Stop {
    /// The sentence a script's author reads.
    pub fn why(self) -> &'static str {
        match self {
            Stop::Fuel => "the fuel of this call is spent: is there a loop that never ends?",
            Stop::Time => "the call took far longer than its fuel allows for",
            Stop::Memory => "too much memory is alive",
        }
    }
}

/// Safepoints between two looks at the clocks.
const CLOCK_EVERY: u64 = 32;

thread_local! {
    static FUEL: Cell<u64> = const { Cell::new(u64::MAX) };
    static STOP: Cell<Option<Stop>> = const { Cell::new(None) };
    static LIVE_LIMIT: Cell<isize> = const { Cell::new(isize::MAX) };
    static MILLIS: Cell<u32> = const { Cell::new(0) };
    /// The remainder of fuel at which clocks are looked at, a full round after the hook began.
    static LOOK_AT: Cell<u64> = const { Cell::new(0) };
    static CLOCKS: Cell<Option<Clocks>> = const { Cell::new(None) };
}

/// When a hook has taken too long. Read for the first time a few safepoints into the hook, so that
/// one that does nothing pays for no clock.
#[derive(Clone, Copy)]
struct Clocks {
    /// The earliest moment at which the CPU limit can have been reached.
    look_again: Instant,
    wall_limit: Instant,
    cpu_limit: Duration,
}

/// The budget of one hook call, in force on this thread until dropped.
pub struct Armed {
    given: u64,
}

/// Puts a budget in force: `fuel` units, and clocks at a generous multiple of `ms`.
pub fn arm(fuel: u64, ms: u32) -> Armed {
    FUEL.set(fuel);
    STOP.set(None);
    LIVE_LIMIT.set(isize::MAX);
    MILLIS.set(ms);
    LOOK_AT.set(fuel.wrapping_add(1) % CLOCK_EVERY);
    CLOCKS.set(None);
    Armed { given: fuel }
}

impl Armed {
    /// Bounds the live heap bytes of this thread too, for a VM without an allocator of its own.
    pub fn limit_live_bytes(&self, most: isize) {
        LIVE_LIMIT.set(most);
    }

    /// Fuel used so far.
    pub fn used(&self) -> u64 {
        self.given - FUEL.get()
    }

    /// Fuel there was at the beginning.
    pub fn given(&self) -> u64 {
        self.given
    }

    /// The limit that was exceeded, if one was.
    pub fn stopped(&self) -> Option<Stop> {
        STOP.get()
    }
}

impl Drop for Armed {
    fn drop(&mut self) {
        FUEL.set(u64::MAX);
        STOP.set(None);
        LIVE_LIMIT.set(isize::MAX);
    }
}

/// Fuel left to the running hook.
pub fn fuel_left() -> u64 {
    FUEL.get()
}

/// One safepoint of a VM.
///
/// # Errors
/// The limit that is exceeded, now or before.
#[inline]
pub fn step() -> Result<(), Stop> {
    let fuel = FUEL.get();
    if fuel == 0 || STOP.get().is_some() {
        return Err(stop(Stop::Fuel));
    }
    FUEL.set(fuel - 1);
    if fuel % CLOCK_EVERY == LOOK_AT.get() { look_at_clocks() } else { Ok(()) }
}

/// Takes fuel for native work.
///
/// # Errors
/// The limit that is exceeded, now or before.
pub fn charge(units: u64) -> Result<(), Stop> {
    if let Some(stop) = STOP.get() {
        return Err(stop);
    }
    match FUEL.get().checked_sub(units) {
        Some(left) => {
            FUEL.set(left);
            Ok(())
        }
        None => {
            FUEL.set(0);
            Err(stop(Stop::Fuel))
        }
    }
}

/// Gives fuel back that was taken for no work of the script.
pub fn refund(units: u64) {
    FUEL.set(FUEL.get().saturating_add(units));
}

/// Records that a limit is exceeded, unless another was before; which one was first.
pub fn stop(stop: Stop) -> Stop {
    let first = STOP.get().unwrap_or(stop);
    STOP.set(Some(first));
    first
}

fn look_at_clocks() -> Result<(), Stop> {
    let now = Instant::now();
    let Some(clocks) = CLOCKS.get() else {
        let allowed =
            |factor: u32| Duration::from_millis(u64::from(MILLIS.get()) * u64::from(factor));
        CLOCKS.set(Some(Clocks {
            look_again: now + allowed(Limits::CPU_FACTOR),
            wall_limit: now + allowed(Limits::WALL_FACTOR),
            cpu_limit: thread_cpu_time() + allowed(Limits::CPU_FACTOR),
        }));
        return Ok(());
    };
    // A thread's CPU time never runs faster than the wall clock, which is far cheaper to read.
    if now < clocks.look_again { Ok(()) } else { look_at_cpu_time(now, clocks) }
}

#[cold]
fn look_at_cpu_time(now: Instant, clocks: Clocks) -> Result<(), Stop> {
    let left = clocks.cpu_limit.saturating_sub(thread_cpu_time());
    if left.is_zero() || now > clocks.wall_limit {
        return Err(stop(Stop::Time));
    }
    CLOCKS.set(Some(Clocks { look_again: now + left, ..clocks }));
    Ok(())
}

/// Whether this thread keeps more heap alive than its hook may.
#[inline]
pub fn live_bytes_exceeded() -> bool {
    super::alloc::live_bytes() > LIVE_LIMIT.get()
}

/// CPU time of this thread since it began.
pub fn thread_cpu_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call only writes the struct it is given.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
