//! A loaded Lua bot.

use juez_luau::{Kind, Lua, Raised, Ref, Vm};
use serde_json::Value as Json;
use std::ffi::{CStr, c_int};
use std::rc::Rc;
use std::sync::Arc;

use super::api::{push_result, push_view};
use super::caught::reset;
use super::code::LuaCode;
use super::convert::{describe, lossy, push_json};
use super::faults::{raised, stopped};
use super::interrupt::Pacing;
use super::{LANGUAGE, order, plain, vm, words};
use crate::budget::Budget;
use crate::host::{Host, ViewObject};
use crate::named::{self, in_file, no_data, no_function};
use crate::words::the_number;
use crate::{Bundle, Compiled, Loading, Program, Returned};
use juez_core::{AnyView, Fault, FaultKind, Hook, Journal, Outcome, Seat, nearest};

/// A Lua VM that runs a bot.
pub struct LuaProgram {
    vm: Rc<Vm>,
    host: Rc<Host>,
    budget: Budget,
    pacing: Pacing,
    bundle: Arc<Bundle>,
    bot: Bot,
}

/// The table that a bot returns, and its hooks.
struct Bot {
    table: Ref,
    start: Option<Ref>,
    next_move: Ref,
    finish: Option<Ref>,
}

impl Compiled for LuaCode {
    fn load(&self, loading: Loading<'_>) -> Result<Box<dyn Program>, Fault> {
        let Loading { api, limits, seed, journal } = loading;
        let LuaCode { bundle, chunks } = self;
        let host = Host::new(&LANGUAGE, api.clone(), limits, seed);
        let mut budget = Budget::new(&LANGUAGE, limits);
        let fault =
            |kind, why: String| in_file(Fault::new(kind, Hook::Load, "", why), &bundle.main);
        let broken = |error: Raised| fault(FaultKind::Script, error.message);
        let vm = vm::sandboxed(&host, self, limits).map_err(broken)?;
        let chunk = vm.run(|lua| {
            lua.push_chunk(&bundle.main, &chunks[&bundle.main]);
            lua.take_ref()
        });
        let chunk = chunk.map_err(broken)?;
        let pacing = Pacing::new(&vm, u64::from(limits.memory_mb) << 20);
        let call = budget.open(Hook::Load);
        let result = pacing.run(&vm, || {
            host.slot.lend(None, journal, |_| {
                vm.run(|lua| {
                    lua.push_ref(chunk);
                    order::push_loops(lua);
                    reset();
                    lua.call(1, Some(1));
                    Bot::take(lua)
                })
            })
        });
        let bot = verdict(result, budget.close(call, None), Hook::Load, bundle)?
            .map_err(|why| fault(FaultKind::MissingHook, why))?;
        let bundle = bundle.clone();
        Ok(Box::new(LuaProgram { vm, host, budget, pacing, bundle, bot }))
    }
}

impl Bot {
    /// Takes the table on top of the stack.
    ///
    /// # Errors
    /// A sentence about a missing hook.
    fn take(lua: &mut Lua) -> Result<Bot, String> {
        if lua.kind(-1) != Kind::Table {
            return Err(words::no_return(describe(lua, -1)));
        }
        let next_move = hook(lua, c"next_move")?.ok_or_else(|| no_next_move(lua))?;
        let (start, finish) = (hook(lua, c"start")?, hook(lua, c"finish")?);
        Ok(Bot { table: lua.take_ref(), start, next_move, finish })
    }
}

/// Returns the hook of the table on top of the stack.
fn hook(lua: &mut Lua, name: &CStr) -> Result<Option<Ref>, String> {
    match lua.push_field(-1, name) {
        Kind::Function => Ok(Some(lua.take_ref())),
        Kind::Nil => {
            lua.pop(1);
            Ok(None)
        }
        _ => Err(words::no_hook(name.to_string_lossy(), describe(lua, -1))),
    }
}

impl LuaProgram {
    /// Calls a hook under its budget with the view and journal on loan. `push` pushes the function
    /// and its arguments and returns their number; `read` reads the result on top of the stack.
    fn call_hook<R>(
        &mut self,
        hook: Hook,
        view: Option<&dyn AnyView>,
        journal: &Journal,
        push: impl FnOnce(&mut Lua, ViewObject) -> c_int,
        read: impl FnOnce(&mut Lua) -> R,
    ) -> Result<R, Fault> {
        let call = self.budget.open(hook);
        let result = self.pacing.run(&self.vm, || {
            self.host.slot.lend(view, journal, |ticket| {
                self.vm.run(|lua| {
                    let count = push(lua, ViewObject::Turn(ticket));
                    reset();
                    lua.call(count, Some(1));
                    read(lua)
                })
            })
        });
        verdict(result, self.budget.close(call, Some(journal)), hook, &self.bundle)
    }
}

/// Returns the result of a call. An exceeded limit counts even if the script caught the error.
fn verdict<R>(
    result: Result<R, Raised>,
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
        let Some(function) = self.bot.start else { return Ok(()) };
        let push = |lua: &mut Lua, _| {
            lua.push_ref(function);
            push_json(lua, info);
            1
        };
        self.call_hook(Hook::Start, None, journal, push, |_| ())
    }

    fn next_move(&mut self, view: &dyn AnyView, journal: &Journal) -> Result<Returned, Fault> {
        let function = self.bot.next_move;
        let push = |lua: &mut Lua, view| {
            lua.push_ref(function);
            push_view(lua, view);
            1
        };
        let read = |lua: &mut Lua| match lua.kind(-1) {
            Kind::Text => Returned::Text(lossy(lua, -1)),
            // Adding 0 makes -0 positive.
            Kind::Number => Returned::Other(the_number(lua.to_number(-1) + 0.0)),
            _ => Returned::Other(describe(lua, -1).to_string()),
        };
        self.call_hook(Hook::NextMove, Some(view), journal, push, read)
    }

    fn call(
        &mut self,
        name: &str,
        args: &[Json],
        view: &dyn AnyView,
        journal: &Journal,
    ) -> Result<Json, Fault> {
        let table = self.bot.table;
        let push_function = |lua: &mut Lua| {
            lua.push_ref(table);
            lua.push_text(name);
            let kind = lua.get(-2);
            lua.remove(-2);
            kind
        };
        let kind = self.vm.run(|lua| (push_function(lua), describe(lua, -1)));
        match kind {
            Ok((Kind::Function, _)) => {}
            Ok((Kind::Nil, _)) | Err(_) => {
                let written = format!("`function bot.{name}(view, ...) ... end`");
                let fault = no_function(name, &self.functions(), &written);
                return Err(in_file(fault, &self.bundle.main));
            }
            Ok((_, what)) => {
                let fault = named::fault(name, words::no_hook(name, what));
                return Err(in_file(fault, &self.bundle.main));
            }
        }
        let push = |lua: &mut Lua, object| {
            push_function(lua);
            push_view(lua, object);
            for arg in args {
                push_json(lua, arg);
            }
            args.len() as c_int + 1
        };
        let value = self.call_hook(Hook::NextMove, Some(view), journal, push, plain::from_lua)?;
        value.map_err(|what| in_file(no_data(name, &what), &self.bundle.main))
    }

    fn functions(&self) -> Vec<String> {
        let table = self.bot.table;
        let names = self.vm.run(|lua| {
            lua.push_ref(table);
            functions_of(lua)
        });
        names.unwrap_or_default()
    }

    fn finish(&mut self, _: Seat, outcome: &Outcome, journal: &Journal) -> Result<(), Fault> {
        let Some(function) = self.bot.finish else { return Ok(()) };
        let push = |lua: &mut Lua, _| {
            lua.push_ref(function);
            push_result(lua, outcome);
            1
        };
        self.call_hook(Hook::Finish, None, journal, push, |_| ())
    }
}

/// Returns the names of the functions in the table on top of the stack, in ascending order.
fn functions_of(lua: &mut Lua) -> Vec<String> {
    let (mut names, mut slot, table) = (Vec::new(), 0, lua.top());
    while let Some(next) = lua.push_after(table, slot) {
        slot = next;
        if lua.kind(-2) == Kind::Text && lua.kind(-1) == Kind::Function {
            names.push(lossy(lua, -2));
        }
        lua.set_top(table);
    }
    names.sort_unstable();
    names
}

fn no_next_move(lua: &mut Lua) -> String {
    let names = functions_of(lua);
    match nearest("next_move", names.iter().map(String::as_str)) {
        Some(near) => words::no_next_move_but(near),
        None => words::no_next_move(),
    }
}
