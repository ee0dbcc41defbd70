//! The part of Luau's C interface that this crate uses, under its names there; `lua.h`, `lualib.h` and
//! `luacode.h` describe each function. Also the beginning of the VM's structs (`lstate.h`,
//! `lobject.h`), whose layout `layout.cpp` checks when the VM is compiled.
//!
//! A function that raises an error throws a C++ exception, which unwinds the Rust frames between it
//! and the protected call and drops their values.

#![allow(non_camel_case_types, non_snake_case)]

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

pub const LUA_MULTRET: c_int = -1;

// The same as in build.rs.
pub const LUAI_MAXCSTACK: c_int = 1_000_000;
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

/// Slots that a C function can use beyond its arguments.
pub const LUA_MINSTACK: c_int = 20;

/// The beginning of a state.
#[repr(C)]
pub struct lua_State {
    header: [u8; 8],
    /// The first free slot.
    pub top: *mut TValue,
    /// The first slot of the running function.
    pub base: *mut TValue,
    global: *mut c_void,
    pub ci: *mut CallInfo,
    stack_last: *mut TValue,
    pub stack: *mut TValue,
}

/// The beginning of the record of a call.
#[repr(C)]
pub struct CallInfo {
    base: *mut TValue,
    /// The function.
    pub func: *mut TValue,
    /// The end of the slots that it may use.
    pub top: *mut TValue,
}

/// A value. The members of `value` depend on `tt`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TValue {
    pub value: Value,
    extra: c_int,
    /// The type, `LUA_T...`.
    pub tt: c_int,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union Value {
    pub gc: *mut c_void,
    pub n: f64,
    pub b: c_int,
}

/// The beginning of a text; its bytes follow.
#[repr(C)]
pub struct TString {
    header: [u8; 20],
    pub len: u32,
    pub data: [u8; 0],
}

/// The beginning of a userdata; its bytes follow.
#[repr(C)]
pub struct Udata {
    header: [u8; 3],
    pub tag: u8,
    len: c_int,
    metatable: *mut c_void,
    pub data: [u64; 0],
}

/// A function of C; its upvalues follow.
#[repr(C)]
pub struct Closure {
    header: [u8; 3],
    pub isC: u8,
    pub nupvalues: u8,
    others: [u8; 3],
    gclist: *mut c_void,
    env: *mut c_void,
    pub f: lua_CFunction,
    pub cont: Option<lua_Continuation>,
    pub debugname: *mut TString,
    pub upvals: [TValue; 0],
}

/// The beginning of a table.
#[repr(C)]
pub struct LuaTable {
    header: [u8; 6],
    /// Number of slots for keys of any kind, as a power of two.
    pub lsizenode: u8,
    nodemask8: u8,
    /// Number of slots for keys counted from 1.
    pub sizearray: c_int,
    lastfree: c_int,
    pub metatable: *mut c_void,
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
    // No error can pass through an allocation.
    pub onallocate: Option<
        unsafe extern "C" fn(
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
    pub typeInfoLevel: c_int,
    pub coverageLevel: c_int,
    pub vectorLib: *const c_char,
    pub vectorCtor: *const c_char,
    pub vectorType: *const c_char,
    pub vectorPrecision: c_int,
    pub mutableGlobals: *const *const c_char,
    pub userdataTypes: *const *const c_char,
    pub librariesWithKnownMembers: *const *const c_char,
    pub libraryMemberTypeCb: Unset,
    pub libraryMemberConstantCb: Unset,
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

    pub fn lua_settop(L: *mut lua_State, idx: c_int);
    pub fn lua_pushvalue(L: *mut lua_State, idx: c_int);
    pub fn lua_remove(L: *mut lua_State, idx: c_int);
    pub fn lua_insert(L: *mut lua_State, idx: c_int);
    pub fn lua_replace(L: *mut lua_State, idx: c_int);
    pub fn lua_rawcheckstack(L: *mut lua_State, sz: c_int);

    pub fn lua_typename(L: *mut lua_State, tp: c_int) -> *const c_char;
    pub fn lua_tonumberx(L: *mut lua_State, idx: c_int, isnum: *mut c_int) -> f64;
    pub fn lua_tolstring(L: *mut lua_State, idx: c_int, len: *mut usize) -> *const c_char;
    pub fn lua_namecallatom(L: *mut lua_State, atom: *mut c_int) -> *const c_char;
    pub fn lua_objlen(L: *mut lua_State, idx: c_int) -> c_int;
    pub fn lua_tolightuserdata(L: *mut lua_State, idx: c_int) -> *mut c_void;

    pub fn lua_pushnil(L: *mut lua_State);
    pub fn lua_pushnumber(L: *mut lua_State, n: f64);
    pub fn lua_pushlstring(L: *mut lua_State, s: *const c_char, l: usize);
    pub fn lua_pushcclosurek(
        L: *mut lua_State,
        f: lua_CFunction,
        debugname: *const c_char,
        nup: c_int,
        cont: Option<lua_Continuation>,
    );
    pub fn lua_pushboolean(L: *mut lua_State, b: c_int);
    pub fn lua_pushlightuserdatatagged(L: *mut lua_State, p: *mut c_void, tag: c_int);
    pub fn lua_newuserdatataggedwithmetatable(
        L: *mut lua_State,
        sz: usize,
        tag: c_int,
    ) -> *mut c_void;
    pub fn lua_newbuffer(L: *mut lua_State, sz: usize) -> *mut c_void;

    pub fn lua_getfield(L: *mut lua_State, idx: c_int, k: *const c_char) -> c_int;
    pub fn lua_rawgetfield(L: *mut lua_State, idx: c_int, k: *const c_char) -> c_int;
    pub fn lua_rawget(L: *mut lua_State, idx: c_int) -> c_int;
    pub fn lua_rawgeti(L: *mut lua_State, idx: c_int, n: c_int) -> c_int;
    pub fn lua_createtable(L: *mut lua_State, narr: c_int, nrec: c_int);
    pub fn lua_setreadonly(L: *mut lua_State, idx: c_int, enabled: c_int);

    pub fn lua_setfield(L: *mut lua_State, idx: c_int, k: *const c_char);
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
    /// The offset of the callbacks, which `layout.cpp` computes.
    safe static juez_luau_callbacks: usize;
}

/// `lua_callbacks`, inlined.
///
/// # Safety
/// The state must be one.
#[inline]
pub unsafe fn callbacks(L: *mut lua_State) -> *mut lua_Callbacks {
    // SAFETY: all states of a VM point to the part that has the callbacks.
    unsafe { (*L).global.byte_add(juez_luau_callbacks).cast() }
}

// `luacode.h`.
unsafe extern "C" {
    pub fn luau_compile(
        source: *const c_char,
        size: usize,
        options: *mut lua_CompileOptions,
        outsize: *mut usize,
    ) -> *mut c_char;
    /// Frees a block of the C library.
    pub fn free(block: *mut c_void);
}

// `lualib.h`.
unsafe extern "C-unwind" {
    pub fn luaL_getmetafield(L: *mut lua_State, obj: c_int, e: *const c_char) -> c_int;
    #[link_name = "luaL_typeerrorL"]
    pub fn luaL_typeerror(L: *mut lua_State, narg: c_int, tname: *const c_char) -> !;
    pub fn luaL_checkstack(L: *mut lua_State, sz: c_int, msg: *const c_char);
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
