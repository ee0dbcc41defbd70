//! Values between the host and Lua.

#![allow(unsafe_code)] // values are built on the Lua stack: four times as fast

use juez_luau as ffi;
use serde_json::Value as Json;
use std::ffi::c_int;

use crate::args::{Given, MAX_PARAMS};

/// Pushes plain data.
///
/// # Safety
/// `state` must be the running one, and Lua errors must be free to unwind through the caller.
pub unsafe fn push_json(state: *mut ffi::lua_State, value: &Json) {
    unsafe {
        // A scalar always has room.
        if matches!(value, Json::Array(_) | Json::Object(_)) {
            ffi::luaL_checkstack(state, 4, c"data too deep".as_ptr());
        }
        match value {
            Json::Null => ffi::lua_pushnil(state),
            Json::Bool(flag) => ffi::lua_pushboolean(state, (*flag).into()),
            Json::Number(number) => ffi::lua_pushnumber(state, number.as_f64().unwrap_or_default()),
            Json::String(text) => push_text(state, text),
            Json::Array(items) => {
                ffi::lua_createtable(state, items.len() as c_int, 0);
                for (item, index) in items.iter().zip(1..) {
                    push_json(state, item);
                    ffi::lua_rawseti(state, -2, index);
                }
            }
            Json::Object(fields) => {
                ffi::lua_createtable(state, 0, fields.len() as c_int);
                for (name, value) in fields {
                    push_text(state, name);
                    push_json(state, value);
                    ffi::lua_rawset(state, -3);
                }
            }
        }
    }
}

/// Pushes a text.
///
/// # Safety
/// See [`push_json`].
pub unsafe fn push_text(state: *mut ffi::lua_State, text: &str) {
    unsafe { ffi::lua_pushlstring(state, text.as_ptr().cast(), text.len()) };
}

/// Converts the arguments of the running function from number `from` on, and returns their count,
/// at most one more than any method takes.
///
/// # Safety
/// `state` must be the running one; the texts borrow from its stack.
#[inline(always)] // else each result is copied right after its parts are written
pub unsafe fn arguments<'a>(
    state: *mut ffi::lua_State,
    from: c_int,
    given: &mut [Given<'a>; MAX_PARAMS + 1],
) -> usize {
    let count = unsafe { ffi::lua_gettop(state) } - from + 1;
    let len = (count.max(0) as usize).min(given.len());
    for (slot, at) in given[..len].iter_mut().zip(from..) {
        *slot = unsafe { argument(state, at) };
    }
    len
}

/// Returns the bytes of the text at a stack index.
///
/// # Safety
/// The value must be a text, and the VM must hold it while the bytes are in use.
pub unsafe fn text<'a>(state: *mut ffi::lua_State, at: c_int) -> &'a [u8] {
    let mut len = 0;
    unsafe {
        let bytes = ffi::lua_tolstring(state, at, &mut len);
        std::slice::from_raw_parts(bytes.cast(), len)
    }
}

#[inline(always)]
unsafe fn argument<'a>(state: *mut ffi::lua_State, at: c_int) -> Given<'a> {
    unsafe {
        match ffi::lua_type(state, at) {
            ffi::LUA_TNIL => Given::Nothing,
            ffi::LUA_TBOOLEAN if ffi::lua_toboolean(state, at) != 0 => Given::Other("true"),
            ffi::LUA_TBOOLEAN => Given::Other("false"),
            ffi::LUA_TNUMBER => number(ffi::lua_tonumber(state, at)),
            ffi::LUA_TSTRING => match str::from_utf8(text(state, at)) {
                Ok(text) => Given::Text(text),
                Err(_) => Given::Other("bytes that are not text"),
            },
            ffi::LUA_TTABLE => Given::Other("a table"),
            ffi::LUA_TFUNCTION => Given::Other("a function"),
            ffi::LUA_TTHREAD => Given::Other("a coroutine"),
            ffi::LUA_TUSERDATA => Given::Other("an object"),
            _ => Given::Other("a value"),
        }
    }
}

#[inline(always)]
fn number(number: f64) -> Given<'static> {
    let whole = number as i64;
    // The largest integer also results from all larger numbers, so it is excluded.
    if whole < i64::MAX && (whole as f64).to_bits() == number.to_bits() {
        Given::Int(whole)
    } else {
        Given::Float(number)
    }
}

/// Returns the text at a stack index, with replacements for bytes that are no text.
///
/// # Safety
/// The value must be a text.
pub unsafe fn lossy(state: *mut ffi::lua_State, at: c_int) -> String {
    String::from_utf8_lossy(unsafe { text(state, at) }).into_owned()
}

/// Returns the type of the value at a stack index in words.
///
/// # Safety
/// `state` must be the running one.
pub unsafe fn describe(state: *mut ffi::lua_State, at: c_int) -> &'static str {
    unsafe {
        match ffi::lua_type(state, at) {
            ffi::LUA_TNONE | ffi::LUA_TNIL => "nil",
            ffi::LUA_TNUMBER => "a number",
            ffi::LUA_TSTRING => "text",
            _ => match argument(state, at) {
                Given::Other(what) => what,
                _ => "a value",
            },
        }
    }
}
