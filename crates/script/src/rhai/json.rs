//! JSON: `to_json` and `parse_json`.
//!
//! Rhai's own `parse_json` reads the text as Rhai source, and its `to_json` escapes control
//! characters like Rust.

use rhai::{Array, Dynamic, FLOAT, ImmutableString, Map, Module};
use std::fmt::Write;

use super::charges::{Result, pay, pure};
use super::convert::{kind_of, to_dynamic};
use super::limits::STRING_BYTES;
use super::show::{PART, too_long};
use super::words;
use juez_core::json_number;

/// Registers the functions in `module`.
pub fn register(module: &mut Module) {
    pure("to_json").set_into_module(module, |map: &mut Map| -> Result<String> {
        let mut out = String::new();
        put_map(&mut out, map)?;
        Ok(out)
    });
    pure("to_json").set_into_module(module, |items: &mut Array| -> Result<String> {
        let mut out = String::new();
        put_array(&mut out, items)?;
        Ok(out)
    });
    pure("parse_json").set_into_module(module, |text: ImmutableString| parsed(&text));
}

/// Parses a JSON text. The last of duplicate keys wins, as usual.
fn parsed(text: &str) -> Result<Dynamic> {
    pay(2 * text.len() as u64)?;
    let value: serde_json::Value = serde_json::from_str(text).map_err(|error| {
        let why = error.to_string();
        let why = why.rsplit_once(" at line ").map_or(why.as_str(), |(why, _)| why);
        words::not_json(error.line(), error.column(), why)
    })?;
    Ok(to_dynamic(value))
}

fn put_map(out: &mut String, map: &Map) -> Result<()> {
    out.push('{');
    for (i, (key, item)) in map.iter().enumerate() {
        out.push_str(if i == 0 { "" } else { "," });
        put_text(out, key);
        out.push(':');
        put(out, item)?;
    }
    out.push('}');
    Ok(())
}

fn put_array(out: &mut String, items: &Array) -> Result<()> {
    out.push('[');
    for (i, item) in items.iter().enumerate() {
        out.push_str(if i == 0 { "" } else { "," });
        put(out, item)?;
    }
    out.push(']');
    Ok(())
}

fn put(out: &mut String, value: &Dynamic) -> Result<()> {
    pay(PART)?;
    if out.len() > STRING_BYTES {
        return Err(too_long());
    }
    if value.is_locked() || value.is_unit() {
        out.push_str("null");
    } else if let Ok(items) = value.as_array_ref() {
        put_array(out, &items)?;
    } else if let Ok(map) = value.as_map_ref() {
        put_map(out, &map)?;
    } else if value.is_int() || value.is_bool() {
        let _ = write!(out, "{value}");
    } else if let Ok(number) = value.as_float() {
        put_float(out, number)?;
    } else if let Ok(text) = value.as_immutable_string_ref() {
        put_text(out, &text);
    } else if let Ok(character) = value.as_char() {
        put_text(out, character.encode_utf8(&mut [0; 4]));
    } else {
        return Err(words::no_json(kind_of(value)).into());
    }
    Ok(())
}

fn put_float(out: &mut String, number: FLOAT) -> Result<()> {
    if !number.is_finite() {
        return Err(words::no_json_number(number).into());
    }
    out.push_str(&json_number(number));
    Ok(())
}

fn put_text(out: &mut String, text: &str) {
    // Converting text to JSON cannot fail.
    out.push_str(&serde_json::to_string(text).unwrap_or_default());
}
