//! Converts errors of the VM to faults that a student can act on.

use juez_luau::{Frames, Lua, Raised};
use std::cell::Cell;

use super::caught::take_raised;
use super::errors::split_location;
use super::interrupt::at_location;
use super::naming::{Nil, nil_in};
use super::words;
use crate::named::in_file;
use crate::{Bundle, VIEW_BASE, VIEW_FIELDS, meter};
use juez_core::{Fault, FaultKind, Hook};

thread_local! {
    /// True if [`fail`] raised the error that is unwinding.
    static NATIVE: Cell<bool> = const { Cell::new(false) };
}

/// Ends the running native function with an error at the calling Lua line.
pub fn fail(lua: &Lua, why: String) -> ! {
    let mut message = why;
    if let Some((file, line)) = location(lua) {
        // Native work may have used up the last fuel or memory.
        if meter::charge(0).is_err() {
            meter::note_stop(&file, line);
        }
        message = format!("{file}:{line}: {message}");
    }
    lua.push_text(message);
    NATIVE.set(true);
    lua.raise_top()
}

/// Returns true if [`fail`] raised the last error, and forgets that.
pub fn take_native() -> bool {
    NATIVE.take()
}

/// Returns the file and line of Lua that called the running native function.
pub fn location(frames: &Frames) -> Option<(String, u32)> {
    let found = Cell::new(None);
    at_location(frames, |file, line| found.set(Some((file.to_string(), line))));
    found.take()
}

/// Adds the location at which a limit stopped a call.
pub fn stopped(fault: Fault, main: &str) -> Fault {
    match meter::take_stop() {
        Some((file, line)) => fault.at(file, line),
        None => in_file(fault, main),
    }
}

/// Converts an error raised by a script to a fault.
pub fn raised(error: &Raised, hook: Hook, bundle: &Bundle) -> Fault {
    let (mut location, mut message) = (None, &error.message[..]);
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
