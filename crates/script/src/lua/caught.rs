//! Errors caught by a script: raising one costs far more than a safepoint, and running out of
//! memory ends the call like any other limit. Also records the location of an uncaught error.

use juez_luau::{Lua, NO_MEMORY, Native, Protected};
use std::cell::RefCell;
use std::ffi::{CStr, c_int};

use super::charges::original;
use super::errors::to_text;
use super::faults::take_native;
use super::interrupt::{at_location, charge, fuel_for, most_memory, note_location, raise_stop};
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

/// The message handler of a bot's calls.
pub const UNCAUGHT: Native = Native::of(uncaught);

/// The replaced functions: library, name, and the replacement. The first upvalue is the library
/// function.
const FUNCTIONS: [(&CStr, &CStr, Native); 6] = [
    (c"_G", c"xpcall", Native::protecting(protect_with_handler, protected_with_handler)),
    (c"_G", c"pcall", Native::protecting(protect, protected)),
    (c"coroutine", c"resume", Native::of(catch)),
    (c"coroutine", c"close", Native::of(catch)),
    (c"coroutine", c"create", Native::of(create)),
    (c"coroutine", c"wrap", Native::of(wrap)),
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
pub fn install(lua: &mut Lua) {
    for (library, name, replacement) in FUNCTIONS {
        lua.push_global(library);
        lua.push_field(-1, name);
        lua.push_function(replacement, Some(name), 1);
        lua.set_field(-2, name);
        lua.pop(1);
    }
}

/// Charges for the caught error on top of the stack.
fn charge_error(lua: &Lua) {
    RAISED_AT.take();
    let text = lua.text(-1).unwrap_or_default();
    if take_native() {
        charge(lua, NATIVE_ERROR);
    }
    if text.ends_with(NO_MEMORY.as_bytes()) {
        let kib = lua.used_kib().max(0) as u64;
        raise_stop(lua, meter::out_of_memory(kib << 10, most_memory()));
    }
    let overflow = text.len() < 200 && text.windows(14).any(|part| part == b"stack overflow");
    charge(lua, if overflow { OVERFLOW } else { ERROR });
}

/// Reserves fuel for the error that a protected call can end with, and inserts the number of the
/// hook's call at `at`.
fn reserve(lua: &mut Lua, at: c_int) {
    match meter::reserve(fuel_for(ERROR)) {
        Ok(call) => lua.push_number(call as f64),
        Err(stop) => raise_stop(lua, stop),
    }
    lua.insert(at);
}

/// Ends the reservation of a protected call; its number is at `at`.
fn release(lua: &Lua, at: c_int) {
    meter::release(lua.to_number(at) as u64, fuel_for(ERROR));
}

/// `pcall(f, ...)`; its continuation returns the results.
fn protect(lua: &mut Lua) -> Protected {
    lua.check_any(1);
    reserve(lua, 1);
    Protected { args: lua.top() - 2, handler: 0 }
}

/// The continuation of `pcall`, run immediately or after a yield.
fn protected(lua: &mut Lua, is_ok: bool) -> c_int {
    release(lua, 1);
    if !is_ok {
        return caught(lua);
    }
    lua.make_room(1);
    lua.push_flag(true);
    lua.replace(1);
    lua.top()
}

/// `xpcall(f, handler, ...)`; its continuation returns the results.
fn protect_with_handler(lua: &mut Lua) -> Protected {
    lua.check_function(2);
    // The order will be: handler, number of the hook's call, function, arguments.
    lua.push_copy(2);
    lua.push_copy(1);
    lua.replace(2);
    lua.replace(1);
    reserve(lua, 2);
    Protected { args: lua.top() - 3, handler: 1 }
}

/// The continuation of `xpcall`; the handler is at 1.
fn protected_with_handler(lua: &mut Lua, is_ok: bool) -> c_int {
    release(lua, 2);
    if !is_ok {
        return caught(lua);
    }
    lua.remove(1);
    lua.push_flag(true);
    lua.replace(1);
    lua.top()
}

/// Returns `false` and the error on top of the stack.
fn caught(lua: &mut Lua) -> c_int {
    lua.make_room(4);
    charge_error(lua);
    lua.push_flag(false);
    lua.insert(-2);
    2
}

/// Wraps functions that return `false` and an error, or `true` and results.
fn catch(lua: &mut Lua) -> c_int {
    let results = original(lua);
    if results == 2 && !lua.flag(-2) {
        charge_error(lua);
    }
    results
}

fn create(lua: &mut Lua) -> c_int {
    charge(lua, COROUTINE);
    original(lua)
}

/// `coroutine.wrap(f)`; resuming records where an error happened.
fn wrap(lua: &mut Lua) -> c_int {
    charge(lua, COROUTINE);
    original(lua);
    // The coroutine is the single upvalue of the function that Luau creates.
    lua.push_upvalue(-1, 1);
    lua.insert(-2);
    lua.push_function(Native::of(resume_wrapped), None, 2);
    1
}

/// Resumes a wrapped coroutine, and records the line in it whose error ends it.
fn resume_wrapped(lua: &mut Lua) -> c_int {
    lua.original_resume(2, |coroutine| at_location(coroutine, note_raised))
}

/// Forgets the errors of earlier calls.
pub fn reset() {
    RAISED_AT.take();
    take_native();
}

/// The message handler of a bot's calls, which runs before the stack unwinds: records the location
/// of an uncaught error, and converts the error to text.
fn uncaught(lua: &mut Lua) -> c_int {
    at_location(lua, note_raised);
    note_location(lua);
    to_text(lua)
}

/// Records the location of an error, unless one is recorded.
fn note_raised(file: &str, line: u32) {
    RAISED_AT.with_borrow_mut(|at| {
        at.get_or_insert_with(|| (file.to_string(), line));
    });
}
