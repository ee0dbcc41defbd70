//! The native data of a VM, which functions hold as their first upvalue.

#![allow(unsafe_code)] // the C interface of Luau

use mlua_sys as ffi;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::mem::size_of;
use std::rc::Rc;

use super::code::LuaCode;
use super::state::Ref;
use crate::host::Host;

/// The tag of the userdata.
const TAG: c_int = 100;

/// The upvalue of functions that use [`native`].
pub const NATIVE_AT: c_int = ffi::lua_upvalueindex(1);

/// The data of the native functions of a VM.
pub struct Native {
    /// Implements the methods of objects.
    pub host: Rc<Host>,
    /// The files of the bot.
    pub code: LuaCode,
    /// The values of required files; a file that is still running has none.
    pub modules: RefCell<BTreeMap<String, Option<Ref>>>,
}

/// Pushes native data, dropped with the VM.
///
/// # Safety
/// `state` must be the running one, and Lua errors must be free to unwind through the caller.
pub unsafe fn push_native(state: *mut ffi::lua_State, native: Native) {
    unsafe {
        ffi::lua_setuserdatadtor(state, TAG, Some(drop_value::<Native>));
        let memory = ffi::lua_newuserdatatagged(state, size_of::<Native>(), TAG);
        memory.cast::<Native>().write(native);
    }
}

/// Returns the native data of the running function.
///
/// # Safety
/// The data must be the first upvalue of the function.
pub unsafe fn native<'a>(state: *mut ffi::lua_State) -> &'a Native {
    unsafe { &*ffi::lua_touserdata(state, NATIVE_AT).cast::<Native>() }
}

/// Drops the value in a userdata.
///
/// # Safety
/// The VM calls this once, with memory that holds a `T`.
pub unsafe extern "C" fn drop_value<T>(_: *mut ffi::lua_State, value: *mut c_void) {
    unsafe { value.cast::<T>().drop_in_place() }
}
