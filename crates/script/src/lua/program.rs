//! A loaded Lua bot.

use mlua::{FromLuaMulti, Function, IntoLuaMulti, Lua, MultiValue, Table, Value};
use serde_json::Value as Json;
use std::rc::Rc;
use std::sync::Arc;

use super::api::{result_table, view_object};
use super::code::LuaCode;
use super::convert::{describe, to_lua};
use super::faults::{raised, stopped};
use super::interrupt::Pacing;
use super::{LANGUAGE, caught, order, plain, vm, words};
use crate::budget::Budget;
use crate::host::{Host, ViewObject};
use crate::named::{self, in_file, no_data, no_function};
use crate::words::the_number;
use crate::{Bundle, Compiled, Loading, Program, Returned};
use juez_core::{AnyView, Fault, FaultKind, Hook, Journal, Outcome, Seat, nearest};

/// A Lua VM that runs a bot.
pub struct LuaProgram {
    lua: Lua,
    host: Rc<Host>,
    /// Calls a hook and records the line of a refused allocation.
    guard: Function,
    budget: Budget,
    pacing: Pacing,
    bundle: Arc<Bundle>,
    bot: Table,
    start: Option<Function>,
    /// Shared, since a copy of a function takes a slot in the VM.
    next_move: Rc<Function>,
    finish: Option<Function>,
}

impl Compiled for LuaCode {
    fn load(&self, loading: Loading<'_>) -> Result<Box<dyn Program>, Fault> {
        let Loading { api, limits, seed, journal } = loading;
        let LuaCode { bundle, chunks } = self;
        let host = Host::new(&LANGUAGE, api.clone(), limits, seed);
        let mut budget = Budget::new(&LANGUAGE, limits);
        let fault =
            |kind, why: String| in_file(Fault::new(kind, Hook::Load, "", why), &bundle.main);
        let broken = |error: mlua::Error| fault(FaultKind::Script, error.to_string());
        let lua = vm::sandboxed(&host, self, limits).map_err(broken)?;
        let chunk = vm::chunk(&lua, &bundle.main, &chunks[&bundle.main]).map_err(broken)?;
        let loops = order::loops(&lua).map_err(broken)?;
        let guard = caught::guard(&lua).map_err(broken)?;
        let pacing = Pacing::new(&lua, u64::from(limits.memory_mb) << 20);
        let call = budget.open(Hook::Load);
        let result = pacing
            .run(&lua, || host.slot.lend(None, journal, |_| guard.call::<Value>((chunk, loops))));
        let value = verdict(result, budget.close(call, None), Hook::Load, bundle)?;
        let missing = |why| fault(FaultKind::MissingHook, why);
        let Value::Table(bot) = value else {
            return Err(missing(words::no_return(describe(&value))));
        };
        let hook = |name: &str| match bot.raw_get::<Value>(name) {
            Ok(Value::Function(function)) => Ok(Some(function)),
            Ok(Value::Nil) => Ok(None),
            Ok(other) => Err(missing(words::no_hook(name, describe(&other)))),
            Err(error) => Err(missing(error.to_string())),
        };
        let next_move = hook("next_move")?.ok_or_else(|| missing(no_next_move(&bot)))?.into();
        let (start, finish) = (hook("start")?, hook("finish")?);
        let bundle = bundle.clone();
        Ok(Box::new(LuaProgram {
            lua,
            host,
            guard,
            budget,
            pacing,
            bundle,
            bot,
            start,
            next_move,
            finish,
        }))
    }
}

impl LuaProgram {
    /// Calls a hook under its budget with the view and journal on loan.
    fn call_hook<A: IntoLuaMulti, R: FromLuaMulti>(
        &mut self,
        hook: Hook,
        view: Option<&dyn AnyView>,
        journal: &Journal,
        function: &Function,
        argument: impl FnOnce(&Lua, ViewObject) -> mlua::Result<A>,
    ) -> Result<R, Fault> {
        let call = self.budget.open(hook);
        let result = self.pacing.run(&self.lua, || {
            self.host.slot.lend(view, journal, |ticket| {
                let argument = argument(&self.lua, ViewObject::Turn(ticket))?;
                self.guard.call::<R>((function, argument))
            })
        });
        verdict(result, self.budget.close(call, Some(journal)), hook, &self.bundle)
    }
}

/// Returns the result of a call. An exceeded limit counts even if the script caught the error.
fn verdict<R>(
    result: mlua::Result<R>,
    limit: Option<Fault>,
    hook: Hook,
    bundle: &Bundle,
) -> Result<R, Fault> {
    match limit {
        Some(fault) => Err(stopped(fault, &bundle.main)),
        None => result.map_err(|error| raised(&error, hook, bundle)),
    }
}

impl Program for LuaProgram {
    fn start(&mut self, info: &Json, journal: &Journal) -> Result<(), Fault> {
        let Some(function) = self.start.clone() else { return Ok(()) };
        self.call_hook(Hook::Start, None, journal, &function, |lua, _| to_lua(lua, info))
    }

    fn next_move(&mut self, view: &dyn AnyView, journal: &Journal) -> Result<Returned, Fault> {
        let function = self.next_move.clone();
        let value: Value =
            self.call_hook(Hook::NextMove, Some(view), journal, &function, view_object)?;
        Ok(match &value {
            Value::String(text) => Returned::Text(text.to_string_lossy()),
            Value::Integer(number) => Returned::Other(the_number(number)),
            Value::Number(number) => Returned::Other(the_number(number)),
            other => Returned::Other(describe(other).to_string()),
        })
    }

    fn call(
        &mut self,
        name: &str,
        args: &[Json],
        view: &dyn AnyView,
        journal: &Journal,
    ) -> Result<Json, Fault> {
        let function = match self.bot.raw_get::<Value>(name) {
            Ok(Value::Function(function)) => Ok(function),
            Ok(Value::Nil) | Err(_) => {
                let written = format!("`function bot.{name}(view, ...) ... end`");
                Err(no_function(name, &self.functions(), &written))
            }
            Ok(other) => Err(named::fault(name, words::no_hook(name, describe(&other)))),
        };
        let function = function.map_err(|fault| in_file(fault, &self.bundle.main))?;
        let value: Value =
            self.call_hook(Hook::NextMove, Some(view), journal, &function, |lua, object| {
                let view = view_object(lua, object).map(Value::UserData);
                let args = args.iter().map(|arg| to_lua(lua, arg));
                std::iter::once(view).chain(args).collect::<mlua::Result<MultiValue>>()
            })?;
        plain::from_lua(&value).map_err(|what| in_file(no_data(name, &what), &self.bundle.main))
    }

    fn functions(&self) -> Vec<String> {
        functions_of(&self.bot)
    }

    fn finish(&mut self, _: Seat, outcome: &Outcome, journal: &Journal) -> Result<(), Fault> {
        let Some(function) = self.finish.clone() else { return Ok(()) };
        self.call_hook(Hook::Finish, None, journal, &function, |lua, _| result_table(lua, outcome))
    }
}

/// Returns the names of the functions in a table, in ascending order.
fn functions_of(bot: &Table) -> Vec<String> {
    let mut names: Vec<String> = bot
        .pairs::<Value, Value>()
        .flatten()
        .filter_map(|(key, value)| match (key, value) {
            // Converting other keys to text could run the script.
            (Value::String(name), Value::Function(_)) => Some(name.to_string_lossy()),
            _ => None,
        })
        .collect();
    names.sort_unstable();
    names
}

fn no_next_move(bot: &Table) -> String {
    let names = functions_of(bot);
    match nearest("next_move", names.iter().map(String::as_str)) {
        Some(near) => words::no_next_move_but(near),
        None => words::no_next_move(),
    }
}
