//! Puts the places where Rhai walks whole values under our control.
//!
//! `switch` hashes its value and a text with `${...}` prints what is in it, both with everything
//! that closures have captured: without end where a closure holds itself, in more steps than there
//! are atoms where closures hold two of the one before. Writing to `map.name` looks at all of the
//! map, and writing to `text[i]` copies the text. So these expressions are put inside expressions
//! of our own.

use rhai::{CustomExpr, Dynamic, EvalAltResult, Expr, FlowControl, Position, Stmt, StmtBlock};

use super::chains::each_inside;
use super::{additions, gone_over};
use crate::script::work::count;

/// The names of our expressions. No script is parsed with them, so scripts may use the words.
pub const SWITCHED: &str = "switched";
pub const PRINTED: &str = "printed";
pub const STORED: &str = "stored";
pub const TRIED: &str = "tried";

/// A pass over the statements of a script that puts expressions of ours into them.
pub trait Pass {
    /// Changes a block.
    fn block(&self, block: &mut StmtBlock);

    /// Changes an expression.
    fn expression(&self, expression: &mut Expr);

    /// Changes what stands in a statement.
    fn inside_statement(&self, statement: &mut Stmt) {
        inside_statement(self, statement);
    }

    /// Changes what stands in an expression.
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

fn inside_statement<P: Pass + ?Sized>(pass: &P, statement: &mut Stmt) {
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

struct Guard;

impl Pass for Guard {
    fn block(&self, block: &mut StmtBlock) {
        block.statements_mut().iter_mut().for_each(statement);
    }

    fn expression(&self, whole: &mut Expr) {
        count(1);
        match whole {
            Expr::Dot(..) | Expr::Index(..) => {
                each_inside(whole, &mut |part| self.expression(part));
                gone_over::guard(whole);
            }
            Expr::Custom(custom, _) => self.each(&mut custom.inputs),
            _ => self.inside_expression(whole),
        }
        if let Expr::InterpolatedString(parts, _) = whole {
            for part in parts.iter_mut().filter(|part| !part.is_constant()) {
                wrap(part, PRINTED, Dynamic::UNIT);
            }
        }
    }

    fn inside_statement(&self, statement: &mut Stmt) {
        match statement {
            // A chain that is written to stays one.
            Stmt::Assignment(parts) => {
                match &mut parts.1.lhs {
                    chain @ (Expr::Dot(..) | Expr::Index(..)) => {
                        each_inside(chain, &mut |part| self.expression(part));
                    }
                    target => self.expression(target),
                }
                self.expression(&mut parts.1.rhs);
            }
            other => inside_statement(self, other),
        }
    }
}

/// Guards all of a statement.
pub fn statement(statement: &mut Stmt) {
    count(1);
    Guard.inside_statement(statement);
    if additions::guard(statement) {
        return;
    }
    match statement {
        Stmt::TryCatch(flow, position) => {
            let mut tried = Expr::Stmt(Box::new(std::mem::take(&mut flow.body)));
            wrap(&mut tried, TRIED, Dynamic::UNIT);
            let tried = [Stmt::Expr(Box::new(tried))];
            flow.body = StmtBlock::new(tried, *position, Position::NONE);
        }
        Stmt::Switch(parts, _) => wrap(&mut parts.0, SWITCHED, Dynamic::UNIT),
        Stmt::Assignment(parts) => {
            if let Some(root) = root(&parts.1.lhs) {
                wrap(&mut parts.1.rhs, STORED, root);
            }
        }
        _ => {}
    }
}

/// The variable that a part of is written to, `()` for `this`.
fn root(target: &Expr) -> Option<Dynamic> {
    match target {
        Expr::Dot(pair, ..) | Expr::Index(pair, ..) => match &pair.lhs {
            Expr::ThisPtr(_) => Some(Dynamic::UNIT),
            Expr::Variable(parts, ..) => Some(parts.1.clone().into()),
            _ => None,
        },
        _ => None,
    }
}

fn wrap(inner: &mut Expr, key: &str, state: Dynamic) {
    let position = inner.position();
    *inner = custom([std::mem::take(inner)], key, state, position);
}

/// An expression of our own around others.
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

/// The error with a place, if it has none.
pub fn position_or(mut error: Box<EvalAltResult>, position: Position) -> Box<EvalAltResult> {
    if error.position().is_none() {
        error.set_position(position);
    }
    error
}
