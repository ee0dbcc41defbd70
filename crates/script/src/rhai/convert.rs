//! Converts values between Rhai and the host.

use rhai::{Array, Dynamic, FLOAT, FnPtr, INT, ImmutableString, Map};
use serde_json::Value;

use super::super::args::Given;
use super::super::language::Returned;
use super::objects::{View, World};
use crate::words::the_number;

/// Converts plain data to a Rhai value; `null` becomes `()`.
pub fn to_dynamic(value: Value) -> Dynamic {
    match value {
        Value::Null => Dynamic::UNIT,
        Value::Bool(flag) => flag.into(),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => Dynamic::from_int(whole),
            None => Dynamic::from_float(number.as_f64().unwrap_or(FLOAT::NAN)),
        },
        Value::String(text) => text.into(),
        Value::Array(items) => {
            Dynamic::from_array(items.into_iter().map(to_dynamic).collect::<Array>())
        }
        Value::Object(fields) => {
            let entries = fields.into_iter().map(|(name, value)| (name.into(), to_dynamic(value)));
            Dynamic::from_map(entries.collect::<Map>())
        }
    }
}

/// Returns the text of a text or character value: `moves[0][0]` is a character.
pub fn text_of(value: &Dynamic) -> ImmutableString {
    match value.as_char() {
        Ok(character) => character.to_string().into(),
        Err(_) => value.clone().into_immutable_string().unwrap_or_default(),
    }
}

/// Converts an argument for the host's checks; `text` is its [`text_of`].
pub fn given<'a>(value: &Dynamic, text: &'a ImmutableString) -> Given<'a> {
    if value.is_unit() {
        Given::Nothing
    } else if let Ok(number) = value.as_int() {
        Given::Int(number)
    } else if let Ok(number) = value.as_float() {
        Given::Float(number)
    } else if value.is_string() || value.is_char() {
        Given::Text(text)
    } else {
        Given::Other(kind_of(value))
    }
}

/// Converts the result of `next_move`.
pub fn returned(value: &Dynamic) -> Returned {
    let text = text_of(value);
    match given(value, &text) {
        Given::Nothing => Returned::Other("()".to_string()),
        Given::Int(number) => Returned::Other(the_number(number)),
        Given::Float(number) => Returned::Other(the_number(number)),
        Given::Text(text) => Returned::Text(text.to_string()),
        Given::Other(what) => Returned::Other(what.to_string()),
    }
}

/// Returns a value's kind in words.
pub fn kind_of(value: &Dynamic) -> &'static str {
    if value.is::<bool>() {
        if value.as_bool().unwrap_or_default() { "true" } else { "false" }
    } else if value.is::<INT>() || value.is::<FLOAT>() {
        "a number"
    } else if value.is_string() || value.is_char() {
        "a text"
    } else if value.is_array() {
        "an array"
    } else if value.is_map() {
        "a map"
    } else if value.is::<FnPtr>() {
        "a function"
    } else if value.is::<View>() {
        "a view"
    } else if value.is::<World>() {
        "a world"
    } else if value.is_unit() {
        "()"
    } else {
        "a range"
    }
}
