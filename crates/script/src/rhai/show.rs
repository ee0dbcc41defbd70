//! Prints values.
//!
//! Rhai's own printing follows captured variables, endlessly if a closure captures itself, and
//! continues after the fuel is spent. This version prints the names of functions, charges for each
//! part and stops at the maximum length of a text.

use rhai::{Dynamic, EvalAltResult, FnPtr, Position};
use std::fmt::Write;

use super::charges::{Result, pay};
use super::limits::STRING_BYTES;
use super::objects::{Ending, View, World};

/// Price of each part of a value.
pub const PART: u64 = 2;

/// Formats a value like `print` and `to_string`; cuts it if it is too long.
pub fn text(value: &Dynamic) -> Result<String> {
    show(value, false)
}

/// Formats a value like `debug` and `to_debug`: texts in quotes.
pub fn quoted(value: &Dynamic) -> Result<String> {
    show(value, true)
}

fn show(value: &Dynamic, inner: bool) -> Result<String> {
    let mut out = String::new();
    put(&mut out, value, inner, &mut pay)?;
    Ok(cut(out))
}

/// Formats a value for a message: short and without charge.
pub fn brief(value: &Dynamic) -> String {
    let mut parts = 0;
    let mut out = String::new();
    let enough = |_| {
        parts += 1;
        if parts > 200 { Err("".into()) } else { Ok(()) }
    };
    // A value of too many parts is shown in part.
    let _ = put(&mut out, value, false, &mut { enough });
    cut(out)
}

fn cut(mut out: String) -> String {
    if out.len() > STRING_BYTES {
        let end = (0..=STRING_BYTES - 3).rev().find(|&at| out.is_char_boundary(at));
        out.truncate(end.unwrap_or(0));
        out.push('…');
    }
    out
}

fn put(
    out: &mut String,
    value: &Dynamic,
    inner: bool,
    pay: &mut dyn FnMut(u64) -> Result<()>,
) -> Result<()> {
    pay(PART)?;
    if out.len() > STRING_BYTES {
        return Ok(());
    }
    if value.is_locked() {
        out.push_str("<in use>");
    } else if let Ok(items) = value.as_array_ref() {
        out.push('[');
        for (i, item) in items.iter().enumerate() {
            out.push_str(if i == 0 { "" } else { ", " });
            put(out, item, true, pay)?;
        }
        out.push(']');
    } else if let Ok(map) = value.as_map_ref() {
        out.push_str("#{");
        for (i, (key, item)) in map.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            let _ = write!(out, "{comma}{:?}: ", key.as_str());
            put(out, item, true, pay)?;
        }
        out.push('}');
    } else if let Ok(text) = value.as_immutable_string_ref() {
        let _ = if inner { write!(out, "{:?}", text.as_str()) } else { write!(out, "{}", *text) };
    } else if value.is_unit() {
        out.push_str(if inner { "()" } else { "" });
    } else if let Some(view) = value.read_lock::<View>() {
        out.push_str(&view.show());
    } else if let Some(world) = value.read_lock::<World>() {
        out.push_str(&world.show());
    } else if let Some(ending) = value.read_lock::<Ending>() {
        out.push_str(&ending.show());
    } else if let Some(function) = value.read_lock::<FnPtr>() {
        let _ = write!(out, "Fn({})", name(&function));
    } else {
        // Numbers and ranges.
        let _ = write!(out, "{value}");
    }
    Ok(())
}

/// Returns the name of a function. Rhai names closures by a hash, which is useless to people.
pub fn name(function: &FnPtr) -> &str {
    if function.is_anonymous() { "closure" } else { function.fn_name() }
}

/// Returns the error for a text that grows too long.
pub fn too_long() -> Box<EvalAltResult> {
    EvalAltResult::ErrorDataTooLarge("Length of string".to_string(), Position::NONE).into()
}
