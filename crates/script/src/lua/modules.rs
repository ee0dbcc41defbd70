//! `require("./name")`, `require("./folder/name")`: files of the bot's own bundle, each run once.

use luau_syntax::ast::{AstVisitor, Expression, ExpressionKind, Statement, StatementView};
use mlua::{Lua, Value};
use std::cell::RefCell;
use std::collections::BTreeMap;

use super::code::LuaCode;
use super::faults::{location, raise};
use super::library::charge_text;
use super::lint::facts::text;
use super::tree::parsed_whole;
use super::{order, vm, words};
use crate::neighbours::{NoFile, bytes, missing, resolve, shown};

/// Bytes scanned in the time of parsing one byte.
const PARSED: usize = 20;
/// Bytes searched for quoted names in the same time.
const SEARCHED: usize = 4;

/// Installs the global function `require`.
pub fn install(lua: &Lua, code: &LuaCode) -> mlua::Result<()> {
    let (bundle, chunks) = (code.bundle.clone(), code.chunks.clone());
    // A file that is still running has no value.
    let modules = RefCell::new(BTreeMap::<String, Option<Value>>::new());
    let function = lua.create_function(move |lua, name: String| -> mlua::Result<Value> {
        charge_text(lua, name.len())?;
        let wrong = |why: String| Err(raise(lua, words::not_required(shown(&name), why)));
        let (asker, line) = location(lua).unwrap_or_else(|| (bundle.main.clone(), 0));
        let is_relative = name.starts_with("./");
        let file = match resolve(&name, &asker, &bundle.main, &chunks) {
            Ok(file) if is_relative => file,
            Err(NoFile::Missing) if is_relative => {
                charge_text(lua, bytes(&bundle.files).saturating_mul(SEARCHED))?;
                let written = format!("require({})", shown(&name));
                return wrong(missing(&name, &asker, "lua", &bundle.files, written));
            }
            Err(why) if is_relative => return wrong(why.to_string()),
            Ok(_) => return wrong(words::how_to_require()),
            Err(NoFile::Missing) => return wrong(words::nothing_else_required()),
            Err(why) => return wrong(words::how_to_require_but(why)),
        };
        let known = modules.borrow().get(&file).cloned();
        let value = match known {
            Some(Some(value)) => value,
            Some(None) => return wrong(words::in_a_circle()),
            None => {
                modules.borrow_mut().insert(file.clone(), None);
                let run = vm::chunk(lua, &file, &chunks[&file]);
                let value = run.and_then(|run| run.call::<Value>(order::loops(lua)?));
                match &value {
                    Ok(value) => modules.borrow_mut().insert(file.clone(), Some(value.clone())),
                    // It has stopped running, and can be required again.
                    Err(_) => modules.borrow_mut().remove(&file),
                };
                value?
            }
        };
        if value.is_nil()
            && let Some(source) = bundle.files.get(&asker)
        {
            let module = &bundle.files[&file];
            charge_text(lua, (source.len() + module.len()).saturating_mul(PARSED))?;
            if !stands_alone(source, line) {
                return wrong(match table_of(module) {
                    Some(table) => words::returned_nothing_but(file, table),
                    None => words::returned_nothing(file),
                });
            }
        }
        Ok(value)
    })?;
    lua.globals().raw_set("require", function)
}

/// Returns true if a line has a `require` call whose result is unused: that file can do its work
/// without returning a value.
fn stands_alone(source: &str, line: u32) -> bool {
    struct Alone {
        line: u32,
        found: bool,
    }
    impl<'a> AstVisitor<'a> for Alone {
        fn visit_statement(&mut self, statement: Statement<'a>) -> bool {
            if let StatementView::Expression(call) = statement.view() {
                let at = call.expr.location();
                self.found |=
                    (at.begin.line..=at.end.line).contains(&self.line) && is_require(call.expr);
            }
            true
        }
    }
    let mut alone = Alone { line: line.saturating_sub(1), found: false };
    if let Some(tree) = parsed_whole(source) {
        tree.root().visit(&mut alone);
    }
    alone.found
}

/// Returns true for `require(...)` and `pcall(require, ...)`.
fn is_require(call: Expression<'_>) -> bool {
    let ExpressionKind::Call { func, args, .. } = call.kind() else { return false };
    let is = |function: Expression<'_>, name: &str| {
        function.as_global().is_some_and(|global| text(global.name) == name)
    };
    let is_protected = || args.first().is_some_and(|function| is(*function, "require"));
    is(func, "require") || (is(func, "pcall") && is_protected())
}

/// Returns the name of the first table that a file declares outside functions.
fn table_of(source: &str) -> Option<String> {
    let tree = parsed_whole(source)?;
    let tables = tree.root().as_slice().iter().filter_map(|statement| {
        let StatementView::Local(locals) = statement.view() else { return None };
        let is_table = matches!(locals.values.first()?.kind(), ExpressionKind::Table { .. });
        let name = locals.bindings.first().map(|local| text(local.name).to_string());
        name.filter(|_| is_table)
    });
    tables.into_iter().next()
}
