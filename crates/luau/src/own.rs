//! The part of a VM that is not in its arena.

use std::any::{Any, TypeId};
use std::cell::{Cell, OnceCell};

/// Types of objects that a VM can have.
pub const TYPES: usize = 4;

/// Data, types and state of a VM, kept by Rust. The VM has its address.
#[derive(Default)]
pub struct Own {
    /// The data of the VM with its type.
    pub data: OnceCell<(TypeId, Box<dyn Any>)>,
    /// The registered types of objects.
    pub types: [Cell<Option<TypeId>>; TYPES],
    /// Objects that must be dropped: a VM without any is not closed, only forgotten.
    pub objects: Cell<usize>,
    /// True while a VM is filled whose copies other VMs begin as: it may have no objects.
    pub is_filling: Cell<bool>,
    /// True while the VM is in the middle of an allocation or collection: nothing may run in it.
    pub is_within: Cell<bool>,
}

impl Own {
    #[inline]
    pub fn has<T: crate::Object>(&self) -> bool {
        self.types[T::NUMBER].get() == Some(TypeId::of::<T>())
    }

    /// Calls code of Rust from the middle of an allocation or collection.
    pub fn within<R>(&self, call: impl FnOnce() -> R) -> R {
        let before = self.is_within.replace(true);
        let result = call();
        self.is_within.set(before);
        result
    }
}
