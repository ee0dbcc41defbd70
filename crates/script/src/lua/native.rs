//! The native data of a VM.

#![allow(unsafe_code)] // the C interface of Luau

use juez_luau as ffi;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::code::LuaCode;
use super::reference::Ref;
use crate::host::Host;
use juez_core::Vocabulary;

/// The data of the native functions of a VM.
pub struct Native {
    /// Implements the methods of objects.
    pub host: Rc<Host>,
    /// The files of the bot.
    pub code: LuaCode,
    /// The values of required files; a file that is still running has none.
    pub modules: RefCell<BTreeMap<String, Option<Ref>>>,
    /// The texts of each vocabulary made so far, a table by number.
    pub vocabularies: RefCell<Vec<(&'static Vocabulary, Ref)>>,
}

/// Returns the data of the native functions of a VM.
///
/// # Safety
/// `state` must be of a VM to which [`Native`] is attached.
pub unsafe fn native<'a>(state: *mut ffi::lua_State) -> &'a Native {
    unsafe { &*(*ffi::lua_callbacks(state)).userdata.cast::<Native>() }
}
