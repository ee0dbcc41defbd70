//! The engines that run a bot.

use rhai::packages::{
    BasicArrayPackage, BasicMapPackage, BasicMathPackage, BitFieldPackage, CorePackage,
    LogicPackage, MoreStringPackage, Package,
};
use rhai::{Dynamic, Engine, FuncInfo, Module, def_package};
use std::collections::BTreeSet;
use std::rc::Rc;

use super::super::Api;
use super::super::host::Host;
use super::super::meter;
use super::super::unlimited;
use super::imports::Imports;
use super::{api, charges, guards, lines, locate, parser, powers};
use juez_core::clip;

/// Maximum length in characters of one call of `print`.
const PRINT_CHARS: usize = 4_000;

def_package! {
    /// The standard packages, except blobs and clocks.
    Standard(module): CorePackage, BitFieldPackage, LogicPackage, BasicMathPackage,
        BasicArrayPackage, BasicMapPackage, MoreStringPackage {}
}

thread_local! {
    // Building it takes 0.2 ms; a VM that shares it takes 0.1 µs.
    static STANDARD: Rc<Module> = Standard::new().as_shared_module();
}

/// Creates an engine that runs a bot.
pub fn runner(host: &Rc<Host>) -> Engine {
    let mut engine = Engine::new_raw();
    parser::limit(&mut engine);
    STANDARD.with(|standard| engine.register_global_module(standard.clone()));
    engine.register_global_module(api::module(&host.api, STANDARD.with(Rc::clone)));
    if !unlimited::on() {
        engine.on_progress(|_| progress());
    }
    locate::handle(&mut engine);
    guards::handle(&mut engine);
    powers::handle(&mut engine);
    lines::handle(&mut engine);
    let log = host.clone();
    engine.on_print(move |text| print(&log, text));
    let log = host.clone();
    engine.on_debug(move |text, file, position| {
        let line = position.line().unwrap_or(0);
        print(&log, &format!("{}:{line}: {text}", file.unwrap_or_default()));
    });
    engine
}

/// Returns the names of the functions that every bot of a game can call.
pub fn natives(api: &Api) -> BTreeSet<String> {
    let mut engine = Engine::new_raw();
    STANDARD.with(|standard| engine.register_global_module(standard.clone()));
    engine.register_global_module(api::module(api, STANDARD.with(Rc::clone)));
    let name = |function: FuncInfo<'_>| Some(function.metadata.name.to_string());
    engine.collect_fn_metadata(None, name, true).into_iter().collect()
}

/// Creates an engine for the top level, where functions can be called before all constants are
/// known.
pub fn loader(host: &Rc<Host>, imports: Imports) -> Engine {
    let mut engine = runner(host);
    engine.set_module_resolver(imports);
    #[allow(deprecated)] // "not deprecated, but volatile": the version is pinned
    engine.on_var(|name, index, mut context| {
        if index > 0 || context.scope().contains(name) {
            return Ok(None);
        }
        let constants = &context.global_runtime_state_mut().constants;
        Ok(constants.as_ref().and_then(|known| known.borrow().get(name).cloned()))
    });
    engine
}

/// Makes constants visible in functions by their plain names.
///
/// A global module would do that too, except in closures: they capture the names they use, and only
/// a resolver makes Rhai treat a constant as not captured.
pub fn resolve_constants(engine: &mut Engine, constants: Module) {
    if constants.iter_var().next().is_none() {
        return;
    }
    #[allow(deprecated)] // "not deprecated, but volatile": the version is pinned
    engine.on_var(move |name, index, context| {
        // Locals have an index, except those captured by a closure.
        if index > 0 || context.scope().contains(name) {
            return Ok(None);
        }
        Ok(constants.get_var(name))
    });
}

/// Counts one operation of any VM on this thread.
fn progress() -> Option<Dynamic> {
    if meter::live_bytes_exceeded() {
        meter::out_of_live_memory();
    }
    let stopped = meter::step().err().or_else(|| charges::copies().err());
    stopped.map(|_| Dynamic::UNIT)
}

fn print(host: &Host, text: &str) {
    let lines = text.split('\n').take(PRINT_CHARS).count();
    // If this exceeds the fuel, the next operation fails.
    let _ = charges::pay((text.len() / 16 + 4 * lines) as u64);
    host.slot.print(&clip(text, PRINT_CHARS));
    charges::skip_allocations();
}
