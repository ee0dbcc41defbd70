//! Lints Rhai bots: unknown names, discarded results, a `next_move` that returns nothing.
//!
//! Rhai looks a name up when a line is reached; the lint looks it up in every line. Functions can
//! be defined in any order, so none is called above its definition, and a variable must be declared
//! before it is set, so none is set by accident.
//!
//! | file | contents |
//! |---|---|
//! | `walk` | the walk over statements and expressions, with the variables in scope |
//! | `members` | members of objects, and discarded results |
//! | `maps` | keys that a map certainly lacks |
//! | `ends` | the variables that a body sets, and its last statement |

mod ends;
mod maps;
mod members;
mod walk;

use rhai::{AST, ASTNode, Expr, OptimizationLevel};
use std::collections::{BTreeMap, BTreeSet};

use super::declared::declared;
use super::sources::Names;
use super::{engine, parser};
use crate::lint::{LintMessage, MOST, MOST_SOURCE};
use crate::{Api, Bundle};

/// Functions of the language itself, which are in no module.
const BUILT_IN: &str = "Fn call curry debug eval is_def_fn is_def_var is_shared print type_of";

/// Returns the messages about a bot that parses, by file and line; at most [`MOST`].
pub fn lint(bundle: &Bundle, api: &Api) -> Vec<LintMessage> {
    if bundle.files.values().any(|text| text.len() > MOST_SOURCE) {
        return Vec::new();
    }
    let mut parser = parser::parser();
    parser.engine.set_optimization_level(OptimizationLevel::None);
    let trees = bundle.files.keys().map(|file| Some((file, parser.compile(bundle, file).ok()?)));
    let Some(trees) = trees.collect::<Option<Vec<_>>>() else { return Vec::new() };
    let natives = engine::natives(api);
    let mut members = BTreeSet::new();
    trees.iter().for_each(|(_, tree)| collect_members(tree, &mut members));
    let mut messages = Vec::new();
    let names: Vec<Names> = trees.iter().map(|(_, tree)| declared(tree)).collect();
    let keys: BTreeSet<&str> =
        names.iter().flat_map(|names| &names.keys).map(String::as_str).collect();
    for ((file, tree), names) in trees.iter().zip(&names) {
        let functions = names.functions.iter().map(|function| function.name.as_str());
        let mut walk = Walk {
            api,
            file: file.as_str(),
            names,
            own: functions.chain(names.methods.iter().map(String::as_str)).collect(),
            natives: &natives,
            members: &members,
            keys: &keys,
            maps: maps::constant(tree),
            scope: Vec::new(),
            view: None,
            memory: false,
            info: None,
            found: Vec::new(),
        };
        walk.file(tree, **file == bundle.main);
        messages.extend(walk.found);
    }
    messages.sort();
    messages.dedup();
    messages.truncate(MOST);
    messages
}

/// Collects the keys under which a map can hold a function, and the names of a file's functions,
/// which others can call as methods.
fn collect_members(tree: &AST, members: &mut BTreeSet<String>) {
    members.extend(tree.iter_fn_def().map(|function| function.name.to_string()));
    tree.walk(&mut |path| {
        let Some(ASTNode::Expr(expr)) = path.last() else { return true };
        match expr {
            Expr::Map(map, _) => {
                members.extend(map.0.iter().map(|(name, _)| name.name.to_string()));
                members.extend(map.1.keys().map(ToString::to_string));
            }
            Expr::Property(property, _) => {
                members.insert(property.2.to_string());
            }
            Expr::StringConstant(text, _) => {
                members.insert(text.to_string());
            }
            _ => {}
        }
        true
    });
}

/// A walk over a file.
struct Walk<'a> {
    api: &'a Api,
    file: &'a str,
    names: &'a Names,
    /// The names of the file's functions and methods.
    own: BTreeSet<&'a str>,
    natives: &'a BTreeSet<String>,
    members: &'a BTreeSet<String>,
    /// Keys that the bot's maps get by name.
    keys: &'a BTreeSet<&'a str>,
    /// The keys of constants that are maps.
    maps: BTreeMap<String, BTreeSet<String>>,
    scope: Vec<String>,
    /// The parameter of `next_move` while it is certainly the view.
    view: Option<String>,
    /// True while `this` is the memory of the bot and all its keys are literal names.
    memory: bool,
    /// The parameter of `start` while it is certainly the original argument.
    info: Option<String>,
    found: Vec<LintMessage>,
}
