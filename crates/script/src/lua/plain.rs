//! Results of a bot's functions as plain data.

#![allow(unsafe_code)] // values are read off the Lua stack

use juez_luau as ffi;
use serde_json::{Map, Value as Json};
use std::ffi::c_int;

use super::convert::{describe, lossy};
use crate::named::{DEPTH, PARTS};

/// Converts the value at a stack index to plain data. A table with the keys 1 to n is a list, so an
/// empty table is an empty list. Runs no code of the script.
///
/// # Errors
/// A phrase for the value that is not plain data.
///
/// # Safety
/// `state` must be the running one, and Lua errors must be free to unwind through the caller.
pub unsafe fn from_lua(state: *mut ffi::lua_State, at: c_int) -> Result<Json, String> {
    unsafe { convert(state, ffi::lua_absindex(state, at), DEPTH, &mut { PARTS }) }
}

unsafe fn convert(
    state: *mut ffi::lua_State,
    at: c_int,
    depth: usize,
    parts: &mut usize,
) -> Result<Json, String> {
    *parts = parts.checked_sub(1).ok_or("more data than a test can compare")?;
    unsafe {
        Ok(match ffi::lua_type(state, at) {
            ffi::LUA_TNIL => Json::Null,
            ffi::LUA_TBOOLEAN => Json::Bool(ffi::lua_toboolean(state, at) != 0),
            ffi::LUA_TNUMBER => from_number(ffi::lua_tonumber(state, at))?,
            ffi::LUA_TSTRING => Json::String(lossy(state, at)),
            ffi::LUA_TTABLE => {
                let depth = depth.checked_sub(1).ok_or("tables within tables without end")?;
                from_table(state, at, depth, parts)?
            }
            _ => return Err(describe(state, at).to_string()),
        })
    }
}

fn from_number(number: f64) -> Result<Json, String> {
    let whole = number as i64;
    // The largest integer also results from all larger numbers.
    if whole < i64::MAX && whole as f64 == number {
        return Ok(Json::from(whole));
    }
    let number = serde_json::Number::from_f64(number);
    number.map(Json::Number).ok_or_else(|| "a number that is infinite or none (nan)".to_string())
}

unsafe fn from_table(
    state: *mut ffi::lua_State,
    table: c_int,
    depth: usize,
    parts: &mut usize,
) -> Result<Json, String> {
    let (mut named, mut listed, mut others, mut slot) = (Map::new(), 0, 0, 0);
    unsafe {
        ffi::luaL_checkstack(state, 4, c"data too deep".as_ptr());
        let len = ffi::lua_objlen(state, table);
        loop {
            slot = ffi::lua_rawiter(state, table, slot);
            if slot < 0 {
                break;
            }
            let (key, value) = (ffi::lua_gettop(state) - 1, ffi::lua_gettop(state));
            if ffi::lua_type(state, key) == ffi::LUA_TSTRING {
                named.insert(lossy(state, key), convert(state, value, depth, parts)?);
            } else {
                let index = ffi::lua_tonumber(state, key);
                let is_listed = ffi::lua_type(state, key) == ffi::LUA_TNUMBER
                    && (1.0..=len as f64).contains(&index)
                    && index.fract() == 0.0;
                *if is_listed { &mut listed } else { &mut others } += 1;
            }
            ffi::lua_settop(state, key - 1);
        }
        if listed + others == 0 && !named.is_empty() {
            return Ok(Json::Object(named));
        }
        if !named.is_empty() || others > 0 || listed != len {
            return Err("a table that is neither a list (1 to n) nor names with values".to_string());
        }
        let mut items = Vec::new();
        for index in 1..=len as c_int {
            ffi::lua_rawgeti(state, table, index);
            items.push(convert(state, ffi::lua_gettop(state), depth, parts)?);
            ffi::lua_pop(state, 1);
        }
        Ok(Json::Array(items))
    }
}
