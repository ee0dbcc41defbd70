//! Handles calls such as `moves.filter(|m| m != moves[0])`, whose callback captures the list
//! itself.
//!
//! A closure shares the variables it names, and Rhai locks a shared variable while one of its
//! methods runs, so the callback could not even read the list. Here the method runs on a copy, and
//! the callback sees the original list. A method that changes the list replaces it by the copy; the
//! callback cannot change the list too.

use rhai::{
    AST, ASTFlags, ASTNode, Dynamic, Engine, EvalAltResult, EvalContext, Expr, ImmutableString,
    Module, Stmt,
};
use std::collections::BTreeSet;

use super::super::meter;
use super::chains::{LinkKind, each_inside, links};
use super::charges::Result;
use super::rewriting::custom;
use super::{ahead, words};

/// The keywords of the custom expressions. Scripts are not parsed with them, so they can use the
/// words.
const CAPTURED: &str = "captured";
const COPIED: &str = "copied";

/// Methods that take a callback and leave the list unchanged.
const READING: &str =
    "map filter find find_map some all index_of reduce reduce_rev order order_by zip";
/// Methods that take a callback and can change the list.
const CHANGING: &str = "sort sort_by retain drain dedup for_each";

fn has(names: &str, name: &str) -> bool {
    names.split(' ').any(|known| known == name)
}

/// Returns the constants among these statements that closures capture. A handler cannot replace a
/// constant by a copy.
pub fn constants(statements: &[Stmt]) -> BTreeSet<ImmutableString> {
    let (mut constants, mut captured) = (BTreeSet::new(), BTreeSet::new());
    AST::new(statements.iter().cloned(), Module::new()).walk(&mut |path| {
        match path.last() {
            Some(ASTNode::Stmt(Stmt::Var(var, flags, _))) if flags.contains(ASTFlags::CONSTANT) => {
                constants.insert(var.0.name.clone());
            }
            Some(ASTNode::Stmt(Stmt::Share(shared))) => {
                captured.extend(shared.iter().map(|(variable, _)| variable.name.clone()));
            }
            _ => {}
        }
        true
    });
    constants.retain(|name| captured.contains(name));
    constants
}

/// Guards a chain in which a method of a variable takes a callback; `constants` comes from
/// [`constants`].
pub fn guard(chain: &mut Expr, constants: &BTreeSet<ImmutableString>) {
    let Some((Expr::Variable(root, ..), links)) = links(chain) else { return };
    let takes_function = |call: &rhai::FnCallExpr| {
        (has(READING, &call.name) || has(CHANGING, &call.name))
            && call.args.iter().any(|arg| !arg.is_constant())
    };
    let mut methods = links.iter().filter_map(|link| match link.kind {
        LinkKind::Method(call) => Some(call),
        _ => None,
    });
    if !root.2.is_empty() || !methods.clone().any(takes_function) {
        return;
    }
    // `None` for a chain that leaves the list unchanged; only the first method applies to the
    // variable.
    let changing = methods.next().filter(|call| !has(READING, &call.name));
    if changing.is_none() && constants.contains(&root.1) {
        return copy_root(chain);
    }
    let changing: ImmutableString = changing.map_or("", |call| call.name.as_str()).into();
    let state = Dynamic::from_array(vec![root.1.clone().into(), changing.into()]);
    let position = chain.position();
    let mut inputs = vec![Expr::default()];
    each_inside(chain, &mut |part| {
        if is_closure(part) {
            inputs.push(ahead::take_out(part));
        }
    });
    inputs[0] = std::mem::take(chain);
    *chain = custom(inputs, CAPTURED, state, position);
}

/// Makes a chain start with a copy of its variable, made once the callbacks exist.
fn copy_root(chain: &mut Expr) {
    if let Expr::Dot(pair, ..) | Expr::Index(pair, ..) = chain {
        let position = pair.lhs.position();
        pair.lhs = custom([std::mem::take(&mut pair.lhs)], COPIED, Dynamic::UNIT, position);
    }
}

/// Returns true for a closure that captures variables. Creating it shares them.
fn is_closure(part: &Expr) -> bool {
    matches!(part, Expr::Stmt(block) if matches!(block.statements().first(), Some(Stmt::Share(..))))
}

/// Makes `engine` run guarded chains.
pub fn handle(engine: &mut Engine) {
    let handler =
        engine.register_custom_syntax_handler(CAPTURED, false, |context, parts, state| {
            meter::refund(1);
            let names =
                state.read_lock::<rhai::Array>().map(|names| names.clone()).unwrap_or_default();
            let [Some(root), Some(changing)] =
                [0, 1].map(|i| names.get(i)?.clone().into_immutable_string().ok())
            else {
                return Ok(Dynamic::UNIT);
            };
            if has(CHANGING, &changing) && context.scope().is_constant(&root) == Some(true) {
                let (method, at) = (changing.to_string(), parts[0].position());
                return Err(EvalAltResult::ErrorNonPureMethodCallOnConstant(method, at).into());
            }
            // Creating the callbacks shares the variable.
            let functions = ahead::worked_out(context, &parts[1..])?;
            let shared = share(context, &root, &changing);
            let depth = ahead::depth();
            ahead::put(functions);
            let result = context.eval_expression_tree(&parts[0]);
            ahead::forget(depth);
            match shared {
                None => result,
                Some(shared) => {
                    unshare(context, &root, shared, &changing, &result);
                    result.map_err(|error| changed(error, &root, &changing))
                }
            }
        });
    debug_assert!(handler.is_ok());
    let handler = engine.register_custom_syntax_handler(COPIED, false, |context, parts, _| {
        meter::refund(1);
        Ok(context.eval_expression_tree(&parts[0])?.flatten().into_read_only())
    });
    debug_assert!(handler.is_ok());
}

/// Replaces a shared variable by a copy and returns the original; `None` if it is not shared, or is
/// a constant that a method would change.
fn share(
    context: &mut EvalContext<'_, '_, '_, '_, '_, '_>,
    root: &str,
    changing: &str,
) -> Option<Dynamic> {
    let variable = context.scope_mut().get_mut(root)?;
    let is_refused = !changing.is_empty() && variable.is_read_only();
    if !variable.is_shared() || variable.is_locked() || is_refused {
        return None;
    }
    let copy = variable.flatten_clone();
    if !changing.is_empty()
        && let Some(mut original) = variable.write_lock::<Dynamic>()
    {
        *original = std::mem::take(&mut *original).into_read_only();
    }
    Some(std::mem::replace(variable, copy))
}

/// Restores the shared variable, with the copy's value if the method changed it.
fn unshare(
    context: &mut EvalContext<'_, '_, '_, '_, '_, '_>,
    root: &str,
    mut shared: Dynamic,
    changing: &str,
    result: &Result<Dynamic>,
) {
    let Some(variable) = context.scope_mut().get_mut(root) else { return };
    let copy = std::mem::take(variable);
    if !changing.is_empty()
        && let Some(mut original) = shared.write_lock::<Dynamic>()
    {
        // A clone is writable again.
        *original = if result.is_ok() { copy } else { original.clone() };
    }
    *variable = shared;
}

/// Explains the error of a callback that changes the list being iterated.
fn changed(error: Box<EvalAltResult>, root: &str, changing: &str) -> Box<EvalAltResult> {
    match error.unwrap_inner() {
        EvalAltResult::ErrorAssignmentToConstant(name, at) if name == root => {
            EvalAltResult::ErrorRuntime(words::changes_while(root, changing).into(), *at).into()
        }
        // The error does not say which value: the list, or a constant.
        EvalAltResult::ErrorNonPureMethodCallOnConstant(method, at) if !changing.is_empty() => {
            EvalAltResult::ErrorRuntime(words::may_change(method, changing).into(), *at).into()
        }
        _ => error,
    }
}
