//! The view and world objects of a VM.

use mlua::{
    AnyUserData, Lua, MetaMethod, MultiValue, Table, UserDataFields, UserDataMethods,
    UserDataRegistry, Value,
};
use std::rc::Rc;

use super::convert::{Arguments, texts_to_lua, to_lua};
use super::faults::raise;
use super::words;
use crate::core::Outcome;
use crate::script::VIEW_FIELDS;
use crate::script::host::{Host, Out, ViewObject, WorldObject};

/// Gives the VM its two types, their methods read off the table of the match.
pub fn register(lua: &Lua, host: &Rc<Host>) -> mlua::Result<()> {
    lua.register_userdata_type::<ViewObject>(|registry| {
        for field in VIEW_FIELDS {
            let (host, name) = (host.clone(), field.name);
            registry.add_field_method_get(name, move |lua, view: &ViewObject| {
                match host.field(view, name) {
                    Ok(value) => to_lua(lua, &value.unwrap_or_default()),
                    Err(why) => Err(raise(lua, why)),
                }
            });
        }
        for (i, method) in host.api.view.iter().enumerate() {
            let host = host.clone();
            add_method(registry, "view", method.row.name, move |lua, view: &ViewObject, args| {
                let out = Arguments::new(args).with(|given| host.call_view(view, i, given));
                give_view_result(lua, &host, view, out)
            });
        }
        strict(registry, "view", host);
    })?;
    lua.register_userdata_type::<WorldObject>(|registry| {
        for (i, method) in host.api.world.iter().enumerate() {
            let host = host.clone();
            add_method(
                registry,
                "world",
                method.row.name,
                move |lua, world: &WorldObject, args| match Arguments::new(args)
                    .with(|given| host.call_world(world, i, given))
                {
                    Ok(Out::Moves) => {
                        texts_to_lua(lua, 0, |put| world.each_move(put)).map(Value::Table)
                    }
                    out => give(lua, out),
                },
            );
        }
        strict(registry, "world", host);
    })?;
    let (weak, slot) = (lua.weak(), host.clone());
    slot.on_pressure(move || {
        if let Some(lua) = weak.try_upgrade() {
            // An error here is one of a finalizer, and ours have none.
            let _ = lua.gc_collect();
            lua.gc_stop();
        }
    });
    Ok(())
}

/// A method that knows when it was called with a dot.
fn add_method<T: 'static>(
    registry: &mut UserDataRegistry<T>,
    object: &'static str,
    name: &'static str,
    call: impl Fn(&Lua, &T, &[Value]) -> mlua::Result<Value> + 'static,
) {
    registry.add_function(name, move |lua, args: MultiValue| {
        let mut args = args.into_vec();
        let this = match args.first() {
            Some(Value::UserData(this)) => this.borrow::<T>().ok(),
            _ => None,
        };
        match this {
            Some(this) => call(lua, &this, &args.split_off(1)),
            None => Err(raise(lua, words::needs_colon(object, name))),
        }
    });
}

/// Bytes of the name of a member that is not there which an error repeats.
const NAME: usize = 40;

/// Unknown members and assignments are errors that help.
fn strict<T: 'static>(registry: &mut UserDataRegistry<T>, object: &'static str, host: &Rc<Host>) {
    let host = host.clone();
    registry.add_meta_function(MetaMethod::Index, move |lua, (_, key): (Value, Value)| {
        let key = match &key {
            // No name is longer, and a text of millions of bytes would be copied for its message.
            Value::String(text) => {
                let bytes = text.as_bytes();
                String::from_utf8_lossy(&bytes[..bytes.len().min(NAME)]).into_owned()
            }
            other => other.to_string().unwrap_or_default(),
        };
        Err::<Value, _>(raise(lua, host.api.no_member(object, &key, host.mark())))
    });
    registry.add_meta_function(MetaMethod::NewIndex, move |lua, _: MultiValue| {
        Err::<(), _>(raise(lua, words::unchangeable(object)))
    });
    registry.add_meta_function(MetaMethod::ToString, move |_, _: MultiValue| Ok(object));
    registry.add_meta_field(MetaMethod::Type, object);
}

fn give_view_result(
    lua: &Lua,
    host: &Host,
    view: &ViewObject,
    out: Result<Out, String>,
) -> mlua::Result<Value> {
    let list = match out {
        Ok(Out::Moves) => host.with_view(view, |view| {
            texts_to_lua(lua, view.move_count(), |put| view.each_move(put))
        }),
        Ok(Out::History) => host.with_view(view, |view| {
            texts_to_lua(lua, view.past_count(), |put| view.each_past_move(put))
        }),
        out => return give(lua, out),
    };
    list.map_err(|why| raise(lua, why))?.map(Value::Table)
}

fn give(lua: &Lua, out: Result<Out, String>) -> mlua::Result<Value> {
    match out.map_err(|why| raise(lua, why))? {
        Out::Value(value) => to_lua(lua, &value),
        Out::World(world) => lua.create_any_userdata(world).map(Value::UserData),
        Out::View(view) => lua.create_any_userdata(view).map(Value::UserData),
        Out::Nothing | Out::Moves | Out::History => Ok(Value::Nil),
    }
}

/// The object that a hook is given for its view.
pub fn view_object(lua: &Lua, view: ViewObject) -> mlua::Result<AnyUserData> {
    lua.create_any_userdata(view)
}

/// What `finish` is given: `result:rank(seat)`, `result:points(seat)`, `result.reason`.
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
