//! The meter of the hook that runs on this thread.
//!
//! Fuel counts work, so a verdict is the same on every machine. The CPU clock is a safety net against
//! work that fuel does not see; how long a busy machine lets a call wait does not count. The clocks are
//! read at every few dozenth safepoint, which needs no watchdog thread, and at every single one while
//! safepoints come slowly. Once anything is exceeded every later safepoint fails too, so that a script
//! cannot catch the error and continue.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use crate::core::{Limits, coarse_time, thread_cpu_time};

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

/// Fuel from the first safepoint of a hook to its second look at the wall clock.
const FIRST_LOOK: u64 = 8;
/// Wall time from the first safepoint to the first look at the CPU clock: that one is a system call,
/// and a hook that does little does without it.
const CPU_CLOCK_FROM: Duration = Duration::from_millis(1);
/// Fuel between two looks at most, and at most once safepoints have been slow.
const STRIDE: u64 = 32;
const STRIDE_AFTER_SLOW: u64 = 8;
/// The time between two looks from which on every safepoint is looked at: more than one tick of the
/// clock that is read here. A stride of ordinary safepoints takes a few microseconds.
const SLOW: Duration = Duration::from_millis(5);

thread_local! {
    static FUEL: Cell<u64> = const { Cell::new(u64::MAX) };
    /// Number of budgets that were put in force on this thread.
    static CALL: Cell<u64> = const { Cell::new(0) };
    /// Fuel that the running hook must keep.
    static RESERVED: Cell<u64> = const { Cell::new(0) };
    /// The fuel at or below which a step does more than count: the next of the two below.
    static WAKE_AT: Cell<u64> = const { Cell::new(0) };
    /// The fuel at or below which the clocks are looked at.
    static LOOK_AT: Cell<u64> = const { Cell::new(0) };
    /// The fuel at or below which the VM looks after its heap.
    static HEAP_AT: Cell<u64> = const { Cell::new(0) };
    static STOP: Cell<Option<Stop>> = const { Cell::new(None) };
    static LIVE_LIMIT: Cell<isize> = const { Cell::new(isize::MAX) };
    /// Bytes that the hook's VM may keep alive, where live bytes bound them.
    static LIVE_MOST: Cell<u64> = const { Cell::new(0) };
    /// Bytes alive when memory ran out, and how many there might have been.
    static HELD: Cell<Option<(u64, u64)>> = const { Cell::new(None) };
    /// The file and line at which the hook was stopped.
    static STOPPED_AT: RefCell<Option<(String, u32)>> = const { RefCell::new(None) };
    static MILLIS: Cell<u32> = const { Cell::new(0) };
    /// The time at the first safepoint, and the fuel to the next look.
    static FIRST: Cell<Option<(Duration, u64)>> = const { Cell::new(None) };
    static CLOCKS: Cell<Option<Clocks>> = const { Cell::new(None) };
}

/// When a hook has taken too much CPU time.
#[derive(Clone, Copy)]
struct Clocks {
    /// The earliest moment at which the CPU limit can have been reached.
    look_again: Duration,
    cpu_limit: Duration,
    last_look: Duration,
    stride: u64,
    widest: u64,
}

/// The budget of one hook call, in force on this thread until dropped.
pub struct Armed {
    /// Fuel there was at the beginning.
    pub given: u64,
}

/// Puts a budget in force: `fuel` units, and CPU time of a generous multiple of `ms`.
pub fn arm(fuel: u64, ms: u32) -> Armed {
    FUEL.set(fuel);
    CALL.set(CALL.get() + 1);
    RESERVED.set(0);
    STOP.set(None);
    HELD.set(None);
    STOPPED_AT.take();
    LIVE_LIMIT.set(isize::MAX);
    MILLIS.set(ms);
    HEAP_AT.set(0);
    look_at(fuel);
    FIRST.set(None);
    CLOCKS.set(None);
    Armed { given: fuel }
}

impl Armed {
    /// Bounds the live heap bytes of this thread too, for a VM without an allocator of its own: to
    /// `most` more than the `base` that are none of this VM's.
    pub fn limit_live_bytes(&self, base: isize, most: isize) {
        LIVE_LIMIT.set(base + most);
        LIVE_MOST.set(most.unsigned_abs() as u64);
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
        HEAP_AT.set(0);
        look_at(0);
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
    if step_quickly() { Ok(()) } else { step_slowly() }
}

/// One safepoint if there is nothing to do but to count it; `false` if it must be a slow one.
#[inline]
pub fn step_quickly() -> bool {
    let fuel = FUEL.get();
    if fuel > WAKE_AT.get() {
        FUEL.set(fuel - 1);
        return true;
    }
    false
}

/// One safepoint at which there may be more to do.
///
/// # Errors
/// The limit that is exceeded, now or before.
#[cold]
pub fn step_slowly() -> Result<(), Stop> {
    let fuel = FUEL.get();
    if fuel == 0 || STOP.get().is_some() {
        return Err(stop(Stop::Fuel));
    }
    FUEL.set(fuel - 1);
    if fuel > LOOK_AT.get() { Ok(()) } else { look_at_clocks(fuel - 1) }
}

/// True if the VM checks its heap at the step just made. That must not
/// depend on the clocks, whatever woke the step.
pub fn heap_is_due() -> bool {
    FUEL.get() < HEAP_AT.get()
}

/// Makes the heap due after so much fuel.
pub fn heap_after(fuel: u64) {
    HEAP_AT.set(FUEL.get().saturating_sub(fuel));
    WAKE_AT.set(LOOK_AT.get().max(HEAP_AT.get()));
}

fn look_at(fuel: u64) {
    LOOK_AT.set(fuel);
    WAKE_AT.set(fuel.max(HEAP_AT.get()));
}

/// Takes fuel for native work.
///
/// # Errors
/// The limit that is exceeded, now or before.
pub fn charge(units: u64) -> Result<(), Stop> {
    if let Some(stop) = STOP.get() {
        return Err(stop);
    }
    let left = FUEL.get().checked_sub(units);
    FUEL.set(left.unwrap_or(0));
    left.map(drop).ok_or_else(|| stop(Stop::Fuel))
}

/// Reserves fuel for work that an end of the hook may cause, and gives the number of the hook's call. Nothing is
/// spent.
///
/// # Errors
/// The limit that is exceeded, now or before: there is less fuel than is reserved.
pub fn reserve(units: u64) -> Result<u64, Stop> {
    let reserved = RESERVED.get() + units;
    if reserved > FUEL.get() {
        FUEL.set(0);
        return Err(stop(Stop::Fuel));
    }
    RESERVED.set(reserved);
    Ok(CALL.get())
}

/// Ends a reservation of the hook's call with this number; another call has not reserved it.
pub fn release(call: u64, units: u64) {
    if call == CALL.get() {
        RESERVED.set(RESERVED.get().saturating_sub(units));
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
    look_at(u64::MAX);
    first
}

/// Ends the hook because `held` bytes are alive, or more are asked for than fit beside them, of
/// `most`.
pub fn out_of_memory(held: u64, most: u64) -> Stop {
    HELD.set(Some(HELD.get().unwrap_or((held, most))));
    stop(Stop::Memory)
}

/// As [`out_of_memory`], where live bytes bound the memory.
pub fn out_of_live_memory() -> Stop {
    let over = super::alloc::live_bytes().saturating_sub(LIVE_LIMIT.get());
    let held = (LIVE_MOST.get() as isize).saturating_add(over);
    out_of_memory(held.max(0) as u64, LIVE_MOST.get())
}

/// The bytes that were alive when memory ran out, and how many there might have been.
pub fn held() -> Option<(u64, u64)> {
    HELD.get()
}

/// Remembers where a limit stopped the running hook, unless that is known: a script may catch the
/// error and be stopped again elsewhere.
pub fn note_stop(file: &str, line: u32) {
    STOPPED_AT.with_borrow_mut(|location| {
        location.get_or_insert_with(|| (file.to_string(), line));
    });
}

/// Takes the file and line at which the hook was stopped, if it was.
pub fn take_stop() -> Option<(String, u32)> {
    STOPPED_AT.take()
}

/// Looks at the clocks at once, after work that fuel may not have measured well.
///
/// # Errors
/// The limit that is exceeded.
pub fn look() -> Result<(), Stop> {
    look_at_clocks(FUEL.get())
}

/// True if a limit is exceeded.
pub fn is_stopped() -> bool {
    STOP.get().is_some()
}

/// Heap bytes that this thread may still take.
pub fn live_bytes_left() -> u64 {
    let left = LIVE_LIMIT.get().saturating_sub(super::alloc::live_bytes());
    u64::try_from(left).unwrap_or(0)
}

fn look_at_clocks(fuel: u64) -> Result<(), Stop> {
    let now = coarse_time();
    let (first, stride) = FIRST.get().unwrap_or((now, FIRST_LOOK));
    if CLOCKS.get().is_none() && now.saturating_sub(first) < CPU_CLOCK_FROM {
        FIRST.set(Some((first, (stride * 2).min(STRIDE))));
        look_at(fuel.saturating_sub(stride));
        return Ok(());
    }
    let mut clocks = CLOCKS.get().unwrap_or_else(|| Clocks::start(first, now));
    let took = now.saturating_sub(clocks.last_look);
    clocks.last_look = now;
    if took > SLOW {
        (clocks.stride, clocks.widest) = (1, STRIDE_AFTER_SLOW);
    } else {
        clocks.stride = (clocks.stride * 2).min(clocks.widest);
    }
    look_at(fuel.saturating_sub(clocks.stride));
    // A thread's CPU time never runs faster than the wall clock, which is far cheaper to read.
    if now >= clocks.look_again {
        let left = clocks.cpu_limit.saturating_sub(thread_cpu_time());
        if left.is_zero() {
            return Err(stop(Stop::Time));
        }
        clocks.look_again = now.saturating_add(left);
    }
    CLOCKS.set(Some(clocks));
    Ok(())
}

impl Clocks {
    /// A few milliseconds since the first look are taken to have been CPU time. If it was longer,
    /// the thread may as well have waited for its turn, and only what comes now is counted.
    fn start(first: Duration, now: Duration) -> Clocks {
        let allowed = u64::from(MILLIS.get()) * u64::from(Limits::CPU_FACTOR);
        let since = now.saturating_sub(first);
        let used = if since > SLOW { Duration::ZERO } else { since };
        let cpu = Duration::from_millis(allowed).saturating_sub(used);
        Clocks {
            look_again: now.saturating_add(cpu),
            cpu_limit: thread_cpu_time().saturating_add(cpu),
            last_look: first,
            stride: FIRST_LOOK,
            widest: STRIDE,
        }
    }
}

/// True if this thread keeps more heap alive than its hook may.
#[inline]
pub fn live_bytes_exceeded() -> bool {
    super::alloc::live_bytes() > LIVE_LIMIT.get()
}
