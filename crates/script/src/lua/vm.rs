//! A sandboxed VM.

use mlua::chunk::ChunkMode;
use mlua::{Function, Lua, LuaOptions, StdLib};
use std::rc::Rc;

use super::code::LuaCode;
use super::{api, caught, charges, interrupt, library, order};
use crate::host::Host;
use crate::unlimited;
use juez_core::Limits;

/// Creates a VM in which a bot can only compute.
pub fn sandboxed(host: &Rc<Host>, code: &LuaCode, limits: &Limits) -> mlua::Result<Lua> {
    let libraries = StdLib::COROUTINE
        | StdLib::TABLE
        | StdLib::STRING
        | StdLib::UTF8
        | StdLib::BIT
        | StdLib::MATH
        | StdLib::BUFFER;
    let lua = Lua::new_with(libraries, LuaOptions::new().catch_rust_panics(false))?;
    order::install(&lua)?;
    library::install(&lua, host, code)?;
    api::register(&lua, host)?;
    if unlimited::on() {
        lua.sandbox(true)?;
        return Ok(lua);
    }
    lua.gc_stop();
    charges::install(&lua)?;
    caught::install(&lua)?;
    lua.set_memory_limit((limits.memory_mb as usize) << 20)?;
    lua.sandbox(true)?;
    interrupt::install(&lua)?;
    Ok(lua)
}

/// Loads a compiled file as a function that takes the function for its loops. Bytecode never comes
/// from users.
pub fn chunk(lua: &Lua, file: &str, bytecode: &[u8]) -> mlua::Result<Function> {
    lua.load(bytecode).set_mode(ChunkMode::Binary).set_name(format!("={file}")).into_function()
}
