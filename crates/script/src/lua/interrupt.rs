//! The safepoint of every Luau VM: counts fuel, paces the collector, records the line of an
//! exceeded limit. Native functions charge their work here too, with the same consequences.

#![allow(unsafe_code)] // C functions of a VM

use juez_luau as ffi;
use std::borrow::Cow;
use std::cell::Cell;
use std::ffi::{CStr, c_char, c_void};
use std::mem::MaybeUninit;
use std::os::raw::c_int;

use super::convert::push_text;
use super::errors::Raised;
use super::state::Vm;
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
    ///
    /// # Errors
    /// The error of the call.
    pub fn run<R>(&self, vm: &Vm, call: impl FnOnce() -> Result<R, Raised>) -> Result<R, Raised> {
        meter::heap_after(0);
        DEAR.set(0);
        MOST_MEMORY.set(self.most_memory);
        COLLECT_AT.set(self.collect_at.get());
        LONGEST.set(self.longest.get());
        let result = call();
        self.collect_at.set(COLLECT_AT.get());
        if result.as_ref().is_err_and(Raised::is_refusal) {
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

/// Installs the interrupt as the VM's safepoint.
///
/// # Safety
/// `state` must be the running one.
pub unsafe fn install(state: *mut ffi::lua_State) {
    let safepoint = if profile::on() { counting_interrupt } else { interrupt };
    LONGEST.set([0; 2]);
    unsafe {
        (*ffi::lua_callbacks(state)).interrupt = Some(safepoint);
        (*ffi::lua_callbacks(state)).onallocate = Some(on_allocate);
    }
}

/// Charges long texts, which operators also create, and records their sizes. No error can be raised
/// here: if fuel runs out, the next safepoint ends the call.
unsafe extern "C-unwind" fn on_allocate(
    state: *mut ffi::lua_State,
    _: *mut c_void,
    _: usize,
    bytes: usize,
    _: u8,
    kind: c_int,
    _: c_int,
) {
    let bytes = bytes as u64;
    if bytes < LONG_TEXT || kind != ffi::LUA_TSTRING {
        return;
    }
    let _ = meter::charge(fuel_for(long_text(bytes)));
    let [first, second] = LONGEST.get();
    LONGEST.set([first.max(bytes), second.max(bytes.min(first))]);
    if comparison() > 0 {
        unsafe { (*ffi::lua_callbacks(state)).interrupt = Some(dear_interrupt) };
    }
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

unsafe extern "C-unwind" fn interrupt(state: *mut ffi::lua_State, gc: c_int) {
    // Luau also calls this while collecting; only safepoints of the script count.
    if gc >= 0 {
        return;
    }
    if !meter::step_quickly() {
        unsafe { slow_safepoint(state) }
    }
}

#[cold]
#[inline(never)]
unsafe fn slow_safepoint(state: *mut ffi::lua_State) {
    match meter::step_slowly() {
        Ok(()) if meter::heap_is_due() => unsafe { pace(state) },
        Ok(()) => {}
        Err(stop) => unsafe { raise_stop(state, stop) },
    }
}

/// Interrupt handler during expensive pattern matches, and after a script has created two long
/// texts: comparisons of those have no other hook.
unsafe extern "C-unwind" fn dear_interrupt(state: *mut ffi::lua_State, gc: c_int) {
    unsafe {
        if gc < 0 {
            charge(state, DEAR.get() + comparison());
        }
        let usual = if profile::on() { counting_interrupt } else { interrupt };
        usual(state, gc);
    }
}

/// Runs `call` while every safepoint costs `more` extra units.
///
/// # Safety
/// `state` must be the running one, and valid for `call`.
pub unsafe fn with_dear_safepoints(
    state: *mut ffi::lua_State,
    more: u64,
    call: impl FnOnce(*mut ffi::lua_State) -> c_int,
) -> c_int {
    if more == 0 && DEAR.get() == 0 {
        return call(state);
    }
    unsafe {
        // An error in `call` leaves the price in force until the hook ends, which is harmless.
        let before = DEAR.replace(more);
        let usual = (*ffi::lua_callbacks(state)).interrupt.replace(dear_interrupt);
        let results = call(state);
        DEAR.set(before);
        if comparison() == 0 {
            (*ffi::lua_callbacks(state)).interrupt = usual;
        }
        results
    }
}

/// Charges fuel for native work of a price, or ends the running call.
///
/// # Safety
/// `state` must be the running one, and Lua errors must be free to unwind through the caller.
pub unsafe fn charge(state: *mut ffi::lua_State, price: u64) {
    if price > 0 {
        unsafe { take(state, fuel_for(price)) }
    }
}

/// Charges fuel, or ends the running call.
///
/// # Safety
/// See [`charge`].
pub unsafe fn take(state: *mut ffi::lua_State, fuel: u64) {
    if let Err(stop) = meter::charge(fuel) {
        unsafe { raise_stop(state, stop) }
    }
}

/// Ends the running call with the error of a limit.
///
/// # Safety
/// See [`charge`].
pub unsafe fn raise_stop(state: *mut ffi::lua_State, stop: Stop) {
    unsafe {
        note_location(state);
        push_text(state, stop.why());
        ffi::lua_error(state);
    }
}

/// The interrupt of a profiled VM. Every call and loop has a safepoint, so the fuel after one
/// belongs to its line, native work included.
unsafe extern "C-unwind" fn counting_interrupt(state: *mut ffi::lua_State, gc: c_int) {
    if gc < 0 {
        unsafe { note_line(state) };
    }
    unsafe { interrupt(state, gc) }
}

/// Calls `read` with the file and line of each Lua frame, innermost first, until it returns true;
/// `parts` selects the fields of the frame that it needs.
unsafe fn innermost(
    state: *mut ffi::lua_State,
    parts: &CStr,
    read: impl Fn(&str, u32, &ffi::lua_Debug) -> bool,
) {
    for level in 0..8 {
        let mut frame = MaybeUninit::<ffi::lua_Debug>::zeroed();
        // SAFETY: `s` and `l`, which are among the parts, fill `short_src` and `currentline`. Texts
        // are read in place, since they can lie in a buffer of the struct itself.
        let (frame, file) = unsafe {
            if ffi::lua_getinfo(state, level, parts.as_ptr(), frame.as_mut_ptr()) == 0 {
                return;
            }
            let frame = &*frame.as_ptr();
            (frame, text(frame.short_src))
        };
        let is_lua = frame.currentline > 0 && !frame.short_src.is_null();
        if is_lua && read(&file, frame.currentline as u32, frame) {
            return;
        }
    }
}

/// Reads a text of a frame; null is empty.
unsafe fn text<'a>(text: *const c_char) -> Cow<'a, str> {
    if text.is_null() { c"" } else { unsafe { CStr::from_ptr(text) } }.to_string_lossy()
}

/// Reports the running line of the bot to the profile.
unsafe fn note_line(state: *mut ffi::lua_State) {
    let note = |file: &str, line: u32, frame: &ffi::lua_Debug| {
        // SAFETY: `n` fills both.
        let (name, what) = unsafe { (text(frame.name), text(frame.what)) };
        let function = match (&*name, &*what) {
            ("", "main") => "top level".into(),
            ("", _) => "a function".into(),
            _ => name,
        };
        let (file, function) = (file.to_string(), function.into_owned());
        profile::at(&CodeLine { file, line, function });
        true
    };
    unsafe { innermost(state, c"sln", note) }
}

/// Runs a full collection when the heap has doubled since the last one. Luau's own trigger reads a
/// clock, so memory use would differ from run to run.
unsafe fn pace(state: *mut ffi::lua_State) {
    meter::heap_after(HEAP_EVERY);
    unsafe {
        if ffi::lua_gc(state, ffi::LUA_GCCOUNT, 0) > COLLECT_AT.get() {
            ffi::lua_gc(state, ffi::LUA_GCCOLLECT, 0);
            ffi::lua_gc(state, ffi::LUA_GCSTOP, 0);
            COLLECT_AT.set(ffi::lua_gc(state, ffi::LUA_GCCOUNT, 0) * 2 + HEAP_SLACK);
        }
    }
}

/// Records the innermost Lua line as the location where the hook was stopped, unless one is
/// recorded.
///
/// # Safety
/// `state` must be the running one.
pub unsafe fn note_location(state: *mut ffi::lua_State) {
    unsafe { at_location(state, meter::note_stop) }
}

/// Calls `note` with the file and the innermost Lua line; does nothing if no Lua is running.
///
/// # Safety
/// `state` must be the running one, or a suspended coroutine.
pub unsafe fn at_location(state: *mut ffi::lua_State, note: impl Fn(&str, u32)) {
    let note = |file: &str, line: u32, _: &ffi::lua_Debug| {
        note(file, line);
        true
    };
    unsafe { innermost(state, c"sl", note) }
}
