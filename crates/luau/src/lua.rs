//! The handles of a running VM.

use std::any::TypeId;
use std::cell::UnsafeCell;
use std::ffi::{CStr, c_int};
use std::marker::{PhantomData, PhantomPinned};
use std::ops::Deref;
use std::ptr;

use crate::frame::Frames;
use crate::kind::{Kind, Value};
use crate::own::Own;
use crate::sys::{self, Closure, LuaTable, TString, TValue, Udata, lua_State};

/// A place whose bytes belong to the VM: a reference to it is the address of a `lua_State`, and
/// promises nothing about the bytes there. Without a size, it cannot be swapped for another.
#[repr(C)]
pub(crate) struct Foreign {
    bytes: UnsafeCell<[u8; 0]>,
    pinned: PhantomData<(*mut u8, PhantomPinned)>,
}

/// A VM in which code runs, wherever it is: at a safepoint in the middle of a function, too.
#[repr(transparent)]
pub struct Running(Frames);

/// A VM in which a native function runs, with the values on the stack of that function.
///
/// An index counts them from 1, or from the top by -1, or is an [`upvalue`]. Reading above the top
/// gives [`Kind::None`].
///
/// A borrowed value cannot be kept over a call:
///
/// ```compile_fail,E0502
/// fn kept(lua: &mut juez_luau::Lua) -> i32 {
///     let text = lua.text(2);
///     lua.call(0, None);
///     text.map_or(0, |text| text.len() as i32)
/// }
/// ```
///
/// nor longer than its slot:
///
/// ```compile_fail,E0502
/// fn kept(lua: &mut juez_luau::Lua) -> i32 {
///     let text = lua.text(-1);
///     lua.pop(1);
///     text.map_or(0, |text| text.len() as i32)
/// }
/// ```
///
/// # Panics
/// Every method with an index panics if it is 0 or below the stack. Methods that need a value of
/// some type, or that change a slot, panic if there is none.
#[repr(transparent)]
pub struct Lua(Running);

/// Returns the index of an upvalue of the running function, counted from 1.
pub const fn upvalue(number: u8) -> c_int {
    sys::LUA_GLOBALSINDEX - number as c_int
}

impl Deref for Running {
    type Target = Frames;

    #[inline]
    fn deref(&self) -> &Frames {
        &self.0
    }
}

impl Deref for Lua {
    type Target = Running;

    #[inline]
    fn deref(&self) -> &Running {
        &self.0
    }
}

impl Frames {
    /// # Safety
    /// The state must be one of a VM, and live as long as the reference.
    #[inline]
    pub(crate) unsafe fn of<'a>(state: *mut lua_State) -> &'a Frames {
        // SAFETY: the type has no bytes.
        unsafe { &*state.cast() }
    }

    #[inline]
    pub(crate) fn raw(&self) -> *mut lua_State {
        ptr::from_ref(self).cast_mut().cast()
    }
}

impl Running {
    /// # Safety
    /// The state must be the running one of a [`crate::Vm`], as long as the reference lives.
    #[inline]
    pub(crate) unsafe fn of<'a>(state: *mut lua_State) -> &'a Running {
        // SAFETY: the type has no bytes.
        unsafe { &*state.cast() }
    }

    /// The part of this VM that is outside its arena.
    #[inline]
    pub(crate) fn own(&self) -> &Own {
        // SAFETY: a VM sets the pointer before anything runs in it, and outlives what runs.
        unsafe { &*(*sys::callbacks(self.raw())).userdata.cast::<Own>() }
    }

    /// Returns the data of the VM, if it has this type.
    #[inline]
    pub fn attached<T: 'static>(&self) -> Option<&T> {
        let (type_id, data) = self.own().data.get()?;
        // SAFETY: the data has this type.
        (*type_id == TypeId::of::<T>()).then(|| unsafe { &*ptr::from_ref(&**data).cast::<T>() })
    }

    /// Returns the heap of the VM in KiB, with values that a collection would free.
    pub fn used_kib(&self) -> c_int {
        // SAFETY: it only reads a number.
        unsafe { sys::lua_gc(self.raw(), sys::LUA_GCCOUNT, 0) }
    }

    /// Frees what no value refers to, and stops the collector again.
    pub fn collect(&self) {
        // SAFETY: code runs, so the VM is not in the middle of an allocation or collection. What is
        // borrowed from a handle is on the stack or an upvalue, so it is not freed.
        unsafe {
            sys::lua_gc(self.raw(), sys::LUA_GCCOLLECT, 0);
            sys::lua_gc(self.raw(), sys::LUA_GCSTOP, 0);
        }
    }

    /// Lets the collector run whenever the heap has grown.
    pub fn restart_collector(&self) {
        // SAFETY: as in `collect`; from now on every push can collect.
        unsafe { sys::lua_gc(self.raw(), sys::LUA_GCRESTART, 0) };
    }
}

impl Lua {
    /// # Safety
    /// The state must be the running one of a [`crate::Vm`] and in a function of C, and there must
    /// be no other handle in use, as long as the reference lives.
    #[inline]
    pub(crate) unsafe fn of<'a>(state: *mut lua_State) -> &'a mut Lua {
        // SAFETY: the type has no bytes.
        unsafe { &mut *state.cast() }
    }

    /// Returns the number of values on the stack.
    #[inline]
    pub fn top(&self) -> c_int {
        let state = self.raw();
        // SAFETY: both are slots of the stack.
        unsafe { (*state).top.offset_from((*state).base) as c_int }
    }

    /// Returns the number of slots below the running function.
    #[inline]
    pub(crate) fn depth(&self) -> isize {
        let state = self.raw();
        // SAFETY: both are slots of the stack.
        unsafe { (*state).base.offset_from((*state).stack) }
    }

    /// Returns the slot of an index; null if it has none.
    #[inline]
    pub(crate) fn slot(&self, at: c_int) -> *const TValue {
        let state = self.raw();
        // SAFETY: the stack has values from `base` to `top`.
        let (base, top) = unsafe { ((*state).base, (*state).top) };
        if at > 0 {
            let slot = base.wrapping_add(at as usize - 1);
            if slot < top { slot } else { ptr::null() }
        } else if at > sys::LUA_REGISTRYINDEX {
            if at == 0 || at < -self.top() {
                no_value(at);
            }
            top.wrapping_offset(at as isize)
        } else {
            let number = sys::LUA_GLOBALSINDEX - at;
            if number < 1 {
                no_value(at);
            }
            let function = self.function();
            // SAFETY: a function of C has this many upvalues behind it.
            unsafe {
                if number > c_int::from((*function).nupvalues) {
                    return ptr::null();
                }
                (&raw const (*function).upvals).cast::<TValue>().add(number as usize - 1)
            }
        }
    }

    /// Returns a value that exists.
    #[inline]
    pub(crate) fn value(&self, at: c_int) -> TValue {
        // SAFETY: a slot has a value.
        unsafe { self.slot(at).as_ref() }.copied().unwrap_or_else(|| no_value(at))
    }

    /// Returns the running function, which is one of C.
    #[inline]
    pub(crate) fn function(&self) -> *const Closure {
        // SAFETY: each call has a function. After a panic that native code caught it can be one of
        // Lua, which has other parts.
        unsafe {
            let function = (*(*self.raw()).ci).func;
            assert!((*function).tt == sys::LUA_TFUNCTION, "no function runs");
            let function = (*function).value.gc.cast::<Closure>();
            assert!((*function).isC != 0, "no native function runs");
            function
        }
    }

    /// Returns the index of a table.
    #[inline]
    pub(crate) fn table(&self, at: c_int) -> c_int {
        if self.kind(at) != Kind::Table {
            no_table(at);
        }
        at
    }

    #[inline]
    fn table_at(&self, at: c_int) -> &LuaTable {
        let value = self.value(self.table(at));
        // SAFETY: the value of a table points to it, and its slot holds it.
        unsafe { &*value.value.gc.cast::<LuaTable>() }
    }

    /// Returns the type of a value.
    #[inline]
    pub fn kind(&self, at: c_int) -> Kind {
        // SAFETY: a slot has a value.
        match unsafe { self.slot(at).as_ref() } {
            None => Kind::None,
            Some(value) => Kind::of(value.tt),
        }
    }

    /// Returns a value, or its type.
    #[inline]
    pub fn read(&self, at: c_int) -> Value<'_> {
        // SAFETY: a slot has a value with the member for its type. That of a text points to it; the
        // slot holds it as long as the result is borrowed.
        unsafe {
            let Some(value) = self.slot(at).as_ref() else { return Value::Other(Kind::None) };
            match value.tt {
                sys::LUA_TBOOLEAN => Value::Boolean(value.value.b != 0),
                sys::LUA_TNUMBER => Value::Number(value.value.n),
                sys::LUA_TSTRING => Value::Text(bytes(value.value.gc.cast())),
                number => Value::Other(Kind::of(number)),
            }
        }
    }

    /// Returns a number; `None` for any other value, also for the text of a number.
    #[inline]
    pub fn number(&self, at: c_int) -> Option<f64> {
        if let Value::Number(number) = self.read(at) { Some(number) } else { None }
    }

    /// Returns the bytes of a text; `None` for any other value.
    #[inline]
    pub fn text(&self, at: c_int) -> Option<&[u8]> {
        if let Value::Text(text) = self.read(at) { Some(text) } else { None }
    }

    /// Returns false for `nil`, `false` and no value.
    #[inline]
    pub fn flag(&self, at: c_int) -> bool {
        !matches!(self.read(at), Value::Boolean(false) | Value::Other(Kind::Nil | Kind::None))
    }

    /// Returns the userdata at an index.
    #[inline]
    pub(crate) fn userdata(&self, at: c_int) -> Option<*mut Udata> {
        // SAFETY: a slot has a value, and that of a userdata points to it.
        unsafe {
            let value = self.slot(at).as_ref().filter(|value| value.tt == sys::LUA_TUSERDATA)?;
            Some(value.value.gc.cast())
        }
    }

    /// Returns the bytes of a text, buffer or userdata, or the length of a table; 0 for other
    /// values.
    #[inline]
    pub fn len(&self, at: c_int) -> usize {
        self.slot(at);
        // SAFETY: the index is one.
        unsafe { sys::lua_objlen(self.raw(), at) as usize }
    }

    /// Returns the number of slots of a table, including empty ones.
    pub fn slots(&self, table: c_int) -> u64 {
        let table = self.table_at(table);
        table.sizearray.max(0) as u64 + (1 << table.lsizenode.min(31))
    }

    /// Returns the name of the type of a value, as scripts see it.
    pub fn type_name(&self, at: c_int) -> &'static CStr {
        // SAFETY: the types have static names.
        unsafe {
            let kind = self.slot(at).as_ref().map_or(sys::LUA_TNONE, |value| value.tt);
            CStr::from_ptr(sys::lua_typename(self.raw(), kind))
        }
    }

    /// Returns true if a table has a metatable.
    #[inline]
    pub fn has_metatable(&self, table: c_int) -> bool {
        !self.table_at(table).metatable.is_null()
    }

    /// Returns the name in the method call that runs the function; empty if none does.
    pub fn method_name(&self) -> &[u8] {
        // SAFETY: the bytes of a text are part of it. The state holds the text until another
        // method is called.
        unsafe {
            let text = sys::lua_namecallatom(self.raw(), ptr::null_mut());
            if text.is_null() {
                return &[];
            }
            bytes(text.byte_sub(std::mem::offset_of!(TString, data)).cast())
        }
    }

    /// Returns the atom of the name in the method call that runs the function; see
    /// [`Lua::on_method_name`].
    #[inline]
    pub fn method_atom(&self) -> c_int {
        let mut atom = 0;
        // SAFETY: it writes the number.
        unsafe { sys::lua_namecallatom(self.raw(), &mut atom) };
        atom
    }
}

/// Returns the bytes of a text.
///
/// # Safety
/// It must be one, and live as long as the bytes are borrowed.
#[inline]
pub(crate) unsafe fn bytes<'a>(text: *const TString) -> &'a [u8] {
    // SAFETY: its bytes follow it.
    unsafe { std::slice::from_raw_parts((&raw const (*text).data).cast(), (*text).len as usize) }
}

#[cold]
#[inline(never)]
pub(crate) fn no_value(at: c_int) -> ! {
    panic!("the stack of a VM has no value at index {at}")
}

#[cold]
#[inline(never)]
fn no_table(at: c_int) -> ! {
    panic!("the value at index {at} of a VM is not a table")
}
