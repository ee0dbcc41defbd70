//! Reads the errors of the binding.

use mlua::Error;

use super::words;

/// Luau's message for a refused allocation; only a location can precede it.
pub const NO_MEMORY: &str = "not enough memory";

/// Returns true if the VM refused an allocation.
pub fn is_refusal(error: &Error) -> bool {
    matches!(root(error), Error::MemoryError(_)) || split_location(&message(error)).1 == NO_MEMORY
}

/// Returns the root cause of an error.
pub fn root(error: &Error) -> &Error {
    match error {
        Error::CallbackError { cause, .. } => root(cause),
        Error::WithContext { cause, .. } => root(cause),
        other => other,
    }
}

/// Returns the message without the traces of Lua and the binding.
pub fn message(error: &Error) -> String {
    let text = match root(error) {
        Error::RuntimeError(text) => text.clone(),
        Error::SyntaxError { message, .. } => message.clone(),
        other => other.to_string(),
    };
    let text = text.split("\nstack traceback:").next().unwrap_or_default();
    let text = text.strip_prefix("runtime error: ").unwrap_or(text).trim_end();
    match no_text(text) {
        Some(given) => words::error_of(given),
        None => text.chars().take(1000).collect(),
    }
}

/// Describes the argument of `error()` if it is not text. Lua would show an address, which differs
/// in every run, and the name of native objects.
fn no_text(text: &str) -> Option<&'static str> {
    match text {
        "nil" => return Some("nothing"),
        "view" => return Some("a view"),
        "world" => return Some("a world"),
        _ => {}
    }
    let (kind, address) = text.split_once(": 0x")?;
    let address = address.bytes().all(|b| b.is_ascii_hexdigit());
    match kind {
        "table" if address => Some("a table"),
        "function" if address => Some("a function"),
        "thread" if address => Some("a coroutine"),
        "buffer" | "userdata" if address => Some("an object"),
        _ => None,
    }
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
