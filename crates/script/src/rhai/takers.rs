//! Functions of arrays and maps that take a callback.
//!
//! Rhai treats any result except `true` as `false`, and reports a callback with the wrong number of
//! parameters as missing. These versions report both mistakes.

use rhai::{Array, Dynamic, FnPtr, INT, Map, Module, NativeCallContext};

use super::asked::Asked;
use super::charges::{Result, changing, pure};

/// Number of values passed to a callback for an element or a map entry.
const ITEM: &str = "1 or 2";

fn is(asked: &Asked<'_>, item: &mut Dynamic, index: usize) -> Result<bool> {
    asked.truth(&asked.of(item, None, index)?)
}

/// Returns the index of the first element from `start` on that satisfies the callback.
fn found(asked: &Asked<'_>, items: &mut Array, start: INT) -> Result<Option<usize>> {
    let start = offset(start, items.len());
    for (i, item) in items.iter_mut().enumerate().skip(start) {
        if is(asked, item, i)? {
            return Ok(Some(i));
        }
    }
    Ok(None)
}

/// Converts an index that can count from the end.
fn offset(start: INT, len: usize) -> usize {
    match usize::try_from(start) {
        Ok(start) => start.min(len),
        Err(_) => len.saturating_sub(usize::try_from(start.unsigned_abs()).unwrap_or(usize::MAX)),
    }
}

/// Registers the functions in `module`.
pub fn register(module: &mut Module) {
    reading(module);
    searching(module);
    reducing(module);
    changing_ones(module);
    of_maps(module);
}

type C<'a> = NativeCallContext<'a>;
type Error = Box<rhai::EvalAltResult>;

fn reading(module: &mut Module) {
    pure("map").set_into_module(module, |context: C, items: &mut Array, f: FnPtr| {
        let asked = Asked::new(&context, "map", &f, ITEM);
        let each = items.iter_mut().enumerate();
        each.map(|(i, item)| asked.of(item, None, i)).collect::<Result<Array>>()
    });
    pure("filter").set_into_module(module, |context: C, items: &mut Array, f: FnPtr| {
        let asked = Asked::new(&context, "filter", &f, ITEM);
        let mut kept = Array::new();
        for (i, item) in items.iter_mut().enumerate() {
            if is(&asked, item, i)? {
                kept.push(item.clone());
            }
        }
        Ok::<Array, Error>(kept)
    });
    changing("for_each").set_into_module(module, |context: C, items: &mut Array, f: FnPtr| {
        let asked = Asked::new(&context, "for_each", &f, "0 or 1");
        for (i, item) in items.iter_mut().enumerate() {
            let _ = asked.of_this(item, i)?;
        }
        Ok::<(), Error>(())
    });
}

fn searching(module: &mut Module) {
    let some = |context: C, items: &mut Array, f: FnPtr| -> Result<bool> {
        Ok(found(&Asked::new(&context, "some", &f, ITEM), items, 0)?.is_some())
    };
    pure("some").set_into_module(module, some);
    pure("all").set_into_module(module, |context: C, items: &mut Array, f: FnPtr| {
        let asked = Asked::new(&context, "all", &f, ITEM);
        for (i, item) in items.iter_mut().enumerate() {
            if !is(&asked, item, i)? {
                return Ok(false);
            }
        }
        Ok::<bool, Error>(true)
    });
    let find = |context: &C, items: &mut Array, f: &FnPtr, start: INT| -> Result<Dynamic> {
        let found = found(&Asked::new(context, "find", f, ITEM), items, start)?;
        Ok(found.and_then(|i| items.get(i).cloned()).unwrap_or_default())
    };
    pure("find").set_into_module(module, move |context: C, items: &mut Array, f: FnPtr| {
        find(&context, items, &f, 0)
    });
    let f = pure("find");
    f.set_into_module(module, move |context: C, items: &mut Array, f: FnPtr, start: INT| {
        find(&context, items, &f, start)
    });
    let index_of = |context: &C, items: &mut Array, f: &FnPtr, start: INT| -> Result<INT> {
        let found = found(&Asked::new(context, "index_of", f, ITEM), items, start)?;
        Ok(found.map_or(-1, |i| i as INT))
    };
    pure("index_of").set_into_module(module, move |context: C, items: &mut Array, f: FnPtr| {
        index_of(&context, items, &f, 0)
    });
    let f = pure("index_of");
    f.set_into_module(module, move |context: C, items: &mut Array, f: FnPtr, start: INT| {
        index_of(&context, items, &f, start)
    });
    let find_map = |context: &C, items: &mut Array, f: &FnPtr, start: INT| -> Result<Dynamic> {
        let asked = Asked::new(context, "find_map", f, ITEM);
        let start = offset(start, items.len());
        for (i, item) in items.iter_mut().enumerate().skip(start) {
            let answer = asked.of(item, None, i)?;
            if !answer.is_unit() {
                return Ok(answer);
            }
        }
        Ok(Dynamic::UNIT)
    };
    pure("find_map").set_into_module(module, move |context: C, items: &mut Array, f: FnPtr| {
        find_map(&context, items, &f, 0)
    });
    let f = pure("find_map");
    f.set_into_module(module, move |context: C, items: &mut Array, f: FnPtr, start: INT| {
        find_map(&context, items, &f, start)
    });
}

fn reducing(module: &mut Module) {
    for name in ["reduce", "reduce_rev"] {
        let reduce = move |context: &C, items: &mut Array, f: &FnPtr, first: Dynamic| {
            let asked = Asked::new(context, name, f, "2 or 3");
            let mut reduced = first;
            let len = items.len();
            for step in 0..len {
                let i = if name == "reduce" { step } else { len - 1 - step };
                if let Some(item) = items.get_mut(i) {
                    reduced = asked.of(item, Some(&reduced), i)?;
                }
            }
            Ok::<Dynamic, Error>(reduced)
        };
        pure(name).set_into_module(module, move |context: C, items: &mut Array, f: FnPtr| {
            reduce(&context, items, &f, Dynamic::UNIT)
        });
        let from = move |context: C, items: &mut Array, f: FnPtr, first: Dynamic| {
            reduce(&context, items, &f, first)
        };
        pure(name).set_into_module(module, from);
    }
}

fn changing_ones(module: &mut Module) {
    // `drain` removes the elements that satisfy the callback, `retain` the others.
    for (name, taken) in [("drain", true), ("retain", false)] {
        let split = move |context: C, items: &mut Array, f: FnPtr| {
            let asked = Asked::new(&context, name, &f, ITEM);
            let mut out = Vec::with_capacity(items.len());
            for (i, item) in items.iter_mut().enumerate() {
                out.push(is(&asked, item, i)? == taken);
            }
            let mut out = out.into_iter();
            let taken = items.extract_if(.., |_| out.next().unwrap_or_default());
            Ok::<Array, Error>(taken.collect())
        };
        changing(name).set_into_module(module, split);
    }
    changing("dedup").set_into_module(module, |context: C, items: &mut Array, f: FnPtr| {
        let asked = Asked::new(&context, "dedup", &f, "2");
        let mut kept = Array::new();
        for item in items.iter() {
            let repeats = match kept.last() {
                Some(last) => asked.truth(&asked.call(&mut [last.clone(), item.clone()])?)?,
                None => false,
            };
            if !repeats {
                kept.push(item.clone());
            }
        }
        *items = kept;
        Ok::<(), Error>(())
    });
}

fn of_maps(module: &mut Module) {
    pure("map").set_into_module(module, |context: C, map: &mut Map, f: FnPtr| {
        let asked = Asked::new(&context, "map", &f, ITEM);
        let each = map.iter_mut();
        each.map(|(key, value)| Ok((key.clone(), asked.of_entry(key, value)?)))
            .collect::<Result<Map>>()
    });
    pure("filter").set_into_module(module, |context: C, map: &mut Map, f: FnPtr| {
        Ok::<Map, Error>(halves(&Asked::new(&context, "filter", &f, ITEM), map)?.0)
    });
    changing("drain").set_into_module(module, |context: C, map: &mut Map, f: FnPtr| {
        let (drained, kept) = halves(&Asked::new(&context, "drain", &f, ITEM), map)?;
        *map = kept;
        Ok::<Map, Error>(drained)
    });
    changing("retain").set_into_module(module, |context: C, map: &mut Map, f: FnPtr| {
        let (kept, drained) = halves(&Asked::new(&context, "retain", &f, ITEM), map)?;
        *map = kept;
        Ok::<Map, Error>(drained)
    });
}

/// Splits the entries by whether they satisfy the callback.
fn halves(asked: &Asked<'_>, map: &mut Map) -> Result<(Map, Map)> {
    let (mut yes, mut no) = (Map::new(), Map::new());
    for (key, value) in map.iter_mut() {
        let half = if asked.truth(&asked.of_entry(key, value)?)? { &mut yes } else { &mut no };
        half.insert(key.clone(), value.clone());
    }
    Ok((yes, no))
}
