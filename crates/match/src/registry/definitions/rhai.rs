//! Definitions for Rhai's language server, in Rhai's own format.

use std::fmt::Write;

use super::reference::{Reference, TypeWords, header, option_doc};
use crate::registry::AnyGame;
use juez_core::{Field, Returns, Row};
use juez_script::{HOOKS, INFO_FIELDS, RESULT_FIELDS, VIEW_FIELDS};

const TYPES: TypeWords = TypeWords {
    int: "int",
    // Includes integers.
    number: "?",
    text: "String",
    truth: "bool",
    // The value can be `()`.
    maybe: |_| "?".to_string(),
    list: |_| "Array".to_string(),
    map: "Map",
    nothing: "()",
};

/// Returns the definition file of a game.
pub fn rhai(game: &dyn AnyGame) -> String {
    let api = Reference::of(game);
    // A definition file must begin with this line.
    let mut out = format!(
        "module static;\n\n// {}\n// The script API of {} for Rhai's language server. The hooks of a \
         bot:\n",
        header(api.info),
        api.info.title
    );
    for hook in HOOKS {
        let optional = if hook.required { "" } else { "; may be left out" };
        let _ = writeln!(out, "//   fn {}({})  {}{optional}", hook.name, hook.param, hook.doc);
    }
    out.push_str("// The house rules in `info.options`:\n");
    for option in api.info.options {
        let _ = writeln!(out, "//   {}  {}", option.name, option_doc(option));
    }
    for (object, fields) in
        [("info", INFO_FIELDS), ("view", VIEW_FIELDS), ("world", &[]), ("result", RESULT_FIELDS)]
    {
        for field in fields {
            let (name, ty) = (field.name, TYPES.plain(&api, field.returns));
            let _ = writeln!(out, "\n/// {}", field.doc);
            let _ = writeln!(out, "fn get {name}({object}: {}) -> {ty};", api.type_name(object));
        }
        api.methods(object).for_each(|row| method(&mut out, &api, object, row));
    }
    out
}

/// Writes one definition per number of arguments, since Rhai has no optional ones.
fn method(out: &mut String, api: &Reference, object: &str, row: &Row) {
    for count in row.required..=row.params.len() {
        let mut params = format!("{object}: {}", api.type_name(object));
        for param in &row.params[..count] {
            // A parameter cannot have the same name as its object.
            let name = if param.name == object { "other" } else { param.name };
            let _ = write!(params, ", {name}: {}", TYPES.param(param.kind));
        }
        let _ = writeln!(out, "\n/// {}", row.doc);
        if row.returns != Returns::Nothing {
            let _ = writeln!(out, "///\n/// gives: {}", row.returns);
        }
        for Field { name, returns, doc } in row.keys {
            let _ = writeln!(out, "/// - `{name}`: {returns}, {doc}");
        }
        let _ = writeln!(out, "fn {}({params}) -> {};", row.name, TYPES.plain(api, row.returns));
    }
}
