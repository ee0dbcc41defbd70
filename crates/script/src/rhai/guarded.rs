//! Controls the operations in which Rhai traverses whole values.
//!
//! `switch` hashes its value and a text with `${...}` prints its values, both including everything
//! that closures have captured: endlessly if a closure captures itself, and exponentially if each
//! closure captures two copies of the previous one. Writing to `map.name` traverses the whole map,
//! and writing to `text[i]` copies the text. So these expressions are wrapped in custom
//! expressions.

use rhai::{Dynamic, Expr, ImmutableString, Position, Stmt, StmtBlock};
use std::collections::BTreeSet;

use super::chains::each_inside;
use super::rewriting::{Pass, custom, inside_statement};
use super::{additions, captured_lists};
use crate::work::count;

/// The keywords of the custom expressions. Scripts are not parsed with them, so they can use the
/// words.
pub const SWITCHED: &str = "switched";
pub const PRINTED: &str = "printed";
pub const STORED: &str = "stored";
pub const TRIED: &str = "tried";

struct Guard {
    /// The constants that closures capture.
    constants: BTreeSet<ImmutableString>,
}

impl Pass for Guard {
    fn block(&self, block: &mut StmtBlock) {
        block.statements_mut().iter_mut().for_each(|statement| self.statement(statement));
    }

    fn expression(&self, whole: &mut Expr) {
        count(1);
        match whole {
            Expr::Dot(..) | Expr::Index(..) => {
                each_inside(whole, &mut |part| self.expression(part));
                captured_lists::guard(whole, &self.constants);
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
            // A chain that is assigned to stays a chain.
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

impl Guard {
    fn statement(&self, statement: &mut Stmt) {
        count(1);
        self.inside_statement(statement);
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
}

/// Guards the statements of a function or of the top level.
pub fn statements(statements: &mut [Stmt]) {
    let guard = Guard { constants: captured_lists::constants(statements) };
    statements.iter_mut().for_each(|statement| guard.statement(statement));
}

/// Returns the variable that is partly assigned; `()` for `this`.
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
