//! Explains `map.key += 1` if the map has no such key: names the key and leaves the map unchanged.
//!
//! Rhai would insert `()` under the key and then fail to add to it.

use rhai::{Dynamic, Engine, EvalAltResult, EvalContext, Expr, ImmutableString, Position, Stmt};
use std::collections::VecDeque;
use std::rc::Rc;

use super::chains::{LinkKind, each_inside, links};
use super::charges::{NAMES, pay, stored};
use super::rewriting::{custom, position_or};
use super::{ahead, words};
use juez_core::nearest;

/// The keyword of the custom expression. Scripts are not parsed with it, so they can use the word.
const ADDED: &str = "added";

/// The target of an assignment such as `map.key += 1`.
struct Target {
    /// The variable; `None` for `this`.
    root: Option<ImmutableString>,
    steps: Vec<Step>,
    operator: &'static str,
}

/// A step from a value to one inside it.
enum Step {
    Key(ImmutableString),
    Constant(Dynamic),
    Variable(ImmutableString),
    Ahead,
}

/// Guards an operator assignment to a part of a variable. Returns `false` for any other assignment,
/// or if the target calls methods.
pub fn guard(statement: &mut Stmt) -> bool {
    let Stmt::Assignment(parts) = statement else { return false };
    let Some((.., operator, _, _)) = parts.0.get_op_assignment_info() else { return false };
    let Some(target) = target(&parts.1.lhs, operator) else { return false };
    let mut inputs = Vec::new();
    let mut is_root = true;
    each_inside(&mut parts.1.lhs, &mut |index| {
        if !std::mem::take(&mut is_root) && is_ahead(index) {
            inputs.push(ahead::take_out(index));
        }
    });
    let value = &mut parts.1.rhs;
    let position = value.position();
    inputs.insert(0, std::mem::take(value));
    *value = custom(inputs, ADDED, Dynamic::from(Rc::new(target)), position);
    true
}

fn target(chain: &Expr, operator: &'static str) -> Option<Target> {
    let (root, links) = links(chain)?;
    let root = match root {
        Expr::ThisPtr(_) => None,
        Expr::Variable(parts, ..) if parts.2.is_empty() => Some(parts.1.clone()),
        _ => return None,
    };
    let mut steps = Vec::new();
    for link in links {
        steps.push(match link.kind {
            LinkKind::Property(name) => Step::Key(name.into()),
            LinkKind::Method(_) => return None,
            // An index that is evaluated first might change the variable.
            LinkKind::Index(index) if is_ahead(index) => {
                if steps.iter().any(|step| matches!(step, Step::Variable(_))) {
                    return None;
                }
                Step::Ahead
            }
            LinkKind::Index(Expr::Variable(parts, ..)) => Step::Variable(parts.1.clone()),
            LinkKind::Index(index) => Step::Constant(index.get_literal_value(None)?),
        });
    }
    Some(Target { root, steps, operator })
}

/// Returns true for an index that is neither constant nor a variable of its own file.
fn is_ahead(index: &Expr) -> bool {
    let is_variable = matches!(index, Expr::Variable(parts, ..) if parts.2.is_empty());
    !index.is_constant() && !is_variable
}

/// Makes `engine` run guarded assignments.
pub fn handle(engine: &mut Engine) {
    let handler = engine.register_custom_syntax_handler(ADDED, false, |context, parts, state| {
        let value = context.eval_expression_tree(&parts[0])?;
        let at = parts[0].position();
        let Some(target) = state.read_lock::<Rc<Target>>().map(|target| Rc::clone(&target)) else {
            return Ok(value);
        };
        let ahead = ahead::worked_out(context, &parts[1..])?;
        let keys = target.keys(context, &ahead);
        let root = match &target.root {
            Some(name) => context.scope().get(name),
            None => context.this_ptr(),
        };
        match root.map_or(0, stored) {
            0 => {}
            units => pay(units).map_err(|error| position_or(error, at))?,
        }
        if let (Some(root), Some(keys)) = (root, keys)
            && let Some(near) = missing(root, &keys)
        {
            pay(NAMES).map_err(|error| position_or(error, at))?;
            return Err(target.not_there(&keys, near, at));
        }
        ahead::put(ahead);
        Ok(value)
    });
    debug_assert!(handler.is_ok());
}

/// Returns `Some` if the other keys lead to a map that lacks the last key, with the key that was
/// probably meant, if any.
fn missing(value: &Dynamic, keys: &[Dynamic]) -> Option<Option<String>> {
    let (key, rest) = keys.split_first()?;
    if value.is_locked() {
        return None;
    }
    if let Ok(map) = value.as_map_ref() {
        let key = key.as_immutable_string_ref().ok()?;
        return match map.get(key.as_str()) {
            Some(inner) => missing(inner, rest),
            None if rest.is_empty() => {
                Some(nearest(&key, map.keys().map(|known| known.as_str())).map(str::to_string))
            }
            None => None,
        };
    }
    let items = value.as_array_ref().ok()?;
    let index = key.as_int().ok()?;
    let index = if index < 0 { index.checked_add(items.len() as i64)? } else { index };
    missing(items.get(usize::try_from(index).ok()?)?, rest)
}

impl Target {
    /// Returns the value of each step; `None` if one is unknown.
    fn keys(
        &self,
        context: &EvalContext<'_, '_, '_, '_, '_, '_>,
        ahead: &VecDeque<Dynamic>,
    ) -> Option<Vec<Dynamic>> {
        let mut ahead = ahead.iter();
        let value = |step: &Step| match step {
            Step::Key(name) => Some(name.clone().into()),
            Step::Constant(value) => Some(value.clone()),
            Step::Variable(name) => context.scope().get(name).map(Dynamic::flatten_clone),
            Step::Ahead => ahead.next().cloned(),
        };
        self.steps.iter().map(value).collect()
    }

    fn not_there(
        &self,
        keys: &[Dynamic],
        near: Option<String>,
        at: Position,
    ) -> Box<EvalAltResult> {
        let mut path = self.root.as_deref().unwrap_or("this").to_string();
        for (step, key) in self.steps.iter().zip(keys) {
            let text = key.as_immutable_string_ref().map(|text| text.to_string());
            path += &match (step, text) {
                (Step::Key(name), _) => format!(".{name}"),
                (_, Ok(text)) => format!("[{text:?}]"),
                (_, Err(_)) => format!("[{key}]"),
            };
        }
        let key = keys.last().and_then(|key| key.clone().into_immutable_string().ok());
        let key = format!("{:?}", key.unwrap_or_default().as_str());
        let why = match near {
            Some(near) => words::no_key_yet_near(key, near),
            None => words::no_key_yet(key, &path, self.operator.trim_end_matches('=')),
        };
        EvalAltResult::ErrorRuntime(why.into(), at).into()
    }
}
