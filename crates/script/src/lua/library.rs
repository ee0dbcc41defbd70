//! The standard library for bots: Luau's, without clocks, addresses, bytecode and its own random
//! numbers.

use mlua::{Function, Lua, LuaString, MultiValue, Table, Value, Variadic};
use std::rc::Rc;

use super::code::LuaCode;
use super::convert::describe;
use super::faults::raise;
use super::interrupt::fuel_for;
use super::{modules, order, words};
use crate::host::Host;
use crate::meter;

const REMOVED: &[&str] =
    &["collectgarbage", "debug", "gcinfo", "getfenv", "loadstring", "newproxy", "os", "setfenv"];

/// Functions of `table` that Luau deprecates, and that call back without a safepoint.
const REMOVED_FROM_TABLE: &[&str] = &["foreach", "foreachi", "maxn"];

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

/// Changes the globals of a VM before it is sandboxed.
pub fn install(lua: &Lua, host: &Rc<Host>, code: &LuaCode) -> mlua::Result<()> {
    let globals = lua.globals();
    for name in REMOVED {
        globals.raw_set(*name, Value::Nil)?;
    }
    no_chance(lua, &globals.raw_get("math")?)?;
    let plain: Function = globals.raw_get("tostring")?;
    let to_text = plain.clone();
    globals.raw_set(
        "tostring",
        lua.create_function(move |_, value: Value| match address_free(&value) {
            Some(name) => Ok(mlua::Either::Left(name)),
            None => Ok(mlua::Either::Right(to_text.call::<Value>(value)?)),
        })?,
    )?;
    let tables: Table = globals.raw_get("table")?;
    for name in REMOVED_FROM_TABLE {
        tables.raw_set(*name, Value::Nil)?;
    }
    let journal = host.clone();
    globals.raw_set(
        "print",
        lua.create_function(move |lua, values: Variadic<Value>| {
            let (mut line, mut entries) = (String::new(), 0);
            for (i, value) in values.iter().enumerate() {
                if i > 0 {
                    line.push(' ');
                }
                show(lua, value, DEPTH, &mut line, &mut entries, &plain)?;
                if line.len() > LINE {
                    break;
                }
            }
            let end = line.floor_char_boundary(LINE);
            line.truncate(end);
            // A line has a price in addition to its text.
            let entries = ENTRY * entries.saturating_sub(FREE_ENTRIES);
            charge_text(lua, line.len() + 16 * (PRINT + entries))?;
            journal.slot.print(&line);
            Ok(())
        })?,
    )?;
    modules::install(lua, code)
}

/// Returns text for a value that would otherwise print as an address.
fn address_free(value: &Value) -> Option<&'static str> {
    match value {
        Value::Table(table) => {
            let named = table.metatable().is_some_and(|meta| {
                meta.raw_get::<Value>("__tostring").is_ok_and(|method| !method.is_nil())
            });
            (!named).then_some("table")
        }
        Value::Function(_) => Some("function"),
        Value::Thread(_) => Some("thread"),
        Value::Buffer(_) => Some("buffer"),
        Value::LightUserData(_) => Some("userdata"),
        _ => None,
    }
}

/// Formats a value for people, with the contents of tables. Counts the entries.
fn show(
    lua: &Lua,
    value: &Value,
    depth: usize,
    out: &mut String,
    entries: &mut usize,
    plain: &Function,
) -> mlua::Result<()> {
    match value {
        Value::Table(table) if address_free(value).is_some() => {
            // A table whose keys have no order has no text that is the same in every run.
            let next = if depth > 0 { order::next_of(lua, table).ok() } else { None };
            let Some(next) = next else {
                out.push_str("{…}");
                return Ok(());
            };
            out.push('{');
            let length = table.raw_len();
            let (mut key, mut listed) = (Value::Nil, 0);
            for i in 0.. {
                let value: Value;
                (key, value) = next.call((Value::Nil, key))?;
                if key.is_nil() {
                    break;
                }
                *entries += 1;
                if i > 0 {
                    out.push_str(", ");
                }
                if i == ENTRIES || out.len() > LINE {
                    out.push('…');
                    break;
                }
                match key.as_string() {
                    Some(name) => {
                        push_text(name, out);
                        out.push_str(" = ");
                    }
                    None if listed < length && key.as_usize() == Some(listed + 1) => {
                        listed += 1;
                    }
                    None => {
                        out.push('[');
                        show(lua, &key, 0, out, entries, plain)?;
                        out.push_str("] = ");
                    }
                }
                show(lua, &value, depth - 1, out, entries, plain)?;
            }
            out.push('}');
        }
        Value::String(text) => push_text(text, out),
        other => match address_free(other) {
            Some(name) => out.push_str(name),
            None => {
                let text: Value = plain.call(other)?;
                match text.as_string() {
                    Some(text) => push_text(text, out),
                    None => out.push_str(describe(&text)),
                }
            }
        },
    }
    Ok(())
}

/// Appends the part of a text that fits on a line.
fn push_text(text: &LuaString, out: &mut String) {
    let bytes = text.as_bytes();
    // A few bytes more than fit, so that no character is visibly cut.
    out.push_str(&String::from_utf8_lossy(&bytes[..bytes.len().min(LINE + 8)]));
}

/// Charges fuel for reading a text.
pub fn charge_text(lua: &Lua, len: usize) -> mlua::Result<()> {
    meter::charge(fuel_for(len as u64 / 16)).map_err(|stop| raise(lua, stop.why()))
}

/// Disables random numbers, which must come from the bot's seed.
fn no_chance(lua: &Lua, math: &Table) -> mlua::Result<()> {
    for name in ["random", "randomseed"] {
        math.raw_set(
            name,
            lua.create_function(move |lua, _: MultiValue| -> mlua::Result<()> {
                Err(raise(lua, words::no_chance(name)))
            })?,
        )?;
    }
    Ok(())
}
