//! Calls that run code of scripts, and the code itself: chunks and the library.

use std::ffi::{CString, c_int};
use std::ptr;

use crate::compile::Bytecode;
use crate::lua::{Lua, no_value};
use crate::sys;

/// The parts of Luau's standard library that can only compute.
const LIBRARIES: [sys::lua_CFunction; 8] = [
    sys::luaopen_base as sys::lua_CFunction,
    sys::luaopen_bit32,
    sys::luaopen_buffer,
    sys::luaopen_coroutine,
    sys::luaopen_math,
    sys::luaopen_string,
    sys::luaopen_table,
    sys::luaopen_utf8,
];

impl Lua {
    /// Calls the function below the `args` arguments on top of the stack, and replaces them by its
    /// results: `results` of them, or all with `None`.
    #[inline]
    pub fn call(&mut self, args: c_int, results: Option<c_int>) {
        let results = self.check_call(args, results);
        // SAFETY: the function and its arguments are on the stack, and nothing is borrowed.
        unsafe { sys::lua_call(self.raw(), args, results) }
    }

    /// Calls a function like [`Lua::call`], protected; returns false with the error on top of the
    /// stack if it raised one.
    pub fn try_call(&mut self, args: c_int, results: Option<c_int>) -> bool {
        let results = self.check_call(args, results);
        // SAFETY: as in `call`.
        unsafe { sys::lua_pcall(self.raw(), args, results, 0) == sys::LUA_OK }
    }

    /// Checks that the running function can call others. From one of [`crate::Native::protecting`], a
    /// coroutine could yield in the middle of a call.
    #[inline]
    pub(crate) fn may_call(&self) {
        assert!(!self.has_end(), "a function with an end calls nothing");
    }

    /// Checks a call, and returns the number of its results for the VM.
    #[inline]
    fn check_call(&self, args: c_int, results: Option<c_int>) -> c_int {
        if args < 0 || args >= self.top() {
            no_value(-1 - args);
        }
        self.may_call();
        match results {
            None => sys::LUA_MULTRET,
            Some(results) => {
                assert!((0..=sys::LUAI_MAXCSTACK).contains(&results), "too many results");
                results
            }
        }
    }

    /// Pushes the text of a value, like Luau's `tostring`: of a value with `__tostring`, its result.
    pub fn push_shown(&mut self, at: c_int) {
        self.may_call();
        self.value(at);
        // SAFETY: the value exists, and nothing is borrowed.
        unsafe { sys::luaL_tolstring(self.raw(), at, ptr::null_mut()) };
    }

    /// Pushes the function of a compiled file, which is named in messages.
    pub fn push_chunk(&self, file: &str, bytecode: &Bytecode) {
        let name = CString::new(format!("={file}")).unwrap_or_default();
        // SAFETY: the bytes come from the compiler.
        unsafe {
            let (bytes, len) = (bytecode.0.as_ptr().cast(), bytecode.0.len());
            if sys::luau_load(self.raw(), name.as_ptr(), bytes, len, 0) != 0 {
                sys::lua_error(self.raw());
            }
        }
    }

    /// Fills the globals with the standard library, without clocks, files and `debug`, and empties
    /// the stack.
    pub fn open_libraries(&mut self) {
        self.may_call();
        for open in LIBRARIES {
            // SAFETY: a library can be opened by any function of C.
            unsafe { open(self.raw()) };
            self.set_top(0);
        }
    }

    /// Makes the libraries read-only, and lays new globals over them.
    pub fn sandbox(&mut self) {
        self.may_call();
        // SAFETY: the libraries are tables among the globals.
        unsafe {
            sys::luaL_sandbox(self.raw());
            sys::luaL_sandboxthread(self.raw());
        }
    }
}
