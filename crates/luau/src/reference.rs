//! Values that stay alive without a place on the stack.

use std::ffi::c_int;

use crate::sys;

/// A value that a VM keeps until it is dropped. In another VM it is some other value.
#[derive(Clone, Copy, Debug)]
pub struct Ref(pub(crate) c_int);

/// Refers to no value of any VM.
pub(crate) const NONE: Ref = Ref(sys::LUA_NOREF);
