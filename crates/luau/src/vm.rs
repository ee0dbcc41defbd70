//! A Luau state in an arena of its own.
//!
//! The first VM in an arena is set up call by call; the next ones begin as a copy of it.

use std::any::TypeId;
use std::cell::Cell;
use std::ffi::c_int;
use std::ptr;
use std::rc::Rc;

use crate::arena::{Arena, allocate};
use crate::lua::Lua;
use crate::memory::{Image, Memory, SetUp, Start};
use crate::native::Native;
use crate::own::Own;
use crate::raise::Raised;
use crate::reference::{NONE, Ref};
use crate::sys::{self, lua_State};

/// A Luau VM. Dropping it frees everything in it.
pub struct Vm {
    start: Start,
    /// Present until the VM is dropped.
    memory: Option<Memory>,
    /// True while something runs in the VM, and after a panic, which leaves it in the middle of a
    /// call.
    is_busy: Cell<bool>,
    /// Counted, since the VM has its address.
    own: Rc<Own>,
}

/// The function in a VM that calls the closure of [`Vm::run`].
static ENTER: Native = Native::of(enter);

impl Vm {
    /// Creates a VM that may have `most` bytes after it was set up, and whose collector runs only in
    /// [`Vm::collect`].
    ///
    /// # Errors
    /// If the system has no memory.
    pub fn new(set_up: SetUp, most: usize) -> Result<Vm, Raised> {
        let memory = Memory::take(Arena::room(most), set_up).ok_or_else(Raised::no_memory)?;
        let vm = match &memory.image {
            Some(image) if image.set_up.is(set_up) => {
                // SAFETY: no VM is in the arena.
                unsafe { memory.arena.restore(&image.contents) };
                let start = image.start;
                // SAFETY: it is the state in the image.
                unsafe { Vm::within(memory, start) }
            }
            _ => Vm::from_nothing(memory, set_up)?,
        };
        vm.arena().limit(most);
        Ok(vm)
    }

    /// # Safety
    /// The memory must have the state.
    unsafe fn within(memory: Memory, start: Start) -> Vm {
        let own = Rc::new(Own { types: start.types.map(Cell::new), ..Own::default() });
        // SAFETY: see above. The VM keeps its own data as long as the state.
        unsafe { (*sys::callbacks(start.state)).userdata = Rc::as_ptr(&own).cast_mut().cast() };
        Vm { start, memory: Some(memory), is_busy: Cell::new(false), own }
    }

    /// Sets up a VM and keeps its image.
    fn from_nothing(mut memory: Memory, set_up: SetUp) -> Result<Vm, Raised> {
        memory.image = None;
        let arena = Rc::as_ptr(&memory.arena).cast_mut().cast();
        let mut functions = [(set_up.handler, NONE), (ENTER, NONE)];
        // SAFETY: the arena lives as long as the state. `prepare` runs protected, and writes the
        // references.
        let mut vm = unsafe {
            let is_usable = memory.arena.blank();
            let state =
                if is_usable { sys::lua_newstate(allocate, arena) } else { ptr::null_mut() };
            if state.is_null() {
                return Err(Raised::no_memory());
            }
            let start = Start { state, handler: NONE, enter: NONE, types: Default::default() };
            let vm = Vm::within(memory, start);
            sys::lua_gc(state, sys::LUA_GCSTOP, 0);
            if sys::lua_cpcall(state, prepare, (&raw mut functions).cast()) != sys::LUA_OK {
                return Err(Raised::no_memory());
            }
            vm
        };
        let [(_, handler), (_, enter)] = functions;
        (vm.start.handler, vm.start.enter) = (handler, enter);
        vm.own.is_filling.set(true);
        vm.run(set_up.fill)?;
        vm.own.is_filling.set(false);
        vm.start.types = vm.own.types.each_ref().map(Cell::get);
        let (contents, start) = (vm.arena().contents(), vm.start);
        if let Some(memory) = &mut vm.memory {
            // SAFETY: nothing runs in the VM.
            unsafe { memory.arena.shrink(&contents) };
            memory.image = Some(Image { set_up, contents, start });
        }
        Ok(vm)
    }

    pub(crate) fn arena(&self) -> &Arena {
        &self.memory.as_ref().expect("a VM has a memory until it is dropped").arena
    }

    /// Makes `data` the data of the VM, for native functions; it is dropped after it.
    ///
    /// # Panics
    /// If the VM has data.
    pub fn attach<T: 'static>(&self, data: T) {
        let is_first = self.own.data.set((TypeId::of::<T>(), Box::new(data))).is_ok();
        assert!(is_first, "a VM has data once");
    }

    /// Runs `body` with the main state, protected: an error of Lua in it unwinds to here.
    ///
    /// # Errors
    /// The error of Lua. An error also if something runs in the VM, or if a panic passed through it.
    pub fn run<R>(&self, body: impl FnOnce(&mut Lua) -> R) -> Result<R, Raised> {
        if self.own.is_within.get() || self.is_busy.replace(true) {
            let message = "the VM runs, or broke in an earlier call".to_string();
            return Err(Raised { message });
        }
        let (mut body, mut out) = (Some(body), None);
        let mut call = |lua: &mut Lua| out = body.take().map(|body| body(lua));
        let mut call: &mut dyn FnMut(&mut Lua) = &mut call;
        let Start { state, handler, enter, .. } = self.start;
        // SAFETY: the main state is free, and its stack empty, since each run leaves it so; `enter`
        // calls `call`, which outlives it. A panic passes through the frames of the VM, whose
        // handlers catch only exceptions of C++; the VM stays busy then.
        let error = unsafe {
            push(state, handler);
            push(state, enter);
            sys::lua_pushlightuserdatatagged(state, (&raw mut call).cast(), 0);
            let status = sys::lua_pcall(state, 1, 0, -3);
            let error = (status != sys::LUA_OK).then(|| Raised::top(Lua::of(state)));
            sys::lua_settop(state, 0);
            error
        };
        self.is_busy.set(false);
        match (error, out) {
            (None, Some(out)) => Ok(out),
            (error, _) => Err(error.unwrap_or_else(Raised::no_memory)),
        }
    }

    /// Returns the bytes that the VM has, including values that a collection would free.
    pub fn used_memory(&self) -> usize {
        self.arena().used()
    }

    /// Frees what no value refers to. Does nothing in the drop of a value of the VM.
    pub fn collect(&self) {
        if !self.own.is_within.get() {
            // SAFETY: the VM is not in the middle of its work. A collection raises no error, and
            // frees nothing that is borrowed: see `Lua`.
            unsafe {
                sys::lua_gc(self.start.state, sys::LUA_GCCOLLECT, 0);
                sys::lua_gc(self.start.state, sys::LUA_GCSTOP, 0);
            }
        }
    }
}

impl Drop for Vm {
    fn drop(&mut self) {
        // SAFETY: nothing uses the VM, and it is closed once at most.
        unsafe {
            // Everything else is freed with the arena.
            if self.own.objects.get() > 0 {
                sys::lua_close(self.start.state);
            }
            if let Some(memory) = self.memory.take() {
                memory.give();
            }
        }
    }
}

/// Pushes a value that the VM keeps.
///
/// # Safety
/// The state must be free.
unsafe fn push(state: *mut lua_State, value: Ref) {
    // SAFETY: the registry is a table.
    unsafe { sys::lua_rawgeti(state, sys::LUA_REGISTRYINDEX, value.0) };
}

/// Creates the functions that [`Vm::run`] needs.
///
/// # Safety
/// Its argument points to the functions.
unsafe extern "C-unwind" fn prepare(state: *mut lua_State) -> c_int {
    // SAFETY: see above; a VM calls it.
    unsafe {
        let functions = sys::lua_tolightuserdata(state, 1).cast::<[(Native, Ref); 2]>();
        let lua = Lua::of(state);
        for (function, reference) in &mut *functions {
            lua.push_function(*function, None, 0);
            *reference = lua.take_ref();
        }
    }
    0
}

/// Calls the closure of [`Vm::run`].
fn enter(lua: &mut Lua) -> c_int {
    // SAFETY: only `Vm::run` pushes a pointer, which is taken off the stack here.
    let call = unsafe { sys::lua_tolightuserdata(lua.raw(), 1) };
    let call = call.cast::<&mut dyn FnMut(&mut Lua)>();
    lua.set_top(0);
    // SAFETY: see above; it is there until `Vm::run` ends.
    if let Some(call) = unsafe { call.as_mut() } {
        call(lua);
    }
    0
}
