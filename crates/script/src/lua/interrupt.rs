//! The safepoint of every Luau VM: counts fuel, paces the collector, records the line of an
//! exceeded limit. Native functions charge their work here too, with the same consequences.

use juez_luau::{Frame, Frames, Interrupt, Lua, Raised, Running, Vm};
use std::cell::Cell;
use std::ffi::c_int;

use super::errors::is_refusal;
use crate::meter::{self, Stop};
use crate::profile;
use juez_core::CodeLine;

/// Fuel that takes about one millisecond of reference CPU time.
pub const FUEL_PER_MS: u64 = 24_000;
/// Price units per millisecond.
const PER_MS: u64 = 12_000;
/// Fuel between two checks of the heap.
const HEAP_EVERY: u64 = 16;
/// Heap growth in KiB below which a collection is not worth its time.
const HEAP_SLACK: c_int = 1024;
/// Size in bytes from which creating a text is always charged, and comparing it too. No hook sees a
/// comparison, so once two such texts have existed, every safepoint is charged for one.
const LONG_TEXT: u64 = 8 * 1024;
/// Bytes of a long text joined and hashed per unit of price.
const JOINED: u64 = 256;
/// Bytes of two texts compared per unit of price.
const COMPARED: u64 = 6 * 1024;

/// Converts the price of native work to fuel.
pub fn fuel_for(price: u64) -> u64 {
    price.saturating_mul(FUEL_PER_MS).div_ceil(PER_MS)
}

thread_local! {
    static COLLECT_AT: Cell<c_int> = const { Cell::new(HEAP_SLACK) };
    /// Bytes that the running VM can keep alive.
    static MOST_MEMORY: Cell<u64> = const { Cell::new(u64::MAX) };
    /// Extra cost of a safepoint while the expensive interrupt is installed.
    static DEAR: Cell<u64> = const { Cell::new(0) };
    /// Sizes in bytes of the two longest texts the running VM has ever had.
    static LONGEST: Cell<[u64; 2]> = const { Cell::new([0; 2]) };
}

/// The pacing of a VM's collector; `collect_at` is in KiB of heap.
pub struct Pacing {
    collect_at: Cell<c_int>,
    most_memory: u64,
    longest: Cell<[u64; 2]>,
}

impl Pacing {
    /// Creates the pacing of a fresh VM that can keep `most_memory` bytes alive.
    pub fn new(vm: &Vm, most_memory: u64) -> Pacing {
        let used = (vm.used_memory() / 1024) as c_int;
        let collect_at = Cell::new(used * 2 + HEAP_SLACK);
        // The texts in a source exist before its first call.
        Pacing { collect_at, most_memory, longest: LONGEST.replace([0; 2]).into() }
    }

    /// Runs `call` in `vm` with this pacing, and stops the hook if an allocation was refused.
    pub fn run<R>(&self, vm: &Vm, call: impl FnOnce() -> Result<R, Raised>) -> Result<R, Raised> {
        meter::heap_after(0);
        DEAR.set(0);
        MOST_MEMORY.set(self.most_memory);
        COLLECT_AT.set(self.collect_at.get());
        LONGEST.set(self.longest.get());
        let result = call();
        self.collect_at.set(COLLECT_AT.get());
        if result.as_ref().is_err_and(is_refusal) {
            meter::out_of_memory(vm.used_memory() as u64, self.most_memory);
        }
        self.longest.set(LONGEST.replace([0; 2]));
        result
    }
}

/// Returns the bytes that the running VM can keep alive.
pub fn most_memory() -> u64 {
    MOST_MEMORY.get()
}

/// The safepoint of a VM.
static SAFEPOINT: Interrupt = Interrupt::of(interrupt);
/// The same in a profiled one.
static COUNTING: Interrupt = Interrupt::of(counting_interrupt);
/// While comparisons or attempts to match are expensive.
static DEAR_SAFEPOINT: Interrupt = Interrupt::of(dear_interrupt);

/// Installs the interrupt as the VM's safepoint.
pub fn install(lua: &mut Lua) {
    LONGEST.set([0; 2]);
    lua.set_interrupt(Some(if profile::on() { COUNTING } else { SAFEPOINT }));
    lua.on_long_text::<{ LONG_TEXT as usize }, _>(on_allocate);
}

/// Charges a long text, which operators also create, and records its size. No error can be raised
/// here: if fuel runs out, the next safepoint ends the call.
fn on_allocate(bytes: usize) -> Option<Interrupt> {
    let bytes = bytes as u64;
    let _ = meter::charge(fuel_for(long_text(bytes)));
    let [first, second] = LONGEST.get();
    LONGEST.set([first.max(bytes), second.max(bytes.min(first))]);
    (comparison() > 0).then_some(DEAR_SAFEPOINT)
}

/// Returns the price of creating a text of this size that is charged wherever it is created.
pub fn long_text(bytes: u64) -> u64 {
    if bytes < LONG_TEXT { 0 } else { bytes / JOINED }
}

/// Returns the price of the most expensive comparison of two long texts.
fn comparison() -> u64 {
    // Both are longer than the bytes compared per unit of price.
    LONGEST.get()[1] / COMPARED
}

#[inline]
fn interrupt(vm: &Running) {
    if !meter::step_quickly() {
        slow_safepoint(vm);
    }
}

#[cold]
#[inline(never)]
fn slow_safepoint(vm: &Running) {
    match meter::step_slowly() {
        Ok(()) if meter::heap_is_due() => pace(vm),
        Ok(()) => {}
        Err(stop) => raise_stop(vm, stop),
    }
}

/// Interrupt handler during expensive pattern matches, and after a script has created two long
/// texts: comparisons of those have no other hook.
fn dear_interrupt(vm: &Running) {
    charge(vm, DEAR.get() + comparison());
    if profile::on() { counting_interrupt(vm) } else { interrupt(vm) }
}

/// Runs `call` while every safepoint costs `more` extra units.
pub fn with_dear_safepoints(
    lua: &mut Lua,
    more: u64,
    call: impl FnOnce(&mut Lua) -> c_int,
) -> c_int {
    if more == 0 && DEAR.get() == 0 {
        return call(lua);
    }
    // An error in `call` leaves the price in force until the hook ends, which is harmless.
    let before = DEAR.replace(more);
    let usual = lua.set_interrupt(Some(DEAR_SAFEPOINT));
    let results = call(lua);
    DEAR.set(before);
    if comparison() == 0 {
        lua.set_interrupt(usual);
    }
    results
}

/// Charges fuel for native work of a price, or ends the running call.
pub fn charge(vm: &Running, price: u64) {
    if price > 0 {
        take(vm, fuel_for(price));
    }
}

/// Charges fuel, or ends the running call.
pub fn take(vm: &Running, fuel: u64) {
    if let Err(stop) = meter::charge(fuel) {
        raise_stop(vm, stop);
    }
}

/// Ends the running call with the error of a limit.
pub fn raise_stop(vm: &Running, stop: Stop) -> ! {
    note_location(vm);
    vm.raise(stop.why())
}

/// The interrupt of a profiled VM. Every call and loop has a safepoint, so the fuel after one
/// belongs to its line, native work included.
fn counting_interrupt(vm: &Running) {
    note_line(vm);
    interrupt(vm);
}

/// Calls `read` with the innermost Lua frame, if there is one; `named` asks for its name.
fn innermost(frames: &Frames, named: bool, read: impl Fn(&Frame<'_>)) {
    for level in 0..8 {
        let found = frames.frame(level, named, |frame| {
            let is_lua = frame.line > 0;
            if is_lua {
                read(frame);
            }
            is_lua
        });
        if found != Some(false) {
            return;
        }
    }
}

/// Reports the running line of the bot to the profile.
fn note_line(vm: &Running) {
    innermost(vm, true, |frame| {
        let function = match &*frame.name {
            "" if frame.is_file => "top level",
            "" => "a function",
            name => name,
        };
        let (file, function) = (frame.file.to_string(), function.to_string());
        profile::at(&CodeLine { file, line: frame.line, function });
    });
}

/// Runs a full collection when the heap has doubled since the last one. Luau's own trigger reads a
/// clock, so memory use would differ from run to run.
fn pace(vm: &Running) {
    meter::heap_after(HEAP_EVERY);
    if vm.used_kib() > COLLECT_AT.get() {
        vm.collect();
        COLLECT_AT.set(vm.used_kib() * 2 + HEAP_SLACK);
    }
}

/// Records the innermost Lua line as the location where the hook was stopped, unless one is
/// recorded.
pub fn note_location(frames: &Frames) {
    at_location(frames, meter::note_stop);
}

/// Calls `note` with the file and the innermost Lua line; does nothing if no Lua is running.
pub fn at_location(frames: &Frames, note: impl Fn(&str, u32)) {
    innermost(frames, false, |frame| note(&frame.file, frame.line));
}
