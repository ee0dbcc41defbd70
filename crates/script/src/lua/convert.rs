//! Values between the host and Lua.

use juez_luau::{Kind, Lua, Value};
use serde_json::Value as Json;
use std::ffi::c_int;

use crate::args::{Given, MAX_PARAMS};

/// Pushes plain data.
pub fn push_json(lua: &mut Lua, value: &Json) {
    // A scalar always has room.
    if matches!(value, Json::Array(_) | Json::Object(_)) {
        lua.check_stack(4, c"data too deep");
    }
    match value {
        Json::Null => lua.push_nil(),
        Json::Bool(flag) => lua.push_flag(*flag),
        Json::Number(number) => lua.push_number(number.as_f64().unwrap_or_default()),
        Json::String(text) => lua.push_text(text),
        Json::Array(items) => {
            lua.push_table(items.len(), 0);
            for (item, index) in items.iter().zip(1..) {
                push_json(lua, item);
                lua.set_item(-2, index);
            }
        }
        Json::Object(fields) => {
            lua.push_table(0, fields.len());
            for (name, value) in fields {
                lua.push_text(name);
                push_json(lua, value);
                lua.set(-3);
            }
        }
    }
}

/// Converts the arguments of the running function from number `from` on, and returns their count,
/// at most one more than any method takes.
#[inline(always)] // else each result is copied right after its parts are written
pub fn arguments<'a>(lua: &'a Lua, from: c_int, given: &mut [Given<'a>; MAX_PARAMS + 1]) -> usize {
    let count = lua.top() - from + 1;
    let len = (count.max(0) as usize).min(given.len());
    for (slot, at) in given[..len].iter_mut().zip(from..) {
        *slot = argument(lua, at);
    }
    len
}

#[inline(always)]
fn argument(lua: &Lua, at: c_int) -> Given<'_> {
    match lua.read(at) {
        Value::Boolean(true) => Given::Other("true"),
        Value::Boolean(false) => Given::Other("false"),
        Value::Number(value) => number(value),
        Value::Text(text) => match str::from_utf8(text) {
            Ok(text) => Given::Text(text),
            Err(_) => Given::Other("bytes that are not text"),
        },
        Value::Other(kind) => match kind {
            Kind::None | Kind::Nil => Given::Nothing,
            Kind::Table => Given::Other("a table"),
            Kind::Function => Given::Other("a function"),
            Kind::Thread => Given::Other("a coroutine"),
            Kind::Userdata => Given::Other("an object"),
            _ => Given::Other("a value"),
        },
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

/// Returns the text at a stack index, with replacements for bytes that are no text; empty for
/// another value.
pub fn lossy(lua: &Lua, at: c_int) -> String {
    String::from_utf8_lossy(lua.text(at).unwrap_or_default()).into_owned()
}

/// Returns the type of the value at a stack index in words.
pub fn describe(lua: &Lua, at: c_int) -> &'static str {
    match lua.kind(at) {
        Kind::None | Kind::Nil => "nil",
        Kind::Number => "a number",
        Kind::Text => "text",
        _ => match argument(lua, at) {
            Given::Other(what) => what,
            _ => "a value",
        },
    }
}
