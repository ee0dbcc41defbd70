//! Converts errors of the VM to faults that a student can act on.

use mlua::{Error, Lua};

use super::caught::take_raised;
use super::errors::{message, split_location};
use super::naming::{Nil, nil_in};
use super::words;
use crate::named::in_file;
use crate::{Bundle, VIEW_BASE, VIEW_FIELDS, meter};
use juez_core::{Fault, FaultKind, Hook};

/// Creates an error of a native function, with the calling Lua line.
pub fn raise(lua: &Lua, message: impl std::fmt::Display) -> Error {
    let Some((file, line)) = location(lua) else { return Error::RuntimeError(message.to_string()) };
    // Native work may have used up the last fuel or memory.
    if meter::charge(0).is_err() {
        meter::note_stop(&file, line);
    }
    Error::RuntimeError(format!("{file}:{line}: {message}"))
}

/// Returns the file and line of Lua that called the running native function.
pub fn location(lua: &Lua) -> Option<(String, u32)> {
    (1..6).find_map(|level| {
        lua.inspect_stack(level, |frame| {
            let file = frame.source().short_src.map(|file| file.into_owned());
            // The binding has functions on the stack too.
            let file = file.filter(|file| file.ends_with(".lua"));
            file.zip(frame.current_line().map(|line| line as u32))
        })?
    })
}

/// Adds the location at which a limit stopped a call.
pub fn stopped(fault: Fault, main: &str) -> Fault {
    match meter::take_stop() {
        Some((file, line)) => fault.at(file, line),
        None => in_file(fault, main),
    }
}

/// Converts an error raised by a script to a fault.
pub fn raised(error: &Error, hook: Hook, bundle: &Bundle) -> Fault {
    let text = message(error);
    let (mut location, mut message) = (None, &text[..]);
    // An error that passes through `coroutine.wrap` has the line of each call before its own.
    while let (Some((file, line)), rest) = split_location(message)
        && bundle.files.contains_key(file)
    {
        (location, message) = (Some((file, line)), rest);
    }
    // Without its own location it came from the statement that ran.
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

/// Appends advice for beginners to messages that give none.
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

/// A sentence that takes an error and adds advice.
pub type Hinted = fn(String) -> String;

/// Parts of Luau's messages, and the sentences with the usual cause.
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

/// Library functions that bots cannot use.
const REMOVED: &[&str] = &["clock", "time", "date", "getenv", "traceback"];
