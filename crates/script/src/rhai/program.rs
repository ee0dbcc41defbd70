//! A loaded Rhai bot.

use rhai::{CallFnOptions, Dynamic, Engine, EvalAltResult, Map, Scope};
use serde_json::Value;
use std::rc::Rc;

use super::super::alloc::live_bytes;
use super::super::budget::Budget;
use super::super::host::{Host, ViewObject};
use super::super::named::{self, in_file, no_data, no_function};
use super::super::slot::Ticket;
use super::super::words::is_misspelt;
use super::super::{
    Api, Bundle, Compiled, HOOKS, HookInfo, Loading, Program, Returned, SyntaxError,
};
use super::imports::Imports;
use super::objects::{Ending, View};
use super::sources::Sources;
use super::{
    LANGUAGE, MOST_MEMORY, ahead, charges, convert, engine, faults, guards, locate, plain, source,
    words,
};
use juez_core::{AnyView, Fault, FaultKind, Hook, Journal, Outcome, Seat, nearest};

/// A bundle that parses; each thread parses it again.
pub struct Script(pub Bundle);

/// A VM with the map that the bot calls `this`.
struct RhaiProgram {
    engine: Engine,
    sources: Rc<Sources>,
    host: Rc<Host>,
    this: Dynamic,
    means: Means,
}

/// The fuel and memory of a VM.
struct Means {
    budget: Budget,
    memory: isize,
    /// Live bytes that belong to this VM between hooks.
    kept: isize,
}

impl Means {
    /// Runs `call` under the limits of `hook`.
    fn spend<R>(
        &mut self,
        hook: Hook,
        sources: &Sources,
        api: &Api,
        journal: Option<&Journal>,
        call: impl FnOnce() -> Result<R, Box<EvalAltResult>>,
    ) -> Result<R, Fault> {
        locate::take();
        ahead::forget(0);
        let before = live_bytes();
        let budgeted = self.budget.open(hook);
        budgeted.armed.limit_live_bytes(before - self.kept, self.memory);
        charges::skip_allocations();
        let result = call();
        let limit = self.budget.close(budgeted, journal);
        let result = match (limit, result) {
            (Some(fault), result) => Err(faults::stopped(fault, sources, result.err().as_deref())),
            (None, Err(error)) => Err(faults::raised(&error, hook, sources, api)),
            (None, Ok(value)) => Ok(value),
        };
        self.kept += live_bytes() - before;
        result
    }
}

impl Compiled for Script {
    fn load(&self, loading: Loading<'_>) -> Result<Box<dyn Program>, Fault> {
        let Loading { api, limits, seed, journal } = loading;
        // Another thread has compiled it with the same limits, so it cannot fail here alone.
        let sources = source::parsed(&self.0).map_err(SyntaxError::fault)?;
        check_hooks(&sources)?;
        let host = Host::new(&LANGUAGE, api.clone(), limits, seed);
        let imports = Imports::new(&sources);
        let memory = ((limits.memory_mb as usize) << 20).min(MOST_MEMORY) as isize;
        let mut means = Means { budget: Budget::new(&LANGUAGE, limits), memory, kept: 0 };
        let mut engine = engine::runner(&host);
        engine.set_module_resolver(imports.clone());
        guards::handle_caught(&mut engine, &sources, &host);
        let main = means.spend(Hook::Load, &sources, api, None, || {
            let mut loader = engine::loader(&host, imports.clone());
            guards::handle_caught(&mut loader, &sources, &host);
            host.slot.lend(None, journal, |_| imports.run(&loader))
        });
        for (alias, module) in main?.iter_sub_modules() {
            engine.register_static_module(alias, module.clone());
        }
        let constants = imports.constants().map_err(|why| {
            in_file(Fault::new(FaultKind::Script, Hook::Load, "", why), &sources.main)
        })?;
        engine::resolve_constants(&mut engine, constants);
        Ok(Box::new(RhaiProgram { engine, sources, host, this: Map::new().into(), means }))
    }
}

impl RhaiProgram {
    /// Calls a hook without a view, if it is defined.
    fn call_hook(&mut self, hook: Hook, journal: &Journal, argument: Dynamic) -> Result<(), Fault> {
        if !self.sources.names().functions.iter().any(|function| function.name == hook.name()) {
            return Ok(());
        }
        self.call_function(hook, hook.name(), None, journal, |_| vec![argument]).map(drop)
    }

    /// Calls a function with a view before its other arguments.
    fn call_with_view(
        &mut self,
        name: &str,
        view: &dyn AnyView,
        args: &[Value],
        journal: &Journal,
    ) -> Result<Dynamic, Fault> {
        let host = self.host.clone();
        let args: Vec<Dynamic> = args.iter().cloned().map(convert::to_dynamic).collect();
        self.call_function(Hook::NextMove, name, Some(view), journal, |ticket| {
            let mut all = vec![Dynamic::from(View { host, object: ViewObject::Turn(ticket) })];
            all.extend(args);
            all
        })
    }

    /// Calls a function under the limits of `hook`.
    fn call_function(
        &mut self,
        hook: Hook,
        name: &str,
        view: Option<&dyn AnyView>,
        journal: &Journal,
        arguments: impl FnOnce(Ticket) -> Vec<Dynamic>,
    ) -> Result<Dynamic, Fault> {
        let RhaiProgram { engine, sources, host, this, means } = self;
        means.spend(hook, sources, &host.api, Some(journal), || {
            host.slot.lend(view, journal, |ticket| {
                let options = CallFnOptions::new().eval_ast(false).bind_this_ptr(this);
                let arguments = arguments(ticket);
                let mut scope = Scope::new();
                engine.call_fn_with_options(options, &mut scope, sources.main(), name, arguments)
            })
        })
    }

    /// Checks for a function of this name with this number of parameters, including the view.
    fn check_function(&self, name: &str, arguments: usize) -> Result<(), Fault> {
        let functions = &self.sources.names().functions;
        let mut named = functions.iter().filter(|f| f.name == name).peekable();
        let Some(first) = named.peek().copied() else {
            let written = format!("fn {name}(view, ...) {{ ... }}");
            return Err(no_function(name, &self.functions(), &written));
        };
        if named.any(|f| f.params.len() == arguments) {
            return Ok(());
        }
        let why = match first.params.len() {
            1 => words::called_with_one_parameter(name, arguments),
            number => words::called_with(name, number, arguments),
        };
        Err(Fault { line: first.line, ..named::fault(name, why) })
    }
}

/// Checks that the hooks exist and take one parameter.
fn check_hooks(sources: &Sources) -> Result<(), Fault> {
    let functions = &sources.names().functions;
    for HookInfo { name, param, required, .. } in HOOKS {
        let written = format!("fn {name}({param}) {{ ... }}");
        let mut named = functions.iter().filter(|f| f.name == *name).peekable();
        let (why, line) = match named.peek().copied() {
            Some(first) if !named.any(|f| f.params.len() == 1) => {
                (words::has_parameters(name, first.params.len(), written), first.line)
            }
            None if *required => {
                let why = words::no_hook(written);
                let near = nearest(name, functions.iter().map(|f| f.name.as_str()));
                (near.map_or(why.clone(), |near| is_misspelt(why, near)), None)
            }
            _ => continue,
        };
        let kind = if *required { FaultKind::MissingHook } else { FaultKind::Script };
        let fault = Fault::new(kind, Hook::Load, "", why);
        return Err(Fault { line, ..in_file(fault, &sources.main) });
    }
    Ok(())
}

impl Program for RhaiProgram {
    fn start(&mut self, info: &Value, journal: &Journal) -> Result<(), Fault> {
        let info = convert::to_dynamic(info.clone());
        self.call_hook(Hook::Start, journal, info)
    }

    fn next_move(&mut self, view: &dyn AnyView, journal: &Journal) -> Result<Returned, Fault> {
        let result = self.call_with_view(Hook::NextMove.name(), view, &[], journal);
        result.map(|value| convert::returned(&value))
    }

    fn call(
        &mut self,
        name: &str,
        args: &[Value],
        view: &dyn AnyView,
        journal: &Journal,
    ) -> Result<Value, Fault> {
        let in_main = |fault| in_file(fault, &self.sources.main);
        self.check_function(name, args.len() + 1).map_err(in_main)?;
        let result = self.call_with_view(name, view, args, journal)?;
        let in_main = |what: String| in_file(no_data(name, &what), &self.sources.main);
        plain::from_dynamic(&result).map_err(in_main)
    }

    fn functions(&self) -> Vec<String> {
        let functions = self.sources.names().functions.iter();
        let mut names: Vec<String> = functions.map(|function| function.name.clone()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn finish(&mut self, _: Seat, outcome: &Outcome, journal: &Journal) -> Result<(), Fault> {
        let ending = Ending { host: self.host.clone(), object: Rc::new(outcome.clone()) };
        self.call_hook(Hook::Finish, journal, Dynamic::from(ending))
    }
}
