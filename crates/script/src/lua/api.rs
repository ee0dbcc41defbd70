//! The view and world objects of a VM.
//!
//! They are tagged userdata with metatables of C functions.

#![allow(unsafe_code)] // C functions of a VM

use juez_luau as ffi;
use std::borrow::Cow;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::size_of;

use super::convert::{arguments, lossy, push_json, push_text};
use super::faults::fail;
use super::interrupt::take;
use super::native::native;
use super::prices::Args;
use super::state::count_value;
use super::vocabulary::{push_numbered, push_texts};
use super::words;
use crate::args::{Given, MAX_PARAMS};
use crate::host::{HostObject, Out, ViewObject, WorldObject};
use juez_core::Outcome;

/// Bytes of a name that are read. No member has a longer name, and an error repeats no more.
const NAME: usize = 40;

/// Fuel for reading a field.
const FIELD: u64 = 2;
/// Fuel for finding a method.
const LOOKUP: u64 = 1;

/// The upvalue: the functions of an object created so far, or the index of a method.
const OWN_AT: c_int = ffi::lua_upvalueindex(1);

/// Bits of an atom for the number of a method, from 1; 0 is none.
const NUMBER_BITS: c_int = 7;
const NUMBER: c_int = (1 << NUMBER_BITS) - 1;

/// A type of object held by scripts.
trait Object: HostObject {
    const TAG: c_int;
    /// The position of its method number in an atom.
    const SHIFT: c_int;
    const C_NAME: &'static CStr;
    const NAME: &'static str = Self::KIND.name();

    /// Returns true if dropping the object has an effect.
    fn is_owner(&self) -> bool;
}

impl Object for ViewObject {
    const TAG: c_int = 101;
    const SHIFT: c_int = 0;
    const C_NAME: &'static CStr = c"view";

    fn is_owner(&self) -> bool {
        matches!(self, ViewObject::Thought(_))
    }
}

impl Object for WorldObject {
    const TAG: c_int = 102;
    const SHIFT: c_int = NUMBER_BITS;
    const C_NAME: &'static CStr = c"world";

    fn is_owner(&self) -> bool {
        true
    }
}

/// Registers the two object types in a VM.
///
/// # Safety
/// `state` must be the running one, and Lua errors must be free to unwind through the caller.
pub unsafe fn register(state: *mut ffi::lua_State) {
    unsafe {
        (*ffi::lua_callbacks(state)).useratom = Some(atom);
        register_type::<ViewObject>(state);
        register_type::<WorldObject>(state);
    }
}

/// Returns the atom of a text, which the VM keeps with it: the numbers of the methods of this name.
unsafe extern "C-unwind" fn atom(
    state: *mut ffi::lua_State,
    name: *const c_char,
    len: usize,
) -> i16 {
    // SAFETY: the VM passes the bytes of a text.
    let (native, name) = unsafe {
        (native(state), std::slice::from_raw_parts(name.cast::<u8>(), len.min(NAME + 1)))
    };
    let Ok(name) = str::from_utf8(name) else { return 0 };
    let number = |kind| {
        let number = native.host.api.number(kind, name).map_or(0, |number| number as c_int + 1);
        if number > NUMBER { 0 } else { number }
    };
    (number(ViewObject::KIND) << ViewObject::SHIFT
        | number(WorldObject::KIND) << WorldObject::SHIFT) as i16
}

/// Creates the metatable of a type.
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
            ffi::lua_pushvalue(state, 2);
            ffi::lua_pushcclosurek(state, function, name.as_ptr(), 1, None);
            ffi::lua_rawsetfield(state, 1, name.as_ptr());
        }
        ffi::lua_pop(state, 1);
        ffi::lua_pushstring(state, O::C_NAME.as_ptr());
        ffi::lua_rawsetfield(state, 1, c"__type".as_ptr());
        ffi::lua_pushboolean(state, 0);
        ffi::lua_rawsetfield(state, 1, c"__metatable".as_ptr());
        ffi::lua_setreadonly(state, 1, 1);
        ffi::lua_setuserdatametatable(state, O::TAG);
        ffi::lua_setuserdatadtor(state, O::TAG, Some(drop_object::<O>));
    }
}

/// Pushes the view object of a hook.
///
/// # Safety
/// See [`register`].
pub unsafe fn push_view(state: *mut ffi::lua_State, view: ViewObject) {
    unsafe { push_object(state, view) }
}

unsafe fn push_object<O: Object>(state: *mut ffi::lua_State, object: O) {
    unsafe {
        let memory = ffi::lua_newuserdatataggedwithmetatable(state, size_of::<O>(), O::TAG);
        if object.is_owner() {
            count_value(state, |count| count + 1);
        }
        memory.cast::<O>().write(object);
    }
}

/// Drops the object in a userdata.
unsafe extern "C" fn drop_object<O: Object>(state: *mut ffi::lua_State, object: *mut c_void) {
    unsafe {
        let object = object.cast::<O>();
        if (*object).is_owner() {
            count_value(state, |count| count - 1);
        }
        object.drop_in_place();
    }
}

/// Returns the object at a stack index, if it has this type.
unsafe fn object<'a, O: Object>(state: *mut ffi::lua_State, at: c_int) -> Option<&'a O> {
    unsafe { ffi::lua_touserdatatagged(state, at, O::TAG).cast::<O>().as_ref() }
}

/// `view.name`, for a field or a method.
unsafe extern "C-unwind" fn index<O: Object>(state: *mut ffi::lua_State) -> c_int {
    unsafe {
        let (host, args) = (&native(state).host, Args(state));
        let key = args.text(2);
        let name = str::from_utf8(&key[..key.len().min(NAME + 1)]);
        if let (Some(object), Ok(name)) = (object::<O>(state, 1), name) {
            match object.field(host, name) {
                Ok(Some(value)) => {
                    take(state, FIELD);
                    push_json(state, &value);
                    return 1;
                }
                Err(why) => fail(state, why),
                Ok(None) => {}
            }
            if let Some(method) = host.api.number(O::KIND, name) {
                take(state, LOOKUP);
                push_method::<O>(state, method);
                return 1;
            }
        }
        let why = host.api.no_member(O::KIND, &shown_key(state), host.mark());
        fail(state, why)
    }
}

/// Pushes the function of a method whose name is at index 2; the same function every time.
unsafe fn push_method<O: Object>(state: *mut ffi::lua_State, method: usize) {
    unsafe {
        ffi::lua_pushvalue(state, 2);
        if ffi::lua_rawget(state, OWN_AT) == ffi::LUA_TFUNCTION {
            return;
        }
        ffi::lua_pushnumber(state, method as f64);
        ffi::lua_pushcclosurek(state, call_function::<O>, O::C_NAME.as_ptr(), 1, None);
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
        let mut atom = 0;
        ffi::lua_namecallatom(state, &mut atom);
        let Some(object) = object::<O>(state, 1) else { return 0 };
        let host = &native(state).host;
        let method = match atom >> O::SHIFT & NUMBER {
            // Another name, or a number that has no room in an atom.
            0 => host.api.number(O::KIND, &called_name(state)),
            number => Some(number as usize - 1),
        };
        if let Some(method) = method {
            take(state, LOOKUP);
            return call(state, object, method);
        }
        let name = called_name(state);
        match object.field(host, &name) {
            Ok(Some(value)) => {
                push_json(state, &value);
                let kind = ffi::lua_typename(state, ffi::lua_type(state, -1));
                ffi::luaL_error(state, c"attempt to call a %s value".as_ptr(), kind)
            }
            Err(why) => fail(state, why),
            Ok(None) => {
                let shown = &name[..name.floor_char_boundary(NAME)];
                let why = host.api.no_member(O::KIND, shown, host.mark());
                fail(state, why)
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
                let name = native(state).host.api.methods(O::KIND)[method].name;
                fail(state, words::needs_colon(O::NAME, name))
            }
        }
    }
}

/// Calls a method with the arguments after the object.
unsafe fn call<O: Object>(state: *mut ffi::lua_State, object: &O, method: usize) -> c_int {
    unsafe {
        let (host, mut given) = (&native(state).host, [Given::Nothing; MAX_PARAMS + 1]);
        let len = arguments(state, 2, &mut given);
        match object.call(host, method, &given[..len]) {
            Ok(Out::Nothing) => ffi::lua_pushnil(state),
            Ok(Out::Flag(flag)) => ffi::lua_pushboolean(state, flag.into()),
            Ok(Out::Int(number)) => ffi::lua_pushnumber(state, number as f64),
            Ok(Out::Value(value)) => push_json(state, &value),
            Ok(Out::World(world)) => push_object(state, world),
            Ok(Out::View(view)) => push_object(state, view),
            Ok(Out::Text(text)) => push_numbered(state, text),
            Ok(Out::Texts(texts)) => push_texts(state, &texts),
            Err(why) => fail(state, why),
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

/// Pushes the argument of `finish`: `result:rank(seat)`, `result:points(seat)`, `result.reason`.
///
/// # Safety
/// See [`register`].
pub unsafe fn push_result(state: *mut ffi::lua_State, outcome: &Outcome) {
    let ranks = outcome.ranks.as_slice().iter().map(|&rank| f64::from(rank));
    let points = outcome.points.as_slice().iter().map(|&points| f64::from(points));
    unsafe {
        ffi::lua_createtable(state, 0, 3);
        push_text(state, &outcome.reason.to_string());
        ffi::lua_rawsetfield(state, -2, c"reason".as_ptr());
        push_per_seat(state, c"rank", ranks);
        push_per_seat(state, c"points", points);
        ffi::lua_setreadonly(state, -1, 1);
    }
}

/// Adds a method that returns the value of a seat to the table on top of the stack.
unsafe fn push_per_seat(
    state: *mut ffi::lua_State,
    name: &CStr,
    values: impl ExactSizeIterator<Item = f64>,
) {
    unsafe {
        ffi::lua_pushstring(state, name.as_ptr());
        ffi::lua_createtable(state, values.len() as c_int, 0);
        for (value, index) in values.zip(1..) {
            ffi::lua_pushnumber(state, value);
            ffi::lua_rawseti(state, -2, index);
        }
        ffi::lua_pushcclosurek(state, of_seat, name.as_ptr(), 2, None);
        ffi::lua_rawsetfield(state, -2, name.as_ptr());
    }
}

/// `result:rank(seat)`; the upvalues are the name of the method and the values by seat.
unsafe extern "C-unwind" fn of_seat(state: *mut ffi::lua_State) -> c_int {
    let (name, values) = (ffi::lua_upvalueindex(1), ffi::lua_upvalueindex(2));
    unsafe {
        let seat = ffi::lua_tonumber(state, 2);
        if ffi::lua_type(state, 2) != ffi::LUA_TNUMBER
            || seat.fract() != 0.0
            || ffi::lua_rawgeti(state, values, (seat as c_int).saturating_add(1)) == ffi::LUA_TNIL
        {
            let last = ffi::lua_objlen(state, values) - 1;
            fail(state, words::no_seat(lossy(state, name), last));
        }
    }
    1
}
