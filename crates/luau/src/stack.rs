//! Pushes values, and moves values on the stack.
//!
//! Luau itself makes room for each value that is pushed.

use std::ffi::{CStr, c_int};
use std::ptr;

use crate::lua::{Lua, no_value};
use crate::reference::Ref;
use crate::sys;

impl Lua {
    /// Pushes `nil`.
    #[inline]
    pub fn push_nil(&self) {
        // SAFETY: a value is pushed.
        unsafe { sys::lua_pushnil(self.raw()) }
    }

    /// Pushes a boolean.
    #[inline]
    pub fn push_flag(&self, flag: bool) {
        // SAFETY: a value is pushed.
        unsafe { sys::lua_pushboolean(self.raw(), flag.into()) }
    }

    /// Pushes a number.
    #[inline]
    pub fn push_number(&self, number: f64) {
        // SAFETY: a value is pushed.
        unsafe { sys::lua_pushnumber(self.raw(), number) }
    }

    /// Pushes a copy of a buffer of this length, filled with zeros.
    pub fn push_buffer(&self, len: usize) {
        // SAFETY: a value is pushed.
        unsafe { sys::lua_newbuffer(self.raw(), len) };
    }

    /// Pushes a copy of a value; of none, `nil`.
    #[inline]
    pub fn push_copy(&self, at: c_int) {
        self.slot(at);
        // SAFETY: the index is one.
        unsafe { sys::lua_pushvalue(self.raw(), at) }
    }

    /// Pushes a value that the VM keeps.
    #[inline]
    pub fn push_ref(&self, value: Ref) {
        // SAFETY: the registry is a table.
        unsafe { sys::lua_rawgeti(self.raw(), sys::LUA_REGISTRYINDEX, value.0) };
    }

    /// Pushes the upvalue of a function, and returns true; false without one.
    pub fn push_upvalue(&self, function: c_int, number: u8) -> bool {
        self.slot(function);
        // SAFETY: the index is one.
        unsafe { !sys::lua_getupvalue(self.raw(), function, number.into()).is_null() }
    }

    /// Pops the function on top of the stack and puts it in the place of an upvalue of another
    /// function that is a function too.
    ///
    /// # Panics
    /// If one of the three is not a function: functions of Luau rely on the types of their upvalues.
    pub fn set_upvalue(&mut self, function: c_int, number: u8) {
        let is_function = |at| self.value(at).tt == sys::LUA_TFUNCTION;
        assert!(is_function(function) && is_function(-1), "only functions are exchanged");
        assert!(self.push_upvalue(function, number), "the function lacks upvalue {number}");
        assert!(is_function(-1), "an upvalue is not a function");
        self.pop(1);
        // SAFETY: the function has the upvalue, and the value is on the stack.
        unsafe { sys::lua_setupvalue(self.raw(), function, number.into()) };
    }

    /// Removes values from the top of the stack.
    #[inline]
    pub fn pop(&mut self, count: c_int) {
        if count < 0 || count > self.top() {
            no_value(-count);
        }
        // SAFETY: there are this many values.
        unsafe { sys::lua_settop(self.raw(), -count - 1) }
    }

    /// Removes values from the top of the stack or pushes `nil`, until there are `count`.
    #[inline]
    pub fn set_top(&mut self, count: c_int) {
        if count < 0 {
            no_value(count);
        }
        // SAFETY: the VM makes room.
        unsafe { sys::lua_settop(self.raw(), count) }
    }

    /// Removes a value; the next ones move down.
    pub fn remove(&mut self, at: c_int) {
        self.own_slot(at);
        // SAFETY: the stack has this slot.
        unsafe { sys::lua_remove(self.raw(), at) }
    }

    /// Moves the value on top of the stack to an index; the values from there on move up.
    pub fn insert(&mut self, at: c_int) {
        self.own_slot(at);
        // SAFETY: the stack has this slot.
        unsafe { sys::lua_insert(self.raw(), at) }
    }

    /// Pops the value on top of the stack and puts it in a slot, or in an upvalue.
    pub fn replace(&mut self, at: c_int) {
        self.value(-1);
        self.value(at);
        // SAFETY: both values exist.
        unsafe { sys::lua_replace(self.raw(), at) }
    }

    /// Checks that an index is that of a value on the stack.
    fn own_slot(&self, at: c_int) {
        let top = self.top();
        if at == 0 || at > top || at < -top {
            no_value(at);
        }
    }

    /// Ends the running function with an error unless the stack has room for this many values.
    pub fn check_stack(&self, count: c_int, why: &CStr) {
        let count = count.clamp(0, sys::LUAI_MAXCSTACK);
        // SAFETY: the numbers of the VM do not overflow.
        unsafe { sys::luaL_checkstack(self.raw(), count, why.as_ptr()) }
    }

    /// Makes room for this many values, however many there are.
    pub fn make_room(&self, count: u16) {
        // SAFETY: the VM raises an error without memory.
        unsafe { sys::lua_rawcheckstack(self.raw(), count.into()) }
    }

    /// Takes the value on top of the stack, which the VM keeps from now on.
    pub fn take_ref(&mut self) -> Ref {
        self.value(-1);
        // SAFETY: there is a value.
        let number = unsafe { sys::lua_ref(self.raw(), -1) };
        self.pop(1);
        Ref(number)
    }

    /// Pushes a text.
    #[inline]
    pub fn push_text(&self, text: impl AsRef<[u8]>) {
        let text = text.as_ref();
        // SAFETY: the VM copies the bytes.
        unsafe { sys::lua_pushlstring(self.raw(), text.as_ptr().cast(), text.len()) }
    }

    /// Converts a number in a slot to text, in place; returns false if the value is neither.
    pub fn to_text(&mut self, at: c_int) -> bool {
        self.value(at);
        // SAFETY: the value exists.
        unsafe { !sys::lua_tolstring(self.raw(), at, ptr::null_mut()).is_null() }
    }

    /// Returns a number, also the number that a text spells; 0 for other values.
    #[inline]
    pub fn to_number(&self, at: c_int) -> f64 {
        self.number(at).unwrap_or_else(|| {
            self.slot(at);
            // SAFETY: the index is one.
            unsafe { sys::lua_tonumberx(self.raw(), at, ptr::null_mut()) }
        })
    }
}
