//! Charges of Rhai's functions.
//!
//! Rhai counts operations, whatever they do. Here the functions whose work grows with the size of
//! what they work on pay for it before they begin, so that a script which does nothing but such
//! work runs out of fuel, not out of time.

use rhai::{
    Array, Dynamic, Engine, EvalAltResult, FnPtr, FuncRegistration, INT, ImmutableString, Map,
    Module, NativeCallContext, Position, RhaiFunc, Shared,
};
use std::any::TypeId;
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;

use super::super::alloc;
use super::super::meter::{self, Stop};
use super::engine::{ARRAY_ITEMS, STRING_BYTES};
use super::objects::Result;
use super::{LANGUAGE, arrays, show, words};

/// Bytes allocated by one operation from which they are charged for: copies of large values.
const LARGE: u64 = 8 * 1024;
/// The same in allocations.
const MANY: u64 = 256;

/// Prices that make a millisecond: one is about 60 ns of native work.
const PER_MS: u64 = 16_000;

/// The fuel of native work of this price.
fn fuel_for(price: u64) -> u64 {
    LANGUAGE.fuel_for(price, PER_MS)
}

/// Takes the fuel for native work of a price.
///
/// # Errors
/// One that no script can catch, if a limit is exceeded.
pub fn pay(price: u64) -> Result<()> {
    meter::charge(fuel_for(price)).map_err(|_| stopped())
}

/// The error that ends a script: a limit is exceeded, as the meter knows.
pub fn stopped() -> Box<EvalAltResult> {
    EvalAltResult::ErrorTerminated(Dynamic::UNIT, Position::NONE).into()
}

/// Charges what one operation of Rhai itself has copied; `seen` is what was allocated before it.
pub fn copies(seen: alloc::Total) -> std::result::Result<(), Stop> {
    let (bytes, count) = alloc::allocated().since(seen);
    if bytes < LARGE && count < MANY {
        return Ok(());
    }
    meter::charge(fuel_for(bytes / 128 + count))?;
    meter::look()
}

/// About how many bytes a value holds that its copy would hold as well.
pub fn bytes(value: &Dynamic) -> u64 {
    const NODE: u64 = 16;
    if value.is_shared() {
        NODE
    } else if let Ok(items) = value.as_array_ref() {
        24 + items.iter().map(|item| NODE + bytes(item)).sum::<u64>()
    } else if let Ok(map) = value.as_map_ref() {
        24 + map.iter().map(|(key, item)| 64 + key.len() as u64 + bytes(item)).sum::<u64>()
    } else if let Some(function) = value.read_lock::<FnPtr>() {
        64 + function.curry().iter().map(|item| NODE + bytes(item)).sum::<u64>()
    } else {
        0
    }
}

/// About how many elements a list has, nested ones counted four times, for they lie apart in
/// memory.
pub fn elements(value: &Dynamic) -> u64 {
    if value.is_locked() {
        0
    } else if let Ok(items) = value.as_array_ref() {
        nested(&items)
    } else if let Ok(map) = value.as_map_ref() {
        8 * map.len() as u64 + inside(map.len(), map.values())
    } else {
        0
    }
}

/// Lists of more elements than this are not searched for nested ones, which would take as long as
/// what is charged for.
const SEARCHED: usize = 100;

/// [`elements`] of an array.
pub fn nested(items: &Array) -> u64 {
    items.len() as u64 + inside(items.len(), items.iter())
}

fn inside<'a>(len: usize, items: impl Iterator<Item = &'a Dynamic>) -> u64 {
    if len > SEARCHED {
        return 0;
    }
    4 * items.filter(|item| item.is_array() || item.is_map()).map(flat).sum::<u64>()
}

/// All elements of a nested list; each of its levels is searched.
fn flat(value: &Dynamic) -> u64 {
    if let Ok(items) = value.as_array_ref() {
        items.len() as u64 + inside(items.len(), items.iter()) / 4
    } else {
        elements(value)
    }
}

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
            let place = context.call_position();
            NativeCallContext::new_with_all_fields(&plain, name, None, state, place)
                .call_native_fn_raw(name, true, args)
        };
        // What only reads may be called on constants.
        let is_pure = matches!(
            name,
            "keys"
                | "values"
                | "contains"
                | "get"
                | "len"
                | "is_empty"
                | "extract"
                | "+"
                | "order"
                | "order_desc"
                | "to_chars"
        ) || types[0] == TypeId::of::<ImmutableString>();
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

/// A function that leaves its first argument as it is.
pub fn pure(name: &str) -> FuncRegistration {
    FuncRegistration::new(name).in_global_namespace().with_purity(true)
}

/// A function that changes its first argument, which may be no constant.
pub fn changing(name: &str) -> FuncRegistration {
    FuncRegistration::new(name).in_global_namespace().with_purity(false)
}

/// Refuses an array of `len` elements that are copies of `item`, if it would be too large.
pub fn room_for(len: usize, item: &Dynamic) -> Result<()> {
    let each = 16 + bytes(item);
    let whole = each.saturating_mul(len as u64);
    if len > ARRAY_ITEMS {
        let kind = "Size of array".to_string();
        return Err(EvalAltResult::ErrorDataTooLarge(kind, Position::NONE).into());
    }
    if whole > meter::live_bytes_left() {
        meter::out_of_live_memory();
        return Err(stopped());
    }
    pay(whole / 256)
}
