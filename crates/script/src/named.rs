//! Calls of a bot's functions by name, and the data they return.

use super::words;
use juez_core::{Fault, FaultKind, Hook, nearest};

/// Maximum nesting of lists and maps in a function's result.
pub const DEPTH: usize = 16;
/// Maximum number of elements in a function's result: far more than a test needs, and an end to
/// lists that contain themselves.
pub const PARTS: usize = 10_000;

/// Returns the fault for a missing function; `written` is the syntax of a definition in the
/// language.
pub fn no_function(name: &str, known: &[String], written: &str) -> Fault {
    let near = nearest(name, known.iter().map(String::as_str));
    let known = known.join(", ");
    let why = match near {
        Some(near) => words::not_in_bot_near(name, written, near, known),
        None => words::not_in_bot(name, written, known),
    };
    fault(name, why)
}

/// Sets the file of a fault.
pub fn in_file(fault: Fault, file: &str) -> Fault {
    Fault { file: Some(file.to_string()), ..fault }
}

/// Returns the fault for a result that no test can compare.
pub fn no_data(name: &str, what: &str) -> Fault {
    Fault { kind: FaultKind::Unreadable, ..fault(name, words::no_data(name, what)) }
}

/// Returns a fault in a call of a function.
pub fn fault(name: &str, why: String) -> Fault {
    Fault::new(FaultKind::Script, Hook::NextMove, name, why)
}

/// Returns the hook that a function was probably meant to be, or `None` for other names. Helpers
/// have all kinds of names, so only very similar ones count.
pub fn misspelt_hook(function: &str) -> Option<Hook> {
    /// Names of hooks on other platforms.
    const OTHER_NAMES: &[(Hook, &[&str])] = &[
        (Hook::Start, &["init", "initialise", "initialize", "setup", "begin"]),
        (Hook::NextMove, &["getmove", "makemove", "choosemove", "move", "think"]),
        (Hook::Finish, &["end", "finished", "gameover"]),
    ];
    if OTHER_NAMES.iter().any(|(hook, _)| hook.name() == function) {
        return None;
    }
    let plain = |name: &str| {
        let letters = name.chars().filter(char::is_ascii_alphanumeric);
        letters.map(|letter| letter.to_ascii_lowercase()).collect::<String>()
    };
    let name = plain(function);
    let name = name.strip_prefix("on").unwrap_or(&name);
    let other = OTHER_NAMES.iter().find(|(_, others)| others.contains(&name));
    let is_near = |hook: &Hook| strsim::damerau_levenshtein(name, &plain(hook.name())) <= 1;
    let near = || OTHER_NAMES.iter().find(|(hook, _)| is_near(hook));
    other.or_else(near).map(|(hook, _)| *hook)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_hook_is_recognised() {
        for (name, hook) in [
            ("nextmove", Hook::NextMove),
            ("nextMove", Hook::NextMove),
            ("next_mov", Hook::NextMove),
            ("on_start", Hook::Start),
            ("Start", Hook::Start),
            ("init", Hook::Start),
            ("finsih", Hook::Finish),
            ("on_end", Hook::Finish),
        ] {
            assert_eq!(misspelt_hook(name), Some(hook), "{name}");
        }
    }

    #[test]
    fn hooks_and_helpers_are_no_misspelt_hooks() {
        for name in ["start", "next_move", "finish", "best_move", "state", "score", "moves", "path"]
        {
            assert_eq!(misspelt_hook(name), None, "{name}");
        }
    }
}
