//! Variables and functions that are never set, or set by accident.
//!
//! A file declares a global by assigning it at its top level. A global assigned only in functions
//! is reported if nothing reads it, if a visible local has almost the same name (different case,
//! underscores or a single typo), or if a single function uses it and sets it first: no call sees
//! the value of another, so `local` is missing. All other globals may be the bot's memory between
//! calls.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::bot::{Bot, Found};
use super::facts::{Access, Facts, GlobalUse, LocalVar, Value};
use super::library::{GLOBALS, held_by, is_global};
use crate::lint::{Foreign, LintRule, instead, meant};
use crate::lua::words as lua_words;
use crate::words;
use juez_core::nearest;

/// Words of other languages, unavailable libraries, and names that only hooks know.
const FOREIGN: Foreign = &[
    (&["null", "None", "undefined"], "nothing is written nil in Lua"),
    (&["True"], "write true"),
    (&["False"], "write false"),
    (&["len"], "the length of a list is written #list"),
    (&["range"], "write for i = 1, n do"),
    (&["self"], "write function bot:name() or keep it in the table bot"),
    (&["view"], "next_move receives it and passes it to helpers as an argument"),
    (&["this"], "keep what you need in the table bot"),
    (&["os", "io", "debug"], "a bot has no os, io or debug, because its match must replay"),
];

/// Returns the hints for names of other languages.
pub fn hints() -> impl Iterator<Item = &'static str> {
    FOREIGN.iter().map(|(_, hint)| *hint)
}

/// Finds names missing from a table of the library, such as `math.randint`.
pub(super) fn not_in_the_library<'a>(bot: &'a Bot<'a>) -> Vec<Found<'a>> {
    let mut found = Vec::new();
    for (file, facts) in bot.files() {
        for &(table, name, at) in &facts.of_globals {
            let Some(mut held) = held_by(table) else { continue };
            let asked = bot.files().any(|(_, facts)| {
                facts.tested_in_globals.contains(&(table, name)) || facts.sets_global(table)
            });
            if asked || held.any(|known| known == name) {
                continue;
            }
            let message = move || {
                let held = held_by(table).into_iter().flatten();
                meant(lua_words::not_in_library(table, name), name, held)
            };
            found.push(Found::new(file, at, LintRule::Unset, message));
        }
    }
    found
}

/// Finds globals that are never set, and globals set by accident.
pub(super) fn globals<'a>(bot: &'a Bot<'a>) -> Vec<Found<'a>> {
    if bot.files().any(|(_, facts)| facts.any_global) {
        return Vec::new();
    }
    let mut uses: BTreeMap<&str, Vec<(usize, &GlobalUse<'_>)>> = BTreeMap::new();
    for (file, facts) in bot.files() {
        for used in &facts.globals {
            uses.entry(used.name).or_default().push((file, used));
        }
    }
    let set = uses.iter().filter(|(_, uses)| uses.iter().any(|(_, used)| is_write(used)));
    let set: Rc<BTreeSet<&str>> = Rc::new(set.map(|(name, _)| *name).collect());
    let mut found = Vec::new();
    for (name, uses) in uses {
        if is_global(name) {
            continue;
        }
        if set.contains(name) {
            found.extend(by_accident(bot, name, &uses))
        } else {
            found.extend(unset(bot, &set, name, &uses))
        }
    }
    found
}

fn is_write(used: &GlobalUse<'_>) -> bool {
    used.what == Access::Write
}

/// Finds the first use in each file of a global that is never set.
fn unset<'a>(
    bot: &'a Bot<'a>,
    set: &Rc<BTreeSet<&'a str>>,
    name: &'a str,
    uses: &[(usize, &'a GlobalUse<'a>)],
) -> Vec<Found<'a>> {
    let tested = bot.files().any(|(_, facts)| facts.tested.contains(name));
    let mut found: Vec<Found<'a>> = Vec::new();
    for &(file, used) in uses {
        let facts = &bot.sources[file].facts;
        // A bot can test for a global and do without it.
        let slipped = || facts.visible(used.at).any(|local| is_slip(name, local));
        if (tested && !slipped()) || found.iter().any(|other| other.file == file) {
            continue;
        }
        let is_below = elsewhere(facts, used).is_some_and(|local| is_below(local, used));
        let rule = if is_below { LintRule::CalledAbove } else { LintRule::Unset };
        let set = set.clone();
        found.push(Found::new(file, used.at, rule, move || sentence(facts, used, &set)));
    }
    found
}

/// Returns the sentence for a global that is never set; `set` are the globals that are.
pub fn sentence(facts: &Facts<'_>, used: &GlobalUse<'_>, set: &BTreeSet<&str>) -> String {
    let name = used.name;
    let Some(local) = elsewhere(facts, used) else { return nothing_called(facts, used, set) };
    let line = local.at.line + 1;
    if is_below(local, used) {
        return lua_words::used_above(name, line);
    }
    if local.is_param {
        return lua_words::is_parameter(name, line);
    }
    lua_words::is_local(name, line)
}

/// Returns the local variable with the name of a global used out of its scope; prefers the next one
/// below.
fn elsewhere<'f, 'a>(facts: &'f Facts<'a>, used: &GlobalUse<'_>) -> Option<&'f LocalVar<'a>> {
    let same = facts.locals.values().filter(|local| local.name == used.name);
    same.min_by_key(|local| (local.at < used.at, local.at))
}

/// Returns true if a variable is a top-level function declared further down.
fn is_below(local: &LocalVar<'_>, used: &GlobalUse<'_>) -> bool {
    let is_function = matches!(local.first, Value::Function(_));
    local.at > used.at && local.function.is_none() && is_function
}

/// Returns the sentence for a name that is never set.
fn nothing_called(facts: &Facts<'_>, used: &GlobalUse<'_>, set: &BTreeSet<&str>) -> String {
    let GlobalUse { name, what, .. } = used;
    let is_call = *what == Access::Call;
    let slipped = facts.visible(used.at).any(|local| is_slip(name, local));
    match instead(FOREIGN, name).filter(|_| !slipped) {
        Some(hint) if is_call => return words::no_function_but(name, hint),
        Some(hint) => return words::no_variable_but(name, hint),
        None => {}
    }
    let known = facts.visible(used.at).chain(set.iter().copied());
    let known = known.chain(GLOBALS.split_whitespace().filter(|known| !known.starts_with('_')));
    let why = if is_call { words::no_function(name) } else { words::no_variable(name) };
    meant(why, name, known)
}

/// Returns the finding for a global that is set by accident.
fn by_accident<'a>(
    bot: &'a Bot<'a>,
    name: &'a str,
    uses: &[(usize, &'a GlobalUse<'a>)],
) -> Option<Found<'a>> {
    // At the top level it is declared.
    if uses.iter().any(|(_, used)| is_write(used) && used.function.is_none()) {
        return None;
    }
    let (file, first) = *uses.iter().find(|(_, used)| is_write(used))?;
    let facts = &bot.sources[file].facts;
    let message =
        |text: String| Some(Found::new(file, first.at, LintRule::AccidentalGlobal, || text));
    if uses.iter().all(|(_, used)| is_write(used)) {
        let near = nearest(name, facts.visible(first.at).filter(|known| *known != name));
        return message(match near {
            Some(near) => words::did_you_mean(lua_words::read_nowhere(name), near),
            None => lua_words::declare_or_leave_out(name),
        });
    }
    let one_function = {
        let around = facts.functions.get(first.function?)?.location;
        uses.iter().all(|(other, used)| *other == file && around.contains(used.at))
    };
    // Uses are in order of evaluation: `n = n + 1` reads first.
    let sets_first = uses.first().is_some_and(|(_, used)| is_write(used) && used.always);
    if one_function && sets_first {
        return message(lua_words::set_without_local(name));
    }
    let tested = facts.tested.contains(name);
    let near = || facts.visible(first.at).find(|local| is_slip(name, local));
    let near = near().filter(|_| one_function && !tested)?;
    message(words::did_you_mean(words::no_variable(name), near))
}

/// Returns true if two names differ only in case and underscores, in two swapped letters, or, if
/// long, in a single typo.
fn is_slip(one: &str, other: &str) -> bool {
    /// Length from which a single typo is significant.
    const LONG: usize = 5;
    let plain = |name: &str| {
        let letters = name.chars().filter(|c| *c != '_');
        letters.map(|c| c.to_ascii_lowercase()).collect::<String>()
    };
    let (a, b) = (plain(one), plain(other));
    let digits = |name: &str| name.chars().filter(char::is_ascii_digit).collect::<String>();
    let letters = |name: &str| {
        let mut letters: Vec<char> = name.chars().collect();
        letters.sort_unstable();
        letters
    };
    // Two names with numbers may differ in nothing else; `moves` is not a typo of `move`, nor
    // `scored` of `score`.
    one != other
        && (a == b
            || ((a.len().min(b.len()) >= LONG || letters(&a) == letters(&b))
                && digits(&a) == digits(&b)
                && !a.starts_with(&b)
                && !b.starts_with(&a)
                && strsim::damerau_levenshtein(&a, &b) == 1))
}
