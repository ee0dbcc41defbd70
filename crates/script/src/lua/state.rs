//! A Luau state with an allocator that counts and limits its memory.

#![allow(unsafe_code)] // the C interface of Luau

use mlua_sys as ffi;
use std::alloc::{Layout, alloc, dealloc, realloc};
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::rc::Rc;

use super::errors::Raised;

/// A Luau VM. Dropping it frees everything in it.
pub struct Vm {
    state: *mut ffi::lua_State,
    memory: Rc<Memory>,
    handler: Ref,
    enter: Ref,
    /// True after a panic, which leaves the state in the middle of a call.
    broken: Cell<bool>,
}

/// A value that a VM keeps until it is dropped.
#[derive(Clone, Copy)]
pub struct Ref(c_int);

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
        unsafe { ffi::lua_rawgeti_(state, ffi::LUA_REGISTRYINDEX, self.0) };
    }
}

/// Bytes that a VM has, and may have.
struct Memory {
    used: Cell<usize>,
    most: Cell<usize>,
}

impl Vm {
    /// Creates an empty VM without a limit, whose collector runs only in [`Vm::collect`]. An error
    /// that no function catches passes through `handler`, such as [`super::errors::to_text`].
    ///
    /// # Errors
    /// If the system has no memory.
    pub fn new(handler: ffi::lua_CFunction) -> Result<Vm, Raised> {
        let memory = Rc::new(Memory { used: Cell::new(0), most: Cell::new(usize::MAX) });
        let none = Ref(ffi::LUA_NOREF);
        let mut functions = [(handler, none), (enter as ffi::lua_CFunction, none)];
        // SAFETY: the memory lives as long as the state, and its fields are cells. `prepare` runs
        // protected, and writes the references.
        unsafe {
            let state = ffi::lua_newstate(allocate, Rc::as_ptr(&memory).cast_mut().cast());
            if state.is_null() {
                return Err(Raised::no_memory());
            }
            ffi::lua_gc(state, ffi::LUA_GCSTOP, 0);
            let mut vm = Vm { state, memory, handler: none, enter: none, broken: Cell::new(false) };
            if ffi::lua_cpcall(state, prepare, (&raw mut functions).cast()) != ffi::LUA_OK {
                return Err(Raised::no_memory());
            }
            [(_, vm.handler), (_, vm.enter)] = functions;
            Ok(vm)
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
        self.memory.used.get()
    }

    /// Refuses allocations that would give the VM more than `most` bytes.
    pub fn limit_memory(&self, most: usize) {
        self.memory.most.set(most);
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
        // SAFETY: the state is closed once, and nothing runs in it.
        unsafe { ffi::lua_close(self.state) }
    }
}

/// Notes that a panic unwound through a VM.
struct Unwinding<'a>(&'a Cell<bool>);

impl Drop for Unwinding<'_> {
    fn drop(&mut self) {
        self.0.set(true);
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

/// The allocator of a VM; a size of 0 frees.
unsafe extern "C" fn allocate(
    memory: *mut c_void,
    block: *mut c_void,
    old: usize,
    new: usize,
) -> *mut c_void {
    // Luau's values have this alignment at most.
    let layout = |size| unsafe { Layout::from_size_align_unchecked(size, 16) };
    let block = block.cast::<u8>();
    // SAFETY: the VM passes the pointer given to `lua_newstate`, and for a block its size.
    unsafe {
        let memory = &*memory.cast::<Memory>();
        let old = if block.is_null() { 0 } else { old };
        let used = memory.used.get() - old + new;
        if new > old && used > memory.most.get() {
            return ptr::null_mut();
        }
        #[cfg(test)]
        if new > old && tests::refuses() {
            return ptr::null_mut();
        }
        let moved = match (old, new) {
            (0, 0) => ptr::null_mut(),
            (0, _) => alloc(layout(new)),
            (_, 0) => {
                dealloc(block, layout(old));
                ptr::null_mut()
            }
            _ => realloc(block, layout(old), new),
        };
        if new == 0 || !moved.is_null() {
            memory.used.set(used);
        }
        moved.cast()
    }
}

#[cfg(test)]
mod tests {
    use super::super::arithmetic::evaluate;
    use super::super::errors::to_text;
    use super::*;

    thread_local! {
        /// The number of allocations after which all are refused.
        static REFUSED_IN: Cell<u32> = const { Cell::new(u32::MAX) };
    }

    /// Counts an allocation; returns true if it is refused.
    pub(super) fn refuses() -> bool {
        REFUSED_IN.set(REFUSED_IN.get().saturating_sub(1));
        REFUSED_IN.get() == 0
    }

    #[test]
    fn memory_is_counted_and_refused_beyond_the_limit() {
        let vm = Vm::new(to_text).expect("there is memory");
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
        vm.limit_memory(vm.used_memory() + (1 << 20));
        let refused = buffer(1 << 20).err().expect("it is too large");
        assert!(refused.is_refusal(), "{}", refused.message);
        buffer(1 << 19).expect("half fits");
    }

    #[test]
    fn a_vm_frees_all_its_memory() {
        let vm = Vm::new(to_text).expect("there is memory");
        let (memory, before) = (vm.memory.clone(), vm.used_memory());
        vm.run(|state| unsafe {
            ffi::lua_createtable(state, 10_000, 10_000);
        })
        .expect("there is memory");
        assert!(memory.used.get() > before + 400_000);
        vm.collect();
        assert_eq!(memory.used.get(), before);
        drop(vm);
        assert_eq!(memory.used.get(), 0);
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
            REFUSED_IN.set(allocation);
            let result = result();
            let was_refused = REFUSED_IN.replace(u32::MAX) == 0;
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
        let vm = Vm::new(to_text).expect("there is memory");
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
        let vm = Vm::new(to_text).expect("there is memory");
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
