//! Compiles sources.

use std::ffi::{CStr, c_char, c_int};
use std::{ptr, slice};

use crate::sys::{self, lua_CompileOptions};

/// A compiled source. The VM trusts its bytes, so they come from the compiler only.
#[derive(Clone)]
pub struct Bytecode(pub(crate) Vec<u8>);

/// The inlining of local functions.
#[derive(Clone, Copy)]
pub enum Optimization {
    /// Each call of a local function stays one.
    Plain = 1,
    /// Small functions are inlined, which can take more than proportional time.
    Inlining = 2,
}

/// Compiles a source, with calls of the builtins in `called` not inlined.
///
/// # Errors
/// Luau's message: `:3: Expected ...`.
///
/// # Panics
/// Without memory.
pub fn compile(
    source: &str,
    optimization: Optimization,
    called: &[&CStr],
) -> Result<Bytecode, String> {
    let called: Vec<*const c_char> =
        called.iter().map(|name| name.as_ptr()).chain([ptr::null()]).collect();
    let mut options = lua_CompileOptions {
        optimizationLevel: optimization as c_int,
        disabledBuiltins: called.as_ptr(),
        ..Default::default()
    };
    let mut len = 0;
    // SAFETY: the options outlive the call, and the list of names ends with null. The result has
    // `len` bytes of the C library.
    let bytes = unsafe {
        let bytes = sys::luau_compile(source.as_ptr().cast(), source.len(), &mut options, &mut len);
        assert!(!bytes.is_null(), "no memory to compile a script");
        let copy = slice::from_raw_parts(bytes.cast::<u8>(), len).to_vec();
        sys::free(bytes.cast());
        copy
    };
    match &bytes[..] {
        // Where bytecode has its version, an error has 0.
        [] | [0, ..] => Err(String::from_utf8_lossy(bytes.get(1..).unwrap_or(&[])).into_owned()),
        _ => Ok(Bytecode(bytes)),
    }
}
