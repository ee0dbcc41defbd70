//! Values between the host and Lua.

#![allow(unsafe_code)] // lists of moves are built on the Lua stack: four times as fast

use mlua::{BorrowedStr, Lua, Table, Value, ffi};
use serde_json::Value as Json;
use std::ffi::c_int;

use crate::script::args::{Given, MAX_PARAMS};

/// Plain data as a Lua value.
pub fn to_lua(lua: &Lua, value: &Json) -> mlua::Result<Value> {
    Ok(match value {
        Json::Null => Value::Nil,
        Json::Bool(flag) => Value::Boolean(*flag),
        Json::Number(number) => Value::Number(number.as_f64().unwrap_or_default()),
        Json::String(text) => Value::String(lua.create_string(text)?),
        Json::Array(items) if items.iter().all(Json::is_string) => {
            let texts = items.iter().filter_map(Json::as_str);
            Value::Table(texts_to_lua(lua, items.len(), |put| texts.for_each(put))?)
        }
        Json::Array(items) => {
            let table = lua.create_table_with_capacity(items.len(), 0)?;
            for item in items {
                table.raw_push(to_lua(lua, item)?)?;
            }
            Value::Table(table)
        }
        Json::Object(fields) => {
            let table = lua.create_table_with_capacity(0, fields.len())?;
            for (name, value) in fields {
                table.raw_set(name.as_str(), to_lua(lua, value)?)?;
            }
            Value::Table(table)
        }
    })
}

/// A list of the texts that `each` hands out, about `len` of them.
pub fn texts_to_lua(
    lua: &Lua,
    len: usize,
    each: impl FnOnce(&mut dyn FnMut(&str)),
) -> mlua::Result<Table> {
    // SAFETY: the closure leaves exactly the table on the stack; `exec_raw` runs it protected, so
    // that running out of memory in it is an error and not a jump out of Rust.
    unsafe {
        lua.exec_raw((), |state| {
            ffi::lua_createtable(state, len as c_int, 0);
            let mut index = 0;
            each(&mut |text| {
                index += 1;
                ffi::lua_pushlstring(state, text.as_ptr().cast(), text.len());
                ffi::lua_rawseti(state, -2, index);
            });
        })
    }
}

/// The arguments of a call, held while the host looks at them.
pub struct Arguments<'a> {
    values: &'a [Value],
    texts: [Option<BorrowedStr>; MAX_PARAMS + 1],
}

impl<'a> Arguments<'a> {
    /// Takes hold of them.
    pub fn new(values: &'a [Value]) -> Arguments<'a> {
        let text = |value: &Value| value.as_string().and_then(|text| text.to_str().ok());
        Arguments { values, texts: std::array::from_fn(|i| values.get(i).and_then(text)) }
    }

    /// Hands `f` the arguments as the host knows them.
    pub fn with<R>(&self, f: impl FnOnce(&[Given<'_>]) -> R) -> R {
        let mut given = [Given::Nothing; MAX_PARAMS + 1];
        let len = self.values.len().min(given.len());
        for (i, (slot, value)) in given.iter_mut().zip(self.values).enumerate() {
            *slot = match value {
                Value::Nil => Given::Nothing,
                Value::Integer(number) => Given::Int(*number),
                Value::Number(number) => Given::Float(*number),
                Value::String(_) => self.texts[i]
                    .as_deref()
                    .map_or(Given::Other("bytes that are no text"), Given::Text),
                other => Given::Other(describe(other)),
            };
        }
        f(&given[..len])
    }
}

/// What a value is, in words.
pub fn describe(value: &Value) -> &'static str {
    match value {
        Value::Nil => "nil",
        Value::Boolean(true) => "true",
        Value::Boolean(false) => "false",
        Value::Integer(_) | Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Table(_) => "a table",
        Value::Function(_) => "a function",
        Value::Thread(_) => "a coroutine",
        Value::UserData(_) => "an object",
        _ => "a value",
    }
}
