//! Errors that a script catches: raising one costs far more than a safepoint, and running out of
//! memory ends the call like any other limit.
//!
//! The functions themselves are those of the binding; only what follows an error is ours.

#![allow(unsafe_code)] // C functions of a VM

use mlua::{Function, Lua, ffi};
use std::ffi::{CStr, c_int};
use std::mem;

use super::charges::original;
use super::errors::NO_MEMORY;
use super::interrupt::{charge, most_memory, note_location, raise_stop};
use super::prices::Args;
use crate::script::meter;

/// The price of an error raised and caught: a C++ exception, and a message.
const ERROR: u64 = 40;
/// The price of one that a native function raised: its sentence may compare a name with all others.
const NATIVE_ERROR: u64 = 300;
/// The price of an error at the end of the stack, all of which is then given back.
const OVERFLOW: u64 = 1000;
/// The price of a coroutine made.
const COROUTINE: u64 = 8;

type Row = (&'static CStr, &'static CStr, ffi::lua_CFunction);

const FUNCTIONS: &[Row] = &[
    (c"_G", c"pcall", catch),
    (c"_G", c"xpcall", catch_with_handler),
    (c"coroutine", c"resume", catch),
    (c"coroutine", c"close", catch),
    (c"coroutine", c"create", create),
    (c"coroutine", c"wrap", create),
];

/// Stands in for the functions that catch errors.
pub fn install(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: the closure leaves the stack as it was; `exec_raw` runs it protected.
    unsafe {
        lua.exec_raw::<()>((), |state| {
            for (library, name, entry) in FUNCTIONS {
                ffi::lua_getglobal(state, library.as_ptr());
                ffi::lua_getfield(state, -1, name.as_ptr());
                ffi::lua_pushcclosurek(state, *entry, name.as_ptr(), 1, None);
                ffi::lua_setfield(state, -2, name.as_ptr());
                ffi::lua_pop(state, 1);
            }
        })
    }
}

/// Charges for the error on top of the stack.
unsafe fn charge_error(state: *mut ffi::lua_State) {
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

/// Turns an error of the binding on top of the stack, which is an object, into its text, and charges for
/// that.
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

/// The text of an error as the binding writes it, without what it adds.
fn without_traces(text: &[u8]) -> &[u8] {
    const TRACE: &[u8] = b"\nstack traceback:";
    let text = text.strip_prefix(b"runtime error: ").unwrap_or(text);
    let end = text.windows(TRACE.len()).position(|part| part == TRACE);
    text[..end.unwrap_or(text.len())].trim_ascii_end()
}

/// `xpcall`, whose handler is given text too.
unsafe extern "C-unwind" fn catch_with_handler(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        if ffi::lua_type(state, 2) == ffi::LUA_TFUNCTION {
            ffi::lua_pushvalue(state, 2);
            ffi::lua_pushcclosurek(state, handle, c"handler".as_ptr(), 1, None);
            ffi::lua_replace(state, 2);
        }
        catch(state)
    }
}

/// Calls the handler of an `xpcall` with the error as text.
unsafe extern "C-unwind" fn handle(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        ffi::lua_settop(state, 1);
        make_text(state);
        ffi::lua_pushvalue(state, ffi::lua_upvalueindex(1));
        ffi::lua_insert(state, 1);
        ffi::lua_call(state, 1, 1);
        1
    }
}

/// Functions that give `false` and the error, or `true` and what they got.
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

/// A function that calls its first argument with the others, and notes the place of an error
/// while the stack still stands: the binding reports a refused allocation without one.
pub fn guard(lua: &Lua) -> mlua::Result<Function> {
    // SAFETY: the closure leaves the one function on the stack; `exec_raw` runs it protected.
    unsafe {
        lua.exec_raw((), |state| {
            ffi::lua_pushcclosurek(state, guarded, c"guard".as_ptr(), 0, None);
        })
    }
}

/// Notes the innermost line of Lua when it is dropped.
struct NoteLocation(*mut ffi::lua_State);

impl Drop for NoteLocation {
    fn drop(&mut self) {
        // SAFETY: it is dropped while the function runs that made it.
        unsafe { note_location(self.0) };
    }
}

unsafe extern "C-unwind" fn guarded(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        // Only an error unwinds through here and drops it. A protected call in its place would
        // see the error too, for an eighth of the time of a hook that does nothing.
        let location = NoteLocation(state);
        ffi::lua_call(state, ffi::lua_gettop(state) - 1, ffi::LUA_MULTRET);
        mem::forget(location);
        ffi::lua_gettop(state)
    }
}
