//! Rhai's own functions, with a price if their work grows with the arguments.

use rhai::{
    Array, Dynamic, Engine, FLOAT, FnPtr, FuncRegistration, INT, ImmutableString, Map, Module,
    NativeCallContext, RhaiFunc, Shared,
};
use std::any::TypeId;
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;

use super::charges::{Result, bytes, changing, elements, pay, pure};
use super::limits::STRING_BYTES;
use super::{arrays, json, show, sorting, takers, words};

type Cost = fn(&[&mut Dynamic]) -> u64;

/// Returns the price of scanning every element, which Rhai does after each method call.
fn look(args: &[&mut Dynamic]) -> u64 {
    args.first().map_or(0, |value| elements(value)) / 64
}

/// Returns the price of moving or copying every element of all arguments.
fn copy(args: &[&mut Dynamic]) -> u64 {
    args.iter().map(|value| bytes(value)).sum::<u64>() / 256
}

/// Returns the price of up to one piece of text per byte.
fn pieces(args: &[&mut Dynamic]) -> u64 {
    args[0].as_immutable_string_ref().map_or(0, |text| text.len() as u64)
}

const A: TypeId = TypeId::of::<Array>();
const M: TypeId = TypeId::of::<Map>();
const S: TypeId = TypeId::of::<ImmutableString>();
const N: TypeId = TypeId::of::<INT>();
const C: TypeId = TypeId::of::<char>();
const D: TypeId = TypeId::of::<Dynamic>();
const R: TypeId = TypeId::of::<Range<INT>>();
const RI: TypeId = TypeId::of::<RangeInclusive<INT>>();

/// Names of functions, the argument types that each of them takes, and their price.
type Row = (&'static [&'static str], &'static [&'static [TypeId]], Cost);

/// Functions that run unchanged after charging.
const TABLE: &[Row] = &[
    (&["get"], &[&[A, N], &[M, S]], look),
    (&["set"], &[&[A, N, D], &[M, S, D]], look),
    (&["insert"], &[&[A, N, D]], look),
    (&["take"], &[&[D]], |args| elements(args[0]) / 16),
    (&["append", "+"], &[&[A, A]], copy),
    (&["reverse"], &[&[A]], look),
    (&["truncate"], &[&[A, N]], look),
    (&["chop", "split", "extract"], &[&[A, N]], copy),
    (&["dedup"], &[&[A]], |args| 4 * elements(args[0])),
    (&["splice"], &[&[A, N, N, A], &[A, R, A], &[A, RI, A]], copy),
    (&["extract", "drain", "retain"], &[&[A, N, N], &[A, R], &[A, RI]], copy),
    (&["keys"], &[&[M]], |args| 2 * elements(args[0]) / 8),
    (&["values"], &[&[M]], copy),
    (&["contains", "remove"], &[&[M, S]], look),
    (&["len", "is_empty"], &[&[M]], look),
    (&["mixin", "+=", "+", "fill_with"], &[&[M, M]], copy),
    (&["to_chars", "split"], &[&[S]], pieces),
    (&["split", "split_rev"], &[&[S, S], &[S, C], &[S, S, N], &[S, C, N]], pieces),
];

/// The functions in the table that only read lists and maps, so constants can call them.
const READING: &str = "keys values contains get len is_empty extract + to_chars";

/// Registers the charging functions in `module`. They call the originals in `standard`.
pub fn register(module: &mut Module, standard: Rc<Module>) {
    let mut engine = Engine::new_raw();
    engine.register_global_module(standard);
    let plain = Rc::new(engine);
    for (names, signatures, cost) in TABLE {
        let each =
            names.iter().flat_map(|name| signatures.iter().map(move |types| (*name, *types)));
        for (name, types) in each {
            let plain = plain.clone();
            let call = move |context: Option<NativeCallContext>, args: &mut [&mut Dynamic]| {
                pay(cost(args))?;
                let Some(context) = context else { return Ok(Dynamic::UNIT) };
                let state = context.global_runtime_state();
                let position = context.call_position();
                NativeCallContext::new_with_all_fields(&plain, name, None, state, position)
                    .call_native_fn_raw(name, true, args)
            };
            let is_pure = types[0] == S || READING.split(' ').any(|reading| reading == name);
            let function = RhaiFunc::Method {
                func: Shared::new(call),
                has_context: true,
                is_pure,
                is_volatile: false,
            };
            let registration = FuncRegistration::new(name).in_global_namespace();
            module.set_fn_raw_with_options(registration, types, function);
        }
    }
    arrays::register(module);
    takers::register(module);
    sorting::register(module);
    ranges(module);
    texts(module);
    refused(module);
}

/// Explains floats in a range: Rhai's ranges hold integers.
fn ranges(module: &mut Module) {
    pure("contains").set_into_module(module, |range: &mut Range<INT>, x: FLOAT| -> Result<bool> {
        Err(words::not_in_range(x, range.start, "<", range.end).into())
    });
    let f = pure("contains");
    f.set_into_module(module, |range: &mut RangeInclusive<INT>, x: FLOAT| -> Result<bool> {
        Err(words::not_in_range(x, range.start(), "<=", range.end()).into())
    });
}

/// Registers printing, and functions that could create huge texts in one step.
fn texts(module: &mut Module) {
    type S = ImmutableString;
    fn set<T: rhai::Variant + Clone>(module: &mut Module) {
        let shown = |value: &mut T| show::text(&Dynamic::from(value.clone()));
        for name in ["print", "to_string"] {
            pure(name).set_into_module(module, shown);
        }
        let quoted = |value: &mut T| show::quoted(&Dynamic::from(value.clone()));
        for name in ["debug", "to_debug"] {
            pure(name).set_into_module(module, quoted);
        }
        let before = move |value: &mut T, text: S| shown(value).map(|value| value + text.as_str());
        pure("+").set_into_module(module, before);
        let behind = |text: &mut S, value: T| {
            show::text(&Dynamic::from(value)).map(|value| format!("{text}{value}"))
        };
        pure("+").set_into_module(module, behind);
        let append = move |text: &mut S, value: T| -> Result<()> {
            *text = behind(text, value)?.into();
            Ok(())
        };
        for name in ["+=", "append"] {
            changing(name).set_into_module(module, append);
        }
    }
    set::<Array>(module);
    set::<Map>(module);
    set::<FnPtr>(module);
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
    json::register(module);
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

/// Replaces functions that bots cannot use, and names that mean nothing.
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
