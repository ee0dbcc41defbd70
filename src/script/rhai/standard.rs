//! Rhai's own functions, those whose work grows with their arguments at a price.

use rhai::{
    Array, Dynamic, Engine, FnPtr, FuncRegistration, INT, ImmutableString, Map, Module,
    NativeCallContext, RhaiFunc, Shared,
};
use std::any::TypeId;
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;

use super::charges::{Result, bytes, changing, elements, pay, pure};
use super::limits::STRING_BYTES;
use super::{arrays, show, words};

type Cost = fn(&[&mut Dynamic]) -> u64;

/// Looking at every element, which Rhai does after each call of a method.
fn look(args: &[&mut Dynamic]) -> u64 {
    args.first().map_or(0, |value| elements(value)) / 64
}

/// Moving or copying every element of all arguments.
fn copy(args: &[&mut Dynamic]) -> u64 {
    args.iter().map(|value| bytes(value)).sum::<u64>() / 256
}

fn sort(args: &[&mut Dynamic]) -> u64 {
    let len = args[0].as_array_ref().map_or(0, |items| items.len() as u64);
    copy(args) + len * u64::from(len.max(1).ilog2()) / 8
}

/// A piece of text for each byte at most.
fn pieces(args: &[&mut Dynamic]) -> u64 {
    args[0].as_immutable_string_ref().map_or(0, |text| text.len() as u64)
}

/// Functions that do what they always did once they are paid: name, types of the arguments, cost.
fn table() -> Vec<(&'static str, Vec<TypeId>, Cost)> {
    fn id<T: 'static>() -> TypeId {
        TypeId::of::<T>()
    }
    let (a, m, s) = (id::<Array>(), id::<Map>(), id::<ImmutableString>());
    let (n, c, d) = (id::<INT>(), id::<char>(), id::<Dynamic>());
    let (r, ri) = (id::<Range<INT>>(), id::<RangeInclusive<INT>>());
    let mut rows: Vec<(&'static str, Vec<TypeId>, Cost)> = vec![
        ("get", vec![a, n], look),
        ("set", vec![a, n, d], look),
        ("insert", vec![a, n, d], look),
        ("take", vec![d], |args| elements(args[0]) / 16),
        ("append", vec![a, a], copy),
        ("+", vec![a, a], copy),
        ("reverse", vec![a], look),
        ("truncate", vec![a, n], look),
        ("chop", vec![a, n], copy),
        ("dedup", vec![a], |args| 4 * elements(args[0])),
        ("splice", vec![a, n, n, a], copy),
        ("splice", vec![a, r, a], copy),
        ("splice", vec![a, ri, a], copy),
        ("split", vec![a, n], copy),
        ("extract", vec![a, n], copy),
        ("keys", vec![m], |args| 2 * elements(args[0]) / 8),
        ("values", vec![m], copy),
        ("contains", vec![m, s], look),
        ("get", vec![m, s], look),
        ("set", vec![m, s, d], look),
        ("remove", vec![m, s], look),
        ("len", vec![m], look),
        ("is_empty", vec![m], look),
        ("mixin", vec![m, m], copy),
        ("+=", vec![m, m], copy),
        ("+", vec![m, m], copy),
        ("fill_with", vec![m, m], copy),
        ("to_chars", vec![s], pieces),
        ("split", vec![s], pieces),
    ];
    for name in ["extract", "drain", "retain"] {
        let cost: Cost = copy;
        rows.extend([
            (name, vec![a, n, n], cost),
            (name, vec![a, r], cost),
            (name, vec![a, ri], cost),
        ]);
    }
    for name in ["sort", "sort_desc", "order", "order_desc"] {
        rows.push((name, vec![a], sort));
    }
    for name in ["split", "split_rev"] {
        for mark in [s, c] {
            rows.extend([(name, vec![s, mark], pieces as Cost), (name, vec![s, mark, n], pieces)]);
        }
    }
    rows
}

/// Those of them that only read lists and maps, so that they may be called on constants.
const READING: &str = "keys values contains get len is_empty extract + order order_desc to_chars";

/// Puts the functions that pay into `module`. They find what they replace in `standard`.
pub fn register(module: &mut Module, standard: Rc<Module>) {
    let mut engine = Engine::new_raw();
    engine.register_global_module(standard);
    let plain = Rc::new(engine);
    for (name, types, cost) in table() {
        let plain = plain.clone();
        let call = move |context: Option<NativeCallContext>, args: &mut [&mut Dynamic]| {
            pay(cost(args))?;
            let Some(context) = context else { return Ok(Dynamic::UNIT) };
            let state = context.global_runtime_state();
            let position = context.call_position();
            NativeCallContext::new_with_all_fields(&plain, name, None, state, position)
                .call_native_fn_raw(name, true, args)
        };
        let is_pure = READING.split(' ').any(|reading| reading == name)
            || types[0] == TypeId::of::<ImmutableString>();
        let function = RhaiFunc::Method {
            func: Shared::new(call),
            has_context: true,
            is_pure,
            is_volatile: false,
        };
        let registration = FuncRegistration::new(name).in_global_namespace();
        module.set_fn_raw_with_options(registration, types, function);
    }
    arrays::register(module);
    texts(module);
    refused(module);
}

/// Printing, and texts that could grow out of bounds at once.
fn texts(module: &mut Module) {
    fn set<T: rhai::Variant + Clone>(module: &mut Module) {
        for name in ["print", "to_string"] {
            pure(name)
                .set_into_module(module, |value: &mut T| show::text(&Dynamic::from(value.clone())));
        }
        for name in ["debug", "to_debug"] {
            pure(name).set_into_module(module, |value: &mut T| {
                show::quoted(&Dynamic::from(value.clone()))
            });
        }
        pure("+").set_into_module(
            module,
            |value: &mut T, text: ImmutableString| -> Result<String> {
                Ok(show::text(&Dynamic::from(value.clone()))? + text.as_str())
            },
        );
        pure("+").set_into_module(
            module,
            |text: &mut ImmutableString, value: T| -> Result<String> {
                Ok(format!("{text}{}", show::text(&Dynamic::from(value))?))
            },
        );
        for name in ["+=", "append"] {
            changing(name).set_into_module(
                module,
                |text: &mut ImmutableString, value: T| -> Result<()> {
                    *text = format!("{text}{}", show::text(&Dynamic::from(value))?).into();
                    Ok(())
                },
            );
        }
    }
    set::<Array>(module);
    set::<Map>(module);
    set::<FnPtr>(module);
    pure("to_json").set_into_module(module, |map: &mut Map| show::json(map));
    type S = ImmutableString;
    let f = changing("replace");
    f.set_into_module(module, |text: &mut S, from: S, to: S| replace(text, &from, &to));
    let f = changing("replace");
    f.set_into_module(module, |text: &mut S, from: S, to: char| {
        replace(text, &from, &to.to_string())
    });
    let f = changing("replace");
    f.set_into_module(module, |text: &mut S, from: char, to: S| {
        replace(text, &from.to_string(), &to)
    });
    let f = changing("replace");
    f.set_into_module(module, |text: &mut S, from: char, to: char| {
        replace(text, &from.to_string(), &to.to_string())
    });
    let f = changing("pad");
    f.set_into_module(module, |text: &mut S, len: INT, with: char| {
        pad(text, len, &with.to_string())
    });
    changing("pad")
        .set_into_module(module, |text: &mut S, len: INT, with: S| pad(text, len, &with));
    pure("parse_json").set_into_module(
        module,
        |context: NativeCallContext, text: S| -> Result<Dynamic> {
            pay(2 * text.len() as u64)?;
            Ok(context.engine().parse_json(text.as_str(), true)?.into())
        },
    );
}

fn replace(text: &mut ImmutableString, from: &str, to: &str) -> Result<()> {
    let count = text.matches(from).count();
    pay(count as u64 / 2)?;
    if text.len() - count * from.len() + count * to.len() > STRING_BYTES {
        return Err(show::too_long());
    }
    *text = text.replace(from, to).into();
    Ok(())
}

/// Appends `with` until the text has `len` characters.
fn pad(text: &mut ImmutableString, len: INT, with: &str) -> Result<()> {
    let missing = len.saturating_sub(text.chars().count() as INT);
    if missing <= 0 || with.is_empty() {
        return Ok(());
    }
    if missing > STRING_BYTES as INT {
        return Err(show::too_long());
    }
    pay(missing as u64 / 16)?;
    let more: String = with.chars().cycle().take(missing as usize).collect();
    *text = format!("{text}{more}").into();
    Ok(())
}

/// Functions that bots have no use for, and names that mean nothing.
fn refused(module: &mut Module) {
    let named = |function: &mut FnPtr| -> ImmutableString { show::name(function).into() };
    pure("name").set_into_module(module, named);
    FuncRegistration::new_getter("name").with_purity(true).set_into_module(module, named);
    let name = "get_fn_metadata_list";
    let no = || -> Result<Dynamic> { Err(words::no_list().into()) };
    pure(name).set_into_module(module, no);
    pure(name).set_into_module(module, move |_: ImmutableString| no());
    pure(name).set_into_module(module, move |_: ImmutableString, _: INT| no());
}
