//! Searches the tree of a file for the expressions that can have caused an error.

use luau_syntax::ast::{
    AstVisitor, BinaryOp, Block, Expression, ExpressionKind, Statement, StatementView, UnaryOp,
};
use luau_syntax::location::Location;

use super::super::lint::facts::{Facts, Value, text, value_of};
use super::super::lint::library::{held_by, is_global};
use super::failed::Failed;

/// Returns the operands that can be nil of the single candidate at a line; `None` if there is no
/// candidate or more than one.
pub fn operands_that_may_be_nil<'a>(
    root: Block<'a>,
    facts: &Facts<'a>,
    line: u32,
    failed: Failed<'_>,
) -> Option<Vec<Expression<'a>>> {
    let mut search = Search { facts, line, failed, found: Vec::new(), all: true };
    root.visit(&mut search);
    search.found.pop().filter(|_| search.all && search.found.is_empty())
}

/// A walk over a file that collects the candidates for an error.
struct Search<'f, 'a> {
    facts: &'f Facts<'a>,
    line: u32,
    failed: Failed<'f>,
    /// The operands that can be nil, per candidate.
    found: Vec<Vec<Expression<'a>>>,
    /// True if every candidate was found, as far as the text shows.
    all: bool,
}

impl<'a> Search<'_, 'a> {
    fn covers(&self, at: Location) -> bool {
        (at.begin.line + 1..=at.end.line + 1).contains(&self.line)
    }

    /// Returns true if an expression can be nil.
    fn may_be_nil(&self, expression: Expression<'a>) -> bool {
        match expression.kind() {
            ExpressionKind::Grouped(inner) => self.may_be_nil(inner),
            ExpressionKind::Global(name) => !is_global(text(name)),
            ExpressionKind::IndexName { expr, index, .. } => {
                let table = expr.as_global().and_then(|table| held_by(text(table.name)));
                !table.is_some_and(|mut held| held.any(|known| known == text(index)))
            }
            _ => match value_of(expression) {
                Value::Something | Value::Function(_) => false,
                Value::Local(id) => {
                    !matches!(self.facts.constant(id), Some(Value::Something | Value::Function(_)))
                }
                _ => true,
            },
        }
    }

    /// Returns true if an expression can have a type; `nil` is one.
    fn may_be(&self, expression: Expression<'a>, kind: &str) -> bool {
        let written = match expression.kind() {
            ExpressionKind::Grouped(inner) => return self.may_be(inner, kind),
            ExpressionKind::Number { .. }
            | ExpressionKind::Integer { .. }
            | ExpressionKind::Unary { op: UnaryOp::Length, .. } => "number",
            ExpressionKind::String { .. } | ExpressionKind::InterpString { .. } => "string",
            ExpressionKind::Boolean(_) => "boolean",
            ExpressionKind::Table { .. } => "table",
            _ if kind == "nil" => return self.may_be_nil(expression),
            _ => return true,
        };
        written == kind
    }

    fn operator(&mut self, lhs: Expression<'a>, op: BinaryOp, rhs: Expression<'a>) {
        let Failed::Operator(operators, left, right) = self.failed else { return };
        if !operators.contains(&op) {
            return;
        }
        // The VM has only `<` and `<=`.
        let (left, right) = match op {
            BinaryOp::Greater | BinaryOp::GreaterEqual => (right, left),
            _ => (left, right),
        };
        if self.may_be(lhs, left) && self.may_be(rhs, right) {
            let sides = [(lhs, left), (rhs, right)].into_iter();
            self.found.push(sides.filter(|(_, is)| *is == "nil").map(|(side, _)| side).collect());
        }
    }

    /// Visits the values of a loop: an error has the line of the loop's head.
    fn loop_over(&mut self, value: Expression<'a>) {
        if self.covers(value.location()) {
            self.operand(value);
        }
    }

    fn operand(&mut self, operand: Expression<'a>) {
        if self.may_be_nil(operand) {
            self.found.push(vec![operand]);
        }
    }

    fn call(&mut self, func: Expression<'a>, args: &[Expression<'a>], with_colon: bool) {
        let name = match func.kind() {
            ExpressionKind::Global(name) => text(name),
            ExpressionKind::IndexName { index, .. } => text(index),
            _ => "",
        };
        match self.failed {
            // The VM names a missing method.
            Failed::Call if !with_colon && func.location().end.line + 1 == self.line => {
                self.operand(func);
            }
            // These raise their own errors.
            Failed::Operator(..) if name == "sort" => self.all = false,
            Failed::Argument(number, function) if name == function => {
                match args.get(number.wrapping_sub(1)) {
                    Some(arg) if !with_colon => self.operand(*arg),
                    _ => self.all = false,
                }
            }
            _ => {}
        }
        self.all &= !matches!(name, "error" | "assert");
    }
}

impl<'a> AstVisitor<'a> for Search<'_, 'a> {
    fn visit_expression(&mut self, expression: Expression<'a>) -> bool {
        if !self.covers(expression.location()) {
            return false;
        }
        match (expression.kind(), self.failed) {
            (ExpressionKind::Call { func, args, self_call, .. }, _) => {
                self.call(func, args, self_call);
            }
            (ExpressionKind::Binary { lhs, op: BinaryOp::Concat, rhs }, Failed::Concat) => {
                self.operand(lhs);
                // A longer chain is right-associative: its last link has two ends.
                let link =
                    matches!(rhs.kind(), ExpressionKind::Binary { op: BinaryOp::Concat, .. });
                if !link {
                    self.operand(rhs);
                }
            }
            (ExpressionKind::Binary { lhs, op, rhs }, _) => self.operator(lhs, op, rhs),
            (ExpressionKind::Unary { op, rhs }, Failed::Unary(failed)) if op == failed => {
                self.operand(rhs);
            }
            (ExpressionKind::IndexName { expr, index, .. }, Failed::Index(Some(key)))
                if text(index) == key =>
            {
                self.operand(expr);
            }
            (ExpressionKind::IndexExpr { expr, index }, Failed::Index(key)) => {
                let may_fit = match (index.kind(), key) {
                    (ExpressionKind::String { value, .. }, Some(key)) => {
                        value.as_bytes() == key.as_bytes()
                    }
                    (ExpressionKind::String { .. }, None) => false,
                    (ExpressionKind::Number { .. }, key) => key.is_none(),
                    _ => true,
                };
                if may_fit {
                    self.operand(expr);
                }
            }
            _ => {}
        }
        true
    }

    fn visit_statement(&mut self, statement: Statement<'a>) -> bool {
        if !self.covers(statement.location()) {
            return false;
        }
        match (statement.view(), self.failed) {
            (StatementView::CompoundAssign(assign), Failed::Concat)
                if assign.op == BinaryOp::Concat =>
            {
                self.operand(assign.var);
                self.operand(assign.value);
            }
            (StatementView::CompoundAssign(assign), _) => {
                self.operator(assign.var, assign.op, assign.value);
            }
            (StatementView::GenericFor(each), Failed::Loop) => {
                if let Some(first) = each.values.first() {
                    self.loop_over(*first);
                }
            }
            (StatementView::NumericFor(numbers), Failed::Loop) => {
                for bound in [Some(numbers.start), Some(numbers.limit), numbers.step] {
                    bound.into_iter().for_each(|bound| self.loop_over(bound));
                }
            }
            _ => {}
        }
        true
    }
}
