//! Evaluates parts of a chain before the chain, in a custom expression around it.
//!
//! An expression that takes the value replaces each of them, so the chain finds it in the same place, and
//! the fuel is the same.

use rhai::{Dynamic, Engine, EvalContext, Expr, Expression};
use std::cell::RefCell;
use std::collections::VecDeque;

use super::super::meter;
use super::charges::Result;
use super::rewriting::custom;

/// The name of our expression. No script is parsed with it, so scripts may use the word.
const TAKEN: &str = "taken";

thread_local! {
    /// The values that are not taken yet, of each chain that is being run.
    static VALUES: RefCell<Vec<VecDeque<Dynamic>>> = const { RefCell::new(Vec::new()) };
}

/// Takes an expression out of a chain and leaves one there that takes its value.
pub fn take_out(part: &mut Expr) -> Expr {
    let position = part.position();
    std::mem::replace(part, custom([], TAKEN, Dynamic::UNIT, position))
}

/// Makes `engine` take values.
pub fn handle(engine: &mut Engine) {
    let handler = engine.register_custom_syntax_handler(TAKEN, false, |_, _, _| {
        meter::refund(1);
        Ok(VALUES.with_borrow_mut(|all| {
            let value = all.last_mut().and_then(VecDeque::pop_front).unwrap_or_default();
            all.pop_if(|values| values.is_empty());
            value
        }))
    });
    debug_assert!(handler.is_ok());
}

/// The values of expressions, in order.
///
/// # Errors
/// That of the first that fails.
pub fn worked_out(
    context: &mut EvalContext<'_, '_, '_, '_, '_, '_>,
    parts: &[Expression<'_>],
) -> Result<VecDeque<Dynamic>> {
    parts.iter().map(|part| Ok(context.eval_expression_tree(part)?.flatten())).collect()
}

/// Puts the values there for the chain that runs next, which takes them all unless it fails.
pub fn put(values: VecDeque<Dynamic>) {
    if !values.is_empty() {
        VALUES.with_borrow_mut(|all| all.push(values));
    }
}

/// The number of chains with pending values, for [`forget`].
pub fn depth() -> usize {
    VALUES.with_borrow(Vec::len)
}

/// Drops the values that chains left when they failed.
pub fn forget(depth: usize) {
    VALUES.with_borrow_mut(|all| all.truncate(depth));
}
