//! Finds sources in which an error could reveal that a local function was inlined.
//!
//! `error(text, 2)` names the line of the caller. An inlined function has no such line: the
//! position would point to a caller further out, or be missing.

use luau_syntax::ast::{AstNode, AstVisitor, Expression, ExpressionKind, Statement, StatementView};
use luau_syntax::parser::ParsedSource;

use crate::work::count;

/// The calls that must not be inlined if `error(text, level)` is to name the right line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Levels {
    /// None: every error has the position of the line that raises it, or no position.
    Own,
    /// Calls of functions in the same file: `error(text, 2)`.
    Caller,
    Any,
}

/// Finds the levels of the errors in a source.
pub fn levels(source: &str, tree: &ParsedSource) -> Levels {
    let mut asked = Asked(Levels::Own);
    if source.contains("error") {
        tree.root().visit(&mut asked);
    }
    asked.0
}

struct Asked(Levels);

impl<'a> AstVisitor<'a> for Asked {
    fn visit_node(&mut self, _: AstNode<'a>) -> bool {
        count(1);
        true
    }

    /// Handles the function as a member, `_G.error`; its levels are not tracked.
    fn visit_expression(&mut self, expression: Expression<'a>) -> bool {
        count(1);
        let is_member = match expression.kind() {
            ExpressionKind::IndexName { index, .. } => index == *"error",
            ExpressionKind::IndexExpr { index, .. } => {
                matches!(index.kind(), ExpressionKind::String { value, .. } if value == *"error")
            }
            _ => false,
        };
        if is_member {
            self.0 = Levels::Any;
        }
        true
    }

    fn visit_call_expression(&mut self, expression: Expression<'a>) -> bool {
        count(1);
        let ExpressionKind::Call { func, args, .. } = expression.kind() else { return true };
        if !is_error(func) {
            func.visit(self);
            // The caller of `pcall(error, text, 2)` is the enclosing function.
            let protects = func.as_global().is_some_and(|global| global.name == *"pcall");
            let skipped = usize::from(protects && args.first().is_some_and(|arg| is_error(*arg)));
            args.iter().skip(skipped).for_each(|arg| arg.visit(self));
            return false;
        }
        let level = match args.get(1).map(|level| level.kind()) {
            None => Levels::Own,
            Some(ExpressionKind::Number { value, .. }) if value <= 1.0 => Levels::Own,
            Some(ExpressionKind::Number { value: 2.0, .. }) => Levels::Caller,
            Some(_) => Levels::Any,
        };
        self.0 = self.0.max(level);
        args.iter().for_each(|arg| arg.visit(self));
        false
    }

    fn visit_local_statement(&mut self, statement: Statement<'a>) -> bool {
        let StatementView::Local(locals) = statement.view() else { return true };
        for (i, value) in locals.values.iter().enumerate() {
            let name = locals.bindings.get(i).map(|local| local.name);
            // `local error = error` is called by the same name.
            if !(is_error(*value) && name.is_some_and(|name| name == *"error")) {
                value.visit(self);
            }
        }
        false
    }

    /// Handles the function under another name or passed as a value: its levels are unknown.
    fn visit_global_expression(&mut self, expression: Expression<'a>) -> bool {
        if is_error(expression) {
            self.0 = Levels::Any;
        }
        true
    }
}

/// Returns true for the function `error`, or a variable with that name.
fn is_error(function: Expression<'_>) -> bool {
    match function.kind() {
        ExpressionKind::Global(name) => name == *"error",
        ExpressionKind::Local { local, .. } => local.name == *"error",
        ExpressionKind::Grouped(inner) => is_error(inner),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::parsed;
    use super::*;

    #[test]
    fn only_levels_that_show_calls_are_asked_for() {
        for (source, asked) in [
            ("local function f() error('x') end", Levels::Own),
            ("error('x', 0) error('x', 1) pcall(error, 'x', 2)", Levels::Own),
            ("local error = error error('x')", Levels::Own),
            ("-- error(x, 2)\nprint('error', 2)", Levels::Own),
            ("local function f() error('x', 2) end", Levels::Caller),
            ("local error = error local function f() error({ error('x', 2) }) end", Levels::Caller),
            ("error('x', 3)", Levels::Any),
            ("error('x', level)", Levels::Any),
            ("local fail = error fail('x', 2)", Levels::Any),
            ("pcall(function() error('x', 3) end)", Levels::Any),
            ("xpcall(f, error)", Levels::Any),
            ("_G.error('x', 2)", Levels::Any),
            ("_G['error']('x', 2)", Levels::Any),
        ] {
            let tree = parsed(source).expect("it can be read");
            assert_eq!(levels(source, &tree), asked, "{source}");
        }
    }
}
