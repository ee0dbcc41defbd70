//! A loaded Lua bot.

#![allow(unsafe_code)] // calls functions of a VM

use juez_luau as ffi;
use serde_json::Value as Json;
use std::ffi::{CStr, c_int};
use std::rc::Rc;
use std::sync::Arc;

use super::api::{push_result, push_view};
use super::caught::reset;
use super::code::LuaCode;
use super::convert::{describe, lossy, push_json, push_text};
use super::errors::Raised;
use super::faults::{raised, stopped};
use super::interrupt::Pacing;
use super::reference::Ref;
use super::state::Vm;
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
        // SAFETY: `run` protects the calls.
        let chunk = vm.run(|state| unsafe {
            vm::push_chunk(state, &bundle.main, &chunks[&bundle.main]);
            Ref::take(state)
        });
        let chunk = chunk.map_err(broken)?;
        let pacing = Pacing::new(&vm, u64::from(limits.memory_mb) << 20);
        let call = budget.open(Hook::Load);
        let result = pacing.run(&vm, || {
            host.slot.lend(None, journal, |_| {
                vm.run(|state| unsafe {
                    chunk.push(state);
                    order::push_loops(state);
                    reset();
                    ffi::lua_call(state, 1, 1);
                    Bot::take(state)
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
    unsafe fn take(state: *mut ffi::lua_State) -> Result<Bot, String> {
        unsafe {
            if ffi::lua_type(state, -1) != ffi::LUA_TTABLE {
                return Err(words::no_return(describe(state, -1)));
            }
            let next_move = hook(state, c"next_move")?.ok_or_else(|| no_next_move(state))?;
            let (start, finish) = (hook(state, c"start")?, hook(state, c"finish")?);
            Ok(Bot { table: Ref::take(state), start, next_move, finish })
        }
    }
}

/// Returns the hook of the table on top of the stack.
unsafe fn hook(state: *mut ffi::lua_State, name: &CStr) -> Result<Option<Ref>, String> {
    unsafe {
        match ffi::lua_rawgetfield(state, -1, name.as_ptr()) {
            ffi::LUA_TFUNCTION => Ok(Some(Ref::take(state))),
            ffi::LUA_TNIL => {
                ffi::lua_pop(state, 1);
                Ok(None)
            }
            _ => Err(words::no_hook(name.to_string_lossy(), describe(state, -1))),
        }
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
        push: impl FnOnce(*mut ffi::lua_State, ViewObject) -> c_int,
        read: impl FnOnce(*mut ffi::lua_State) -> R,
    ) -> Result<R, Fault> {
        let call = self.budget.open(hook);
        let result = self.pacing.run(&self.vm, || {
            self.host.slot.lend(view, journal, |ticket| {
                // SAFETY: `run` protects the call.
                self.vm.run(|state| unsafe {
                    let count = push(state, ViewObject::Turn(ticket));
                    reset();
                    ffi::lua_call(state, count, 1);
                    read(state)
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
        // SAFETY: `call_hook` protects what it calls.
        let push = |state, _| unsafe {
            function.push(state);
            push_json(state, info);
            1
        };
        self.call_hook(Hook::Start, None, journal, push, |_| ())
    }

    fn next_move(&mut self, view: &dyn AnyView, journal: &Journal) -> Result<Returned, Fault> {
        let function = self.bot.next_move;
        let push = |state, view| unsafe {
            function.push(state);
            push_view(state, view);
            1
        };
        let read = |state| unsafe {
            match ffi::lua_type(state, -1) {
                ffi::LUA_TSTRING => Returned::Text(lossy(state, -1)),
                // Adding 0 makes -0 positive.
                ffi::LUA_TNUMBER => Returned::Other(the_number(ffi::lua_tonumber(state, -1) + 0.0)),
                _ => Returned::Other(describe(state, -1).to_string()),
            }
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
        // SAFETY: `run` and `call_hook` protect what they call.
        let push_function = |state| unsafe {
            table.push(state);
            push_text(state, name);
            let kind = ffi::lua_rawget(state, -2);
            ffi::lua_remove(state, -2);
            kind
        };
        let kind = self.vm.run(|state| unsafe { (push_function(state), describe(state, -1)) });
        match kind {
            Ok((ffi::LUA_TFUNCTION, _)) => {}
            Ok((ffi::LUA_TNIL, _)) | Err(_) => {
                let written = format!("`function bot.{name}(view, ...) ... end`");
                let fault = no_function(name, &self.functions(), &written);
                return Err(in_file(fault, &self.bundle.main));
            }
            Ok((_, what)) => {
                let fault = named::fault(name, words::no_hook(name, what));
                return Err(in_file(fault, &self.bundle.main));
            }
        }
        let push = |state, object| unsafe {
            push_function(state);
            push_view(state, object);
            for arg in args {
                push_json(state, arg);
            }
            args.len() as c_int + 1
        };
        let read = |state| unsafe { plain::from_lua(state, -1) };
        let value = self.call_hook(Hook::NextMove, Some(view), journal, push, read)?;
        value.map_err(|what| in_file(no_data(name, &what), &self.bundle.main))
    }

    fn functions(&self) -> Vec<String> {
        let table = self.bot.table;
        // SAFETY: `run` protects the call.
        let names = self.vm.run(|state| unsafe {
            table.push(state);
            functions_of(state)
        });
        names.unwrap_or_default()
    }

    fn finish(&mut self, _: Seat, outcome: &Outcome, journal: &Journal) -> Result<(), Fault> {
        let Some(function) = self.bot.finish else { return Ok(()) };
        // SAFETY: `call_hook` protects what it calls.
        let push = |state, _| unsafe {
            function.push(state);
            push_result(state, outcome);
            1
        };
        self.call_hook(Hook::Finish, None, journal, push, |_| ())
    }
}

/// Returns the names of the functions in the table on top of the stack, in ascending order.
unsafe fn functions_of(state: *mut ffi::lua_State) -> Vec<String> {
    let (mut names, mut slot) = (Vec::new(), 0);
    unsafe {
        let table = ffi::lua_gettop(state);
        loop {
            slot = ffi::lua_rawiter(state, table, slot);
            if slot < 0 {
                break;
            }
            // Only a text may be read as one.
            if ffi::lua_type(state, -2) == ffi::LUA_TSTRING
                && ffi::lua_type(state, -1) == ffi::LUA_TFUNCTION
            {
                names.push(lossy(state, -2));
            }
            ffi::lua_settop(state, table);
        }
    }
    names.sort_unstable();
    names
}

unsafe fn no_next_move(state: *mut ffi::lua_State) -> String {
    let names = unsafe { functions_of(state) };
    match nearest("next_move", names.iter().map(String::as_str)) {
        Some(near) => words::no_next_move_but(near),
        None => words::no_next_move(),
    }
}
