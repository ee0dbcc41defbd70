//! The errors that a VM raises.

use juez_luau::{Kind, Lua, NO_MEMORY, Raised};
use std::ffi::c_int;

use super::words;

/// Returns true for the error of a refused allocation; only a location can precede its message.
pub fn is_refusal(error: &Raised) -> bool {
    split_location(&error.message).1 == NO_MEMORY
}

/// Converts an error value to text: a message handler.
pub fn to_text(lua: &mut Lua) -> c_int {
    let given = match lua.kind(1) {
        Kind::Text => return 1,
        Kind::Nil => "nothing",
        Kind::Userdata => {
            lua.push_shown(1);
            if lua.text(-1) == Some(b"view") { "a view" } else { "a world" }
        }
        Kind::Table if !lua.push_meta_field(1, c"__tostring") => "a table",
        Kind::Function => "a function",
        Kind::Thread => "a coroutine",
        Kind::Buffer | Kind::LightUserdata => "an object",
        _ => {
            lua.push_shown(1);
            return 1;
        }
    };
    lua.push_text(words::error_of(given));
    1
}

/// Splits `file.lua:12: message`.
pub fn split_location(text: &str) -> (Option<(&str, u32)>, &str) {
    let location = || {
        let (file, rest) = text.split_once(".lua:")?;
        let (line, message) = rest.split_once(": ")?;
        let file = text.get(..file.len() + 4)?;
        (!file.contains([' ', '\n'])).then_some(())?;
        Some(((file, line.parse().ok()?), message))
    };
    match location() {
        Some((location, message)) => (Some(location), message),
        None => (None, text),
    }
}
