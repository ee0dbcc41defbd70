//! Functions of Rust as functions of a VM.

use std::ffi::{CStr, c_int};
use std::ptr::{self, NonNull};

use crate::lua::{Lua, no_value};
use crate::sys::{self, lua_State};

/// A function of Rust that scripts can call. Its arguments are on the stack; it returns the number
/// of results at the end of the stack.
#[derive(Clone, Copy)]
pub struct Native {
    pub(crate) entry: sys::lua_CFunction,
    end: Option<sys::lua_Continuation>,
}

/// The protected call that a function of [`Native::protecting`] ends with.
pub struct Protected {
    /// The arguments, which are at the end of the stack, after the function.
    pub args: c_int,
    /// The index of the function that gets an error before the stack unwinds, or 0.
    pub handler: c_int,
}

impl Native {
    /// Makes a function of the VM from one of Rust without captured values.
    ///
    /// A function that panics leaves the VM unusable; one that catches a panic of the VM does too.
    ///
    /// ```compile_fail,E0080
    /// use juez_luau::{Lua, Native};
    ///
    /// let count = 1;
    /// let native = Native::of(move |_: &mut Lua| count);
    /// ```
    pub const fn of<F: Fn(&mut Lua) -> c_int + Copy + 'static>(_: F) -> Native {
        Native { entry: entry::<F>, end: None }
    }

    /// Makes a function that calls another one, protected, and ends in `end` with the results or
    /// the error; the function can yield in between. Neither of the two can call anything else.
    pub const fn protecting<B, E>(_: B, _: E) -> Native
    where
        B: Fn(&mut Lua) -> Protected + Copy + 'static,
        E: Fn(&mut Lua, bool) -> c_int + Copy + 'static,
    {
        Native { entry: begin::<B>, end: Some(end::<E>) }
    }
}

impl Lua {
    /// Pushes a function with the values at the end of the stack as its upvalues, which it takes.
    /// Scripts see the name in errors.
    pub fn push_function(&mut self, native: Native, name: Option<&CStr>, upvalues: u8) {
        if c_int::from(upvalues) > self.top() {
            no_value(-c_int::from(upvalues));
        }
        let name = name.map_or(ptr::null(), CStr::as_ptr);
        // SAFETY: the upvalues are on the stack, and the VM copies the name.
        unsafe {
            let count = upvalues.into();
            sys::lua_pushcclosurek(self.raw(), native.entry, name, count, native.end);
        }
    }

    /// Returns true if a value is this function. It must be the same constant.
    pub fn is_native(&self, at: c_int, native: &'static Native) -> bool {
        // SAFETY: a slot holds the function.
        let entry = self.closure(at).map(|function| unsafe { (*function).f });
        entry.is_some_and(|entry| ptr::fn_addr_eq(entry, native.entry))
    }

    /// Returns true if the running function ends in another one, after a protected call.
    pub(crate) fn has_end(&self) -> bool {
        // SAFETY: it is one of C.
        unsafe { (*self.function()).cont.is_some() }
    }

    /// Checks that a function returns in its own frame, with `count` results on the stack.
    #[inline]
    fn leave(&self, depth: isize, count: c_int) -> c_int {
        // A panic that native code caught has left the frames of the functions that it ended.
        if self.depth() != depth {
            panic!("a panic was caught within a VM");
        }
        if count < 0 || count > self.top() {
            no_value(-count);
        }
        count
    }
}

/// Returns the function of a type that has a single value.
///
/// # Safety
/// There must have been a value of the type.
#[inline]
pub(crate) unsafe fn only<F: Copy>() -> F {
    const { assert!(size_of::<F>() == 0, "a native function can capture nothing") }
    // SAFETY: it takes no bytes to read, and is a copy of the value that there was.
    unsafe { NonNull::<F>::dangling().read() }
}

/// # Safety
/// Only a VM may call it, and a `Native` must have been made from `F`.
unsafe extern "C-unwind" fn entry<F>(state: *mut lua_State) -> c_int
where
    F: Fn(&mut Lua) -> c_int + Copy + 'static,
{
    // SAFETY: see above; the VM calls it as the innermost function.
    let (function, lua) = unsafe { (only::<F>(), Lua::of(state)) };
    let depth = lua.depth();
    let count = function(lua);
    lua.leave(depth, count)
}

/// # Safety
/// Only a VM may call it, and a `Native` must have been made from `B`.
unsafe extern "C-unwind" fn begin<B>(state: *mut lua_State) -> c_int
where
    B: Fn(&mut Lua) -> Protected + Copy + 'static,
{
    // SAFETY: as in `entry`.
    let (function, lua) = unsafe { (only::<B>(), Lua::of(state)) };
    let depth = lua.depth();
    let Protected { args, handler } = function(lua);
    lua.leave(depth, 0);
    let others = lua.top() - args - 1;
    if args < 0 || others < 0 || !(0..=others).contains(&handler) {
        no_value(-args - 1);
    }
    // Another function can run it as its original.
    assert!(lua.has_end(), "the running function has no end");
    // SAFETY: the function, its arguments and the handler are on the stack, and the running function
    // has an end, which runs now or after a yield. It is the last that this function does.
    unsafe { sys::lua_pcallyieldable(state, args, sys::LUA_MULTRET, handler) }
}

/// # Safety
/// Only a VM may call it, and a `Native` must have been made from `E`.
unsafe extern "C-unwind" fn end<E>(state: *mut lua_State, status: c_int) -> c_int
where
    E: Fn(&mut Lua, bool) -> c_int + Copy + 'static,
{
    // SAFETY: as in `entry`.
    let (function, lua) = unsafe { (only::<E>(), Lua::of(state)) };
    let depth = lua.depth();
    let count = function(lua, status == sys::LUA_OK);
    lua.leave(depth, count)
}
