//! The safepoint of every Luau VM: counts fuel, paces the collector, names the line that ran out.
//! What native functions do is charged here too, with the same end.

#![allow(unsafe_code)] // a raw interrupt costs 1-9 % where mlua's own costs 8-67 %

use mlua::{Lua, ffi};
use std::borrow::Cow;
use std::cell::Cell;
use std::ffi::{CStr, c_char, c_void};
use std::mem::MaybeUninit;
use std::os::raw::c_int;

use super::errors::is_refusal;
use crate::script::meter::{self, Stop};
use crate::script::profile;

/// Fuel that takes about one millisecond of reference CPU time.
pub const FUEL_PER_MS: u64 = 22_000;
/// Prices that make a millisecond.
const PER_MS: u64 = 12_000;
/// Fuel between two looks at the heap.
const HEAP_EVERY: u64 = 16;
/// KiB the heap may always grow by before a collection is worth its time.
const HEAP_SLACK: c_int = 1024;
/// Bytes of a text from which making it is charged wherever it is made, and comparing it with another
/// one. A comparison is seen nowhere, so once there have been two such texts, every safepoint is
/// charged for one.
const LONG_TEXT: u64 = 8 * 1024;
/// Bytes of a long text that are joined and hashed for a price of one.
const JOINED: u64 = 256;
/// Bytes of two texts that are compared for a price of one.
const COMPARED: u64 = 6 * 1024;

/// The fuel of native work of this price.
pub fn fuel_for(price: u64) -> u64 {
    price.saturating_mul(FUEL_PER_MS).div_ceil(PER_MS)
}

thread_local! {
    static COLLECT_AT: Cell<c_int> = const { Cell::new(HEAP_SLACK) };
    /// Bytes that the running VM may keep alive.
    static MOST_MEMORY: Cell<u64> = const { Cell::new(u64::MAX) };
    /// Cost of a safepoint beyond its unit, while the expensive interrupt is in force.
    static DEAR: Cell<u64> = const { Cell::new(0) };
    /// Bytes of the two longest texts that the running VM has ever had.
    static LONGEST: Cell<[u64; 2]> = const { Cell::new([0; 2]) };
}

/// When the next collection of one VM is due, in KiB of heap.
pub struct Pacing {
    collect_at: Cell<c_int>,
    most_memory: u64,
    longest: Cell<[u64; 2]>,
}

impl Pacing {
    /// The pacing of a fresh VM that may keep `most_memory` bytes alive.
    pub fn new(lua: &Lua, most_memory: u64) -> Pacing {
        let used = (lua.used_memory() / 1024) as c_int;
        let collect_at = Cell::new(used * 2 + HEAP_SLACK);
        // The texts of a source are there before its first call.
        Pacing { collect_at, most_memory, longest: LONGEST.replace([0; 2]).into() }
    }

    /// Runs `call` in `lua` under this pacing, and stops the hook if an allocation was refused.
    pub fn run<R>(&self, lua: &Lua, call: impl FnOnce() -> mlua::Result<R>) -> mlua::Result<R> {
        meter::heap_after(0);
        DEAR.set(0);
        MOST_MEMORY.set(self.most_memory);
        COLLECT_AT.set(self.collect_at.get());
        LONGEST.set(self.longest.get());
        let result = call();
        self.collect_at.set(COLLECT_AT.get());
        if result.as_ref().is_err_and(is_refusal) {
            meter::out_of_memory(lua.used_memory() as u64, self.most_memory);
        }
        self.longest.set(LONGEST.replace([0; 2]));
        result
    }
}

/// Bytes that the running VM may keep alive.
pub fn most_memory() -> u64 {
    MOST_MEMORY.get()
}

/// Makes the interrupt the VM's safepoint.
pub fn install(lua: &Lua) -> mlua::Result<()> {
    let safepoint = if profile::on() { counting_interrupt } else { interrupt };
    LONGEST.set([0; 2]);
    // SAFETY: the callbacks of a VM live as long as the VM; both are functions, not closures.
    unsafe {
        lua.exec_raw::<()>((), |state| {
            (*ffi::lua_callbacks(state)).interrupt = Some(safepoint);
            (*ffi::lua_callbacks(state)).onallocate = Some(on_allocate);
        })
    }
}

/// Charges long texts, which operators make as well, and notes how long they are. No error may be
/// raised here: where fuel has run out, the next safepoint ends the call.
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

/// The price of making a text of so many bytes that is charged wherever it is made.
pub fn long_text(bytes: u64) -> u64 {
    if bytes < LONG_TEXT { 0 } else { bytes / JOINED }
}

/// The price of the dearest comparison of two long texts.
fn comparison() -> u64 {
    // Of long texts alone, which are longer than what one price compares.
    LONGEST.get()[1] / COMPARED
}

unsafe extern "C-unwind" fn interrupt(state: *mut ffi::lua_State, gc: c_int) {
    // Luau also calls this while it collects; only safepoints of the script count.
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

/// The interrupt while a pattern is matched whose attempts cost more than a safepoint, and once
/// there are two long texts: an operator that compares them is seen nowhere else.
unsafe extern "C-unwind" fn dear_interrupt(state: *mut ffi::lua_State, gc: c_int) {
    unsafe {
        if gc < 0 {
            charge(state, DEAR.get() + comparison());
        }
        let usual = if profile::on() { counting_interrupt } else { interrupt };
        usual(state, gc);
    }
}

/// Runs `call` while every safepoint costs `more` units than it does.
///
/// # Safety
/// `state` must be the one that runs, and `call` good to be called on it.
pub unsafe fn with_dear_safepoints(
    state: *mut ffi::lua_State,
    more: u64,
    call: impl FnOnce(*mut ffi::lua_State) -> c_int,
) -> c_int {
    if more == 0 && DEAR.get() == 0 {
        return call(state);
    }
    unsafe {
        // An error in `call` leaves the price in force until the hook ends, on no account of ours.
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

/// Takes fuel for native work of a price, or ends the call that runs.
///
/// # Safety
/// `state` must be the one that runs; errors of Lua must be free to unwind through the caller.
pub unsafe fn charge(state: *mut ffi::lua_State, price: u64) {
    if price > 0 {
        unsafe { take(state, fuel_for(price)) }
    }
}

/// Takes fuel, or ends the call that runs.
///
/// # Safety
/// As for [`charge`].
pub unsafe fn take(state: *mut ffi::lua_State, fuel: u64) {
    if let Err(stop) = meter::charge(fuel) {
        unsafe { raise_stop(state, stop) }
    }
}

/// Ends the call that runs with the error of a limit.
///
/// # Safety
/// As for [`charge`].
pub unsafe fn raise_stop(state: *mut ffi::lua_State, stop: Stop) {
    unsafe {
        note_location(state);
        let why = stop.why();
        ffi::lua_pushlstring(state, why.as_ptr().cast(), why.len());
        ffi::lua_error(state);
    }
}

/// The interrupt of a VM whose profile is counted. There is a safepoint at every call and loop, so
/// what comes after one belongs to its line, native work included.
unsafe extern "C-unwind" fn counting_interrupt(state: *mut ffi::lua_State, gc: c_int) {
    if gc < 0 {
        unsafe { note_line(state) };
    }
    unsafe { interrupt(state, gc) }
}

/// Reads frames of Lua with their file and line, the innermost first, until `read` takes one; `parts` are
/// those of a frame that it needs.
unsafe fn innermost(
    state: *mut ffi::lua_State,
    parts: &CStr,
    read: impl Fn(&str, u32, &ffi::lua_Debug) -> bool,
) {
    for level in 0..8 {
        let mut frame = MaybeUninit::<ffi::lua_Debug>::zeroed();
        // SAFETY: `s` and `l`, which are among the parts, fill `short_src` and `currentline`. Texts
        // are read in place, for they may lie in a buffer of the struct itself.
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

/// A text of a frame; one that is not there is null.
unsafe fn text<'a>(text: *const c_char) -> Cow<'a, str> {
    if text.is_null() { c"" } else { unsafe { CStr::from_ptr(text) } }.to_string_lossy()
}

/// Tells the profile which line of the bot runs.
unsafe fn note_line(state: *mut ffi::lua_State) {
    let note = |file: &str, line: u32, frame: &ffi::lua_Debug| {
        // The binding has functions of its own on the stack.
        if !file.ends_with(".lua") {
            return false;
        }
        // SAFETY: `n` fills both.
        let (name, what) = unsafe { (text(frame.name), text(frame.what)) };
        let function = match (&*name, &*what) {
            ("", "main") => "top level".into(),
            ("", _) => "a function".into(),
            _ => name,
        };
        let (file, function) = (file.to_string(), function.into_owned());
        profile::at(&profile::Location { file, line, function });
        true
    };
    unsafe { innermost(state, c"sln", note) }
}

/// Collects everything when the heap has doubled since it was last done: Luau's own trigger reads a
/// clock, and memory would differ from run to run.
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

/// Remembers the innermost line of Lua as the place where the hook was stopped, unless one is known.
///
/// # Safety
/// `state` must be the one that runs.
pub unsafe fn note_location(state: *mut ffi::lua_State) {
    unsafe { at_location(state, meter::note_stop) }
}

/// Gives the file and the innermost line of Lua to `note`; nothing where none runs.
///
/// # Safety
/// `state` must be the one that runs, or a coroutine that does not.
pub unsafe fn at_location(state: *mut ffi::lua_State, note: impl Fn(&str, u32)) {
    let note = |file: &str, line: u32, _: &ffi::lua_Debug| {
        note(file, line);
        true
    };
    unsafe { innermost(state, c"sl", note) }
}
