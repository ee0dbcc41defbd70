//! Runs a function of the library in the frame of the one that replaces it, so that messages, lines
//! and speed stay the same.

use std::ffi::c_int;
use std::mem::forget;
use std::process::abort;

use crate::frame::Frames;
use crate::lua::{Lua, bytes, upvalue};
use crate::sys::{self, Closure, LUA_MINSTACK, TValue};

impl Lua {
    /// Runs a function of C, an upvalue of the running one, on the arguments of the running one, and
    /// returns the number of its results on top of the stack.
    ///
    /// # Panics
    /// If the upvalue is not a function of C, or one that cannot run here: the VM tells it by the
    /// running function which upvalues it has and where it continues after a yield. So the first
    /// upvalues must be its own. A function that yields aborts the program.
    #[inline]
    pub fn original(&mut self, at: u8) -> c_int {
        let function = self.closure(upvalue(at)).expect("an original is a function of C");
        self.check_original(function);
        // SAFETY: an upvalue holds the function. It finds its upvalues, its arguments and room for
        // its results, and nothing is borrowed.
        let results = unsafe { ((*function).f)(self.raw()) };
        if results < 0 {
            // The VM waits for the running function to end.
            abort();
        }
        results
    }

    /// Runs the function that resumes a coroutine, as Luau's `coroutine.wrap` returns it. It is an
    /// upvalue of the running function, whose first one is the coroutine. If an error ends it,
    /// `unwinding` gets the frames of the coroutine.
    pub fn original_resume(&mut self, at: u8, unwinding: impl Fn(&Frames)) -> c_int {
        let coroutine = self.value(upvalue(1));
        assert!(coroutine.tt == sys::LUA_TTHREAD, "the first upvalue is not a coroutine");
        // SAFETY: the value of a coroutine points to it, and the running function holds it.
        let frames = unsafe { Frames::of(coroutine.value.gc.cast()) };
        let unwound = Unwound { frames, unwinding: &unwinding };
        let results = self.original(at);
        forget(unwound);
        results
    }

    /// Returns the function of C at an index.
    #[inline]
    pub(crate) fn closure(&self, at: c_int) -> Option<*const Closure> {
        // SAFETY: a slot has a value, and that of a function points to it.
        unsafe {
            let value = self.slot(at).as_ref().filter(|value| value.tt == sys::LUA_TFUNCTION)?;
            let function = value.value.gc.cast::<Closure>().cast_const();
            ((*function).isC != 0).then_some(function)
        }
    }

    /// Checks that a function can run in the frame of the running one, and makes room for it.
    #[inline]
    fn check_original(&self, function: *const Closure) {
        let state = self.raw();
        // SAFETY: both are slots of the stack. An upvalue holds the function.
        let (room, is_usual) = unsafe {
            let room = (*(*state).ci).top.offset_from((*state).top);
            (room, (*function).nupvalues == 0 && (*function).cont.is_none())
        };
        if room < LUA_MINSTACK as isize {
            // SAFETY: the VM makes room.
            unsafe { sys::lua_rawcheckstack(state, LUA_MINSTACK) };
        }
        if !is_usual {
            self.check_unusual(function);
        }
        self.may_call();
    }

    #[cold]
    fn check_unusual(&self, function: *const Closure) {
        // SAFETY: an upvalue holds the function, which has its upvalues behind it, and whose name is
        // a text. Each value is at least as long as a pointer.
        unsafe {
            let upvalues = (&raw const (*function).upvals).cast::<TValue>();
            let mut resumes = false;
            for number in 0..(*function).nupvalues {
                let (ours, its) = (self.value(upvalue(number + 1)), *upvalues.add(number.into()));
                let is_same = its.tt == ours.tt && its.value.gc == ours.value.gc;
                assert!(is_same, "an original has other upvalues");
                resumes |= ours.tt == sys::LUA_TTHREAD;
            }
            let name = (*function).debugname;
            let name = if name.is_null() { &[] } else { bytes(name) };
            // Functions that resume continue elsewhere only under a debugger; functions of Rust check
            // it.
            let is_known = resumes || name == b"resume" || name == b"close";
            assert!((*function).cont.is_none() || is_known, "an original continues elsewhere");
        }
    }
}

/// Tells that an error unwinds.
struct Unwound<'a, F: Fn(&Frames)> {
    frames: &'a Frames,
    unwinding: &'a F,
}

impl<F: Fn(&Frames)> Drop for Unwound<'_, F> {
    fn drop(&mut self) {
        (self.unwinding)(self.frames);
    }
}
