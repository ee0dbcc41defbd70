//! The view and world objects of a VM.
//!
//! They are tagged userdata with custom metatables. The binding's own would compile a chunk and
//! create a function per method for each type in each VM, which took a third of a short match.

#![allow(unsafe_code)] // C functions of a VM

use mlua::{AnyUserData, Lua, LuaString, Table, Value, ffi};
use std::any::Any;
use std::borrow::Cow;
use std::cell::Cell;
use std::ffi::{CStr, c_int, c_void};
use std::mem::size_of;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

use super::convert::{Texts, arguments, push_json, push_texts};
use super::faults::raise;
use super::interrupt::take;
use super::prices::Args;
use super::words;
use crate::host::{Host, HostObject, Out, ViewObject, WorldObject};
use juez_core::Outcome;

/// Bytes of a name that are read. No member has a longer name, and an error repeats no more.
const NAME: usize = 40;

/// Fuel for reading a field.
const FIELD: u64 = 2;
/// Fuel for finding a method.
const LOOKUP: u64 = 1;

/// The tag of the userdata that keeps the host alive.
const HOST: c_int = 100;

/// The first two upvalues of every function of an object.
const HOST_AT: c_int = ffi::lua_upvalueindex(1);
const RAISE_AT: c_int = ffi::lua_upvalueindex(2);
/// The third upvalue: the functions of an object created so far, or the index of a method.
const OWN_AT: c_int = ffi::lua_upvalueindex(3);

thread_local! {
    /// A panic of the host that is unwinding through the VM.
    static PANIC: Cell<Option<Box<dyn Any + Send>>> = const { Cell::new(None) };
}

/// A type of object held by scripts.
trait Object: HostObject {
    const TAG: c_int;
    const C_NAME: &'static CStr;
    const NAME: &'static str = Self::KIND.name();
}

impl Object for ViewObject {
    const TAG: c_int = 101;
    const C_NAME: &'static CStr = c"view";
}

impl Object for WorldObject {
    const TAG: c_int = 102;
    const C_NAME: &'static CStr = c"world";
}

/// Registers the two object types in a VM, with the methods of the match's API.
pub fn register(lua: &Lua, host: &Rc<Host>) -> mlua::Result<()> {
    let raise = lua.create_function(|lua, why: LuaString| -> mlua::Result<()> {
        if let Some(panic) = PANIC.take() {
            resume_unwind(panic);
        }
        Err(raise(lua, why.to_string_lossy()))
    })?;
    let host_of_vm = host.clone();
    // SAFETY: the closure leaves nothing on the stack but its argument; `exec_raw` runs it
    // protected.
    unsafe {
        lua.exec_raw::<()>(raise, |state| {
            ffi::lua_setuserdatadtor(state, HOST, Some(drop_object::<Rc<Host>>));
            let memory = ffi::lua_newuserdatatagged(state, size_of::<Rc<Host>>(), HOST);
            memory.cast::<Rc<Host>>().write(host_of_vm);
            ffi::lua_insert(state, 1);
            register_type::<ViewObject>(state);
            register_type::<WorldObject>(state);
            ffi::lua_settop(state, 0);
        })?;
    }
    let (weak, slot) = (lua.weak(), host.clone());
    slot.on_pressure(move || {
        if let Some(lua) = weak.try_upgrade() {
            // An error here can only come from a finalizer, and there are none.
            let _ = lua.gc_collect();
            lua.gc_stop();
        }
    });
    Ok(())
}

/// Creates the metatable of a type. Stack index 1 holds the host, index 2 the function that raises.
unsafe fn register_type<O: Object>(state: *mut ffi::lua_State) {
    type Row = (&'static CStr, ffi::lua_CFunction);
    let functions: [Row; 4] = [
        (c"__index", index::<O>),
        (c"__namecall", namecall::<O>),
        (c"__newindex", newindex::<O>),
        (c"__tostring", tostring::<O>),
    ];
    unsafe {
        ffi::lua_createtable(state, 0, 6);
        ffi::lua_createtable(state, 0, 0);
        for (name, function) in functions {
            ffi::lua_pushvalue(state, 1);
            ffi::lua_pushvalue(state, 2);
            ffi::lua_pushvalue(state, 4);
            ffi::lua_pushcclosurek(state, function, name.as_ptr(), 3, None);
            ffi::lua_rawsetfield(state, 3, name.as_ptr());
        }
        ffi::lua_pop(state, 1);
        ffi::lua_pushstring(state, O::C_NAME.as_ptr());
        ffi::lua_rawsetfield(state, 3, c"__type".as_ptr());
        ffi::lua_pushboolean(state, 0);
        ffi::lua_rawsetfield(state, 3, c"__metatable".as_ptr());
        ffi::lua_setreadonly(state, 3, 1);
        ffi::lua_setuserdatametatable(state, O::TAG);
        ffi::lua_setuserdatadtor(state, O::TAG, Some(drop_object::<O>));
    }
}

unsafe extern "C" fn drop_object<O>(_: *mut ffi::lua_State, object: *mut c_void) {
    // SAFETY: the VM calls this once, with memory that holds an `O`.
    unsafe { object.cast::<O>().drop_in_place() }
}

unsafe fn push_object<O: Object>(state: *mut ffi::lua_State, object: O) {
    unsafe {
        let memory = ffi::lua_newuserdatataggedwithmetatable(state, size_of::<O>(), O::TAG);
        memory.cast::<O>().write(object);
    }
}

/// Returns the object at a stack index, if it has this type.
unsafe fn object<'a, O: Object>(state: *mut ffi::lua_State, at: c_int) -> Option<&'a O> {
    unsafe { ffi::lua_touserdatatagged(state, at, O::TAG).cast::<O>().as_ref() }
}

/// Returns the host of the running object function.
unsafe fn host<'a>(state: *mut ffi::lua_State) -> &'a Rc<Host> {
    unsafe { &*ffi::lua_touserdata(state, HOST_AT).cast::<Rc<Host>>() }
}

/// Ends the running object function with an error at the calling Lua line.
unsafe fn fail(state: *mut ffi::lua_State, why: String) -> c_int {
    unsafe {
        ffi::lua_pushvalue(state, RAISE_AT);
        ffi::lua_pushlstring(state, why.as_ptr().cast(), why.len());
        drop(why);
        ffi::lua_call(state, 1, 0);
    }
    0
}

/// `view.name`, for a field or a method.
unsafe extern "C-unwind" fn index<O: Object>(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let (host, args) = (host(state), Args(state));
        let key = args.text(2);
        let name = str::from_utf8(&key[..key.len().min(NAME + 1)]);
        if let (Some(object), Ok(name)) = (object::<O>(state, 1), name) {
            match object.field(host, name) {
                Ok(Some(value)) => {
                    take(state, FIELD);
                    push_json(state, &value);
                    return 1;
                }
                Err(why) => return fail(state, why),
                Ok(None) => {}
            }
            if let Some(method) = host.api.number(O::KIND, name) {
                take(state, LOOKUP);
                push_method::<O>(state, method);
                return 1;
            }
        }
        let name = shown_key(state);
        fail(state, host.api.no_member(O::KIND, &name, host.mark()))
    }
}

/// Pushes the function of a method whose name is at index 2; the same function every time.
unsafe fn push_method<O: Object>(state: *mut ffi::lua_State, method: usize) {
    unsafe {
        ffi::lua_pushvalue(state, 2);
        if ffi::lua_rawget(state, OWN_AT) == ffi::LUA_TFUNCTION {
            return;
        }
        ffi::lua_pushvalue(state, HOST_AT);
        ffi::lua_pushvalue(state, RAISE_AT);
        ffi::lua_pushnumber(state, method as f64);
        ffi::lua_pushcclosurek(state, call_function::<O>, O::C_NAME.as_ptr(), 3, None);
        ffi::lua_pushvalue(state, 2);
        ffi::lua_pushvalue(state, -2);
        ffi::lua_rawset(state, OWN_AT);
    }
}

/// Formats the key at index 2 for an error.
unsafe fn shown_key(state: *mut ffi::lua_State) -> String {
    let args = Args(state);
    unsafe {
        match ffi::lua_type(state, 2) {
            // No name is longer, and copying a text of millions of bytes would be slow.
            ffi::LUA_TSTRING => {
                let bytes = args.text(2);
                String::from_utf8_lossy(&bytes[..bytes.len().min(NAME)]).into_owned()
            }
            ffi::LUA_TNUMBER => {
                ffi::lua_tolstring(state, 2, std::ptr::null_mut());
                String::from_utf8_lossy(args.text(2)).into_owned()
            }
            kind => CStr::from_ptr(ffi::lua_typename(state, kind)).to_string_lossy().into_owned(),
        }
    }
}

/// `view:name(...)`
unsafe extern "C-unwind" fn namecall<O: Object>(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let (host, name) = (host(state), called_name(state));
        let Some(object) = object::<O>(state, 1) else { return 0 };
        if let Some(method) = host.api.number(O::KIND, &name) {
            take(state, LOOKUP);
            return call(state, object, method);
        }
        match object.field(host, &name) {
            Ok(Some(value)) => {
                push_json(state, &value);
                let kind = ffi::lua_typename(state, ffi::lua_type(state, -1));
                ffi::luaL_error(state, c"attempt to call a %s value".as_ptr(), kind)
            }
            Err(why) => fail(state, why),
            Ok(None) => {
                let shown = &name[..name.floor_char_boundary(NAME)];
                fail(state, host.api.no_member(O::KIND, shown, host.mark()))
            }
        }
    }
}

/// Returns the beginning of the method name in `__namecall`: a source can have a name of a million
/// bytes.
unsafe fn called_name<'a>(state: *mut ffi::lua_State) -> Cow<'a, str> {
    unsafe {
        let name = ffi::lua_namecallatom(state, std::ptr::null_mut()).cast::<u8>();
        let is_end = |&at: &usize| name.is_null() || *name.add(at) == 0;
        let len = (0..=NAME).find(is_end).unwrap_or(NAME + 1);
        let bytes = if len == 0 { &[] } else { std::slice::from_raw_parts(name, len) };
        String::from_utf8_lossy(bytes)
    }
}

/// A method taken off its object: `view.name(...)`.
unsafe extern "C-unwind" fn call_function<O: Object>(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let method = ffi::lua_tonumber(state, OWN_AT) as usize;
        match object::<O>(state, 1) {
            Some(object) => call(state, object, method),
            None => {
                let name = host(state).api.methods(O::KIND)[method].name;
                fail(state, words::needs_colon(O::NAME, name))
            }
        }
    }
}

/// Calls a method with the arguments after the object.
unsafe fn call<O: Object>(state: *mut ffi::lua_State, object: &O, method: usize) -> c_int {
    // All work of the host happens in this closure, and nothing that the VM could end with its own
    // error.
    let answer = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the state belongs to a function of an object, and its arguments stay in place.
        let (host, (given, len)) = unsafe { (host(state), arguments(state, 2)) };
        let out = object.call(host, method, &given[..len])?;
        let mut texts = Texts::default();
        if matches!(out, Out::Moves | Out::History) {
            texts = Texts::take();
            object.each_text(host, &out, &mut |text| texts.push(text))?;
        }
        Ok::<_, String>((out, texts))
    }));
    unsafe {
        match answer {
            Ok(Ok((Out::Nothing, _))) => ffi::lua_pushnil(state),
            Ok(Ok((Out::Value(value), _))) => push_json(state, &value),
            Ok(Ok((Out::World(world), _))) => push_object(state, world),
            Ok(Ok((Out::View(view), _))) => push_object(state, view),
            Ok(Ok((Out::Moves | Out::History, texts))) => {
                push_texts(state, &texts);
            }
            Ok(Err(why)) => return fail(state, why),
            Err(panic) => {
                PANIC.set(Some(panic));
                return fail(state, String::new());
            }
        }
    }
    1
}

/// Assignments raise an error with advice.
unsafe extern "C-unwind" fn newindex<O: Object>(state: *mut ffi::lua_State) -> c_int {
    unsafe { fail(state, words::unchangeable(O::NAME)) }
}

unsafe extern "C-unwind" fn tostring<O: Object>(state: *mut ffi::lua_State) -> c_int {
    unsafe { ffi::lua_pushstring(state, O::C_NAME.as_ptr()) };
    1
}

/// Creates the view object for a hook.
pub fn view_object(lua: &Lua, view: ViewObject) -> mlua::Result<AnyUserData> {
    // SAFETY: the closure leaves the object on the stack; `exec_raw` runs it protected.
    unsafe { lua.exec_raw((), |state| push_object(state, view)) }
}

/// Creates the argument of `finish`: `result:rank(seat)`, `result:points(seat)`, `result.reason`.
pub fn result_table(lua: &Lua, outcome: &Outcome) -> mlua::Result<Table> {
    let result = lua.create_table()?;
    result.raw_set("reason", outcome.reason.to_string())?;
    let per_seat = |name: &'static str, values: Vec<i32>| {
        lua.create_function(move |lua, (_, seat): (Value, Option<usize>)| {
            seat.and_then(|seat| values.get(seat).copied()).ok_or_else(|| {
                let last = values.len() - 1;
                raise(lua, words::no_seat(name, last))
            })
        })
    };
    let ranks = outcome.ranks.as_slice().iter().map(|&rank| rank.into()).collect();
    result.raw_set("rank", per_seat("rank", ranks)?)?;
    result.raw_set("points", per_seat("points", outcome.points.as_slice().to_vec())?)?;
    result.set_readonly(true);
    Ok(result)
}
