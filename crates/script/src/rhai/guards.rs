//! Runs the custom expressions that [`guarded`](super::guarded) adds to a script.

use rhai::{Dynamic, Engine, EvalAltResult, FnPtr, ImmutableString};
use std::rc::Rc;

use super::super::host::Host;
use super::charges::{Result, bytes, pay, stored};
use super::guarded::{PRINTED, STORED, SWITCHED, TRIED};
use super::rewriting::position_or;
use super::sources::Sources;
use super::{additions, ahead, captured_lists, faults, show, words};

/// Makes `engine` run guarded expressions.
pub fn handle(engine: &mut Engine) {
    for (key, guard) in [(SWITCHED, switched as fn(Dynamic) -> _), (PRINTED, printed)] {
        let handler =
            engine.register_custom_syntax_handler(key, false, move |context, parts, _| {
                let value = context.eval_expression_tree(&parts[0])?;
                guard(value).map_err(|error| position_or(error, parts[0].position()))
            });
        debug_assert!(handler.is_ok());
    }
    let handler = engine.register_custom_syntax_handler(STORED, false, |context, parts, root| {
        let value = context.eval_expression_tree(&parts[0])?;
        let units = match root.read_lock::<ImmutableString>() {
            Some(name) => context.scope().get(&name).map_or(0, stored),
            None => context.this_ptr().map_or(0, stored),
        };
        match units {
            0 => Ok(value),
            units => {
                pay(units).map(|()| value).map_err(|error| position_or(error, parts[0].position()))
            }
        }
    });
    debug_assert!(handler.is_ok());
    ahead::handle(engine);
    additions::handle(engine);
    captured_lists::handle(engine);
}

/// Makes `engine` pass text to scripts that catch an error.
pub fn handle_caught(engine: &mut Engine, sources: &Rc<Sources>, host: &Rc<Host>) {
    let (sources, host) = (sources.clone(), host.clone());
    let handler = engine.register_custom_syntax_handler(TRIED, false, move |context, parts, _| {
        let result = context.eval_expression_tree(&parts[0]);
        result.map_err(|error| {
            let file = context.source().unwrap_or(&sources.main);
            faults::caught(error, file, &sources, &host.api)
        })
    });
    debug_assert!(handler.is_ok());
}

fn switched(value: Dynamic) -> Result<Dynamic> {
    if value.is_array() || value.is_map() || value.is::<FnPtr>() {
        if value.is_locked() || holds_function(&value) {
            return Err(EvalAltResult::from(words::no_switch()).into());
        }
        pay(bytes(&value) / 64)?;
    }
    Ok(value)
}

fn holds_function(value: &Dynamic) -> bool {
    if let Ok(items) = value.as_array_ref() {
        items.iter().any(holds_function)
    } else if let Ok(map) = value.as_map_ref() {
        map.values().any(holds_function)
    } else {
        value.is::<FnPtr>()
    }
}

fn printed(value: Dynamic) -> Result<Dynamic> {
    if value.is_string() || value.is_int() || value.is_char() || value.is_bool() {
        return Ok(value);
    }
    Ok(show::text(&value)?.into())
}
