//! Functions of a bot that are called by their name, and what comes back from them.

use super::words;
use crate::core::{Fault, FaultKind, Hook, nearest};

/// Levels of lists and maps in what a function returns.
pub const DEPTH: usize = 16;
/// Parts of what a function returns: far more than a test can want, and an end to lists that hold
/// themselves.
pub const PARTS: usize = 10_000;

/// The fault of a function that is not there; `written` is how one is written in the language.
pub fn no_function(name: &str, known: &[String], written: &str) -> Fault {
    let near = nearest(name, known.iter().map(String::as_str));
    let known = known.join(", ");
    let why = match near {
        Some(near) => words::not_in_bot_near(name, written, near, known),
        None => words::not_in_bot(name, written, known),
    };
    fault(name, why)
}

/// A fault in a file of the bot.
pub fn in_file(fault: Fault, file: &str) -> Fault {
    Fault { file: Some(file.to_string()), ..fault }
}

/// The fault of what a function returned that no test can compare.
pub fn no_data(name: &str, what: &str) -> Fault {
    Fault { kind: FaultKind::Unreadable, ..fault(name, words::no_data(name, what)) }
}

/// A fault of the call of a function.
pub fn fault(name: &str, why: String) -> Fault {
    Fault::new(FaultKind::Script, Hook::NextMove, name, why)
}

/// The hook that a function was probably meant to be, for names that are none. Helpers have names of
/// all kinds, so only what comes very near counts.
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
