//! Errors caught by a script: raising one costs far more than a safepoint, and running out of
//! memory ends the call like any other limit. Also records the location of an uncaught error.
//!
//! `pcall` and `xpcall` can yield, as in Luau. mlua's versions cannot; they serve only to find out
//! whether an error is a Rust panic, which must never be caught.

#![allow(unsafe_code)] // C functions of a VM

use mlua::{Function, Lua, ffi};
use std::cell::RefCell;
use std::ffi::{CStr, c_int};
use std::mem;
use std::ptr;

use super::charges::original;
use super::errors::NO_MEMORY;
use super::interrupt::{at_location, charge, fuel_for, most_memory, note_location, raise_stop};
use super::prices::Args;
use crate::meter;

/// Price of raising and catching an error: a C++ exception, and a message. An open protected call
/// reserves it: a coroutine can have thousands of them when fuel runs out, and each raises that
/// error again.
const ERROR: u64 = 60;
/// Price of an error from a native function; its message may compare a name with all others.
const NATIVE_ERROR: u64 = 300;
/// Price of a stack overflow, which frees the whole stack.
const OVERFLOW: u64 = 4000;
/// Price of creating a coroutine.
const COROUTINE: u64 = 8;

/// A replaced function: its library and name, the library function kept as first upvalue, and the
/// replacement.
struct Row {
    library: &'static CStr,
    name: &'static CStr,
    inner: &'static CStr,
    entry: ffi::lua_CFunction,
    end: Option<ffi::lua_Continuation>,
}

const fn base(name: &'static CStr, entry: ffi::lua_CFunction, end: ffi::lua_Continuation) -> Row {
    Row { library: c"_G", name, inner: c"pcall", entry, end: Some(end) }
}

const fn coroutine(name: &'static CStr, entry: ffi::lua_CFunction) -> Row {
    Row { library: c"coroutine", name, inner: name, entry, end: None }
}

/// `pcall` comes after the functions built from it.
const FUNCTIONS: &[Row] = &[
    base(c"xpcall", protect_with_handler, protected_with_handler),
    base(c"pcall", protect, protected),
    coroutine(c"resume", catch),
    coroutine(c"close", catch),
    coroutine(c"create", create),
    coroutine(c"wrap", wrap),
];

thread_local! {
    /// The innermost Lua line of the error that is leaving the running hook.
    static RAISED_AT: RefCell<Option<(String, u32)>> = const { RefCell::new(None) };
}

/// Takes the file and line of the statement whose error ended the last call.
pub fn take_raised() -> Option<(String, u32)> {
    RAISED_AT.take()
}

/// Replaces the functions that catch errors.
pub fn install(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: the closure restores the stack; `exec_raw` runs it protected.
    unsafe {
        lua.exec_raw::<()>((), |state| {
            for Row { library, name, inner, entry, end } in FUNCTIONS {
                ffi::lua_getglobal(state, library.as_ptr());
                ffi::lua_getfield(state, -1, inner.as_ptr());
                ffi::lua_pushcclosurek(state, *entry, name.as_ptr(), 1, *end);
                ffi::lua_setfield(state, -2, name.as_ptr());
                ffi::lua_pop(state, 1);
            }
        })
    }
}

/// Charges for the caught error on top of the stack.
unsafe fn charge_error(state: *mut ffi::lua_State) {
    RAISED_AT.take();
    let args = Args(state);
    let text = args.text(-1);
    unsafe {
        if text.ends_with(NO_MEMORY.as_bytes()) {
            let kib = ffi::lua_gc(state, ffi::LUA_GCCOUNT, 0).max(0) as u64;
            return raise_stop(state, meter::out_of_memory(kib << 10, most_memory()));
        }
        let overflow = text.len() < 200 && text.windows(14).any(|part| part == b"stack overflow");
        charge(state, if overflow { OVERFLOW } else { ERROR });
    }
}

/// Replaces an error object of the binding on top of the stack by its text, and charges for that.
unsafe fn make_text(state: *mut ffi::lua_State) {
    unsafe {
        if ffi::lua_type(state, -1) != ffi::LUA_TUSERDATA
            || ffi::luaL_getmetafield(state, -1, c"__type".as_ptr()) == ffi::LUA_TNIL
        {
            return;
        }
        let is_error = Args(state).text(-1) == b"error";
        ffi::lua_pop(state, 1);
        if is_error {
            ffi::luaL_tolstring(state, -1, std::ptr::null_mut());
            let args = Args(state);
            let text = without_traces(args.text(-1));
            ffi::lua_pushlstring(state, text.as_ptr().cast(), text.len());
            ffi::lua_replace(state, -3);
            ffi::lua_pop(state, 1);
            charge(state, NATIVE_ERROR);
        }
    }
}

/// Strips the binding's prefix and stack trace from the text of an error.
fn without_traces(text: &[u8]) -> &[u8] {
    const TRACE: &[u8] = b"\nstack traceback:";
    let text = text.strip_prefix(b"runtime error: ").unwrap_or(text);
    let end = text.windows(TRACE.len()).position(|part| part == TRACE);
    text[..end.unwrap_or(text.len())].trim_ascii_end()
}

/// Reserves fuel for the error that a protected call can end with, and inserts the number of the
/// hook's call at `at`.
unsafe fn reserve(state: *mut ffi::lua_State, at: c_int) {
    unsafe {
        match meter::reserve(fuel_for(ERROR)) {
            Ok(call) => ffi::lua_pushnumber(state, call as f64),
            Err(stop) => raise_stop(state, stop),
        }
        ffi::lua_insert(state, at);
    }
}

/// Ends the reservation of a protected call; its number is at `at`.
unsafe fn release(state: *mut ffi::lua_State, at: c_int) {
    unsafe { meter::release(ffi::lua_tonumber(state, at) as u64, fuel_for(ERROR)) }
}

/// `pcall(f, ...)`; its continuation returns the results.
unsafe extern "C-unwind" fn protect(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        ffi::luaL_checkany(state, 1);
        reserve(state, 1);
        ffi::lua_pcallyieldable(state, ffi::lua_gettop(state) - 2, ffi::LUA_MULTRET, 0)
    }
}

/// The continuation of `pcall`, run immediately or after a yield.
unsafe extern "C-unwind" fn protected(state: *mut ffi::lua_State, status: c_int) -> c_int {
    unsafe {
        release(state, 1);
        if status != ffi::LUA_OK {
            return caught(state);
        }
        ffi::lua_rawcheckstack(state, 1);
        ffi::lua_pushboolean(state, 1);
        ffi::lua_replace(state, 1);
        ffi::lua_gettop(state)
    }
}

/// `xpcall(f, handler, ...)`; the handler gets text instead of an error object of the binding.
unsafe extern "C-unwind" fn protect_with_handler(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        ffi::luaL_checktype(state, 2, ffi::LUA_TFUNCTION);
        ffi::lua_pushvalue(state, ffi::lua_upvalueindex(1));
        ffi::lua_pushvalue(state, 2);
        ffi::lua_pushcclosurek(state, handle, c"handler".as_ptr(), 2, None);
        // The order is: handler, number of the hook's call, function, arguments.
        ffi::lua_pushvalue(state, 1);
        ffi::lua_replace(state, 2);
        ffi::lua_replace(state, 1);
        reserve(state, 2);
        ffi::lua_pcallyieldable(state, ffi::lua_gettop(state) - 3, ffi::LUA_MULTRET, 1)
    }
}

/// The continuation of `xpcall`; the handler is at 1.
unsafe extern "C-unwind" fn protected_with_handler(
    state: *mut ffi::lua_State,
    status: c_int,
) -> c_int {
    unsafe {
        release(state, 2);
        if status != ffi::LUA_OK {
            return caught(state);
        }
        ffi::lua_remove(state, 1);
        ffi::lua_pushboolean(state, 1);
        ffi::lua_replace(state, 1);
        ffi::lua_gettop(state)
    }
}

/// Returns `false` and the error on top of the stack in the form that scripts see.
unsafe fn caught(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        ffi::lua_rawcheckstack(state, 4);
        if is_panic(state) {
            ffi::lua_error(state);
        }
        make_text(state);
        charge_error(state);
        ffi::lua_pushboolean(state, 0);
        ffi::lua_insert(state, -2);
        2
    }
}

/// Returns true if the error on top of the stack is a Rust panic. Call it only from the replacement
/// of `pcall` or `xpcall`, or from a handler of one.
unsafe fn is_panic(state: *mut ffi::lua_State) -> bool {
    unsafe {
        if ffi::lua_type(state, -1) != ffi::LUA_TUSERDATA {
            return false;
        }
        // The binding's `pcall` raises a panic again.
        ffi::lua_pushvalue(state, ffi::lua_upvalueindex(1));
        ffi::lua_pushcclosurek(state, raise_again, c"error".as_ptr(), 0, None);
        ffi::lua_pushvalue(state, -3);
        let status = ffi::lua_pcall(state, 2, 0, 0);
        let is_panic = status != ffi::LUA_OK;
        if is_panic {
            ffi::lua_pop(state, 1);
        }
        is_panic
    }
}

unsafe extern "C-unwind" fn raise_again(state: *mut ffi::lua_State) -> c_int {
    unsafe { ffi::lua_error(state) }
}

/// Calls the handler of an `xpcall` with the error as text.
unsafe extern "C-unwind" fn handle(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        ffi::lua_settop(state, 1);
        if is_panic(state) {
            return 1;
        }
        make_text(state);
        ffi::lua_pushvalue(state, ffi::lua_upvalueindex(2));
        ffi::lua_insert(state, 1);
        ffi::lua_call(state, 1, 1);
        1
    }
}

/// Wraps functions that return `false` and an error, or `true` and results.
unsafe extern "C-unwind" fn catch(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let results = original(state);
        if results == 2 && ffi::lua_toboolean(state, -2) == 0 {
            make_text(state);
            charge_error(state);
        }
        results
    }
}

unsafe extern "C-unwind" fn create(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        charge(state, COROUTINE);
        original(state)
    }
}

/// `coroutine.wrap(f)`; resuming records where an error happened.
unsafe extern "C-unwind" fn wrap(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        charge(state, COROUTINE);
        original(state);
        // The coroutine is the single upvalue of the function that Luau creates.
        ffi::lua_getupvalue(state, -1, 1);
        ffi::lua_insert(state, -2);
        ffi::lua_pushcclosurek(state, resume_wrapped, ptr::null(), 2, None);
        1
    }
}

/// Resumes a wrapped coroutine, and records the line in it whose error ends it.
unsafe extern "C-unwind" fn resume_wrapped(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let Some(resume) = ffi::lua_tocfunction(state, ffi::lua_upvalueindex(2)) else { return 0 };
        let location = NoteLocation {
            state: ffi::lua_tothread(state, ffi::lua_upvalueindex(1)),
            may_stop: false,
        };
        let results = resume(state);
        mem::forget(location);
        results
    }
}

/// Creates a function that calls its first argument with the others, and records the location of an
/// error before the stack unwinds: the binding reports a refused allocation without a location.
pub fn guard(lua: &Lua) -> mlua::Result<Function> {
    // SAFETY: the closure leaves only the function on the stack; `exec_raw` runs it protected.
    unsafe {
        lua.exec_raw((), |state| {
            ffi::lua_pushcclosurek(state, guarded, c"guard".as_ptr(), 0, None);
        })
    }
}

/// Records the innermost Lua line when dropped, unless one is recorded already.
struct NoteLocation {
    state: *mut ffi::lua_State,
    /// True if a limit may have stopped the call here.
    may_stop: bool,
}

impl Drop for NoteLocation {
    fn drop(&mut self) {
        let note = |file: &str, line: u32| {
            RAISED_AT.with_borrow_mut(|at| {
                at.get_or_insert_with(|| (file.to_string(), line));
            });
        };
        // SAFETY: it is dropped while the function that created it runs.
        unsafe {
            at_location(self.state, note);
            if self.may_stop {
                note_location(self.state);
            }
        }
    }
}

unsafe extern "C-unwind" fn guarded(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        RAISED_AT.take();
        // Dropped only when an error unwinds through here. A protected call would see the error
        // too, but takes an eighth of the time of an empty hook.
        let location = NoteLocation { state, may_stop: true };
        ffi::lua_call(state, ffi::lua_gettop(state) - 1, ffi::LUA_MULTRET);
        mem::forget(location);
        ffi::lua_gettop(state)
    }
}
