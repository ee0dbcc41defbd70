//! The part of Luau 0.740's C interface that juez uses, under its names there; `lua.h`, `lualib.h`
//! and `luacode.h` describe each.
//!
//! A function that raises an error throws a C++ exception, which unwinds the Rust frames between it
//! and the protected call and drops what they hold.

#![allow(non_camel_case_types, non_snake_case, missing_docs, unsafe_code)]
#![allow(clippy::missing_safety_doc)] // the caller keeps to the headers

use std::ffi::{c_char, c_int, c_void};
use std::{ptr, slice};

pub const LUA_MULTRET: c_int = -1;

// The same as in build.rs.
const LUAI_MAXCSTACK: c_int = 1_000_000;
pub const LUA_REGISTRYINDEX: c_int = -LUAI_MAXCSTACK - 2000;
pub const LUA_GLOBALSINDEX: c_int = -LUAI_MAXCSTACK - 2002;

pub const LUA_OK: c_int = 0;

pub const LUA_TNONE: c_int = -1;
pub const LUA_TNIL: c_int = 0;
pub const LUA_TBOOLEAN: c_int = 1;
pub const LUA_TLIGHTUSERDATA: c_int = 2;
pub const LUA_TNUMBER: c_int = 3;
pub const LUA_TSTRING: c_int = 6;
pub const LUA_TTABLE: c_int = 7;
pub const LUA_TFUNCTION: c_int = 8;
pub const LUA_TUSERDATA: c_int = 9;
pub const LUA_TTHREAD: c_int = 10;
pub const LUA_TBUFFER: c_int = 11;

pub const LUA_GCSTOP: c_int = 0;
pub const LUA_GCRESTART: c_int = 1;
pub const LUA_GCCOLLECT: c_int = 2;
pub const LUA_GCCOUNT: c_int = 3;

pub const LUA_NOREF: c_int = -1;

#[repr(C)]
pub struct lua_State {
    _opaque: [u8; 0],
}

pub type lua_CFunction = unsafe extern "C-unwind" fn(*mut lua_State) -> c_int;
pub type lua_Continuation = unsafe extern "C-unwind" fn(*mut lua_State, status: c_int) -> c_int;
pub type lua_Alloc = unsafe extern "C" fn(
    data: *mut c_void,
    block: *mut c_void,
    old: usize,
    new: usize,
) -> *mut c_void;
pub type lua_Destructor = unsafe extern "C" fn(*mut lua_State, *mut c_void);

#[repr(C)]
pub struct lua_Debug {
    pub name: *const c_char,
    pub what: *const c_char,
    pub source: *const c_char,
    pub short_src: *const c_char,
    pub linedefined: c_int,
    pub currentline: c_int,
    pub protoid: c_int,
    pub bytecodeid: c_int,
    pub nupvals: u8,
    pub nparams: u8,
    pub isvararg: c_char,
    pub userdata: *mut c_void,
    pub ssbuf: [c_char; 256],
}

// juez does not set these callbacks.
type Unset = Option<unsafe extern "C-unwind" fn()>;

#[repr(C)]
pub struct lua_Callbacks {
    pub userdata: *mut c_void,
    pub interrupt: Option<unsafe extern "C-unwind" fn(*mut lua_State, gc: c_int)>,
    panic: Unset,
    userthread: Unset,
    pub useratom: Option<unsafe extern "C-unwind" fn(*mut lua_State, *const c_char, usize) -> i16>,
    userfinalizer: Unset,
    debugbreak: Unset,
    debugstep: Unset,
    debuginterrupt: Unset,
    debugprotectederror: Unset,
    pub onallocate: Option<
        unsafe extern "C-unwind" fn(
            *mut lua_State,
            block: *mut c_void,
            old: usize,
            new: usize,
            category: u8,
            kind: c_int,
            tag: c_int,
        ),
    >,
    preresume: Unset,
    postresume: Unset,
    onfree: Unset,
}

#[repr(C)]
pub struct lua_CompileOptions {
    pub optimizationLevel: c_int,
    pub debugLevel: c_int,
    typeInfoLevel: c_int,
    coverageLevel: c_int,
    vectorLib: *const c_char,
    vectorCtor: *const c_char,
    vectorType: *const c_char,
    vectorPrecision: c_int,
    mutableGlobals: *const *const c_char,
    userdataTypes: *const *const c_char,
    librariesWithKnownMembers: *const *const c_char,
    libraryMemberTypeCb: Unset,
    libraryMemberConstantCb: Unset,
    pub disabledBuiltins: *const *const c_char,
}

impl Default for lua_CompileOptions {
    /// Returns the defaults of `luacode.h`.
    fn default() -> lua_CompileOptions {
        lua_CompileOptions {
            optimizationLevel: 1,
            debugLevel: 1,
            typeInfoLevel: 0,
            coverageLevel: 0,
            vectorLib: ptr::null(),
            vectorCtor: ptr::null(),
            vectorType: ptr::null(),
            vectorPrecision: 0,
            mutableGlobals: ptr::null(),
            userdataTypes: ptr::null(),
            librariesWithKnownMembers: ptr::null(),
            libraryMemberTypeCb: None,
            libraryMemberConstantCb: None,
            disabledBuiltins: ptr::null(),
        }
    }
}

// `lua.h`, in its order.
unsafe extern "C-unwind" {
    pub fn lua_newstate(allocate: lua_Alloc, data: *mut c_void) -> *mut lua_State;
    pub fn lua_close(L: *mut lua_State);

    pub fn lua_absindex(L: *mut lua_State, idx: c_int) -> c_int;
    pub fn lua_gettop(L: *mut lua_State) -> c_int;
    pub fn lua_settop(L: *mut lua_State, idx: c_int);
    pub fn lua_pushvalue(L: *mut lua_State, idx: c_int);
    pub fn lua_remove(L: *mut lua_State, idx: c_int);
    pub fn lua_insert(L: *mut lua_State, idx: c_int);
    pub fn lua_replace(L: *mut lua_State, idx: c_int);
    pub fn lua_rawcheckstack(L: *mut lua_State, sz: c_int);

    pub fn lua_isstring(L: *mut lua_State, idx: c_int) -> c_int;
    pub fn lua_type(L: *mut lua_State, idx: c_int) -> c_int;
    pub fn lua_typename(L: *mut lua_State, tp: c_int) -> *const c_char;
    fn lua_tonumberx(L: *mut lua_State, idx: c_int, isnum: *mut c_int) -> f64;
    pub fn lua_toboolean(L: *mut lua_State, idx: c_int) -> c_int;
    pub fn lua_tolstring(L: *mut lua_State, idx: c_int, len: *mut usize) -> *const c_char;
    pub fn lua_namecallatom(L: *mut lua_State, atom: *mut c_int) -> *const c_char;
    pub fn lua_objlen(L: *mut lua_State, idx: c_int) -> c_int;
    pub fn lua_tocfunction(L: *mut lua_State, idx: c_int) -> Option<lua_CFunction>;
    pub fn lua_tolightuserdata(L: *mut lua_State, idx: c_int) -> *mut c_void;
    pub fn lua_touserdata(L: *mut lua_State, idx: c_int) -> *mut c_void;
    pub fn lua_touserdatatagged(L: *mut lua_State, idx: c_int, tag: c_int) -> *mut c_void;
    pub fn lua_tothread(L: *mut lua_State, idx: c_int) -> *mut lua_State;
    pub fn lua_topointer(L: *mut lua_State, idx: c_int) -> *const c_void;

    pub fn lua_pushnil(L: *mut lua_State);
    pub fn lua_pushnumber(L: *mut lua_State, n: f64);
    pub fn lua_pushinteger(L: *mut lua_State, n: c_int);
    pub fn lua_pushlstring(L: *mut lua_State, s: *const c_char, l: usize);
    pub fn lua_pushstring(L: *mut lua_State, s: *const c_char);
    pub fn lua_pushcclosurek(
        L: *mut lua_State,
        f: lua_CFunction,
        debugname: *const c_char,
        nup: c_int,
        cont: Option<lua_Continuation>,
    );
    pub fn lua_pushboolean(L: *mut lua_State, b: c_int);
    fn lua_pushlightuserdatatagged(L: *mut lua_State, p: *mut c_void, tag: c_int);
    pub fn lua_newuserdatatagged(L: *mut lua_State, sz: usize, tag: c_int) -> *mut c_void;
    pub fn lua_newuserdatataggedwithmetatable(
        L: *mut lua_State,
        sz: usize,
        tag: c_int,
    ) -> *mut c_void;
    pub fn lua_newbuffer(L: *mut lua_State, sz: usize) -> *mut c_void;

    fn lua_getfield(L: *mut lua_State, idx: c_int, k: *const c_char) -> c_int;
    pub fn lua_rawgetfield(L: *mut lua_State, idx: c_int, k: *const c_char) -> c_int;
    pub fn lua_rawget(L: *mut lua_State, idx: c_int) -> c_int;
    pub fn lua_rawgeti(L: *mut lua_State, idx: c_int, n: c_int) -> c_int;
    pub fn lua_createtable(L: *mut lua_State, narr: c_int, nrec: c_int);
    pub fn lua_setreadonly(L: *mut lua_State, idx: c_int, enabled: c_int);

    fn lua_setfield(L: *mut lua_State, idx: c_int, k: *const c_char);
    pub fn lua_rawsetfield(L: *mut lua_State, idx: c_int, k: *const c_char);
    pub fn lua_rawset(L: *mut lua_State, idx: c_int);
    pub fn lua_rawseti(L: *mut lua_State, idx: c_int, n: c_int);

    pub fn luau_load(
        L: *mut lua_State,
        chunkname: *const c_char,
        data: *const c_char,
        size: usize,
        env: c_int,
    ) -> c_int;
    pub fn lua_call(L: *mut lua_State, nargs: c_int, nresults: c_int);
    pub fn lua_pcall(L: *mut lua_State, nargs: c_int, nresults: c_int, errfunc: c_int) -> c_int;
    pub fn lua_cpcall(L: *mut lua_State, f: lua_CFunction, ud: *mut c_void) -> c_int;
    pub fn lua_pcallyieldable(
        L: *mut lua_State,
        nargs: c_int,
        nresults: c_int,
        errfunc: c_int,
    ) -> c_int;

    pub fn lua_gc(L: *mut lua_State, what: c_int, data: c_int) -> c_int;
    pub fn lua_error(L: *mut lua_State) -> !;
    pub fn lua_next(L: *mut lua_State, idx: c_int) -> c_int;
    pub fn lua_rawiter(L: *mut lua_State, idx: c_int, iter: c_int) -> c_int;
    pub fn lua_setuserdatadtor(L: *mut lua_State, tag: c_int, dtor: Option<lua_Destructor>);
    pub fn lua_setuserdatametatable(L: *mut lua_State, tag: c_int);
    pub fn lua_getallocf(L: *mut lua_State, ud: *mut *mut c_void) -> lua_Alloc;
    pub fn lua_ref(L: *mut lua_State, idx: c_int) -> c_int;

    pub fn lua_getinfo(
        L: *mut lua_State,
        level: c_int,
        what: *const c_char,
        ar: *mut lua_Debug,
    ) -> c_int;
    pub fn lua_getupvalue(L: *mut lua_State, funcindex: c_int, n: c_int) -> *const c_char;
    pub fn lua_setupvalue(L: *mut lua_State, funcindex: c_int, n: c_int) -> *const c_char;
}

unsafe extern "C" {
    pub fn lua_callbacks(L: *mut lua_State) -> *mut lua_Callbacks;
    /// In the package's own `lextra.cpp`: the metatable of the value at an index, or null.
    pub fn lua_getmetatablepointer(L: *mut lua_State, idx: c_int) -> *const c_void;
}

// `lualib.h`.
unsafe extern "C-unwind" {
    pub fn luaL_getmetafield(L: *mut lua_State, obj: c_int, e: *const c_char) -> c_int;
    #[link_name = "luaL_typeerrorL"]
    pub fn luaL_typeerror(L: *mut lua_State, narg: c_int, tname: *const c_char) -> !;
    pub fn luaL_checkstack(L: *mut lua_State, sz: c_int, msg: *const c_char);
    pub fn luaL_checktype(L: *mut lua_State, narg: c_int, t: c_int);
    pub fn luaL_checkany(L: *mut lua_State, narg: c_int);
    #[link_name = "luaL_errorL"]
    pub fn luaL_error(L: *mut lua_State, fmt: *const c_char, ...) -> !;
    pub fn luaL_tolstring(L: *mut lua_State, idx: c_int, len: *mut usize) -> *const c_char;
    pub fn luaL_sandbox(L: *mut lua_State);
    pub fn luaL_sandboxthread(L: *mut lua_State);

    pub fn luaopen_base(L: *mut lua_State) -> c_int;
    pub fn luaopen_bit32(L: *mut lua_State) -> c_int;
    pub fn luaopen_buffer(L: *mut lua_State) -> c_int;
    pub fn luaopen_coroutine(L: *mut lua_State) -> c_int;
    pub fn luaopen_math(L: *mut lua_State) -> c_int;
    pub fn luaopen_string(L: *mut lua_State) -> c_int;
    pub fn luaopen_table(L: *mut lua_State) -> c_int;
    pub fn luaopen_utf8(L: *mut lua_State) -> c_int;
}

// Macros of `lua.h`.

pub const fn lua_upvalueindex(i: c_int) -> c_int {
    LUA_GLOBALSINDEX - i
}

#[inline]
pub unsafe fn lua_pop(L: *mut lua_State, n: c_int) {
    unsafe { lua_settop(L, -n - 1) }
}

#[inline]
pub unsafe fn lua_tonumber(L: *mut lua_State, idx: c_int) -> f64 {
    unsafe { lua_tonumberx(L, idx, ptr::null_mut()) }
}

#[inline]
pub unsafe fn lua_isnil(L: *mut lua_State, idx: c_int) -> bool {
    unsafe { lua_type(L, idx) == LUA_TNIL }
}

#[inline]
pub unsafe fn lua_pushlightuserdata(L: *mut lua_State, p: *mut c_void) {
    unsafe { lua_pushlightuserdatatagged(L, p, 0) }
}

#[inline]
pub unsafe fn lua_getglobal(L: *mut lua_State, name: *const c_char) -> c_int {
    unsafe { lua_getfield(L, LUA_GLOBALSINDEX, name) }
}

#[inline]
pub unsafe fn lua_setglobal(L: *mut lua_State, name: *const c_char) {
    unsafe { lua_setfield(L, LUA_GLOBALSINDEX, name) }
}

/// Compiles a source to bytecode. If it is wrong, the first byte is 0 and the message follows.
///
/// # Safety
/// The pointers in the options are null or as `luacode.h` describes them.
///
/// # Panics
/// Without memory.
pub unsafe fn compile(source: &[u8], options: &mut lua_CompileOptions) -> Vec<u8> {
    unsafe extern "C" {
        fn luau_compile(
            source: *const c_char,
            size: usize,
            options: *mut lua_CompileOptions,
            outsize: *mut usize,
        ) -> *mut c_char;
        fn free(block: *mut c_void);
    }
    let mut len = 0;
    unsafe {
        let bytes = luau_compile(source.as_ptr().cast(), source.len(), options, &mut len);
        assert!(!bytes.is_null(), "no memory to compile a script");
        let copy = slice::from_raw_parts(bytes.cast::<u8>(), len).to_vec();
        free(bytes.cast());
        copy
    }
}
