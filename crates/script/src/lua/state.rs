//! A Luau state in an arena of its own.
//!
//! The first VM in an arena is set up call by call; the next ones begin as a copy of it.

#![allow(unsafe_code)] // the C interface of Luau

use juez_luau as ffi;
use std::any::Any;
use std::cell::{Cell, OnceCell};
use std::ffi::c_int;
use std::ptr;

use super::arena::{Arena, allocate};
use super::errors::Raised;
use super::memory::{Image, Memory, SetUp};
use super::reference::{NONE, Ref};

/// A Luau VM. Dropping it frees everything in it.
pub struct Vm {
    state: *mut ffi::lua_State,
    /// Present until the VM is dropped.
    memory: Option<Memory>,
    handler: Ref,
    enter: Ref,
    /// True after a panic, which leaves the state in the middle of a call.
    broken: Cell<bool>,
    /// The user data of the VM, dropped after it.
    data: OnceCell<Box<dyn Any>>,
}

impl Vm {
    /// Creates a VM that may have `most` bytes after it was set up, and whose collector runs only in
    /// [`Vm::collect`].
    ///
    /// # Errors
    /// If the system has no memory.
    pub fn new(set_up: SetUp, most: usize) -> Result<Vm, Raised> {
        let mut memory = Memory::take(Arena::room(most), set_up).ok_or_else(Raised::no_memory)?;
        let vm = match &memory.image {
            Some(image) if image.set_up.is(set_up) => {
                // SAFETY: no VM is in the arena.
                unsafe { memory.arena.restore(&image.contents) };
                let Image { state, handler, enter, .. } = *image;
                Vm::within(memory, state, [handler, enter])
            }
            _ => Vm::from_nothing(memory, set_up)?,
        };
        vm.arena().limit(most);
        Ok(vm)
    }

    fn within(memory: Memory, state: *mut ffi::lua_State, [handler, enter]: [Ref; 2]) -> Vm {
        let (broken, data) = (Cell::new(false), OnceCell::new());
        Vm { state, memory: Some(memory), handler, enter, broken, data }
    }

    /// Sets up a VM and keeps its image.
    fn from_nothing(mut memory: Memory, set_up: SetUp) -> Result<Vm, Raised> {
        memory.image = None;
        let arena = ptr::from_ref(&*memory.arena).cast_mut().cast();
        let mut functions = [(set_up.handler, NONE), (enter as ffi::lua_CFunction, NONE)];
        // SAFETY: the arena lives as long as the state. `prepare` runs protected, and writes the
        // references.
        let mut vm = unsafe {
            let is_usable = memory.arena.blank();
            let state =
                if is_usable { ffi::lua_newstate(allocate, arena) } else { ptr::null_mut() };
            if state.is_null() {
                return Err(Raised::no_memory());
            }
            let vm = Vm::within(memory, state, [NONE; 2]);
            ffi::lua_gc(state, ffi::LUA_GCSTOP, 0);
            if ffi::lua_cpcall(state, prepare, (&raw mut functions).cast()) != ffi::LUA_OK {
                return Err(Raised::no_memory());
            }
            vm
        };
        let [(_, handler), (_, enter)] = functions;
        (vm.handler, vm.enter) = (handler, enter);
        vm.run(|state| unsafe { (set_up.fill)(state) })?;
        let (contents, state) = (vm.arena().contents(), vm.state);
        if let Some(memory) = &mut vm.memory {
            // SAFETY: nothing runs in the VM.
            unsafe { memory.arena.shrink(&contents) };
            memory.image = Some(Image { set_up, contents, state, handler, enter });
        }
        Ok(vm)
    }

    fn arena(&self) -> &Arena {
        &self.memory.as_ref().expect("a VM has a memory until it is dropped").arena
    }

    /// Makes `data` the VM's user data, for native functions; it is dropped with the VM.
    pub fn attach<T: 'static>(&self, data: T) {
        let data = self.data.get_or_init(|| Box::new(data));
        // SAFETY: the data lives as long as the VM, and is not moved.
        unsafe {
            (*ffi::lua_callbacks(self.state)).userdata = ptr::from_ref(&**data).cast_mut().cast();
        }
    }

    /// Runs `body` with the main state, protected: an error of Lua in it unwinds to here.
    ///
    /// # Errors
    /// The error of Lua.
    pub fn run<R>(&self, body: impl FnOnce(*mut ffi::lua_State) -> R) -> Result<R, Raised> {
        if self.broken.get() {
            return Err(Raised { message: "the VM broke in an earlier call".to_string() });
        }
        let (mut body, mut out) = (Some(body), None);
        let mut call = |state| out = body.take().map(|body| body(state));
        let mut call: &mut dyn FnMut(*mut ffi::lua_State) = &mut call;
        let unwinding = Unwinding(&self.broken);
        // SAFETY: the main state has free stack slots, since each run leaves it empty; `enter`
        // calls `call`, which outlives it. A panic passes through the frames of the VM, whose
        // handlers catch only exceptions of C++.
        let status = unsafe {
            self.handler.push(self.state);
            self.enter.push(self.state);
            ffi::lua_pushlightuserdata(self.state, (&raw mut call).cast());
            ffi::lua_pcall(self.state, 1, 0, -3)
        };
        std::mem::forget(unwinding);
        let error = (status != ffi::LUA_OK).then(|| unsafe { Raised::top(self.state) });
        // SAFETY: only the handler and the error are on the stack.
        unsafe { ffi::lua_settop(self.state, 0) };
        match (error, out) {
            (None, Some(out)) => Ok(out),
            (error, _) => Err(error.unwrap_or_else(Raised::no_memory)),
        }
    }

    /// Returns the bytes that the VM has, including values that a collection would free.
    pub fn used_memory(&self) -> usize {
        self.arena().used()
    }

    /// Frees what no value refers to.
    pub fn collect(&self) {
        // SAFETY: a collection raises no error, and the VM has no finalizers.
        unsafe {
            ffi::lua_gc(self.state, ffi::LUA_GCCOLLECT, 0);
            ffi::lua_gc(self.state, ffi::LUA_GCSTOP, 0);
        }
    }
}

impl Drop for Vm {
    fn drop(&mut self) {
        // SAFETY: nothing runs in the VM, and it is closed once at most.
        unsafe {
            // Everything else is freed with the arena.
            if self.arena().values.get() > 0 {
                ffi::lua_close(self.state);
            }
            if let Some(memory) = self.memory.take() {
                memory.give();
            }
        }
    }
}

/// Notes that a panic unwound through a VM.
struct Unwinding<'a>(&'a Cell<bool>);

impl Drop for Unwinding<'_> {
    fn drop(&mut self) {
        self.0.set(true);
    }
}

/// Changes the number of values of Rust that a VM holds: a VM without any is not closed, only
/// forgotten.
///
/// # Safety
/// `state` must be of a [`Vm`].
pub unsafe fn count_value(state: *mut ffi::lua_State, change: impl FnOnce(usize) -> usize) {
    unsafe {
        let mut arena = ptr::null_mut();
        ffi::lua_getallocf(state, &mut arena);
        let values = &(*arena.cast::<Arena>()).values;
        values.set(change(values.get()));
    }
}

/// Creates the functions that [`Vm::run`] needs.
unsafe extern "C-unwind" fn prepare(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let functions = ffi::lua_tolightuserdata(state, 1).cast::<[(ffi::lua_CFunction, Ref); 2]>();
        for (function, reference) in &mut *functions {
            ffi::lua_pushcclosurek(state, *function, ptr::null(), 0, None);
            *reference = Ref::take(state);
        }
    }
    0
}

/// Calls the closure of [`Vm::run`].
unsafe extern "C-unwind" fn enter(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let call = ffi::lua_tolightuserdata(state, 1);
        ffi::lua_settop(state, 0);
        (*call.cast::<&mut dyn FnMut(*mut ffi::lua_State)>())(state);
    }
    0
}

#[cfg(test)]
mod tests {
    use std::ffi::c_void;
    use std::rc::Rc;

    use super::super::arena;
    use super::super::errors::to_text;
    use super::super::self_test::evaluate;
    use super::*;

    const EMPTY: SetUp = SetUp { handler: to_text, fill: |_| () };

    fn empty() -> Vm {
        Vm::new(EMPTY, 64 << 20).expect("there is memory")
    }

    #[test]
    fn memory_is_counted_and_refused_beyond_the_limit() {
        let vm = Vm::new(EMPTY, 2 << 20).expect("there is memory");
        let before = vm.used_memory();
        // A page of small values can be freed meanwhile.
        let page = 32 << 10;
        let buffer = |bytes| {
            vm.run(|state| unsafe {
                ffi::lua_newbuffer(state, bytes);
                Ref::take(state)
            })
        };
        buffer(1 << 20).expect("no limit yet");
        let grown = vm.used_memory() - before;
        assert!(grown.abs_diff(1 << 20) < page, "{grown}");
        vm.arena().limit(vm.used_memory() + (1 << 20));
        let refused = buffer(1 << 20).err().expect("it is too large");
        assert!(refused.is_refusal(), "{}", refused.message);
        buffer(1 << 19).expect("half fits");
    }

    #[test]
    fn a_collection_frees_all_that_nothing_refers_to() {
        let vm = empty();
        let before = vm.used_memory();
        vm.run(|state| unsafe {
            ffi::lua_createtable(state, 10_000, 10_000);
        })
        .expect("there is memory");
        assert!(vm.used_memory() > before + 400_000);
        vm.collect();
        assert_eq!(vm.used_memory(), before);
    }

    #[test]
    fn a_vm_begins_as_the_one_before_it_in_its_memory_did() {
        unsafe fn fill(state: *mut ffi::lua_State) {
            unsafe {
                ffi::lua_pushnumber(state, 7.0);
                ffi::lua_setglobal(state, c"x".as_ptr());
            }
        }
        // No other test has VMs of this size.
        let vm = || Vm::new(SetUp { handler: to_text, fill }, 5 << 20).expect("there is memory");
        let x = |vm: &Vm| {
            vm.run(|state| unsafe {
                ffi::lua_getglobal(state, c"x".as_ptr());
                let x = ffi::lua_tonumber(state, -1);
                ffi::lua_pushnumber(state, x + 1.0);
                ffi::lua_setglobal(state, c"x".as_ptr());
                (x, state.addr(), vm.used_memory())
            })
        };
        let first = vm();
        let began = x(&first).expect("no error");
        assert_eq!(x(&first).expect("no error").0, 8.0);
        drop(first);
        assert_eq!((x(&vm()).expect("no error"), began.0), (began, 7.0));
    }

    #[test]
    fn values_of_rust_in_a_vm_are_dropped_with_it() {
        const TAG: c_int = 7;
        thread_local! { static DROPPED: Cell<u32> = const { Cell::new(0) }; }
        unsafe extern "C" fn drop_value(state: *mut ffi::lua_State, _: *mut c_void) {
            unsafe { count_value(state, |count| count - 1) };
            DROPPED.set(DROPPED.get() + 1);
        }
        let vm = empty();
        vm.run(|state| unsafe {
            ffi::lua_setuserdatadtor(state, TAG, Some(drop_value));
            for _ in 0..2 {
                ffi::lua_newuserdatatagged(state, 1, TAG);
                count_value(state, |count| count + 1);
            }
            Ref::take(state);
        })
        .expect("there is memory");
        vm.collect();
        assert_eq!(DROPPED.get(), 1);
        drop(vm);
        assert_eq!(DROPPED.get(), 2);
    }

    #[test]
    fn every_allocation_can_be_refused() {
        const SOURCE: &str = "
            local t, parts = {}, {}
            for n = 1, 300 do t[n] = { n, tostring(n), function() return n end } end
            for n = 1, 300 do parts[n] = string.format('%d %s', t[n][3](), t[n][2]) end
            local go = coroutine.wrap(function(n)
              while true do n = coroutine.yield(string.rep('x', n)) end
            end)
            local sum = 0
            for n = 1, 3000, 100 do sum += #go(n) end
            table.sort(parts)
            return sum + #table.concat(parts) + #buffer.tostring(buffer.create(5000))";
        let result = || evaluate(SOURCE, |state| unsafe { ffi::lua_tonumber(state, -1) });
        let expected = result().expect("no limit");
        for allocation in 1.. {
            arena::tests::REFUSED_IN.set(allocation);
            let result = result();
            let was_refused = arena::tests::REFUSED_IN.replace(u32::MAX) == 0;
            match result {
                Err(error) => assert!(was_refused && error.is_refusal(), "{}", error.message),
                Ok(number) => {
                    assert!(!was_refused && number == expected && allocation > 50);
                    break;
                }
            }
        }
    }

    #[test]
    fn a_panic_passes_through_the_vm_and_leaves_it_unusable() {
        let vm = empty();
        unsafe extern "C-unwind" fn panics(_: *mut ffi::lua_State) -> c_int {
            std::panic::resume_unwind(Box::new("broken"))
        }
        let run = || {
            vm.run(|state| unsafe {
                ffi::lua_pushcclosurek(state, panics, ptr::null(), 0, None);
                ffi::lua_pcall(state, 0, 0, 0)
            })
        };
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
        assert_eq!(panic.expect_err("a panic").downcast_ref(), Some(&"broken"));
        assert!(run().is_err_and(|error| error.message.contains("broke")));
    }

    #[test]
    fn what_an_error_of_lua_unwinds_is_dropped() {
        let vm = empty();
        let shared = Rc::new(());
        let held = shared.clone();
        let error = vm.run(move |state| unsafe {
            let _held = held;
            ffi::luaL_error(state, c"%s".as_ptr(), c"on purpose".as_ptr());
        });
        assert_eq!(error.expect_err("an error").message, "on purpose");
        assert_eq!(Rc::strong_count(&shared), 1);
    }
}
