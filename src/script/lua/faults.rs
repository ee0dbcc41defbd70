//! Errors of the VM as faults that a student can act on.

use mlua::{Error, Lua};

use super::interrupt::stopped_at;
use crate::core::{Fault, FaultKind, Hook};
use crate::script::budget::stop_fault;
use crate::script::meter::Stop;

/// An error raised by a native function, with the line of Lua that called it.
pub fn raise(lua: &Lua, message: impl std::fmt::Display) -> Error {
    for level in 1..6 {
        let place = lua.inspect_stack(level, |frame| {
            let file = frame.source().short_src.map(|file| file.into_owned());
            // The binding has Lua of its own on the stack.
            file.filter(|file| file.ends_with(".lua")).zip(frame.current_line())
        });
        if let Some(Some((file, line))) = place {
            return Error::RuntimeError(format!("{file}:{line}: {message}"));
        }
    }
    Error::RuntimeError(message.to_string())
}

/// The place at which a limit stopped a call.
pub fn stopped(fault: Fault, main: &str) -> Fault {
    match stopped_at() {
        Some((file, line)) => fault.at(file, line),
        None => named(fault, main),
    }
}

/// The fault of an error that a script raised.
pub fn raised(error: &Error, hook: Hook, main: &str) -> Fault {
    if matches!(root(error), Error::MemoryError(_)) {
        return named(stop_fault(Stop::Memory, hook), main);
    }
    let text = message(error);
    let (place, message) = split_place(&text);
    let message =
        if is_address(message) { "the error that was raised is no text" } else { message };
    let why = format!("{message}{}", hint(message));
    let fault = Fault::new(FaultKind::Script, hook, message, why);
    match place {
        Some((file, line)) => fault.at(file, line),
        None => named(fault, main),
    }
}

/// A fault whose line is not known.
pub fn named(mut fault: Fault, main: &str) -> Fault {
    fault.file = Some(main.to_string());
    fault
}

fn root(error: &Error) -> &Error {
    match error {
        Error::CallbackError { cause, .. } => root(cause),
        Error::WithContext { cause, .. } => root(cause),
        other => other,
    }
}

/// The message without the traces that Lua and the binding append.
fn message(error: &Error) -> String {
    let text = match root(error) {
        Error::RuntimeError(text) => text.clone(),
        Error::SyntaxError { message, .. } => message.clone(),
        other => other.to_string(),
    };
    let text = text.split("\nstack traceback:").next().unwrap_or_default();
    text.strip_prefix("runtime error: ").unwrap_or(text).trim_end().chars().take(1000).collect()
}

/// Splits `file.lua:12: message`.
fn split_place(text: &str) -> (Option<(&str, u32)>, &str) {
    let place = || {
        let (file, rest) = text.split_once(".lua:")?;
        let (line, message) = rest.split_once(": ")?;
        let file = text.get(..file.len() + 4)?;
        (!file.contains([' ', '\n'])).then_some(())?;
        Some(((file, line.parse().ok()?), message))
    };
    match place() {
        Some((place, message)) => (Some(place), message),
        None => (None, text),
    }
}

/// Whether a message is the address of what was raised, which differs from run to run.
fn is_address(message: &str) -> bool {
    let named = message.split_once(": 0x");
    named.is_some_and(|(kind, _)| kind.bytes().all(|b| b.is_ascii_alphabetic()))
}

/// What a beginner should look at, for messages that do not say it themselves.
fn hint(message: &str) -> &'static str {
    if message.contains("attempt to index nil") || message.contains("attempt to call a nil") {
        " (nil means nothing: is a name misspelt, a list empty, or index 0 used? Lua lists start at 1)"
    } else if message.contains("stack overflow") {
        " (does a function call itself without end?)"
    } else {
        ""
    }
}
