//! The meter of the hook running on this thread.
//!
//! Fuel counts work, so the verdict is the same on every machine. The CPU clock is a safety net
//! against work that fuel does not measure; time spent waiting on a busy machine does not count.
//! The clocks are read every few dozen safepoints, so no watchdog thread is needed, and at every
//! safepoint while safepoints come slowly. Once a limit is exceeded every later safepoint fails
//! too, so a script cannot catch the error and continue.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use crate::clock::{coarse_time, thread_cpu_time};
use juez_core::Limits;

/// Reference work units per millisecond: native calls are charged in units of 10 ns.
pub const WORK_PER_MS: u64 = 100_000;

/// The limit that was exceeded.
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
    /// Returns the sentence for a script's author.
    pub fn why(self) -> &'static str {
        match self {
            Stop::Fuel => "the fuel of this call is spent: is there a loop that never ends?",
            Stop::Time => "the call took far longer than its fuel allows for",
            Stop::Memory => "too much memory is alive",
        }
    }
}

/// Fuel from the first safepoint of a hook to the second check of the wall clock.
const FIRST_LOOK: u64 = 8;
/// Wall time from the first safepoint to the first check of the CPU clock. That check is a system
/// call, which short hooks avoid.
const CPU_CLOCK_FROM: Duration = Duration::from_millis(1);
/// Maximum fuel between two checks, and the maximum once safepoints have been slow.
const STRIDE: u64 = 32;
const STRIDE_AFTER_SLOW: u64 = 8;
/// Time between two checks from which every safepoint is checked: longer than a tick of the coarse
/// clock. A stride of ordinary safepoints takes a few microseconds.
const SLOW: Duration = Duration::from_millis(5);

thread_local! {
    static FUEL: Cell<u64> = const { Cell::new(u64::MAX) };
    /// Number of budgets applied on this thread so far.
    static CALL: Cell<u64> = const { Cell::new(0) };
    /// Fuel that the running hook must keep.
    static RESERVED: Cell<u64> = const { Cell::new(0) };
    /// Fuel at or below which a step does more than count: the larger of the next two.
    static WAKE_AT: Cell<u64> = const { Cell::new(0) };
    /// Fuel at or below which the clocks are checked.
    static LOOK_AT: Cell<u64> = const { Cell::new(0) };
    /// Fuel at or below which the VM checks its heap.
    static HEAP_AT: Cell<u64> = const { Cell::new(0) };
    static STOP: Cell<Option<Stop>> = const { Cell::new(None) };
    static LIVE_LIMIT: Cell<isize> = const { Cell::new(isize::MAX) };
    /// Bytes that the hook's VM can keep alive, if a limit on live bytes applies.
    static LIVE_MOST: Cell<u64> = const { Cell::new(0) };
    /// Bytes alive when memory ran out, and the limit.
    static HELD: Cell<Option<(u64, u64)>> = const { Cell::new(None) };
    /// The file and line at which the hook was stopped.
    static STOPPED_AT: RefCell<Option<(String, u32)>> = const { RefCell::new(None) };
    static MILLIS: Cell<u32> = const { Cell::new(0) };
    /// The time at the first safepoint, and the fuel to the next check.
    static FIRST: Cell<Option<(Duration, u64)>> = const { Cell::new(None) };
    static CLOCKS: Cell<Option<Clocks>> = const { Cell::new(None) };
}

/// The state of the CPU limit of a hook.
#[derive(Clone, Copy)]
struct Clocks {
    /// The earliest time at which the CPU limit can be reached.
    look_again: Duration,
    cpu_limit: Duration,
    last_look: Duration,
    stride: u64,
    widest: u64,
}

/// The budget of one hook call, applied on this thread until dropped.
pub struct Armed {
    /// The fuel at the start.
    pub given: u64,
}

/// Applies a budget of `fuel` units, and of CPU time of a generous multiple of `ms`.
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
    /// Also limits the live heap bytes of this thread, for a VM without its own allocator: to
    /// `most` bytes on top of `base`, the bytes that do not belong to this VM.
    pub fn limit_live_bytes(&self, base: isize, most: isize) {
        LIVE_LIMIT.set(base + most);
        LIVE_MOST.set(most.unsigned_abs() as u64);
    }

    /// Returns the fuel used so far.
    pub fn used(&self) -> u64 {
        self.given - FUEL.get()
    }

    /// Returns the exceeded limit, if any.
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

/// Returns the fuel left to the running hook.
pub fn fuel_left() -> u64 {
    FUEL.get()
}

/// Counts one safepoint of a VM.
///
/// # Errors
/// The exceeded limit, now or earlier.
#[inline]
pub fn step() -> Result<(), Stop> {
    if step_quickly() { Ok(()) } else { step_slowly() }
}

/// Counts one safepoint if that is all there is to do; returns `false` if [`step_slowly`] must do
/// it.
#[inline]
pub fn step_quickly() -> bool {
    let fuel = FUEL.get();
    if fuel > WAKE_AT.get() {
        FUEL.set(fuel - 1);
        return true;
    }
    false
}

/// Counts one safepoint and does the pending checks.
///
/// # Errors
/// The exceeded limit, now or earlier.
#[cold]
pub fn step_slowly() -> Result<(), Stop> {
    let fuel = FUEL.get();
    if fuel == 0 || STOP.get().is_some() {
        return Err(stop(Stop::Fuel));
    }
    FUEL.set(fuel - 1);
    if fuel > LOOK_AT.get() { Ok(()) } else { look_at_clocks(fuel - 1) }
}

/// Returns true if the VM must check its heap at the last step. This depends on fuel alone, never
/// on the clocks, whatever caused the slow step.
pub fn heap_is_due() -> bool {
    FUEL.get() < HEAP_AT.get()
}

/// Schedules the next heap check after this much fuel.
pub fn heap_after(fuel: u64) {
    HEAP_AT.set(FUEL.get().saturating_sub(fuel));
    WAKE_AT.set(LOOK_AT.get().max(HEAP_AT.get()));
}

fn look_at(fuel: u64) {
    LOOK_AT.set(fuel);
    WAKE_AT.set(fuel.max(HEAP_AT.get()));
}

/// Charges fuel for native work.
///
/// # Errors
/// The exceeded limit, now or earlier.
#[inline]
pub fn charge(units: u64) -> Result<(), Stop> {
    if let Some(stop) = STOP.get() {
        return Err(stop);
    }
    let left = FUEL.get().checked_sub(units);
    FUEL.set(left.unwrap_or(0));
    left.map(drop).ok_or_else(|| stop(Stop::Fuel))
}

/// Reserves fuel for work that ending the hook can cause, and returns the number of the hook's
/// call. Spends nothing.
///
/// # Errors
/// The exceeded limit, now or earlier; less fuel than the reservation counts as exceeded.
pub fn reserve(units: u64) -> Result<u64, Stop> {
    let reserved = RESERVED.get() + units;
    if reserved > FUEL.get() {
        FUEL.set(0);
        return Err(stop(Stop::Fuel));
    }
    RESERVED.set(reserved);
    Ok(CALL.get())
}

/// Ends a reservation made in call number `call`; does nothing in a later call.
pub fn release(call: u64, units: u64) {
    if call == CALL.get() {
        RESERVED.set(RESERVED.get().saturating_sub(units));
    }
}

/// Returns fuel that was charged for no work of the script.
pub fn refund(units: u64) {
    FUEL.set(FUEL.get().saturating_add(units));
}

/// Records an exceeded limit, unless another was recorded before; returns the first one.
pub fn stop(stop: Stop) -> Stop {
    let first = STOP.get().unwrap_or(stop);
    STOP.set(Some(first));
    look_at(u64::MAX);
    first
}

/// Stops the hook because `held` bytes are alive or would be after the next allocation; the limit
/// is `most`.
pub fn out_of_memory(held: u64, most: u64) -> Stop {
    HELD.set(Some(HELD.get().unwrap_or((held, most))));
    stop(Stop::Memory)
}

/// Like [`out_of_memory`], for a limit on live bytes.
pub fn out_of_live_memory() -> Stop {
    let over = super::alloc::live_bytes().saturating_sub(LIVE_LIMIT.get());
    let held = (LIVE_MOST.get() as isize).saturating_add(over);
    out_of_memory(held.max(0) as u64, LIVE_MOST.get())
}

/// Returns the bytes alive when memory ran out, and the limit.
pub fn held() -> Option<(u64, u64)> {
    HELD.get()
}

/// Records where a limit stopped the running hook, unless already recorded: a script can catch the
/// error and be stopped again elsewhere.
pub fn note_stop(file: &str, line: u32) {
    STOPPED_AT.with_borrow_mut(|location| {
        location.get_or_insert_with(|| (file.to_string(), line));
    });
}

/// Takes the file and line at which the hook was stopped, if any.
pub fn take_stop() -> Option<(String, u32)> {
    STOPPED_AT.take()
}

/// Checks the clocks immediately, after work that fuel measures poorly.
///
/// # Errors
/// The exceeded limit.
pub fn look() -> Result<(), Stop> {
    look_at_clocks(FUEL.get())
}

/// Returns true if a limit is exceeded.
pub fn is_stopped() -> bool {
    STOP.get().is_some()
}

/// Returns the heap bytes this thread can still allocate.
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
    // A thread's CPU time never advances faster than the wall clock, which is much cheaper to read.
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
    /// Counts a few milliseconds since the first check as CPU time. After a longer gap the thread
    /// may have been waiting to be scheduled, so only time from now on counts.
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

/// Returns true if this thread keeps more heap alive than its hook is allowed.
#[inline]
pub fn live_bytes_exceeded() -> bool {
    super::alloc::live_bytes() > LIVE_LIMIT.get()
}
