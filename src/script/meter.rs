//! What the hook that runs on this thread may still spend.
//!
//! Fuel counts work, so a verdict is the same on every machine. The clocks are a safety net against
//! work that fuel does not see; they are read at every few hundredth safepoint, which needs no
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
const CLOCK_EVERY: u64 = 512;

thread_local! {
    static FUEL: Cell<u64> = const { Cell::new(u64::MAX) };
    static STOP: Cell<Option<Stop>> = const { Cell::new(None) };
    static CPU_LIMIT: Cell<Duration> = const { Cell::new(Duration::MAX) };
    static WALL_LIMIT: Cell<Option<Instant>> = const { Cell::new(None) };
    static LIVE_LIMIT: Cell<isize> = const { Cell::new(isize::MAX) };
}

/// The budget of one hook call, in force on this thread until dropped.
pub struct Armed {
    given: u64,
}

/// Puts a budget in force: `fuel` units, and clocks at a generous multiple of `ms`.
pub fn arm(fuel: u64, ms: u32) -> Armed {
    FUEL.set(fuel);
    STOP.set(None);
    CPU_LIMIT.set(cpu_time() + Duration::from_millis((ms * Limits::CPU_FACTOR).into()));
    WALL_LIMIT.set(Some(Instant::now() + Duration::from_millis((ms * Limits::WALL_FACTOR).into())));
    LIVE_LIMIT.set(isize::MAX);
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

    /// The limit that was exceeded, if one was.
    pub fn stopped(&self) -> Option<Stop> {
        STOP.get()
    }
}

impl Drop for Armed {
    fn drop(&mut self) {
        FUEL.set(u64::MAX);
        STOP.set(None);
        WALL_LIMIT.set(None);
        CPU_LIMIT.set(Duration::MAX);
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
    if fuel.is_multiple_of(CLOCK_EVERY) { look_at_clocks() } else { Ok(()) }
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

/// Records that a limit is exceeded, unless another was before; which one was first.
pub fn stop(stop: Stop) -> Stop {
    let first = STOP.get().unwrap_or(stop);
    STOP.set(Some(first));
    first
}

#[cold]
fn look_at_clocks() -> Result<(), Stop> {
    let late = WALL_LIMIT.get().is_some_and(|limit| Instant::now() > limit);
    if late || cpu_time() > CPU_LIMIT.get() {
        return Err(stop(Stop::Time));
    }
    Ok(())
}

/// Whether this thread keeps more heap alive than its hook may.
#[inline]
pub fn live_bytes_exceeded() -> bool {
    super::alloc::live_bytes() > LIVE_LIMIT.get()
}

/// CPU time of this thread.
fn cpu_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call only writes the struct it is given.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
