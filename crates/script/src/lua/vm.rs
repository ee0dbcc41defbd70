//! A sandboxed VM.

#![allow(unsafe_code)] // the C interface of Luau

use juez_luau as ffi;
use std::ffi::CString;
use std::rc::Rc;

use super::code::LuaCode;
use super::errors::Raised;
use super::memory::SetUp;
use super::native::Native;
use super::state::Vm;
use super::{api, caught, charges, interrupt, library, modules, order};
use crate::host::Host;
use crate::unlimited;
use juez_core::Limits;

/// The parts of Luau's standard library that can only compute.
const LIBRARIES: [ffi::lua_CFunction; 8] = [
    ffi::luaopen_base as ffi::lua_CFunction,
    ffi::luaopen_bit32,
    ffi::luaopen_buffer,
    ffi::luaopen_coroutine,
    ffi::luaopen_math,
    ffi::luaopen_string,
    ffi::luaopen_table,
    ffi::luaopen_utf8,
];

/// Creates a VM in which a bot can only compute.
///
/// # Errors
/// If memory runs out.
pub fn sandboxed(host: &Rc<Host>, code: &LuaCode, limits: &Limits) -> Result<Rc<Vm>, Raised> {
    let (fill, most): (unsafe fn(_), _) = if unlimited::on() {
        (fill::<false>, usize::MAX)
    } else {
        (fill::<true>, (limits.memory_mb as usize) << 20)
    };
    let vm = Rc::new(Vm::new(SetUp { handler: caught::uncaught, fill }, most)?);
    vm.attach(Native {
        host: host.clone(),
        code: code.clone(),
        modules: Default::default(),
        vocabularies: Default::default(),
    });
    // SAFETY: `run` protects the call.
    vm.run(|state| unsafe {
        if unlimited::on() {
            ffi::lua_gc(state, ffi::LUA_GCRESTART, 0);
        } else {
            interrupt::install(state);
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
unsafe fn fill<const LIMITED: bool>(state: *mut ffi::lua_State) {
    unsafe {
        open_libraries(state);
        order::install(state);
        library::install(state);
        modules::install(state);
        api::register(state);
        if LIMITED {
            charges::install(state);
            caught::install(state);
        }
        ffi::luaL_sandbox(state);
        ffi::luaL_sandboxthread(state);
    }
}

/// Opens the standard library.
///
/// # Safety
/// `state` must be the running one, and Lua errors must be free to unwind through the caller.
pub unsafe fn open_libraries(state: *mut ffi::lua_State) {
    for open in LIBRARIES {
        unsafe {
            open(state);
            ffi::lua_settop(state, 0);
        }
    }
}

/// Pushes the function of a compiled file. Bytecode never comes from users.
///
/// # Safety
/// `state` must be the running one, and Lua errors must be free to unwind through the caller.
pub unsafe fn push_chunk(state: *mut ffi::lua_State, file: &str, bytecode: &[u8]) {
    let name = CString::new(format!("={file}")).unwrap_or_default();
    unsafe {
        let (bytes, len) = (bytecode.as_ptr().cast(), bytecode.len());
        if ffi::luau_load(state, name.as_ptr(), bytes, len, 0) != 0 {
            ffi::lua_error(state);
        }
    }
}
