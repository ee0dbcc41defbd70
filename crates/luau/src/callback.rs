//! Functions of Rust that a VM calls on its own: safepoints, long texts, names of methods.

use std::ffi::{c_char, c_int, c_void};

use crate::lua::{Lua, Running};
use crate::native::only;
use crate::sys::{self, lua_State};

type Entry = unsafe extern "C-unwind" fn(*mut lua_State, c_int);

/// A function of Rust that a VM calls at every safepoint: at each call and each turn of a loop. It
/// can raise an error.
#[derive(Clone, Copy)]
pub struct Interrupt(Entry);

impl Interrupt {
    /// Makes an interrupt from a function without captured values.
    pub const fn of<F: Fn(&Running) + Copy + 'static>(_: F) -> Interrupt {
        Interrupt(interrupt::<F>)
    }
}

impl Running {
    /// Installs an interrupt, and returns the one before.
    pub fn set_interrupt(&self, interrupt: Option<Interrupt>) -> Option<Interrupt> {
        // SAFETY: a VM has callbacks.
        let installed = unsafe { &mut (*sys::callbacks(self.raw())).interrupt };
        std::mem::replace(installed, interrupt.map(|Interrupt(entry)| entry)).map(Interrupt)
    }
}

impl Lua {
    /// Calls a function with the size of each text of at least `FROM` bytes that the VM makes from
    /// now on; it returns an interrupt to install. A panic in it aborts the program.
    pub fn on_long_text<const FROM: usize, F>(&mut self, _: F)
    where
        F: Fn(usize) -> Option<Interrupt> + Copy + 'static,
    {
        // SAFETY: a VM has callbacks.
        unsafe { (*sys::callbacks(self.raw())).onallocate = Some(allocated::<FROM, F>) };
    }

    /// Calls a function with each name of a method when it is first called. The VM keeps the result
    /// with the name: [`Lua::method_atom`].
    pub fn on_method_name<F: Fn(&Running, &[u8]) -> i16 + Copy + 'static>(&mut self, _: F) {
        // SAFETY: a VM has callbacks.
        unsafe { (*sys::callbacks(self.raw())).useratom = Some(atom::<F>) };
    }
}

/// # Safety
/// Only a VM may call it, and an `Interrupt` must have been made from `F`.
unsafe extern "C-unwind" fn interrupt<F>(state: *mut lua_State, gc: c_int)
where
    F: Fn(&Running) + Copy + 'static,
{
    // Luau also calls this while collecting, in the middle of its work; only safepoints count.
    if gc < 0 {
        // SAFETY: see above.
        unsafe { only::<F>()(Running::of(state)) }
    }
}

/// # Safety
/// Only a VM may call it, and a value of `F` must have been there.
unsafe extern "C" fn allocated<const FROM: usize, F>(
    state: *mut lua_State,
    _: *mut c_void,
    _: usize,
    bytes: usize,
    _: u8,
    kind: c_int,
    _: c_int,
) where
    F: Fn(usize) -> Option<Interrupt> + Copy + 'static,
{
    if bytes >= FROM && kind == sys::LUA_TSTRING {
        // SAFETY: see above.
        unsafe { long_text::<F>(state, bytes) }
    }
}

/// # Safety
/// As for `allocated`.
#[cold]
#[inline(never)]
unsafe fn long_text<F>(state: *mut lua_State, bytes: usize)
where
    F: Fn(usize) -> Option<Interrupt> + Copy + 'static,
{
    // SAFETY: see above.
    let (function, vm) = unsafe { (only::<F>(), Running::of(state)) };
    if let Some(interrupt) = vm.own().within(|| function(bytes)) {
        vm.set_interrupt(Some(interrupt));
    }
}

/// # Safety
/// Only a VM may call it, with the bytes of a text, and a value of `F` must have been there.
unsafe extern "C-unwind" fn atom<F>(state: *mut lua_State, name: *const c_char, len: usize) -> i16
where
    F: Fn(&Running, &[u8]) -> i16 + Copy + 'static,
{
    // SAFETY: see above. The state holds the text, whose method is being called.
    unsafe { only::<F>()(Running::of(state), std::slice::from_raw_parts(name.cast::<u8>(), len)) }
}
