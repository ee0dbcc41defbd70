//! Collects the names that a file declares.

use rhai::{AST, ASTFlags, ASTNode, Expr, FnAccess, FnCallExpr, FnPtr, Stmt};

use super::chains::{LinkKind, links};
use super::sources::{Closure, Function, Names};
use super::syntax;
use crate::work::count;

/// Returns the names that `ast` declares.
pub fn declared(ast: &AST) -> Names {
    let mut names = Names::default();
    for function in ast.iter_fn_def() {
        let params: Vec<String> = function.params.iter().map(|name| name.to_string()).collect();
        names.variables.extend(params.iter().cloned());
        if function.this_type.is_some() {
            names.methods.push(function.name.to_string());
        } else if rhai::is_valid_identifier(&function.name) {
            let (line, _) = syntax::line_and_column(function.body.start_position());
            let is_private = function.access == FnAccess::Private;
            let name = function.name.to_string();
            names.functions.push(Function { name, params, line, is_private });
        } else {
            let closure = Closure { params, captured: 0 };
            names.closures.insert(function.name.to_string(), closure);
        }
    }
    ast.walk(&mut |path| {
        count(1);
        match path.last() {
            Some(ASTNode::Stmt(statement)) => of_statement(&mut names, statement),
            Some(ASTNode::Expr(expr)) => of_expression(&mut names, expr),
            _ => {}
        }
        true
    });
    for statement in ast.statements() {
        if let Stmt::Var(var, flags, _) = statement
            && !flags.contains(ASTFlags::CONSTANT)
        {
            names.lets.push(var.0.name.to_string());
        }
    }
    names
}

fn of_statement(names: &mut Names, statement: &Stmt) {
    match statement {
        Stmt::Var(var, ..) => names.variables.push(var.0.name.to_string()),
        Stmt::For(parts, _) => {
            let counter = parts.1.as_ref().map(|counter| counter.name.to_string());
            names.variables.extend([parts.0.name.to_string()].into_iter().chain(counter));
        }
        Stmt::Assignment(parts) => {
            let last = links(&parts.1.lhs).and_then(|(_, mut links)| links.pop());
            if let Some(LinkKind::Property(name)) = last.map(|link| link.kind) {
                names.keys.insert(name.to_string());
            }
        }
        Stmt::FnCall(call, _) => of_call(names, call),
        Stmt::Import(import, _) => match &import.0 {
            Expr::StringConstant(path, _) => {
                names.imports.push((import.1.name.to_string(), path.to_string()));
            }
            _ => names.computes_imports = true,
        },
        _ => {}
    }
}

fn of_expression(names: &mut Names, expr: &Expr) {
    match expr {
        Expr::Map(map, _) => {
            names.keys.extend(map.0.iter().map(|(name, _)| name.name.to_string()));
            names.keys.extend(map.1.keys().map(ToString::to_string));
        }
        Expr::StringConstant(text, _) if rhai::is_valid_identifier(text) => {
            names.keys.insert(text.to_string());
        }
        Expr::DynamicConstant(value, _) => {
            if let Ok(map) = value.as_map_ref() {
                names.keys.extend(map.keys().map(ToString::to_string));
            } else if let Some(function) = value.read_lock::<FnPtr>() {
                captured(names, function.fn_name(), function.curry().len());
            }
        }
        Expr::FnCall(call, _) => of_call(names, call),
        _ => {}
    }
}

/// Rhai represents a closure that captures variables as a call of `curry`.
fn of_call(names: &mut Names, call: &FnCallExpr) {
    if call.name == "curry"
        && let Some(Expr::DynamicConstant(value, _)) = call.args.first()
        && let Some(function) = value.read_lock::<FnPtr>()
    {
        captured(names, function.fn_name(), call.args.len() - 1);
    }
}

fn captured(names: &mut Names, closure: &str, captured: usize) {
    if let Some(closure) = names.closures.get_mut(closure) {
        closure.captured = closure.captured.max(captured);
    }
}
