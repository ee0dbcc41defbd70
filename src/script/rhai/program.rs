//! A loaded Rhai bot.

use rhai::{CallFnOptions, Dynamic, Engine, EvalAltResult, Map, Scope};
use serde_json::Value;
use std::rc::Rc;

use super::super::alloc::live_bytes;
use super::super::budget::Budget;
use super::super::host::{Host, ViewObject};
use super::super::language::{Program, Returned, StartInfo};
use super::super::named::{self, no_data, no_function};
use super::super::slot::Ticket;
use super::super::words::is_misspelt;
use super::super::{Api, Bundle};
use super::imports::Imports;
use super::objects::{Ending, View};
use super::sources::Sources;
use super::{
    LANGUAGE, MOST_MEMORY, charges, convert, engine, faults, guards, locate, plain, source, words,
};
use crate::core::{AnyView, Fault, FaultKind, Hook, Journal, Limits, Outcome, Seat, Seed, nearest};

/// A VM with the map that the bot calls `this`.
pub struct RhaiProgram {
    engine: Engine,
    sources: Rc<Sources>,
    host: Rc<Host>,
    this: Dynamic,
    means: Means,
}

/// Fuel and memory of a VM.
struct Means {
    budget: Budget,
    memory: isize,
    /// Live bytes that belong to this VM between hooks.
    kept: isize,
}

impl Means {
    fn new(limits: &Limits) -> Means {
        let memory = ((limits.memory_mb as usize) << 20).min(MOST_MEMORY) as isize;
        Means { budget: Budget::new(&LANGUAGE, limits), memory, kept: 0 }
    }

    /// Runs `call` with what `hook` may spend.
    fn spend<R>(
        &mut self,
        hook: Hook,
        sources: &Sources,
        api: &Api,
        journal: Option<&Journal>,
        call: impl FnOnce() -> Result<R, Box<EvalAltResult>>,
    ) -> Result<R, Fault> {
        locate::take();
        let before = live_bytes();
        let budgeted = self.budget.open(hook);
        budgeted.limit_live_bytes(before - self.kept, self.memory);
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

impl RhaiProgram {
    /// Runs the top level of a bundle in a VM of its own.
    ///
    /// # Errors
    /// A fault of hook `load`.
    pub fn load(
        bundle: &Bundle,
        api: &Rc<Api>,
        limits: &Limits,
        seed: Seed,
        journal: &Journal,
    ) -> Result<RhaiProgram, Fault> {
        let sources = source::parsed(bundle).map_err(|error| {
            // Compiled on another thread, with the same limits: it cannot fail here alone.
            let fault = Fault::new(FaultKind::Script, Hook::Load, "", error.message);
            Fault { file: Some(error.file), line: error.line, ..fault }
        })?;
        check_hooks(&sources)?;
        let host = Host::new(&LANGUAGE, api.clone(), limits, seed);
        let imports = Imports::new(&sources);
        let mut means = Means::new(limits);
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
            let fault = Fault::new(FaultKind::Script, Hook::Load, "", why);
            Fault { file: Some(sources.main.clone()), ..fault }
        })?;
        engine::resolve_constants(&mut engine, constants);
        Ok(RhaiProgram { engine, sources, host, this: Map::new().into(), means })
    }

    fn has(&self, hook: Hook) -> bool {
        self.sources.names().functions.iter().any(|function| function.name == hook.name())
    }

    /// Calls a hook with the argument made of the ticket.
    fn call(
        &mut self,
        hook: Hook,
        view: Option<&dyn AnyView>,
        journal: &Journal,
        argument: impl FnOnce(Ticket) -> Dynamic,
    ) -> Result<Dynamic, Fault> {
        self.call_function(hook, hook.name(), view, journal, |ticket| vec![argument(ticket)])
    }

    /// Calls a function within what `hook` may spend.
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

    /// Checks for a function of this name with so many parameters, the view included.
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
    let hooks = [(Hook::Start, "info"), (Hook::NextMove, "view"), (Hook::Finish, "result")];
    for (hook, param) in hooks {
        let name = hook.name();
        let mut named = functions.iter().filter(|f| f.name == name).peekable();
        let Some(first) = named.peek().copied() else {
            if hook != Hook::NextMove {
                continue;
            }
            let near = nearest(name, functions.iter().map(|f| f.name.as_str()));
            let why = words::no_hook("fn next_move(view) { ... }");
            let why = near.map_or(why.clone(), |near| is_misspelt(why, near));
            let fault = Fault::new(FaultKind::MissingHook, Hook::Load, "", why);
            return Err(Fault { file: Some(sources.main.clone()), ..fault });
        };
        if !named.any(|f| f.params.len() == 1) {
            let written = format!("fn {name}({param}) {{ ... }}");
            let why = words::has_parameters(name, first.params.len(), written);
            let kind =
                if hook == Hook::NextMove { FaultKind::MissingHook } else { FaultKind::Script };
            let fault = Fault::new(kind, Hook::Load, "", why);
            return Err(Fault { file: Some(sources.main.clone()), line: first.line, ..fault });
        }
    }
    Ok(())
}

impl Program for RhaiProgram {
    fn start(&mut self, info: &StartInfo, journal: &Journal) -> Result<(), Fault> {
        if !self.has(Hook::Start) {
            return Ok(());
        }
        let info = convert::to_map(info.fields.clone());
        self.call(Hook::Start, None, journal, |_| info).map(drop)
    }

    fn next_move(&mut self, view: &dyn AnyView, journal: &Journal) -> Result<Returned, Fault> {
        let host = self.host.clone();
        let result = self.call(Hook::NextMove, Some(view), journal, |ticket| {
            Dynamic::from(View { host, object: ViewObject::Turn(ticket) })
        });
        result.map(|value| convert::returned(&value))
    }

    fn call(
        &mut self,
        name: &str,
        args: &[Value],
        view: &dyn AnyView,
        journal: &Journal,
    ) -> Result<Value, Fault> {
        self.check_function(name, args.len() + 1)
            .map_err(|fault| Fault { file: Some(self.sources.main.clone()), ..fault })?;
        let host = self.host.clone();
        let args = args.iter().cloned().map(convert::to_dynamic).collect::<Vec<_>>();
        let result = self.call_function(Hook::NextMove, name, Some(view), journal, |ticket| {
            let view = Dynamic::from(View { host, object: ViewObject::Turn(ticket) });
            [view].into_iter().chain(args).collect()
        })?;
        plain::from_dynamic(&result)
            .map_err(|what| Fault { file: Some(self.sources.main.clone()), ..no_data(name, &what) })
    }

    fn functions(&self) -> Vec<String> {
        let functions = self.sources.names().functions.iter();
        let mut names: Vec<String> = functions.map(|function| function.name.clone()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn finish(&mut self, _: Seat, outcome: &Outcome, journal: &Journal) -> Result<(), Fault> {
        if !self.has(Hook::Finish) {
            return Ok(());
        }
        let ending = Ending(Rc::new(outcome.clone()));
        self.call(Hook::Finish, None, journal, |_| Dynamic::from(ending)).map(drop)
    }
}
