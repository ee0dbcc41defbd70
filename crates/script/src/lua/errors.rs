//! The errors that a VM raises.

#![allow(unsafe_code)] // C functions of a VM

use juez_luau as ffi;
use std::ffi::c_int;

use super::convert::{push_text, text};
use super::words;

/// Luau's message for a refused allocation; only a location can precede it.
pub const NO_MEMORY: &str = "not enough memory";

/// Characters of a message that are kept, and the bytes that these have at most.
const LONGEST: usize = 1000;
const LONGEST_BYTES: usize = 4 * LONGEST;

/// An error of Lua that ended a call.
#[derive(Debug)]
pub struct Raised {
    /// The message, cut to 1000 characters; a location in a file can precede it.
    pub message: String,
}

impl Raised {
    /// Creates the error of a refused allocation.
    pub fn no_memory() -> Raised {
        Raised { message: NO_MEMORY.to_string() }
    }

    /// Reads the error on top of the stack, which [`to_text`] has converted unless memory ran out.
    ///
    /// # Safety
    /// The stack must not be empty.
    pub unsafe fn top(state: *mut ffi::lua_State) -> Raised {
        // SAFETY: a text is not converted, and stays on the stack while it is read.
        let message: &[u8] = unsafe {
            match ffi::lua_type(state, -1) {
                ffi::LUA_TSTRING => text(state, -1),
                _ => NO_MEMORY.as_bytes(),
            }
        };
        let message = String::from_utf8_lossy(&message[..message.len().min(LONGEST_BYTES)]);
        Raised { message: message.trim_end().chars().take(LONGEST).collect() }
    }

    /// Returns true if the VM refused an allocation.
    pub fn is_refusal(&self) -> bool {
        split_location(&self.message).1 == NO_MEMORY
    }
}

/// Converts an error value to text: a message handler.
pub unsafe extern "C-unwind" fn to_text(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let given = match ffi::lua_type(state, 1) {
            ffi::LUA_TSTRING => return 1,
            ffi::LUA_TNIL => "nothing",
            ffi::LUA_TUSERDATA => {
                ffi::luaL_tolstring(state, 1, std::ptr::null_mut());
                if text(state, -1) == b"view" { "a view" } else { "a world" }
            }
            ffi::LUA_TTABLE
                if ffi::luaL_getmetafield(state, 1, c"__tostring".as_ptr()) == ffi::LUA_TNIL =>
            {
                "a table"
            }
            ffi::LUA_TFUNCTION => "a function",
            ffi::LUA_TTHREAD => "a coroutine",
            ffi::LUA_TBUFFER | ffi::LUA_TLIGHTUSERDATA => "an object",
            _ => {
                ffi::luaL_tolstring(state, 1, std::ptr::null_mut());
                return 1;
            }
        };
        push_text(state, &words::error_of(given));
        1
    }
}

/// Splits `file.lua:12: message`.
pub fn split_location(text: &str) -> (Option<(&str, u32)>, &str) {
    let location = || {
        let (file, rest) = text.split_once(".lua:")?;
        let (line, message) = rest.split_once(": ")?;
        let file = text.get(..file.len() + 4)?;
        (!file.contains([' ', '\n'])).then_some(())?;
        Some(((file, line.parse().ok()?), message))
    };
    match location() {
        Some((location, message)) => (Some(location), message),
        None => (None, text),
    }
}
