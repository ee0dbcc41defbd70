//! `require("./name")`, `require("./folder/name")`: files of the bot's own bundle, each run once.

use juez_luau::{Kind, Lua, Native, Ref};
use luau_syntax::ast::{AstVisitor, Expression, ExpressionKind, Statement, StatementView};
use std::ffi::c_int;
use std::rc::Rc;

use super::code::LuaCode;
use super::convert::lossy;
use super::faults::{fail, location};
use super::library::charge_text;
use super::lint::facts::text;
use super::native::{Modules, native};
use super::tree::parsed_whole;
use super::{order, words};
use crate::neighbours::{NoFile, bytes, missing, resolve, shown};

/// Bytes scanned in the time of parsing one byte.
const PARSED: usize = 20;
/// Bytes searched for quoted names in the same time.
const SEARCHED: usize = 4;

/// Installs the global function `require`.
pub fn install(lua: &mut Lua) {
    lua.push_function(Native::of(require), Some(c"require"), 0);
    lua.set_global(c"require");
}

fn require(lua: &mut Lua) -> c_int {
    if !matches!(lua.kind(1), Kind::Text | Kind::Number) {
        lua.raise_type(1, c"string");
    }
    lua.set_top(1);
    lua.to_text(1);
    charge_text(lua, lua.len(1));
    let name = lossy(lua, 1);
    // They are shared, and held while the file runs.
    let code = native(lua).code.clone();
    let (asker, line) = location(lua).unwrap_or_else(|| (code.bundle.main.clone(), 0));
    let value = find_file(lua, &code, &name, &asker).and_then(|file| {
        let value = run_once(lua, &code, &file)?;
        lua.push_ref(value);
        if lua.kind(-1) == Kind::Nil {
            check_unused(lua, &code, &file, &asker, line)?;
        }
        Ok(())
    });
    match value {
        Ok(()) => 1,
        Err(why) => fail(lua, words::not_required(shown(&name), why)),
    }
}

/// Returns the file that a name refers to in the file `asker`.
fn find_file(lua: &Lua, code: &LuaCode, name: &str, asker: &str) -> Result<String, String> {
    let LuaCode { bundle, chunks } = code;
    let is_relative = name.starts_with("./");
    match resolve(name, asker, &bundle.main, chunks) {
        Ok(file) if is_relative => Ok(file),
        Err(NoFile::Missing) if is_relative => {
            charge_text(lua, bytes(&bundle.files).saturating_mul(SEARCHED));
            let written = format!("require({})", shown(name));
            Err(missing(name, asker, "lua", &bundle.files, written))
        }
        Err(why) if is_relative => Err(why.to_string()),
        Ok(_) => Err(words::how_to_require()),
        Err(NoFile::Missing) => Err(words::nothing_else_required()),
        Err(why) => Err(words::how_to_require_but(why)),
    }
}

/// Returns the value of a file, which runs unless it has one.
fn run_once(lua: &mut Lua, code: &LuaCode, file: &str) -> Result<Ref, String> {
    let modules = native(lua).modules.clone();
    let known = modules.borrow().get(file).copied();
    match known {
        Some(Some(value)) => return Ok(value),
        Some(None) => return Err(words::in_a_circle()),
        None => {}
    }
    modules.borrow_mut().insert(file.to_string(), None);
    let running = Running { modules, file };
    lua.push_chunk(file, &code.chunks[file]);
    order::push_loops(lua);
    lua.call(1, Some(1));
    let value = lua.take_ref();
    running.modules.borrow_mut().insert(file.to_string(), Some(value));
    Ok(value)
}

/// A file that runs; without a value, after an error, it can be required again.
struct Running<'a> {
    modules: Rc<Modules>,
    file: &'a str,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let mut modules = self.modules.borrow_mut();
        if modules.get(self.file).is_some_and(Option::is_none) {
            modules.remove(self.file);
        }
    }
}

/// Checks that the result of requiring a file without a value is unused.
fn check_unused(
    lua: &Lua,
    code: &LuaCode,
    file: &str,
    asker: &str,
    line: u32,
) -> Result<(), String> {
    let files = &code.bundle.files;
    let (Some(source), module) = (files.get(asker), &files[file]) else { return Ok(()) };
    charge_text(lua, (source.len() + module.len()).saturating_mul(PARSED));
    if is_statement(source, line) {
        return Ok(());
    }
    Err(match table_of(module) {
        Some(table) => words::returned_nothing_but(file, table),
        None => words::returned_nothing(file),
    })
}

/// Returns true if a line has a `require` call whose result is unused: that file can do its work
/// without returning a value.
fn is_statement(source: &str, line: u32) -> bool {
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
