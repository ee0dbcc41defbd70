//! Errors caught by a script: raising one costs far more than a safepoint, and running out of
//! memory ends the call like any other limit. Also records the location of an uncaught error.

#![allow(unsafe_code)] // C functions of a VM

use juez_luau as ffi;
use std::cell::RefCell;
use std::ffi::{CStr, c_int};
use std::mem;
use std::ptr;

use super::charges::original;
use super::errors::{NO_MEMORY, to_text};
use super::faults::take_native;
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

/// A replaced function: its library and name, and the replacement with its continuation. The first
/// upvalue is the library function.
type Row = (&'static CStr, &'static CStr, ffi::lua_CFunction, Option<ffi::lua_Continuation>);

const FUNCTIONS: [Row; 6] = [
    (c"_G", c"xpcall", protect_with_handler, Some(protected_with_handler)),
    (c"_G", c"pcall", protect, Some(protected)),
    (c"coroutine", c"resume", catch, None),
    (c"coroutine", c"close", catch, None),
    (c"coroutine", c"create", create, None),
    (c"coroutine", c"wrap", wrap, None),
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
///
/// # Safety
/// `state` must be the running one, and Lua errors must be free to unwind through the caller.
pub unsafe fn install(state: *mut ffi::lua_State) {
    unsafe {
        for (library, name, entry, end) in FUNCTIONS {
            ffi::lua_getglobal(state, library.as_ptr());
            ffi::lua_rawgetfield(state, -1, name.as_ptr());
            ffi::lua_pushcclosurek(state, entry, name.as_ptr(), 1, end);
            ffi::lua_rawsetfield(state, -2, name.as_ptr());
            ffi::lua_pop(state, 1);
        }
    }
}

/// Charges for the caught error on top of the stack.
unsafe fn charge_error(state: *mut ffi::lua_State) {
    RAISED_AT.take();
    let args = Args(state);
    let text = args.text(-1);
    unsafe {
        if take_native() {
            charge(state, NATIVE_ERROR);
        }
        if text.ends_with(NO_MEMORY.as_bytes()) {
            let kib = ffi::lua_gc(state, ffi::LUA_GCCOUNT, 0).max(0) as u64;
            return raise_stop(state, meter::out_of_memory(kib << 10, most_memory()));
        }
        let overflow = text.len() < 200 && text.windows(14).any(|part| part == b"stack overflow");
        charge(state, if overflow { OVERFLOW } else { ERROR });
    }
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

/// `xpcall(f, handler, ...)`; its continuation returns the results.
unsafe extern "C-unwind" fn protect_with_handler(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        ffi::luaL_checktype(state, 2, ffi::LUA_TFUNCTION);
        // The order will be: handler, number of the hook's call, function, arguments.
        ffi::lua_pushvalue(state, 2);
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

/// Returns `false` and the error on top of the stack.
unsafe fn caught(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        ffi::lua_rawcheckstack(state, 4);
        charge_error(state);
        ffi::lua_pushboolean(state, 0);
        ffi::lua_insert(state, -2);
        2
    }
}

/// Wraps functions that return `false` and an error, or `true` and results.
unsafe extern "C-unwind" fn catch(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let results = original(state);
        if results == 2 && ffi::lua_toboolean(state, -2) == 0 {
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
        let location = NoteLocation(ffi::lua_tothread(state, ffi::lua_upvalueindex(1)));
        let results = resume(state);
        mem::forget(location);
        results
    }
}

/// Forgets the errors of earlier calls.
pub fn reset() {
    RAISED_AT.take();
    take_native();
}

/// The message handler of a bot's calls, which runs before the stack unwinds: records the location
/// of an uncaught error, and converts the error to text.
pub unsafe extern "C-unwind" fn uncaught(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        at_location(state, note_raised);
        note_location(state);
        to_text(state)
    }
}

/// Records the location of an error, unless one is recorded.
fn note_raised(file: &str, line: u32) {
    RAISED_AT.with_borrow_mut(|at| {
        at.get_or_insert_with(|| (file.to_string(), line));
    });
}

/// Records the innermost Lua line when an error unwinds through it.
struct NoteLocation(*mut ffi::lua_State);

impl Drop for NoteLocation {
    fn drop(&mut self) {
        // SAFETY: it is dropped while the function that created it runs.
        unsafe { at_location(self.0, note_raised) }
    }
}
