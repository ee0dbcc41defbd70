//! Results of a bot's functions as plain data.

use rhai::Dynamic;
use serde_json::{Map, Value};

use super::super::named::{DEPTH, PARTS};
use super::convert::kind_of;

/// Converts a Rhai value to plain data; `()` becomes `null`.
///
/// # Errors
/// A phrase for the value that is not plain data.
pub fn from_dynamic(value: &Dynamic) -> Result<Value, String> {
    convert(value, DEPTH, &mut { PARTS })
}

fn convert(value: &Dynamic, depth: usize, parts: &mut usize) -> Result<Value, String> {
    *parts = parts.checked_sub(1).ok_or("more data than a test can compare")?;
    let deeper = || depth.checked_sub(1).ok_or("arrays and maps within each other without end");
    if value.is_locked() {
        return Err("a value that is in use".to_string());
    }
    if value.is_unit() {
        Ok(Value::Null)
    } else if let Ok(flag) = value.as_bool() {
        Ok(Value::Bool(flag))
    } else if let Ok(number) = value.as_int() {
        Ok(Value::from(number))
    } else if let Ok(number) = value.as_float() {
        let number = serde_json::Number::from_f64(number);
        number.map(Value::Number).ok_or_else(|| "a number that is infinite or none".to_string())
    } else if let Ok(character) = value.as_char() {
        Ok(Value::String(character.to_string()))
    } else if let Ok(text) = value.as_immutable_string_ref() {
        Ok(Value::String(text.to_string()))
    } else if let Ok(items) = value.as_array_ref() {
        let depth = deeper()?;
        items.iter().map(|item| convert(item, depth, parts)).collect()
    } else if let Ok(map) = value.as_map_ref() {
        let depth = deeper()?;
        let fields =
            map.iter().map(|(name, item)| Ok((name.to_string(), convert(item, depth, parts)?)));
        fields.collect::<Result<Map<String, Value>, String>>().map(Value::Object)
    } else {
        Err(kind_of(value).to_string())
    }
}
