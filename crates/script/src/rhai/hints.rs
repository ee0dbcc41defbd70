//! Hints about likely mistakes of beginners.

use super::super::args::{Checked, Given, check};
use super::super::{Api, ObjectKind};
use super::sources::{Closure, Function, Sources};
use super::words;
use crate::lint::{Foreign, instead, meant};
use crate::words::{did_you_mean, no_function, no_function_but};
use juez_core::nearest;

/// Words and signs of other languages, and Rhai's equivalents.
const FOREIGN: Foreign = &[
    (&["nil", "null", "None", "undefined"], "nothing is written () in Rhai"),
    (&["True"], "write true"),
    (&["False"], "write false"),
    (&["self"], "the bot's own map is called this"),
    (&["math"], "Rhai has sqrt(x), x.abs(), min(a, b), x.floor() and so on without a prefix"),
    (&["local", "var"], "variables are declared with let"),
    (&["function", "def"], "functions are declared with fn"),
    (&["elseif", "elif"], "write else if"),
    (&["and"], "write &&"),
    (&["or"], "write ||"),
    (&["not"], "write !"),
    (&["then", "end"], "blocks are written { ... }"),
    (&["eval"], "bots cannot run text as a program"),
    (&["mut"], "every variable declared with let can be changed: leave mut out"),
    (&["++"], "to count up write i += 1"),
    (&["--"], "to count down write i -= 1"),
];

/// Functions of other languages, and the equivalents.
const FUNCTIONS: Foreign = &[
    (&["rand", "random", "randint"], "view.random(n) gives a whole number from 0 to n-1"),
    (&["str", "tostring"], "x.to_string() is a value as text"),
    (&["int"], "x.to_int() drops the digits after the point"),
    (&["pairs"], "for key in map.keys() goes over a map"),
    (&["ipairs"], "for (item, i) in list goes over an array"),
];

/// Returns the hint about a word or sign of another language.
pub fn foreign(word: &str) -> Option<&'static str> {
    instead(FOREIGN, word)
}

/// Returns all of these hints.
pub fn all() -> impl Iterator<Item = &'static str> {
    FOREIGN.iter().chain(FUNCTIONS).map(|(_, hint)| *hint)
}

/// Names that scripts often use, for suggestions.
pub const COMMON: &str = "\
    print debug len push pop shift insert remove contains keys values min max abs sqrt floor \
    ceiling round to_int to_float to_string parse_int parse_float split sub_string index_of \
    starts_with ends_with trim replace sort reverse map filter reduce find some all range type_of \
    clear append extract is_empty";

/// Returns the sentence for a call that matches no function; `signature` is `name (type, type)`.
pub fn missing_function(signature: &str, file: &str, sources: &Sources, table: &Api) -> String {
    let names = sources.names_of(file);
    let functions = &names.functions;
    let Some((name, _)) = signature.split_once(" (") else {
        let own = functions.iter().map(|known| known.name.as_str());
        return unknown_function(signature, own.chain(COMMON.split_whitespace()));
    };
    let types = argument_types(signature);
    if let Some((alias, function)) = name.split_once("::") {
        return missing_in_module(name, alias, function, file, sources);
    }
    if let Some(Closure { params, captured }) = names.closures.get(name) {
        let own = params.get(*captured..).unwrap_or_default();
        let written = format!("|{}|", own.join(", "));
        let given = types.len().saturating_sub(*captured);
        return match own.len() {
            1 => words::closure_takes_one(written, given),
            number => words::closure_takes(written, number, given),
        };
    }
    if name.starts_with("anon$") {
        return words::another_number(types.len());
    }
    if !rhai::is_valid_identifier(name) {
        return match types[..] {
            [left, right] => words::not_between(name, kind(left), kind(right)),
            _ => does_not_work(name, &types),
        };
    }
    if let Some(function) = functions.iter().find(|known| known.name == name) {
        return takes(name, function);
    }
    if let ("print" | "debug", 2..) = (name, types.len()) {
        return words::takes_one_value(name, format!("{name}(`${{a}} ${{b}}`)"));
    }
    let own = functions.iter().map(|known| known.name.as_str());
    // A function whose first argument is a view is called like a method of it.
    if let Some(object) = types.first().and_then(|object| ObjectKind::called(object)) {
        let given = vec![Given::Int(0); types.len() - 1];
        let method = table.method(object, name);
        let why = method
            .and_then(|method| {
                let mut checked = Checked::default();
                check(object.name(), '.', method, u8::MAX, &given, &mut checked).err()
            })
            .or_else(|| table.other_member(object, name, '.'));
        return why.unwrap_or_else(|| match nearest(name, own) {
            Some(near) => did_you_mean(no_function(name), near),
            None => words::no_function_and(name, table.no_member(object, name, '.')),
        });
    }
    if COMMON.split_whitespace().any(|known| known == name) {
        return does_not_work(name, &types);
    }
    unknown_function(name, own.chain(COMMON.split_whitespace()))
}

/// Returns the argument types in Rhai's `name (type, type)`.
pub fn argument_types(signature: &str) -> Vec<&str> {
    let types = signature.split_once(" (").map_or("", |(_, types)| types);
    let types = types.strip_suffix(')').unwrap_or(types);
    types.split(", ").filter(|name| !name.is_empty()).collect()
}

fn takes(name: &str, function: &Function) -> String {
    let written = format!("{name}({})", function.params.join(", "));
    match function.params.len() {
        1 => words::function_takes_one(name, written),
        number => words::function_takes(name, number, written),
    }
}

/// Returns the sentence for a function that a module lacks with these arguments.
fn missing_in_module(
    name: &str,
    alias: &str,
    function: &str,
    asker: &str,
    sources: &Sources,
) -> String {
    let Some(file) = &sources.file_called(alias, asker) else { return no_function(name) };
    let theirs = sources.names_of(file);
    if let Some(known) = theirs.functions.iter().find(|known| known.name == function) {
        return if known.is_private {
            words::is_private(function, file)
        } else {
            takes(name, known)
        };
    }
    let known = theirs.functions.iter().filter(|known| !known.is_private);
    let known: Vec<&str> = known.map(|known| known.name.as_str()).collect();
    if known.is_empty() {
        return words::file_has_no_functions(file, format!("fn {function}(...) {{ ... }}"));
    }
    match nearest(function, known.iter().copied()) {
        Some(near) => words::no_function_in_near(file, function, near),
        None => words::no_function_in(file, function, known.join(", ")),
    }
}

/// Returns the sentence for an unknown function, with a suggestion from `known`.
pub fn unknown_function<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    match foreign(name).or(instead(FUNCTIONS, name)) {
        Some(hint) => no_function_but(name, hint),
        None => meant(no_function(name), name, known),
    }
}

fn does_not_work(name: &str, types: &[&str]) -> String {
    let kinds: Vec<String> = types.iter().map(|name| kind(name)).collect();
    match &kinds[..] {
        [] => words::not_with(name, "no arguments"),
        [one] => words::not_with(name, one),
        [one, others @ ..] => words::not_with_two(name, one, others.join(" and ")),
    }
}

/// Returns the phrase for a Rhai type name.
pub fn kind(name: &str) -> String {
    match name {
        "i64" | "f64" => "a number",
        "()" => "() (nothing)",
        "bool" => "true or false",
        "char" => "a character",
        "array" => "an array",
        "map" => "a map",
        "Fn" => "a function",
        _ if name.contains("string") || name.contains("str") => "a text",
        "view" => "a view",
        "world" => "a world",
        "result" => "a result",
        _ => name,
    }
    .to_string()
}
