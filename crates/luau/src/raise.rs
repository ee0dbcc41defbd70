//! Errors of a VM.

use std::ffi::{CStr, CString, c_int};

use crate::kind::Kind;
use crate::lua::{Lua, Running};
use crate::sys;

/// Luau's message for a refused allocation.
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

    /// Reads the error on top of the stack. Without memory it can have no text.
    pub(crate) fn top(lua: &Lua) -> Raised {
        let message = lua.text(-1).unwrap_or(NO_MEMORY.as_bytes());
        let message = String::from_utf8_lossy(&message[..message.len().min(LONGEST_BYTES)]);
        Raised { message: message.trim_end().chars().take(LONGEST).collect() }
    }
}

impl Running {
    /// Raises an error with this text: unwinds to the innermost protected call.
    pub fn raise(&self, message: impl AsRef<[u8]>) -> ! {
        let message = message.as_ref();
        // SAFETY: the error is on the stack.
        unsafe {
            sys::lua_pushlstring(self.raw(), message.as_ptr().cast(), message.len());
            sys::lua_error(self.raw())
        }
    }
}

impl Lua {
    /// Raises the value on top of the stack as an error.
    pub fn raise_top(&self) -> ! {
        self.value(-1);
        // SAFETY: the error is on the stack.
        unsafe { sys::lua_error(self.raw()) }
    }

    /// Raises an error with this text after the line that called the running function.
    pub fn raise_here(&self, message: &str) -> ! {
        let message = CString::new(message).unwrap_or_default();
        // SAFETY: the format takes a text. The VM copies it before it unwinds.
        unsafe { sys::luaL_error(self.raw(), c"%s".as_ptr(), message.as_ptr()) }
    }

    /// Raises Luau's error about an argument of another type than `expected`.
    pub fn raise_type(&self, argument: c_int, expected: &CStr) -> ! {
        self.slot(argument);
        // SAFETY: the index is one.
        unsafe { sys::luaL_typeerror(self.raw(), argument, expected.as_ptr()) }
    }

    /// Raises Luau's error unless there is such an argument.
    pub fn check_any(&self, argument: c_int) {
        self.slot(argument);
        // SAFETY: the index is one.
        unsafe { sys::luaL_checkany(self.raw(), argument) }
    }

    /// Raises Luau's error unless an argument is a table.
    pub fn check_table(&self, argument: c_int) {
        if self.kind(argument) != Kind::Table {
            self.raise_type(argument, c"table");
        }
    }

    /// Raises Luau's error unless an argument is a function.
    pub fn check_function(&self, argument: c_int) {
        if self.kind(argument) != Kind::Function {
            self.raise_type(argument, c"function");
        }
    }
}
