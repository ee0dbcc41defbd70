//! Sorts by a script's function, or by the natural order of numbers, texts and booleans.

use rhai::{
    Array, Dynamic, EvalAltResult, FLOAT, FnPtr, ImmutableString, Module, NativeCallContext,
};
use std::cmp::Ordering;

use super::asked::Asked;
use super::charges::{Result, bytes, changing, pay, pure};
use super::convert::kind_of;
use super::words;

type C<'a> = NativeCallContext<'a>;
type Error = Box<EvalAltResult>;

/// Registers the functions in `module`.
pub fn register(module: &mut Module) {
    for name in ["sort", "sort_by"] {
        let f = changing(name);
        f.set_into_module(module, move |context: C, items: &mut Array, order: FnPtr| {
            *items = by_function(&context, name, items.clone(), &order)?;
            Ok::<(), Error>(())
        });
        let f = changing(name);
        f.set_into_module(module, move |context: C, items: &mut Array, order: ImmutableString| {
            *items = by_function(&context, name, items.clone(), &FnPtr::new(order)?)?;
            Ok::<(), Error>(())
        });
    }
    for name in ["order", "order_by"] {
        pure(name).set_into_module(module, move |context: C, items: &mut Array, order: FnPtr| {
            by_function(&context, name, items.clone(), &order)
        });
        let f = pure(name);
        f.set_into_module(module, move |context: C, items: &mut Array, order: ImmutableString| {
            by_function(&context, name, items.clone(), &FnPtr::new(order)?)
        });
    }
    for (name, down) in [("sort", false), ("sort_desc", true)] {
        changing(name).set_into_module(module, move |items: &mut Array| -> Result<()> {
            by_themselves(items, name, down)
        });
    }
    for (name, down) in [("order", false), ("order_desc", true)] {
        pure(name).set_into_module(module, move |items: &mut Array| -> Result<Array> {
            let mut ordered = items.clone();
            by_themselves(&mut ordered, name, down)?;
            Ok(ordered)
        });
    }
}

/// Sorts elements by their natural order; the sort is stable.
fn by_themselves(items: &mut Array, name: &str, down: bool) -> Result<()> {
    let len = items.len() as u64;
    let copied = 24 + items.iter().map(|item| 16 + bytes(item)).sum::<u64>();
    pay(copied / 256 + len * u64::from(len.max(1).ilog2()) / 8)?;
    let Some(first) = items.first() else { return Ok(()) };
    let kind = kind(first);
    if let Some(other) = items.iter().find(|item| self::kind(item) != kind) {
        return Err(words::no_order_of_both(name, kind, self::kind(other)).into());
    }
    let compare: fn(&Dynamic, &Dynamic) -> Ordering = match kind {
        "numbers" if items.iter().all(Dynamic::is_int) => {
            |a, b| a.as_int().ok().cmp(&b.as_int().ok())
        }
        "numbers" => numbers,
        "texts" => |a, b| match (a.as_immutable_string_ref(), b.as_immutable_string_ref()) {
            (Ok(a), Ok(b)) => a.cmp(&b),
            _ => Ordering::Equal,
        },
        "characters" => |a, b| a.as_char().ok().cmp(&b.as_char().ok()),
        "true and false" => |a, b| a.as_bool().ok().cmp(&b.as_bool().ok()),
        "()" => |_, _| Ordering::Equal,
        _ if items.len() == 1 => return Ok(()),
        other => return Err(words::no_order_of(name, other).into()),
    };
    items.sort_by(|a, b| if down { compare(b, a) } else { compare(a, b) });
    Ok(())
}

/// Compares numbers as floats: comparing integers beyond 2^53 exactly would not be a consistent
/// order together with floats. NaN comes last.
fn numbers(a: &Dynamic, b: &Dynamic) -> Ordering {
    let float = |value: &Dynamic| value.as_float().or(value.as_int().map(|n| n as FLOAT));
    let (a, b) = (float(a).unwrap_or(FLOAT::NAN), float(b).unwrap_or(FLOAT::NAN));
    a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
}

/// Returns the kind of an element in words, as a plural.
fn kind(item: &Dynamic) -> &'static str {
    if item.is_char() {
        return "characters";
    }
    match kind_of(item) {
        "true" | "false" => "true and false",
        "a number" => "numbers",
        "a text" => "texts",
        "an array" => "arrays",
        "a map" => "maps",
        "a function" => "functions",
        "()" => "()",
        _ => "such values",
    }
}

/// Returns the elements in the order of a script's function; the sort is stable. An error of the
/// function ends it.
fn by_function(
    context: &NativeCallContext,
    name: &'static str,
    items: Array,
    order: &FnPtr,
) -> Result<Array> {
    sorted(items, &Asked::new(context, name, order, "2"))
}

fn sorted(mut items: Array, order: &Asked<'_>) -> Result<Array> {
    if items.len() <= 1 {
        return Ok(items);
    }
    let right = items.split_off(items.len() / 2);
    let mut left = sorted(items, order)?.into_iter().peekable();
    let mut right = sorted(right, order)?.into_iter().peekable();
    let mut merged = Array::with_capacity(left.len() + right.len());
    while let (Some(first), Some(second)) = (left.peek(), right.peek()) {
        let next = if comes_before(second, first, order)? { right.next() } else { left.next() };
        merged.extend(next);
    }
    merged.extend(left);
    merged.extend(right);
    Ok(merged)
}

/// Returns true if `second` must come before `first`.
fn comes_before(second: &Dynamic, first: &Dynamic, order: &Asked<'_>) -> Result<bool> {
    let answer = order.call(&mut [first.clone(), second.clone()])?;
    if let Ok(number) = answer.as_int() {
        return Ok(number > 0);
    }
    if let Ok(number) = answer.as_float() {
        return if number.is_nan() { Err(words::no_order().into()) } else { Ok(number > 0.0) };
    }
    match answer.as_bool() {
        Ok(true) => Ok(false),
        // Neither comes before the other if they are equal.
        Ok(false) => order.truth(&order.call(&mut [second.clone(), first.clone()])?),
        Err(_) => Err(words::no_order().into()),
    }
}
