//! Converts Rhai's errors to faults.

use rhai::{Dynamic, EvalAltResult};

use super::super::Api;
use super::convert::kind_of;
use super::limits::{ARRAY_ITEMS, CALL_LEVELS, MAP_ITEMS, STRING_BYTES};
use super::sources::{Names, Sources};
use super::{charges, hints, locate, nothing, show, words};
use crate::lint::meant;
use crate::words::{no_variable, no_variable_but};
use juez_core::{Fault, FaultKind, Hook};

/// Adds to the fault of a limit the location at which it stopped the script.
pub fn stopped(fault: Fault, sources: &Sources, error: Option<&EvalAltResult>) -> Fault {
    // A call that used up the fuel raised an error with its own location.
    let raised = || match location(error?, &sources.main) {
        (file, Some(line)) => Some((file.to_string(), line)),
        _ => None,
    };
    match locate::take().or_else(raised) {
        Some((file, line)) => fault.at(file, line),
        None => {
            let hooks = sources.names().functions.iter();
            let line = hooks.filter(|f| f.name == fault.hook.name()).find_map(|f| f.line);
            Fault { file: Some(sources.main.clone()), line, ..fault }
        }
    }
}

/// Converts an error raised by a script to a fault.
pub fn raised(error: &EvalAltResult, hook: Hook, sources: &Sources, api: &Api) -> Fault {
    let inner = error.unwrap_inner();
    let (file, line) = match locate::take() {
        Some((file, line)) if inner.is_system_exception() => (file, Some(line)),
        _ => {
            let location = location(error, &sources.main);
            (location.0.to_string(), location.1)
        }
    };
    let text = match inner {
        EvalAltResult::ErrorRuntime(value, _) => thrown(value),
        _ => inner.to_string(),
    };
    let why = why(inner, &file, sources, api);
    let why = nothing::named(why, inner, &file, sources, hook);
    Fault { file: Some(file), line, ..Fault::new(FaultKind::Script, hook, text, why) }
}

/// Returns the file and line of the innermost location in an error.
fn location<'a>(error: &'a EvalAltResult, main: &'a str) -> (&'a str, Option<u32>) {
    let (mut error, mut file) = (error, main);
    let mut location = (main, None);
    loop {
        // The location of a call is in the caller's file.
        if let Some(line) = error.position().line() {
            location = (file, Some(line as u32));
        }
        match error {
            EvalAltResult::ErrorInFunctionCall(_, source, inner, _)
            | EvalAltResult::ErrorInModule(source, inner, _) => {
                if !source.is_empty() {
                    file = source;
                }
                error = inner;
            }
            _ => return location,
        }
    }
}

/// Converts an error for a script that catches it: to text, unless the script threw the value.
pub fn caught(
    error: Box<EvalAltResult>,
    file: &str,
    sources: &Sources,
    api: &Api,
) -> Box<EvalAltResult> {
    if !error.is_catchable() || matches!(error.unwrap_inner(), EvalAltResult::ErrorRuntime(..)) {
        return error;
    }
    if matches!(error.unwrap_inner(), EvalAltResult::ErrorFunctionNotFound(..))
        && let Err(stopped) = charges::pay(charges::NAMES)
    {
        return stopped;
    }
    let file = location(&error, file).0;
    let why = why(error.unwrap_inner(), file, sources, api);
    EvalAltResult::ErrorRuntime(why.into(), error.position()).into()
}

/// Returns the sentence for the script's author.
fn why(error: &EvalAltResult, file: &str, sources: &Sources, api: &Api) -> String {
    use EvalAltResult as E;
    match error {
        E::ErrorUnboundThis(_) => words::not_bound(),
        E::ErrorVariableNotFound(name, _) => missing_variable(name, sources.names_of(file)),
        E::ErrorFunctionNotFound(signature, _) => {
            hints::missing_function(signature, file, sources, api)
        }
        E::ErrorModuleNotFound(name, _) => words::no_module(name),
        E::ErrorArrayBounds(0, index, _) => words::array_is_empty(index),
        E::ErrorArrayBounds(len, index, _) => words::array_has(index, len, len - 1),
        E::ErrorStringBounds(0, index, _) => words::text_is_empty(index),
        E::ErrorStringBounds(len, index, _) => words::text_has(index, len, len - 1),
        E::ErrorStackOverflow(_) => words::too_deep(CALL_LEVELS),
        E::ErrorDataTooLarge(..) => words::too_large(STRING_BYTES, ARRAY_ITEMS, MAP_ITEMS),
        E::ErrorMismatchDataType(wanted, given, _) if wanted == "i64" && given == "f64" => {
            words::whole_number_expected()
        }
        E::ErrorDotExpr(text, _) => match property(text) {
            Some((name, "()")) => words::nothing_has(name),
            Some((name, kind)) => words::kind_has_no(hints::kind(kind), name),
            None => error.to_string(),
        },
        E::ErrorMismatchDataType(wanted, given, _) => {
            words::expected(hints::kind(wanted), hints::kind(given))
        }
        E::ErrorIndexingType(kind, _) => {
            let kind = kind.split([' ', '[']).next().unwrap_or_default();
            words::not_indexed(hints::kind(kind))
        }
        E::ErrorFor(_) => words::not_gone_over(),
        E::ErrorAssignmentToConstant(name, _) => words::is_constant(name),
        E::ErrorNonPureMethodCallOnConstant(name, _) => words::changes_constant(name),
        E::ErrorDataRace(..) => words::in_use(),
        E::ErrorRuntime(value, _) if value.is_string() => value.to_string(),
        E::ErrorRuntime(value, _) => words::threw(thrown(value)),
        other => other.to_string(),
    }
}

/// Formats a thrown value; a view or world only by its kind, since it can be expired.
fn thrown(value: &Dynamic) -> String {
    match kind_of(value) {
        kind @ ("a view" | "a world") => kind.to_string(),
        _ => show::brief(value),
    }
}

/// Parses Rhai's message about a missing or read-only property into its name and type.
fn property(text: &str) -> Option<(&str, &str)> {
    let read = text.strip_prefix("Unknown property '");
    let (name, rest) =
        read.or_else(|| text.strip_prefix("No writable property '"))?.split_once('\'')?;
    Some((name, rest.split_once("for type '")?.1.split('\'').next()?))
}

/// Returns the sentence for a missing variable.
pub fn missing_variable(name: &str, names: &Names) -> String {
    if names.lets.iter().any(|known| known == name) {
        return words::by_parameters(name);
    }
    if let Some(hint) = hints::foreign(name) {
        return no_variable_but(name, hint);
    }
    let variables = names.variables.iter().map(String::as_str);
    let functions = names.functions.iter().map(|function| function.name.as_str());
    let known = variables.chain(functions).chain(["this"]);
    meant(no_variable(name), name, known)
}
