//! Values that stay alive without a place on the stack.

#![allow(unsafe_code)] // the C interface of Luau

use juez_luau as ffi;
use std::ffi::c_int;

/// A value that a VM keeps until it is dropped.
#[derive(Clone, Copy)]
pub struct Ref(c_int);

/// Refers to no value.
pub const NONE: Ref = Ref(ffi::LUA_NOREF);

impl Ref {
    /// Takes the value on top of the stack.
    ///
    /// # Safety
    /// The stack must not be empty, and Lua errors must be free to unwind through the caller.
    pub unsafe fn take(state: *mut ffi::lua_State) -> Ref {
        unsafe {
            let number = ffi::lua_ref(state, -1);
            ffi::lua_pop(state, 1);
            Ref(number)
        }
    }

    /// Pushes the value.
    ///
    /// # Safety
    /// The value must be of the VM of `state`, which must have a free stack slot.
    pub unsafe fn push(self, state: *mut ffi::lua_State) {
        unsafe { ffi::lua_rawgeti(state, ffi::LUA_REGISTRYINDEX, self.0) };
    }
}
