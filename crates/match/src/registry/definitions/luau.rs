//! Types for Luau's language server: a definition file with `declare extern type`.

use std::fmt::Write;

use super::reference::{Reference, TypeWords, header, key, option_doc};
use crate::registry::AnyGame;
use juez_core::{Field, Returns, Row};
use juez_script::{HOOKS, INFO_FIELDS, RESULT_FIELDS, VIEW_FIELDS};

const TYPES: TypeWords = TypeWords {
    int: "number",
    number: "number",
    text: "string",
    truth: "boolean",
    maybe: |of| format!("{of}?"),
    list: |of| format!("{{{of}}}"),
    map: "{[string]: any}",
    nothing: "()",
};

/// Returns the definition file of a game for luau-lsp.
pub fn luau(game: &dyn AnyGame) -> String {
    let api = Reference::of(game);
    let view = api.type_name("view");
    let mut out = format!(
        "-- {}\n-- Types of {} for Luau's language server (luau-lsp), which finds this file by its \
         setting\n-- luau-lsp.types.definitionFiles. Declare the type of a hook's argument, and it \
         completes its members:\n-- function bot.next_move(view: {view})\n",
        header(api.info),
        api.info.title
    );
    let options = api.info.options.iter();
    let options =
        options.map(|o| (o.name.to_string(), TYPES.option(o), option_doc(o))).collect::<Vec<_>>();
    table(&mut out, &api.type_name("options"), "the house rules of a match", &options);
    let fields = |fields: &[Field]| -> Vec<(String, String, String)> {
        let entry = |f: &Field| (key(f), TYPES.field(&api, f), f.doc.to_string());
        fields.iter().map(entry).collect()
    };
    table(&mut out, &api.type_name("info"), "the argument of `start`", &fields(INFO_FIELDS));
    for row in api.tables() {
        table(&mut out, &api.table_name(row), row.doc, &fields(row.keys));
    }
    class(&mut out, &api, "view", "what you may know; good for one call", VIEW_FIELDS);
    class(&mut out, &api, "world", "a complete position to think on", &[]);
    class(&mut out, &api, "result", "the argument of `finish`", RESULT_FIELDS);
    bot(&mut out, &api);
    out
}

fn table(out: &mut String, name: &str, doc: &str, fields: &[(String, String, String)]) {
    let _ = writeln!(out, "\n--- {doc}\nexport type {name} = {{");
    for (name, ty, doc) in fields {
        let _ = writeln!(out, "\t--- {doc}\n\t{name}: {ty},");
    }
    out.push_str("}\n");
}

fn class(out: &mut String, api: &Reference, object: &str, doc: &str, fields: &[Field]) {
    let _ = writeln!(out, "\n--- {doc}\ndeclare extern type {} with", api.type_name(object));
    for field in fields {
        let _ = writeln!(out, "\t--- {}\n\t{}: {}", field.doc, field.name, TYPES.field(api, field));
    }
    for row in api.methods(object) {
        method(out, api, row);
    }
    out.push_str("end\n");
}

fn method(out: &mut String, api: &Reference, row: &Row) {
    let mut params = String::from("self");
    for (param, required) in row.each_param() {
        let optional = if required { "" } else { "?" };
        let _ = write!(params, ", {}: {}{optional}", param.name, TYPES.param(param.kind));
    }
    let _ = writeln!(out, "\t--- {}", row.doc);
    let _ = writeln!(out, "\tfunction {}({params}): {}", row.name, TYPES.result(api, row));
}

fn bot(out: &mut String, api: &Reference) {
    let name = api.type_name("bot");
    let _ = writeln!(out, "\n--- a bot: the table that its file returns\nexport type {name} = {{");
    for hook in HOOKS {
        let returns = if hook.returns == Returns::Text { "string" } else { "()" };
        let call = format!("({}: {}) -> {returns}", hook.param, api.type_name(hook.param));
        let ty = if hook.required { call } else { format!("(({call}))?") };
        let _ = writeln!(out, "\t--- {}\n\t{}: {ty},", hook.doc, hook.name);
    }
    out.push_str("\t--- whatever else you keep\n\t[string]: any,\n}\n");
}
