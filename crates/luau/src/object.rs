//! Values of Rust in a VM.

use std::any::TypeId;
use std::ffi::{CStr, c_int, c_void};

use crate::kind::Kind;
use crate::lua::{Lua, Running};
use crate::own::TYPES;
use crate::sys::{self, lua_State};

/// A type of Rust whose values a VM can hold. They are dropped by the collector, or with the VM.
///
/// # Panics
/// A panic in the drop of such a value aborts the program: the VM is in the middle of its work then.
pub trait Object: 'static {
    /// Its number among the types of its VM, from 0 to 3.
    const NUMBER: usize;
    /// Its name in scripts and messages.
    const NAME: &'static CStr;

    /// Returns false if dropping the value has no effect. A VM without other values ends at once.
    fn is_owner(&self) -> bool {
        true
    }
}

/// The VM's tag of a type; 0 is that of userdata without a type.
const fn tag<T: Object>() -> c_int {
    const { assert!(T::NUMBER < TYPES && align_of::<T>() <= 8, "a VM cannot hold it") }
    T::NUMBER as c_int + 1
}

impl Lua {
    /// Lets the VM hold objects of a type, with the table on top of the stack as their metatable,
    /// which it pops.
    ///
    /// # Panics
    /// If a type with this number is registered.
    pub fn register<T: Object>(&mut self) {
        assert!(self.kind(-1) == Kind::Table, "a metatable is a table");
        let registered = self.own().types[T::NUMBER].replace(Some(TypeId::of::<T>()));
        assert!(registered.is_none(), "a type of this number is registered");
        // SAFETY: a table is on the stack, and the tag has no metatable. From now on, only objects of
        // this type have the tag.
        unsafe {
            sys::lua_setuserdatametatable(self.raw(), tag::<T>());
            sys::lua_setuserdatadtor(self.raw(), tag::<T>(), Some(drop_object::<T>));
        }
    }

    /// Pushes an object.
    ///
    /// # Panics
    /// If its type is not registered, or while the VM is set up: copies of it would share the object.
    pub fn push_object<T: Object>(&self, object: T) {
        let (own, is_owner) = (self.own(), object.is_owner());
        assert!(own.has::<T>(), "an object of a type that is not registered");
        assert!(!own.is_filling.get(), "a VM that is set up has no objects");
        // SAFETY: the tag has a metatable. Nothing comes between making the userdata and filling it,
        // and it has room for the object.
        unsafe {
            let memory =
                sys::lua_newuserdatataggedwithmetatable(self.raw(), size_of::<T>(), tag::<T>());
            memory.cast::<T>().write(object);
        }
        own.objects.set(own.objects.get() + usize::from(is_owner));
    }

    /// Returns the object at an index; `None` if it is something else.
    #[inline]
    pub fn object<T: Object>(&self, at: c_int) -> Option<&T> {
        let userdata = self.userdata(at)?;
        // SAFETY: only objects of a registered type have its tag, and they fill their userdata. The
        // slot holds it as long as the result is borrowed.
        unsafe {
            let is_type = c_int::from((*userdata).tag) == tag::<T>() && self.own().has::<T>();
            is_type.then(|| &*(&raw const (*userdata).data).cast::<T>())
        }
    }
}

/// Drops the object in a userdata.
///
/// # Safety
/// Only a VM may call it, once, on an object of `push_object`.
unsafe extern "C" fn drop_object<T: Object>(state: *mut lua_State, object: *mut c_void) {
    // SAFETY: see above. The VM is in the middle of its work, but its own data is there.
    let (own, object) = unsafe { (Running::of(state).own(), object.cast::<T>()) };
    own.within(|| {
        // SAFETY: nothing refers to the object.
        unsafe {
            let is_owner = (*object).is_owner();
            object.drop_in_place();
            own.objects.set(own.objects.get().saturating_sub(is_owner.into()));
        }
    });
}
