//! The calls that run in a VM, for messages.

use std::borrow::Cow;
use std::ffi::{CStr, c_char, c_int};
use std::mem::MaybeUninit;

use crate::lua::Foreign;
use crate::sys::{self, lua_Debug};

/// The calls of a state, running or not.
#[repr(transparent)]
pub struct Frames(Foreign);

/// A call. Texts are borrowed from the VM.
pub struct Frame<'a> {
    /// The file of the function, in brackets unless it is one.
    pub file: Cow<'a, str>,
    /// The line that runs, from 1; 0 in a native function.
    pub line: u32,
    /// The name of the function; empty if it is unknown or was not asked for.
    pub name: Cow<'a, str>,
    /// True for the code of a file outside its functions.
    pub is_file: bool,
}

impl Frames {
    /// Calls `read` with the frame of a level, 0 is the innermost; `None` if there are fewer.
    /// `named` asks for names.
    pub fn frame<R>(
        &self,
        level: u32,
        named: bool,
        read: impl FnOnce(&Frame<'_>) -> R,
    ) -> Option<R> {
        let level = c_int::try_from(level).ok()?;
        let parts = if named { c"sln" } else { c"sl" };
        let mut frame = MaybeUninit::<lua_Debug>::zeroed();
        // SAFETY: zero is a value of each member, and the VM fills the members of the parts. Texts are
        // read in place, since they can lie in a buffer of the struct itself.
        let frame = unsafe {
            if sys::lua_getinfo(self.raw(), level, parts.as_ptr(), frame.as_mut_ptr()) == 0 {
                return None;
            }
            frame.assume_init_ref()
        };
        // SAFETY: the texts belong to the VM, in which nothing runs meanwhile.
        let (file, name, what) =
            unsafe { (text(frame.short_src), text(frame.name), text(frame.what)) };
        let line = frame.currentline.max(0) as u32;
        Some(read(&Frame { file, line, name, is_file: what == "main" }))
    }
}

/// Reads a text of a frame; null is empty.
///
/// # Safety
/// It must be one, or null.
unsafe fn text<'a>(text: *const c_char) -> Cow<'a, str> {
    // SAFETY: see above.
    if text.is_null() { c"" } else { unsafe { CStr::from_ptr(text) } }.to_string_lossy()
}
