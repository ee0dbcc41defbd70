//! Errors of the VM as faults that a student can act on.

use mlua::{Error, Lua};

use super::caught::take_raised;
use super::errors::{message, split_location};
use super::naming::{Nil, nil_in};
use super::words;
use crate::core::{Fault, FaultKind, Hook};
use crate::script::named::in_file;
use crate::script::{Bundle, VIEW_BASE, VIEW_FIELDS, meter};

/// An error raised by a native function, with the line of Lua that called it.
pub fn raise(lua: &Lua, message: impl std::fmt::Display) -> Error {
    let Some((file, line)) = location(lua) else { return Error::RuntimeError(message.to_string()) };
    // Native work may be what used up the last fuel or memory.
    if meter::charge(0).is_err() {
        meter::note_stop(&file, line);
    }
    Error::RuntimeError(format!("{file}:{line}: {message}"))
}

/// The file and line of Lua that called the native function which runs.
pub fn location(lua: &Lua) -> Option<(String, u32)> {
    (1..6).find_map(|level| {
        lua.inspect_stack(level, |frame| {
            let file = frame.source().short_src.map(|file| file.into_owned());
            // The binding has functions of its own on the stack.
            let file = file.filter(|file| file.ends_with(".lua"));
            file.zip(frame.current_line().map(|line| line as u32))
        })?
    })
}

/// The place at which a limit stopped a call.
pub fn stopped(fault: Fault, main: &str) -> Fault {
    match meter::take_stop() {
        Some((file, line)) => fault.at(file, line),
        None => in_file(fault, main),
    }
}

/// The fault of an error that a script raised.
pub fn raised(error: &Error, hook: Hook, bundle: &Bundle) -> Fault {
    let text = message(error);
    let (mut location, mut message) = (None, &text[..]);
    // An error that comes through `coroutine.wrap` has the line of each call before its own.
    while let (Some((file, line)), rest) = split_location(message)
        && bundle.files.contains_key(file)
    {
        (location, message) = (Some((file, line)), rest);
    }
    // Without one of its own it is of the statement that ran.
    let raised_at = take_raised().filter(|(file, _)| bundle.files.contains_key(file));
    let raised_at = raised_at.as_ref().map(|(file, line)| (&file[..], *line));
    let location = location.or(raised_at);
    let nil = location.and_then(|(file, line)| nil_in(&bundle.files, file, line, message));
    let why = match nil {
        Some(Nil::Explained(why)) => why,
        Some(Nil::Named(why)) => hinted(why, message),
        None => hinted(message.to_string(), message),
    };
    let fault = Fault::new(FaultKind::Script, hook, message, why);
    match location {
        Some((file, line)) => fault.at(file, line),
        None => in_file(fault, &bundle.main),
    }
}

/// The error with what a beginner should look at, for messages that do not say it themselves.
fn hinted(why: String, message: &str) -> String {
    let key = message.strip_prefix("attempt to index nil with '");
    if let Some(key) = key.and_then(|key| key.strip_suffix('\'')) {
        let of_a_view = VIEW_FIELDS.iter().any(|field| field.name == key)
            || VIEW_BASE.iter().any(|base| base.row.name == key);
        if of_a_view {
            return words::view_is_nil(why);
        }
        if REMOVED.contains(&key) {
            return words::removed(why);
        }
    }
    match HINTS.iter().find(|(part, _)| message.contains(part)) {
        Some((_, hinted)) => hinted(why),
        None => why,
    }
}

/// A sentence that takes an error and says what to look at.
pub type Hinted = fn(String) -> String;

/// Parts of Luau's messages, and the sentences with what usually brings them about.
const HINTS: &[(&str, Hinted)] = &[
    ("attempt to index nil", words::nil_is_nothing),
    ("attempt to call a nil", words::nil_is_nothing),
    ("attempt to index function", words::colon_and_brackets),
    ("attempt to call a number", words::no_brackets),
    ("attempt to call a string", words::no_brackets),
    ("arithmetic (add) on string", words::two_dots),
    ("attempt to concatenate string with table", words::print_shows_lists),
    ("to 'format' (string expected, got ", words::format_anything),
    ("attempt to yield", words::cannot_wait),
    ("stack overflow", words::without_end),
];

/// Functions of the libraries that a bot does not get.
const REMOVED: &[&str] = &["clock", "time", "date", "getenv", "traceback"];
