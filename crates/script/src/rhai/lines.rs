//! Counts the fuel per line, for a profiled VM.
//!
//! A custom expression before every statement reports the location to the profile. The two
//! operations it takes are refunded, so the script spends the same as without a profile.

use rhai::{ASTFlags, Dynamic, Engine, Expr, Position, Stmt, StmtBlock};
use std::rc::Rc;

use super::super::meter;
use super::super::profile;
use super::rewriting::{Pass, custom};
use juez_core::CodeLine;

/// The keyword of the custom expression. It is never parsed, so scripts can use the word.
const KEY: &str = "at_line";
/// Operations that it takes: a statement, and the expression in it.
const OPERATIONS: u64 = 2;

/// The location of a statement, carried in the AST as the state of the custom expression.
type Here = Rc<CodeLine>;

/// Marks every statement of a function's body, also in inner blocks.
pub fn mark(statements: &mut Vec<Stmt>, file: &str, function: &str) {
    let function = if function.starts_with("anon$") { "a closure" } else { function };
    let marker = Marker { file, function };
    let inner = std::mem::take(statements);
    *statements = marker.marked(inner);
}

/// Makes `engine` run marked statements.
pub fn handle(engine: &mut Engine) {
    let handler = engine.register_custom_syntax_handler(KEY, false, |_, _, state| {
        meter::refund(OPERATIONS);
        if let Some(here) = state.read_lock::<Here>() {
            profile::at(&here);
        }
        Ok(Dynamic::UNIT)
    });
    debug_assert!(handler.is_ok());
}

struct Marker<'a> {
    file: &'a str,
    function: &'a str,
}

impl Marker<'_> {
    fn marked(&self, statements: impl IntoIterator<Item = Stmt>) -> Vec<Stmt> {
        let mut marked = Vec::new();
        for mut statement in statements {
            let position = statement.position();
            let constant =
                matches!(&statement, Stmt::Var(_, flags, _) if flags.contains(ASTFlags::CONSTANT));
            if !constant {
                self.inside_statement(&mut statement);
            }
            if let (Some(line), false) = (position.line(), matches!(statement, Stmt::Noop(_))) {
                marked.push(self.here(line as u32, position));
            }
            marked.push(statement);
        }
        marked
    }

    fn here(&self, line: u32, position: Position) -> Stmt {
        let (file, function) = (self.file.to_string(), self.function.to_string());
        let state = Dynamic::from(Here::new(CodeLine { file, line, function }));
        Stmt::Expr(Box::new(custom([], KEY, state, position)))
    }
}

impl Pass for Marker<'_> {
    /// An empty block stays empty: Rhai counts the iterations of such a loop differently.
    fn block(&self, block: &mut StmtBlock) {
        if !block.is_empty() {
            let inner = std::mem::take(block.statements_mut());
            block.statements_mut().extend(self.marked(inner));
        }
    }

    /// Marks blocks that are used as values.
    fn expression(&self, expression: &mut Expr) {
        self.inside_expression(expression);
    }
}
