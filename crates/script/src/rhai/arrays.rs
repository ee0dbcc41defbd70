//! Replacements for the functions of arrays that bots call most or that compare.

use rhai::{
    Array, Dynamic, EvalAltResult, INT, ImmutableString, Map, Module, NativeCallContext, OP_EQUALS,
};

use super::charges::{Result, changing, nested, pay, pure, room_for};

/// Registers the functions in `module`.
pub fn register(module: &mut Module) {
    let len = priced(|items| items.len() as INT);
    let is_empty = priced(|items| items.is_empty());
    pure("len").set_into_module(module, len);
    pure("is_empty").set_into_module(module, is_empty);
    rhai::FuncRegistration::new_getter("len").with_purity(true).set_into_module(module, len);
    rhai::FuncRegistration::new_getter("is_empty")
        .with_purity(true)
        .set_into_module(module, is_empty);
    changing("push").set_into_module(module, |items: &mut Array, item: Dynamic| -> Result<()> {
        looked_at(items)?;
        items.push(item);
        Ok(())
    });
    let pop = priced(|items| items.pop().unwrap_or_default());
    changing("pop").set_into_module(module, pop);
    let shift = |items: &mut Array| if items.is_empty() { Dynamic::UNIT } else { items.remove(0) };
    changing("shift").set_into_module(module, priced(shift));
    changing("remove").set_into_module(
        module,
        |items: &mut Array, index: INT| -> Result<Dynamic> {
            looked_at(items)?;
            let index = if index < 0 { index.saturating_add(items.len() as INT) } else { index };
            let index = usize::try_from(index).ok().filter(|&index| index < items.len());
            Ok(index.map_or(Dynamic::UNIT, |index| items.remove(index)))
        },
    );
    changing("pad").set_into_module(
        module,
        |items: &mut Array, len: INT, item: Dynamic| -> Result<()> {
            let len = usize::try_from(len).unwrap_or(0);
            if len > items.len() {
                room_for(len, &item)?;
                items.resize(len, item);
            }
            Ok(())
        },
    );
    pure("contains").set_into_module(
        module,
        |context: NativeCallContext, items: &mut Array, wanted: Dynamic| {
            Ok::<bool, Box<EvalAltResult>>(position(&context, items, wanted, 0)? >= 0)
        },
    );
    index_of::<Dynamic>(module);
    // Given a text, Rhai 1.27's version calls the function of that name, if one exists.
    index_of::<ImmutableString>(module);
    comparisons::<Array>(module, |compare, left, right| compare.arrays(left, right));
    comparisons::<Map>(module, |compare, left, right| compare.maps(left, right));
}

fn index_of<T: rhai::Variant + Clone>(module: &mut Module) {
    let f = pure("index_of");
    f.set_into_module(module, |context: NativeCallContext, items: &mut Array, wanted: T| {
        position(&context, items, Dynamic::from(wanted), 0)
    });
    let from = |context: NativeCallContext, items: &mut Array, wanted: T, start: INT| {
        position(&context, items, Dynamic::from(wanted), start)
    };
    pure("index_of").set_into_module(module, from);
}

/// Wraps a function so that it charges by [`looked_at`].
fn priced<R>(function: fn(&mut Array) -> R) -> impl Fn(&mut Array) -> Result<R> + Copy {
    move |items| {
        looked_at(items)?;
        Ok(function(items))
    }
}

/// Charges for Rhai's scan of every element after each method call.
fn looked_at(items: &Array) -> Result<()> {
    match nested(items) / 64 {
        0 => Ok(()),
        units => pay(units),
    }
}

/// Registers `==` and `!=` for two values of a type.
fn comparisons<T: rhai::Variant + Clone>(
    module: &mut Module,
    same: fn(&mut Compare<'_>, &mut T, &mut T) -> Result<bool>,
) {
    let same = move |context: &NativeCallContext, left: &mut T, mut right: T| {
        same(&mut Compare { context, steps: 0 }, left, &mut right)
    };
    let equal =
        move |context: NativeCallContext, left: &mut T, right: T| same(&context, left, right);
    let differ = move |context: NativeCallContext, left: &mut T, right: T| {
        same(&context, left, right).map(|same| !same)
    };
    pure("==").set_into_module(module, equal);
    pure("!=").set_into_module(module, differ);
}

fn position(
    context: &NativeCallContext,
    items: &mut Array,
    mut wanted: Dynamic,
    start: INT,
) -> Result<INT> {
    let len = items.len();
    let start = match usize::try_from(start) {
        Ok(start) => start.min(len),
        Err(_) => len.saturating_sub(start.unsigned_abs() as usize),
    };
    let mut compare = Compare { context, steps: 0 };
    for (i, item) in items.iter_mut().enumerate().skip(start) {
        if compare.values(item, &mut wanted)? {
            return Ok(i as INT);
        }
    }
    Ok(-1)
}

/// Returns true for an integer and a text. Rhai would search for an operator and fail, which costs
/// many times the price.
fn are_of_unlike_kinds(left: &Dynamic, right: &Dynamic) -> bool {
    left.is_int() && right.is_string() || left.is_string() && right.is_int()
}

/// Compares values like `==`, and charges for it.
struct Compare<'a> {
    context: &'a NativeCallContext<'a>,
    steps: u64,
}

impl Compare<'_> {
    fn arrays(&mut self, left: &mut Array, right: &mut Array) -> Result<bool> {
        if left.len() != right.len() {
            return Ok(false);
        }
        for (left, right) in left.iter_mut().zip(right) {
            if !self.values(left, right)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn maps(&mut self, left: &mut Map, right: &mut Map) -> Result<bool> {
        if left.len() != right.len() {
            return Ok(false);
        }
        for ((left_key, left), (right_key, right)) in left.iter_mut().zip(right) {
            if left_key != right_key || !self.values(left, right)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn values(&mut self, left: &mut Dynamic, right: &mut Dynamic) -> Result<bool> {
        self.steps += 1;
        if self.steps.is_multiple_of(16) {
            pay(4)?;
        }
        if let (Ok(left), Ok(right)) = (left.as_int(), right.as_int()) {
            return Ok(left == right);
        }
        if let (Ok(left), Ok(right)) =
            (left.as_immutable_string_ref(), right.as_immutable_string_ref())
        {
            return Ok(*left == *right);
        }
        let both = |is: fn(&Dynamic) -> bool| {
            is(left) && is(right) && !left.is_shared() && !right.is_shared()
        };
        if both(Dynamic::is_array) {
            let (Ok(mut left), Ok(mut right)) = (left.as_array_mut(), right.as_array_mut()) else {
                return Ok(false);
            };
            return self.arrays(&mut left, &mut right);
        }
        if both(Dynamic::is_map) {
            let (Ok(mut left), Ok(mut right)) = (left.as_map_mut(), right.as_map_mut()) else {
                return Ok(false);
            };
            return self.maps(&mut left, &mut right);
        }
        pay(4)?;
        if are_of_unlike_kinds(left, right) {
            return Ok(false);
        }
        let same_type = left.type_id() == right.type_id();
        // The call consumes the second argument.
        match self.context.call_native_fn_raw(OP_EQUALS, true, &mut [left, &mut right.clone()]) {
            Ok(same) => Ok(same.as_bool().unwrap_or(false)),
            Err(error) => match *error {
                EvalAltResult::ErrorFunctionNotFound(ref call, ..)
                    if call.starts_with(OP_EQUALS) && !same_type =>
                {
                    Ok(false)
                }
                _ => Err(error),
            },
        }
    }
}
