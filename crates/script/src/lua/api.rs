//! The view and world objects of a VM.
//!
//! They are userdata with metatables of native functions.

use juez_luau::{Kind, Lua, Native, Object, Running, upvalue};
use std::borrow::Cow;
use std::ffi::{CStr, c_int};
use std::rc::Rc;

use super::convert::{arguments, lossy, push_json};
use super::faults::fail;
use super::interrupt::take;
use super::native::native;
use super::vocabulary::{push_numbered, push_texts};
use super::words;
use crate::args::{Given, MAX_PARAMS};
use crate::host::{Host, HostObject, Out, ViewObject, WorldObject};
use juez_core::Outcome;

/// Bytes of a name that are read. No member has a longer name, and an error repeats no more.
const NAME: usize = 40;

/// Fuel for reading a field.
const FIELD: u64 = 2;
/// Fuel for finding a method.
const LOOKUP: u64 = 1;

/// The upvalue: the functions of an object created so far, or the index of a method.
const OWN_AT: c_int = upvalue(1);

/// Bits of an atom for the number of a method, from 1; 0 is none.
const NUMBER_BITS: c_int = 7;
const NUMBER: c_int = (1 << NUMBER_BITS) - 1;

/// A type of object held by scripts.
trait Scripted: HostObject + Object {
    /// The position of its method number in an atom.
    const SHIFT: c_int;
    const TITLE: &'static str = Self::KIND.name();
}

impl Object for ViewObject {
    const NUMBER: usize = 0;
    const NAME: &'static CStr = c"view";

    fn is_owner(&self) -> bool {
        matches!(self, ViewObject::Thought(_))
    }
}

impl Object for WorldObject {
    const NUMBER: usize = 1;
    const NAME: &'static CStr = c"world";
}

impl Scripted for ViewObject {
    const SHIFT: c_int = 0;
}

impl Scripted for WorldObject {
    const SHIFT: c_int = NUMBER_BITS;
}

/// Registers the two object types in a VM.
pub fn register(lua: &mut Lua) {
    lua.on_method_name(atom);
    register_type::<ViewObject>(lua);
    register_type::<WorldObject>(lua);
}

/// Returns the atom of a text, which the VM keeps with it: the numbers of the methods of this name.
fn atom(vm: &Running, name: &[u8]) -> i16 {
    let Ok(name) = str::from_utf8(&name[..name.len().min(NAME + 1)]) else { return 0 };
    let number = |kind| {
        let number = native(vm).host.api.number(kind, name);
        let number = number.map_or(0, |number| number as c_int + 1);
        if number > NUMBER { 0 } else { number }
    };
    (number(ViewObject::KIND) << ViewObject::SHIFT
        | number(WorldObject::KIND) << WorldObject::SHIFT) as i16
}

/// Creates the metatable of a type.
fn register_type<O: Scripted>(lua: &mut Lua) {
    let functions = [
        (c"__index", Native::of(index::<O>)),
        (c"__namecall", Native::of(namecall::<O>)),
        (c"__newindex", Native::of(newindex::<O>)),
        (c"__tostring", Native::of(tostring::<O>)),
    ];
    lua.push_table(0, 6);
    lua.push_table(0, 0);
    for (name, function) in functions {
        lua.push_copy(2);
        lua.push_function(function, Some(name), 1);
        lua.set_field(1, name);
    }
    lua.pop(1);
    lua.push_text(O::NAME.to_bytes());
    lua.set_field(1, c"__type");
    lua.push_flag(false);
    lua.set_field(1, c"__metatable");
    lua.set_readonly(1, true);
    lua.register::<O>();
}

/// Pushes the view object of a hook.
pub fn push_view(lua: &Lua, view: ViewObject) {
    lua.push_object(view);
}

/// `view.name`, for a field or a method.
fn index<O: Scripted>(lua: &mut Lua) -> c_int {
    let host = &native(lua).host;
    let key = lua.text(2).unwrap_or_default();
    let name = str::from_utf8(&key[..key.len().min(NAME + 1)]);
    if let (Some(object), Ok(name)) = (lua.object::<O>(1), name) {
        match object.field(host, name) {
            Ok(Some(value)) => {
                take(lua, FIELD);
                push_json(lua, &value);
                return 1;
            }
            Err(why) => fail(lua, why),
            Ok(None) => {}
        }
        if let Some(method) = host.api.number(O::KIND, name) {
            take(lua, LOOKUP);
            push_method::<O>(lua, method);
            return 1;
        }
    }
    let shown = shown_key(lua);
    let host = &native(lua).host;
    fail(lua, host.api.no_member(O::KIND, &shown, host.mark()))
}

/// Pushes the function of a method whose name is at index 2; the same function every time.
fn push_method<O: Scripted>(lua: &mut Lua, method: usize) {
    lua.push_copy(2);
    if lua.get(OWN_AT) == Kind::Function {
        return;
    }
    lua.push_number(method as f64);
    lua.push_function(Native::of(call_function::<O>), Some(O::NAME), 1);
    lua.push_copy(2);
    lua.push_copy(-2);
    lua.set(OWN_AT);
}

/// Formats the key at index 2 for an error.
fn shown_key(lua: &mut Lua) -> String {
    match lua.kind(2) {
        // No name is longer, and copying a text of millions of bytes would be slow.
        Kind::Text => {
            let bytes = lua.text(2).unwrap_or_default();
            String::from_utf8_lossy(&bytes[..bytes.len().min(NAME)]).into_owned()
        }
        Kind::Number => {
            lua.to_text(2);
            lossy(lua, 2)
        }
        _ => lua.type_name(2).to_string_lossy().into_owned(),
    }
}

/// `view:name(...)`
fn namecall<O: Scripted>(lua: &mut Lua) -> c_int {
    let atom = lua.method_atom();
    let Some(object) = lua.object::<O>(1) else { return 0 };
    let host = &native(lua).host;
    let method = match atom >> O::SHIFT & NUMBER {
        // Another name, or a number that has no room in an atom.
        0 => host.api.number(O::KIND, &called_name(lua)),
        number => Some(number as usize - 1),
    };
    if let Some(method) = method {
        take(lua, LOOKUP);
        let out = call(lua, host, object, method);
        return push_out(lua, out);
    }
    let name = called_name(lua);
    match object.field(host, &name) {
        Ok(Some(value)) => {
            push_json(lua, &value);
            let kind = lua.type_name(-1).to_string_lossy();
            lua.raise_here(&format!("attempt to call a {kind} value"))
        }
        Err(why) => fail(lua, why),
        Ok(None) => {
            let shown = &name[..name.floor_char_boundary(NAME)];
            fail(lua, host.api.no_member(O::KIND, shown, host.mark()))
        }
    }
}

/// Returns the beginning of the method name in `__namecall`: a source can have a name of a million
/// bytes.
fn called_name(lua: &Lua) -> Cow<'_, str> {
    let name = lua.method_name();
    String::from_utf8_lossy(&name[..name.len().min(NAME + 1)])
}

/// A method taken off its object: `view.name(...)`.
fn call_function<O: Scripted>(lua: &mut Lua) -> c_int {
    let method = lua.number(OWN_AT).unwrap_or_default() as usize;
    match lua.object::<O>(1) {
        Some(object) => {
            let out = call(lua, &native(lua).host, object, method);
            push_out(lua, out)
        }
        None => {
            let name = native(lua).host.api.methods(O::KIND)[method].name;
            fail(lua, words::needs_colon(O::TITLE, name))
        }
    }
}

/// Calls a method with the arguments after the object.
#[inline(always)] // the result is large
fn call<O: Scripted>(lua: &Lua, host: &Rc<Host>, object: &O, method: usize) -> Result<Out, String> {
    let mut given = [Given::Nothing; MAX_PARAMS + 1];
    let len = arguments(lua, 2, &mut given);
    object.call(host, method, &given[..len])
}

/// Pushes the result of a method.
#[inline(always)]
fn push_out(lua: &mut Lua, out: Result<Out, String>) -> c_int {
    match out {
        Ok(Out::Nothing) => lua.push_nil(),
        Ok(Out::Flag(flag)) => lua.push_flag(flag),
        Ok(Out::Int(number)) => lua.push_number(number as f64),
        Ok(Out::Value(value)) => push_json(lua, &value),
        Ok(Out::World(world)) => lua.push_object(world),
        Ok(Out::View(view)) => lua.push_object(view),
        Ok(Out::Text(text)) => push_numbered(lua, text),
        Ok(Out::Texts(texts)) => push_texts(lua, &texts),
        Err(why) => fail(lua, why),
    }
    1
}

/// Assignments raise an error with advice.
fn newindex<O: Scripted>(lua: &mut Lua) -> c_int {
    fail(lua, words::unchangeable(O::TITLE))
}

fn tostring<O: Scripted>(lua: &mut Lua) -> c_int {
    lua.push_text(O::NAME.to_bytes());
    1
}

/// Pushes the argument of `finish`: `result:rank(seat)`, `result:points(seat)`, `result.reason`.
pub fn push_result(lua: &mut Lua, outcome: &Outcome) {
    let ranks = outcome.ranks.as_slice().iter().map(|&rank| f64::from(rank));
    let points = outcome.points.as_slice().iter().map(|&points| f64::from(points));
    lua.push_table(0, 3);
    lua.push_text(outcome.reason.to_string());
    lua.set_field(-2, c"reason");
    push_per_seat(lua, c"rank", ranks);
    push_per_seat(lua, c"points", points);
    lua.set_readonly(-1, true);
}

/// Adds a method that returns the value of a seat to the table on top of the stack.
fn push_per_seat(lua: &mut Lua, name: &CStr, values: impl ExactSizeIterator<Item = f64>) {
    lua.push_text(name.to_bytes());
    lua.push_table(values.len(), 0);
    for (value, index) in values.zip(1..) {
        lua.push_number(value);
        lua.set_item(-2, index);
    }
    lua.push_function(Native::of(of_seat), Some(name), 2);
    lua.set_field(-2, name);
}

/// `result:rank(seat)`; the upvalues are the name of the method and the values by seat.
fn of_seat(lua: &mut Lua) -> c_int {
    const VALUES: c_int = upvalue(2);
    let seat = lua.number(2).filter(|seat| seat.fract() == 0.0);
    let is_seat = seat
        .is_some_and(|seat| lua.push_item(VALUES, (seat as c_int).saturating_add(1)) != Kind::Nil);
    if !is_seat {
        fail(lua, words::no_seat(lossy(lua, upvalue(1)), lua.len(VALUES) as c_int - 1));
    }
    1
}
