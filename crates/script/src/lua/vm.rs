//! A sandboxed VM.

use juez_luau::{Lua, Raised, SetUp, Vm};
use std::rc::Rc;

use super::code::LuaCode;
use super::native::Native;
use super::{api, caught, charges, interrupt, library, modules, order};
use crate::host::Host;
use crate::unlimited;
use juez_core::Limits;

/// Creates a VM in which a bot can only compute.
///
/// # Errors
/// If memory runs out.
pub fn sandboxed(host: &Rc<Host>, code: &LuaCode, limits: &Limits) -> Result<Rc<Vm>, Raised> {
    let (fill, most): (fn(&mut Lua), _) = if unlimited::on() {
        (fill::<false>, usize::MAX)
    } else {
        (fill::<true>, (limits.memory_mb as usize) << 20)
    };
    let vm = Rc::new(Vm::new(SetUp { handler: caught::UNCAUGHT, fill }, most)?);
    vm.attach(Native {
        host: host.clone(),
        code: code.clone(),
        modules: Default::default(),
        vocabularies: Default::default(),
    });
    vm.run(|lua| {
        if unlimited::on() {
            lua.restart_collector();
        } else {
            interrupt::install(lua);
        }
    })?;
    let weak = Rc::downgrade(&vm);
    host.on_pressure(move || {
        if let Some(vm) = weak.upgrade() {
            vm.collect();
        }
    });
    Ok(vm)
}

/// Fills an empty VM; `LIMITED` tells whether its work is charged.
fn fill<const LIMITED: bool>(lua: &mut Lua) {
    lua.open_libraries();
    order::install(lua);
    library::install(lua);
    modules::install(lua);
    api::register(lua);
    if LIMITED {
        charges::install(lua);
        caught::install(lua);
    }
    lua.sandbox();
}
