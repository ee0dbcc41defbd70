//! Walks a parsed script and inserts custom expressions.

use rhai::{CustomExpr, Dynamic, EvalAltResult, Expr, FlowControl, Position, Stmt, StmtBlock};

/// A pass over the statements of a script that inserts custom expressions.
pub trait Pass {
    /// Changes a block.
    fn block(&self, block: &mut StmtBlock);

    /// Changes an expression.
    fn expression(&self, expression: &mut Expr);

    /// Changes the parts of a statement.
    fn inside_statement(&self, statement: &mut Stmt) {
        inside_statement(self, statement);
    }

    /// Changes the parts of an expression.
    fn inside_expression(&self, expression: &mut Expr) {
        match expression {
            Expr::InterpolatedString(items, _) | Expr::Array(items, _) => self.each(items),
            Expr::Map(parts, _) => self.each(parts.0.iter_mut().map(|(_, value)| value)),
            Expr::MethodCall(call, _) | Expr::FnCall(call, _) => self.each(&mut call.args),
            Expr::Stmt(block) => self.block(block),
            Expr::Dot(pair, ..) | Expr::Index(pair, ..) => {
                self.expression(&mut pair.lhs);
                self.expression(&mut pair.rhs);
            }
            Expr::And(parts, _) | Expr::Or(parts, _) | Expr::Coalesce(parts, _) => {
                self.each(&mut **parts);
            }
            _ => {}
        }
    }

    /// Changes the head and the blocks of a statement.
    fn flow(&self, flow: &mut FlowControl) {
        self.expression(&mut flow.expr);
        self.block(&mut flow.body);
        self.block(&mut flow.branch);
    }

    /// Changes each of these expressions.
    fn each<'e>(&self, expressions: impl IntoIterator<Item = &'e mut Expr>) {
        expressions.into_iter().for_each(|expression| self.expression(expression));
    }
}

/// Changes the expressions and blocks of a statement.
pub fn inside_statement<P: Pass + ?Sized>(pass: &P, statement: &mut Stmt) {
    match statement {
        Stmt::If(flow, _) | Stmt::While(flow, _) | Stmt::Do(flow, ..) | Stmt::TryCatch(flow, _) => {
            pass.flow(flow)
        }
        Stmt::For(parts, _) => pass.flow(&mut parts.2),
        Stmt::Switch(parts, _) => {
            pass.expression(&mut parts.0);
            for case in &mut parts.1.expressions {
                pass.expression(&mut case.lhs);
                pass.expression(&mut case.rhs);
            }
        }
        Stmt::Var(parts, ..) => pass.expression(&mut parts.1),
        Stmt::Assignment(parts) => {
            pass.expression(&mut parts.1.lhs);
            pass.expression(&mut parts.1.rhs);
        }
        Stmt::FnCall(call, _) => pass.each(&mut call.args),
        Stmt::Block(block) => pass.block(block),
        Stmt::Expr(inner) => pass.expression(inner),
        Stmt::BreakLoop(Some(inner), ..) | Stmt::Return(Some(inner), ..) => {
            pass.expression(inner);
        }
        Stmt::Import(parts, _) => pass.expression(&mut parts.0),
        _ => {}
    }
}

/// Wraps expressions in a custom expression.
pub fn custom(
    inner: impl IntoIterator<Item = Expr>,
    key: &str,
    state: Dynamic,
    position: Position,
) -> Expr {
    let custom = CustomExpr {
        inputs: inner.into_iter().collect(),
        tokens: [key.into()].into_iter().collect(),
        state,
        scope_may_be_changed: false,
        self_terminated: false,
    };
    Expr::Custom(Box::new(custom), position)
}

/// Adds a position to an error that has none.
pub fn position_or(mut error: Box<EvalAltResult>, position: Position) -> Box<EvalAltResult> {
    if error.position().is_none() {
        error.set_position(position);
    }
    error
}
