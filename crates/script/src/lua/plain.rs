//! Results of a bot's functions as plain data.

use mlua::{Table, Value};
use serde_json::{Map, Value as Json};

use super::convert::describe;
use crate::named::{DEPTH, PARTS};

/// Converts a Lua value to plain data. A table with the keys 1 to n is a list, so an empty table is
/// an empty list. Runs no code of the script.
///
/// # Errors
/// A phrase for the value that is not plain data.
pub fn from_lua(value: &Value) -> Result<Json, String> {
    convert(value, DEPTH, &mut { PARTS })
}

fn convert(value: &Value, depth: usize, parts: &mut usize) -> Result<Json, String> {
    *parts = parts.checked_sub(1).ok_or("more data than a test can compare")?;
    Ok(match value {
        Value::Nil => Json::Null,
        Value::Boolean(flag) => Json::Bool(*flag),
        Value::Integer(number) => Json::from(*number),
        Value::Number(number) => from_number(*number)?,
        Value::String(text) => Json::String(text.to_string_lossy()),
        Value::Table(table) => {
            let depth = depth.checked_sub(1).ok_or("tables within tables without end")?;
            from_table(table, depth, parts)?
        }
        other => return Err(describe(other).to_string()),
    })
}

fn from_number(number: f64) -> Result<Json, String> {
    /// Up to here a float represents every integer.
    const WHOLE: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() <= WHOLE {
        return Ok(Json::from(number as i64));
    }
    let number = serde_json::Number::from_f64(number);
    number.map(Json::Number).ok_or_else(|| "a number that is infinite or none (nan)".to_string())
}

fn from_table(table: &Table, depth: usize, parts: &mut usize) -> Result<Json, String> {
    let broken = |error: mlua::Error| error.to_string();
    let len = table.raw_len();
    let (mut named, mut others) = (Map::new(), 0);
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair.map_err(broken)?;
        match key {
            Value::String(name) => {
                named.insert(name.to_string_lossy(), convert(&value, depth, parts)?);
            }
            _ => others += 1,
        }
    }
    if others == 0 && !named.is_empty() {
        return Ok(Json::Object(named));
    }
    if !named.is_empty() || others != len {
        return Err("a table that is neither a list (1 to n) nor names with values".to_string());
    }
    let items = (1..=len).map(|at| {
        let value: Value = table.raw_get(at).map_err(broken)?;
        convert(&value, depth, parts)
    });
    items.collect::<Result<Vec<Json>, String>>().map(Json::Array)
}
