//! Puts the places where Rhai walks whole values under our control.
//!
//! `switch` hashes its value and a text with `${...}` prints what is in it, both with everything
//! that closures have captured: without end where a closure holds itself, in more steps than there
//! are atoms where closures hold two of the one before. Writing to `map.name` looks at all of the
//! map, and writing to `text[i]` copies the text. So these expressions are put inside expressions
//! of our own.

use rhai::{CustomExpr, Dynamic, Expr, FlowControl, FnCallExpr, Position, Stmt, StmtBlock};

/// The names of our expressions. No script is parsed with them, so scripts may use the words.
pub const SWITCHED: &str = "switched";
pub const PRINTED: &str = "printed";
pub const STORED: &str = "stored";
pub const TRIED: &str = "tried";

/// Guards all of a statement.
pub fn statement(statement: &mut Stmt) {
    match statement {
        Stmt::If(flow, _) | Stmt::While(flow, _) | Stmt::Do(flow, ..) => self::flow(flow),
        Stmt::TryCatch(flow, position) => {
            self::flow(flow);
            let mut tried = Expr::Stmt(Box::new(std::mem::take(&mut flow.body)));
            wrap(&mut tried, TRIED, Dynamic::UNIT);
            let tried = [Stmt::Expr(Box::new(tried))];
            flow.body = StmtBlock::new(tried, *position, Position::NONE);
        }
        Stmt::For(parts, _) => flow(&mut parts.2),
        Stmt::Switch(parts, _) => {
            expression(&mut parts.0);
            wrap(&mut parts.0, SWITCHED, Dynamic::UNIT);
            for case in &mut parts.1.expressions {
                expression(&mut case.lhs);
                expression(&mut case.rhs);
            }
        }
        Stmt::Var(parts, ..) => expression(&mut parts.1),
        Stmt::Assignment(parts) => {
            expression(&mut parts.1.lhs);
            expression(&mut parts.1.rhs);
            if let Some(root) = root(&parts.1.lhs) {
                wrap(&mut parts.1.rhs, STORED, root);
            }
        }
        Stmt::FnCall(call, _) => arguments(call),
        Stmt::Block(block) => self::block(block),
        Stmt::Expr(inner) => expression(inner),
        Stmt::BreakLoop(Some(inner), ..) | Stmt::Return(Some(inner), ..) => expression(inner),
        Stmt::Import(parts, _) => expression(&mut parts.0),
        _ => {}
    }
}

fn flow(flow: &mut FlowControl) {
    expression(&mut flow.expr);
    block(&mut flow.body);
    block(&mut flow.branch);
}

fn block(block: &mut StmtBlock) {
    block.statements_mut().iter_mut().for_each(statement);
}

fn arguments(call: &mut FnCallExpr) {
    call.args.iter_mut().for_each(expression);
}

fn expression(whole: &mut Expr) {
    match whole {
        Expr::InterpolatedString(parts, _) => {
            for part in parts.iter_mut() {
                expression(part);
                if !part.is_constant() {
                    wrap(part, PRINTED, Dynamic::UNIT);
                }
            }
        }
        Expr::Array(items, _) => items.iter_mut().for_each(expression),
        Expr::Map(parts, _) => parts.0.iter_mut().for_each(|(_, value)| expression(value)),
        Expr::MethodCall(call, _) | Expr::FnCall(call, _) => arguments(call),
        Expr::Stmt(block) => self::block(block),
        Expr::Dot(pair, ..) | Expr::Index(pair, ..) => {
            expression(&mut pair.lhs);
            expression(&mut pair.rhs);
        }
        Expr::And(parts, _) | Expr::Or(parts, _) | Expr::Coalesce(parts, _) => {
            parts.iter_mut().for_each(expression);
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
    *inner = custom(Some(std::mem::take(inner)), key, state, position);
}

/// An expression of our own around another one, if there is one.
pub fn custom(inner: Option<Expr>, key: &str, state: Dynamic, position: Position) -> Expr {
    let custom = CustomExpr {
        inputs: inner.into_iter().collect(),
        tokens: [key.into()].into_iter().collect(),
        state,
        scope_may_be_changed: false,
        self_terminated: false,
    };
    Expr::Custom(Box::new(custom), position)
}
