//! Evaluates parts of a chain before the chain, in a custom expression around it.
//!
//! Each part is replaced by an expression that takes its value, so the chain sees the same values
//! and uses the same fuel.

use rhai::{Dynamic, Engine, EvalContext, Expr, Expression};
use std::cell::RefCell;
use std::collections::VecDeque;

use super::super::meter;
use super::charges::Result;
use super::rewriting::custom;

/// The keyword of the custom expression. Scripts are not parsed with it, so they can use the word.
const TAKEN: &str = "taken";

thread_local! {
    /// Values not taken yet, for each running chain.
    static VALUES: RefCell<Vec<VecDeque<Dynamic>>> = const { RefCell::new(Vec::new()) };
}

/// Replaces an expression in a chain by one that takes its value, and returns it.
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

/// Evaluates expressions in order.
///
/// # Errors
/// The first error.
pub fn worked_out(
    context: &mut EvalContext<'_, '_, '_, '_, '_, '_>,
    parts: &[Expression<'_>],
) -> Result<VecDeque<Dynamic>> {
    parts.iter().map(|part| Ok(context.eval_expression_tree(part)?.flatten())).collect()
}

/// Provides the values for the next chain, which takes all of them unless it fails.
pub fn put(values: VecDeque<Dynamic>) {
    if !values.is_empty() {
        VALUES.with_borrow_mut(|all| all.push(values));
    }
}

/// Returns the number of chains with pending values, for [`forget`].
pub fn depth() -> usize {
    VALUES.with_borrow(Vec::len)
}

/// Drops the values that failed chains left behind.
pub fn forget(depth: usize) {
    VALUES.with_borrow_mut(|all| all.truncate(depth));
}
