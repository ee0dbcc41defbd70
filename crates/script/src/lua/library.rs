//! The standard library for bots: Luau's, without clocks, addresses, bytecode and its own random
//! numbers.

#![allow(unsafe_code)] // C functions of a VM

use juez_luau as ffi;
use std::ffi::{CStr, c_int};

use super::convert::{describe, text};
use super::faults::fail;
use super::interrupt::fuel_for;
use super::native::native;
use super::{order, words};
use crate::meter;

const REMOVED: &[&CStr] = &[c"gcinfo", c"getfenv", c"newproxy", c"setfenv"];

/// Functions of `table` that Luau deprecates, and that call back without a safepoint.
const REMOVED_FROM_TABLE: &[&CStr] = &[c"foreach", c"foreachi", c"maxn"];

/// The functions whose chance must come from the bot's seed instead.
const RANDOM: [(&CStr, ffi::lua_CFunction); 2] =
    [(c"random", random as ffi::lua_CFunction), (c"randomseed", randomseed as ffi::lua_CFunction)];

/// Maximum length of a log line.
const LINE: usize = 2_000;
/// Price of a call of `print`, without its text.
const PRINT: usize = 20;
/// Depth to which `print` shows tables, and entries per table.
const DEPTH: usize = 3;
const ENTRIES: usize = 40;
/// Number of table entries per call of `print` that are free, and the price of each further one.
const FREE_ENTRIES: usize = 40;
const ENTRY: usize = 3;

/// Luau's `tostring`, an upvalue of [`tostring`] and [`print`].
const PLAIN_AT: c_int = ffi::lua_upvalueindex(1);

/// Changes the globals of a VM before it is sandboxed.
///
/// # Safety
/// `state` must be the running one, and Lua errors must be free to unwind through the caller.
pub unsafe fn install(state: *mut ffi::lua_State) {
    unsafe {
        for name in REMOVED {
            remove(state, ffi::LUA_GLOBALSINDEX, name);
        }
        ffi::lua_getglobal(state, c"table".as_ptr());
        for name in REMOVED_FROM_TABLE {
            remove(state, -2, name);
        }
        ffi::lua_getglobal(state, c"math".as_ptr());
        for (name, function) in RANDOM {
            ffi::lua_pushcclosurek(state, function, name.as_ptr(), 0, None);
            ffi::lua_rawsetfield(state, -2, name.as_ptr());
        }
        ffi::lua_getglobal(state, c"tostring".as_ptr());
        let plain = ffi::lua_gettop(state);
        let functions = [
            (c"print", print as ffi::lua_CFunction),
            (c"tostring", tostring as ffi::lua_CFunction),
        ];
        for (name, function) in functions {
            ffi::lua_pushvalue(state, plain);
            ffi::lua_pushcclosurek(state, function, name.as_ptr(), 1, None);
            ffi::lua_setglobal(state, name.as_ptr());
        }
        ffi::lua_settop(state, 0);
    }
}

/// Removes a name from a table; `table` is its index with one more value on the stack.
unsafe fn remove(state: *mut ffi::lua_State, table: c_int, name: &CStr) {
    unsafe {
        ffi::lua_pushnil(state);
        ffi::lua_rawsetfield(state, table, name.as_ptr());
    }
}

unsafe extern "C-unwind" fn tostring(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        ffi::lua_settop(state, 1);
        match address_free(state, 1) {
            Some(name) => ffi::lua_pushstring(state, name.as_ptr()),
            None => push_plain(state, 1),
        }
    }
    1
}

/// Pushes the text that Luau's `tostring` gives for the value at an index.
unsafe fn push_plain(state: *mut ffi::lua_State, at: c_int) {
    unsafe {
        ffi::lua_pushvalue(state, PLAIN_AT);
        ffi::lua_pushvalue(state, at);
        ffi::lua_call(state, 1, 1);
    }
}

/// Returns text for a value that would otherwise print as an address.
///
/// # Safety
/// `state` must be the running one, with a value at the index and a free stack slot.
pub unsafe fn address_free(state: *mut ffi::lua_State, at: c_int) -> Option<&'static CStr> {
    unsafe {
        match ffi::lua_type(state, at) {
            ffi::LUA_TTABLE => {
                let named = ffi::luaL_getmetafield(state, at, c"__tostring".as_ptr()) != 0;
                if named {
                    ffi::lua_pop(state, 1);
                }
                (!named).then_some(c"table")
            }
            ffi::LUA_TFUNCTION => Some(c"function"),
            ffi::LUA_TTHREAD => Some(c"thread"),
            ffi::LUA_TBUFFER => Some(c"buffer"),
            ffi::LUA_TLIGHTUSERDATA => Some(c"userdata"),
            _ => None,
        }
    }
}

unsafe extern "C-unwind" fn print(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let mut line = Line { state, text: String::new(), entries: 0 };
        for at in 1..=ffi::lua_gettop(state) {
            if at > 1 {
                line.text.push(' ');
            }
            line.show(at, DEPTH);
            if line.text.len() > LINE {
                break;
            }
        }
        let Line { mut text, entries, .. } = line;
        text.truncate(text.floor_char_boundary(LINE));
        // A line has a price in addition to its text.
        let entries = ENTRY * entries.saturating_sub(FREE_ENTRIES);
        charge_text(state, text.len() + 16 * (PRINT + entries));
        native(state).host.slot.print(&text);
    }
    0
}

/// A log line that `print` writes.
struct Line {
    state: *mut ffi::lua_State,
    text: String,
    /// Entries of tables so far.
    entries: usize,
}

impl Line {
    /// Appends the value at an index as people read it, with the contents of tables.
    unsafe fn show(&mut self, at: c_int, depth: usize) {
        let state = self.state;
        unsafe {
            match (ffi::lua_type(state, at), address_free(state, at)) {
                (ffi::LUA_TTABLE, Some(_)) => self.show_table(at, depth),
                (ffi::LUA_TSTRING, _) => self.push(at),
                (_, Some(name)) => self.text.push_str(&name.to_string_lossy()),
                (_, None) => {
                    push_plain(state, at);
                    if ffi::lua_type(state, -1) == ffi::LUA_TSTRING {
                        self.push(-1);
                    } else {
                        self.text.push_str(describe(state, -1));
                    }
                    ffi::lua_pop(state, 1);
                }
            }
        }
    }

    unsafe fn show_table(&mut self, table: c_int, depth: usize) {
        let state = self.state;
        unsafe {
            ffi::luaL_checkstack(state, 8, c"data too deep".as_ptr());
            if depth == 0 || !order::push_next_of(state, table) {
                self.text.push_str("{…}");
                return;
            }
            self.text.push('{');
            let next = ffi::lua_gettop(state);
            let (key, value) = (next + 1, next + 2);
            let length = ffi::lua_objlen(state, table);
            let mut listed = 0;
            ffi::lua_pushnil(state);
            for i in 0.. {
                ffi::lua_pushvalue(state, next);
                ffi::lua_pushnil(state);
                ffi::lua_pushvalue(state, key);
                ffi::lua_remove(state, key);
                ffi::lua_call(state, 2, 2);
                if ffi::lua_isnil(state, key) {
                    break;
                }
                self.entries += 1;
                if i > 0 {
                    self.text.push_str(", ");
                }
                if i == ENTRIES || self.text.len() > LINE {
                    self.text.push('…');
                    break;
                }
                if ffi::lua_type(state, key) == ffi::LUA_TSTRING {
                    self.push(key);
                    self.text.push_str(" = ");
                } else if listed < length
                    && ffi::lua_type(state, key) == ffi::LUA_TNUMBER
                    && ffi::lua_tonumber(state, key) == (listed + 1) as f64
                {
                    listed += 1;
                } else {
                    self.text.push('[');
                    self.show(key, 0);
                    self.text.push_str("] = ");
                }
                self.show(value, depth - 1);
                ffi::lua_settop(state, key);
            }
            self.text.push('}');
            ffi::lua_settop(state, next - 1);
        }
    }

    /// Appends the part of the text at an index that fits on a line.
    unsafe fn push(&mut self, at: c_int) {
        let bytes = unsafe { text(self.state, at) };
        // A few bytes more than fit, so that no character is visibly cut.
        self.text.push_str(&String::from_utf8_lossy(&bytes[..bytes.len().min(LINE + 8)]));
    }
}

/// Charges fuel for reading a text, or ends the running native function.
///
/// # Safety
/// See [`fail`].
pub unsafe fn charge_text(state: *mut ffi::lua_State, len: usize) {
    if let Err(stop) = meter::charge(fuel_for(len as u64 / 16)) {
        unsafe { fail(state, stop.why().to_string()) }
    }
}

unsafe extern "C-unwind" fn random(state: *mut ffi::lua_State) -> c_int {
    unsafe { fail(state, words::no_chance("random")) }
}

unsafe extern "C-unwind" fn randomseed(state: *mut ffi::lua_State) -> c_int {
    unsafe { fail(state, words::no_chance("randomseed")) }
}
