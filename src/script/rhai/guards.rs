//! Puts two places where Rhai walks whole values under our control.
//!
//! `switch` hashes its value and a text with `${...}` prints what is in it, both with everything that
//! closures have captured: without end where a closure holds itself, in more steps than there are
//! atoms where closures hold two of the one before. So these expressions are put inside
//! expressions of our own.

use rhai::{
    CustomExpr, Dynamic, Engine, EvalAltResult, Expr, FlowControl, FnCallExpr, FnPtr, Stmt,
    StmtBlock,
};

use super::charges::{bytes, pay};
use super::objects::Result;
use super::show;

/// The names of our expressions. No script is parsed with them, so scripts may use the words.
const SWITCHED: &str = "switched";
const PRINTED: &str = "printed";

/// Guards all of a statement.
pub fn statement(statement: &mut Stmt) {
    match statement {
        Stmt::If(flow, _) | Stmt::While(flow, _) | Stmt::Do(flow, ..) | Stmt::TryCatch(flow, _) => {
            self::flow(flow)
        }
        Stmt::For(parts, _) => flow(&mut parts.2),
        Stmt::Switch(parts, _) => {
            expression(&mut parts.0);
            wrap(&mut parts.0, SWITCHED);
            for case in &mut parts.1.expressions {
                expression(&mut case.lhs);
                expression(&mut case.rhs);
            }
        }
        Stmt::Var(parts, ..) => expression(&mut parts.1),
        Stmt::Assignment(parts) => {
            expression(&mut parts.1.lhs);
            expression(&mut parts.1.rhs);
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
                wrap(part, PRINTED);
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

fn wrap(inner: &mut Expr, key: &str) {
    if inner.is_constant() {
        return;
    }
    let position = inner.position();
    let custom = CustomExpr {
        inputs: [std::mem::take(inner)].into_iter().collect(),
        tokens: [key.into()].into_iter().collect(),
        state: Dynamic::UNIT,
        scope_may_be_changed: false,
        self_terminated: false,
    };
    *inner = Expr::Custom(Box::new(custom), position);
}

/// Makes `engine` run guarded expressions.
pub fn handle(engine: &mut Engine) {
    for (key, guard) in [(SWITCHED, switched as fn(Dynamic) -> _), (PRINTED, printed)] {
        let handler =
            engine.register_custom_syntax_handler(key, false, move |context, parts, _| {
                guard(context.eval_expression_tree(&parts[0])?)
            });
        debug_assert!(handler.is_ok());
    }
}

fn switched(value: Dynamic) -> Result<Dynamic> {
    if value.is_array() || value.is_map() || value.is::<FnPtr>() {
        if value.is_locked() || holds_function(&value) {
            return Err(EvalAltResult::from("switch cannot look for functions").into());
        }
        pay(bytes(&value) / 64)?;
    }
    Ok(value)
}

fn holds_function(value: &Dynamic) -> bool {
    if let Ok(items) = value.as_array_ref() {
        items.iter().any(holds_function)
    } else if let Ok(map) = value.as_map_ref() {
        map.values().any(holds_function)
    } else {
        value.is::<FnPtr>()
    }
}

fn printed(value: Dynamic) -> Result<Dynamic> {
    if value.is_string() || value.is_int() || value.is_char() || value.is_bool() {
        return Ok(value);
    }
    Ok(show::text(&value)?.into())
}
