//! Results of a bot's functions as plain data.

use juez_luau::{Kind, Lua};
use serde_json::{Map, Value as Json};
use std::ffi::c_int;

use super::convert::{describe, lossy};
use crate::named::{DEPTH, PARTS};

/// Converts the value on top of the stack to plain data. A table with the keys 1 to n is a list, so
/// an empty table is an empty list. Runs no code of the script.
///
/// # Errors
/// A phrase for the value that is not plain data.
pub fn from_lua(lua: &mut Lua) -> Result<Json, String> {
    let at = lua.top();
    convert(lua, at, DEPTH, &mut { PARTS })
}

fn convert(lua: &mut Lua, at: c_int, depth: usize, parts: &mut usize) -> Result<Json, String> {
    *parts = parts.checked_sub(1).ok_or("more data than a test can compare")?;
    Ok(match lua.kind(at) {
        Kind::Nil => Json::Null,
        Kind::Boolean => Json::Bool(lua.flag(at)),
        Kind::Number => from_number(lua.to_number(at))?,
        Kind::Text => Json::String(lossy(lua, at)),
        Kind::Table => {
            let depth = depth.checked_sub(1).ok_or("tables within tables without end")?;
            from_table(lua, at, depth, parts)?
        }
        _ => return Err(describe(lua, at).to_string()),
    })
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

fn from_table(
    lua: &mut Lua,
    table: c_int,
    depth: usize,
    parts: &mut usize,
) -> Result<Json, String> {
    let (mut named, mut listed, mut others, mut slot) = (Map::new(), 0, 0, 0);
    lua.check_stack(4, c"data too deep");
    let len = lua.len(table);
    while let Some(next) = lua.push_after(table, slot) {
        slot = next;
        let (key, value) = (lua.top() - 1, lua.top());
        if lua.kind(key) == Kind::Text {
            named.insert(lossy(lua, key), convert(lua, value, depth, parts)?);
        } else {
            let is_listed = lua
                .number(key)
                .is_some_and(|index| (1.0..=len as f64).contains(&index) && index.fract() == 0.0);
            *if is_listed { &mut listed } else { &mut others } += 1;
        }
        lua.set_top(key - 1);
    }
    if listed + others == 0 && !named.is_empty() {
        return Ok(Json::Object(named));
    }
    if !named.is_empty() || others > 0 || listed != len {
        return Err("a table that is neither a list (1 to n) nor names with values".to_string());
    }
    let mut items = Vec::new();
    for index in 1..=len as c_int {
        lua.push_item(table, index);
        let at = lua.top();
        items.push(convert(lua, at, depth, parts)?);
        lua.pop(1);
    }
    Ok(Json::Array(items))
}
