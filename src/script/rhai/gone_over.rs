//! Lists that are gone over by a function which has captured them: `moves.filter(|m| m != moves[0])`.
//!
//! A closure shares the variables that it names, and Rhai locks a shared variable while one of its
//! methods runs, so the function could not even read it. Here the method runs on a copy, and the
//! function sees the list as it was. A method that changes the list puts its copy in place of it; the
//! function may not change the list as well.

use rhai::{Dynamic, Engine, EvalAltResult, EvalContext, Expr, ImmutableString, Stmt};

use super::super::meter;
use super::chains::{LinkKind, each_inside, links};
use super::charges::Result;
use super::rewriting::custom;
use super::{ahead, words};

/// The name of our expression. No script is parsed with it, so scripts may use the word.
const GONE_OVER: &str = "gone_over";

/// Methods that take a function and leave the list as it is.
const READING: &str =
    "map filter find find_map some all index_of reduce reduce_rev order order_by zip";
/// Methods that take a function and change the list, or may.
const CHANGING: &str = "sort sort_by retain drain dedup for_each";

fn has(names: &str, name: &str) -> bool {
    names.split(' ').any(|known| known == name)
}

/// Guards a chain in which a method of a variable takes a function.
pub fn guard(chain: &mut Expr) {
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
    // Nothing for a chain that leaves the list as it is.
    let changing = methods.find(|call| !has(READING, &call.name));
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
    *chain = custom(inputs, GONE_OVER, state, position);
}

/// True for a closure that captures variables. Making it shares them, whenever that is done.
fn is_closure(part: &Expr) -> bool {
    matches!(part, Expr::Stmt(block) if matches!(block.statements().first(), Some(Stmt::Share(..))))
}

/// Makes `engine` run guarded chains.
pub fn handle(engine: &mut Engine) {
    let handler =
        engine.register_custom_syntax_handler(GONE_OVER, false, |context, parts, state| {
            meter::refund(1);
            let names =
                state.read_lock::<rhai::Array>().map(|names| names.clone()).unwrap_or_default();
            let [Some(root), Some(changing)] =
                [0, 1].map(|i| names.get(i)?.clone().into_immutable_string().ok())
            else {
                return Ok(Dynamic::UNIT);
            };
            let depth = ahead::depth();
            ahead::put(ahead::worked_out(context, &parts[1..])?);
            let run = |context: &mut EvalContext<'_, '_, '_, '_, '_, '_>| {
                context.eval_expression_tree(&parts[0])
            };
            let result = match share(context, &root, &changing)? {
                None => run(context),
                Some(shared) => {
                    let result = run(context);
                    unshare(context, &root, shared, &changing, &result);
                    result.map_err(|error| changed(error, &root, &changing))
                }
            };
            ahead::forget(depth);
            result
        });
    debug_assert!(handler.is_ok());
}

/// Puts a copy in place of a shared variable, which it gives back; `None` if it is not shared.
fn share(
    context: &mut EvalContext<'_, '_, '_, '_, '_, '_>,
    root: &str,
    changing: &str,
) -> Result<Option<Dynamic>> {
    let Some(variable) = context.scope_mut().get_mut(root) else { return Ok(None) };
    if !variable.is_shared() || variable.is_locked() {
        return Ok(None);
    }
    let copy = variable.flatten_clone();
    if !changing.is_empty() {
        if variable.is_read_only() {
            return Err(words::changes_while(root, changing).into());
        }
        if let Some(mut original) = variable.write_lock::<Dynamic>() {
            *original = std::mem::take(&mut *original).into_read_only();
        }
    }
    Ok(Some(std::mem::replace(variable, copy)))
}

/// Puts the shared variable back, with the copy's value if that has changed.
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
        // A clone may be changed again.
        *original = if result.is_ok() { copy } else { original.clone() };
    }
    *variable = shared;
}

/// The error of a function that changes the list that is gone over.
fn changed(error: Box<EvalAltResult>, root: &str, changing: &str) -> Box<EvalAltResult> {
    match error.unwrap_inner() {
        EvalAltResult::ErrorAssignmentToConstant(name, at) if name == root => {
            EvalAltResult::ErrorRuntime(words::changes_while(root, changing).into(), *at).into()
        }
        EvalAltResult::ErrorNonPureMethodCallOnConstant(_, at) if !changing.is_empty() => {
            EvalAltResult::ErrorRuntime(words::changes_while(root, changing).into(), *at).into()
        }
        _ => error,
    }
}
