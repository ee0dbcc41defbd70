//! Annotations for lua-language-server and other readers of LuaCATS: a file of comments with empty
//! functions between them.

use std::fmt::Write;

use super::reference::{Reference, TypeWords, header, key, option_doc};
use crate::registry::AnyGame;
use juez_core::{Field, Returns, Row};
use juez_script::{HOOKS, INFO_FIELDS, RESULT_FIELDS, VIEW_FIELDS};

const TYPES: TypeWords = TypeWords {
    int: "integer",
    number: "number",
    text: "string",
    truth: "boolean",
    maybe: |of| format!("{of}?"),
    list: |of| format!("{of}[]"),
    map: "table<string, any>",
    nothing: "nil",
};

/// Returns the `---@meta` file of a game.
pub fn luacats(game: &dyn AnyGame) -> String {
    let api = Reference::of(game);
    let mut out = format!(
        "---@meta\n-- {}\n-- Types of {} for lua-language-server. Declare the argument of a hook in \
         a comment above it, and the\n-- editor completes its members: `---@param view {}`\n",
        header(api.info),
        api.info.title,
        api.type_name("view")
    );
    class(&mut out, &api.type_name("options"), "the house rules of a match");
    for option in api.info.options {
        let ty = TYPES.option(option);
        field(&mut out, option.name, &ty, &option_doc(option));
    }
    class(&mut out, &api.type_name("info"), "the argument of `start`");
    fields(&mut out, &api, INFO_FIELDS);
    for row in api.tables() {
        class(&mut out, &api.table_name(row), row.doc);
        fields(&mut out, &api, row.keys);
    }
    object(&mut out, &api, "view", "what you may know; good for one call", VIEW_FIELDS);
    object(&mut out, &api, "world", "a complete position to think on", &[]);
    object(&mut out, &api, "result", "the argument of `finish`", RESULT_FIELDS);
    class(&mut out, &api.type_name("bot"), "a bot: the table that its file returns");
    for hook in HOOKS {
        let optional = if hook.required { "" } else { "?" };
        let returns = if hook.returns == Returns::Text { ": string" } else { "" };
        let ty = format!("fun({}: {}){returns}", hook.param, api.type_name(hook.param));
        field(&mut out, &format!("{}{optional}", hook.name), &ty, hook.doc);
    }
    out
}

fn class(out: &mut String, name: &str, doc: &str) {
    let _ = writeln!(out, "\n---{doc}\n---@class {name}");
}

fn field(out: &mut String, name: &str, ty: &str, doc: &str) {
    let _ = writeln!(out, "---@field {name} {ty} # {doc}");
}

fn fields(out: &mut String, api: &Reference, fields: &[Field]) {
    for it in fields {
        field(out, &key(it), &TYPES.field(api, it), it.doc);
    }
}

fn object(out: &mut String, api: &Reference, object: &str, doc: &str, its: &[Field]) {
    let name = api.type_name(object);
    class(out, &name, doc);
    fields(out, api, its);
    let _ = writeln!(out, "local {name} = {{}}");
    for row in api.methods(object) {
        method(out, api, &name, row);
    }
}

fn method(out: &mut String, api: &Reference, class: &str, row: &Row) {
    let _ = writeln!(out, "\n---{}", row.doc);
    for (param, required) in row.each_param() {
        let optional = if required { "" } else { "?" };
        let (ty, doc) = (TYPES.param(param.kind), param.kind.doc());
        let _ = writeln!(out, "---@param {}{optional} {ty} # {doc}", param.name);
    }
    if row.returns != Returns::Nothing {
        let _ = writeln!(out, "---@return {}", TYPES.result(api, row));
    }
    let params: Vec<&str> = row.params.iter().map(|param| param.name).collect();
    let _ = writeln!(out, "function {class}:{}({}) end", row.name, params.join(", "));
}
