//! The script API of a game as data: `juez rules GAME --api --json`, and the editor of the page.

use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

use super::library::{LibraryTable, library};
use super::reference::{Reference, TypeWords, option_doc};
use crate::registry::AnyGame;
use juez_core::{Field, Row};
use juez_script::{
    CALL_WORK, HOOKS, INFO_FIELDS, LANGUAGES, Language, RESULT_FIELDS, VIEW_FIELDS, WORK_PER_MS,
};

/// Types are `int`, `number`, `text`, `bool`, `table` or the name of a type of the game, with the
/// suffix `[]` for a list and `?` for an optional value.
const TYPES: TypeWords = TypeWords {
    int: "int",
    number: "number",
    text: "text",
    truth: "bool",
    maybe: |of| format!("{of}?"),
    list: |of| format!("{of}[]"),
    map: "table",
    nothing: "",
};

/// Everything a script can call in one game, as data.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ApiReference {
    /// The id of the game.
    pub game: &'static str,
    /// The types of the game by name, such as `QuoridorView`.
    pub types: BTreeMap<String, TypeEntry>,
    /// The functions that the referee calls, in order.
    pub hooks: Vec<HookEntry>,
    /// Work of a call in addition to the cost of its method, in the same units.
    pub call_cost: u64,
    /// Differences between the script languages, by their ids.
    pub languages: BTreeMap<&'static str, LanguageEntry>,
}

/// A type: an object with methods, or a table with known keys.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TypeEntry {
    /// One line of documentation.
    pub doc: &'static str,
    /// The fields or keys.
    pub fields: Vec<FieldEntry>,
    /// Its methods.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub methods: Vec<MethodEntry>,
}

/// A field of an object, or a key of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FieldEntry {
    /// The name.
    pub name: &'static str,
    /// The type.
    #[serde(rename = "type")]
    pub of: String,
    /// One line of documentation.
    pub doc: Cow<'static, str>,
}

/// A method of an object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MethodEntry {
    /// The name.
    pub name: &'static str,
    /// The parameters; optional ones come last.
    pub params: Vec<ParamEntry>,
    /// The type of the result, if there is one.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returns: Option<String>,
    /// One line of documentation.
    pub doc: &'static str,
    /// Cost of a call in work units; `fuel_per_work` converts them to fuel.
    pub cost: u32,
}

/// A parameter of a method.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ParamEntry {
    /// The name.
    pub name: &'static str,
    /// The type.
    #[serde(rename = "type")]
    pub of: &'static str,
    /// The meaning of its values, in a few words.
    pub doc: Cow<'static, str>,
    /// True if the argument can be omitted.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
}

/// A function of a bot, called by the referee.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HookEntry {
    /// The name.
    pub name: &'static str,
    /// The name of the parameter.
    pub param: &'static str,
    /// The type of the parameter.
    #[serde(rename = "type")]
    pub of: String,
    /// The type of the result, if one is required.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returns: Option<String>,
    /// True if every bot must have it.
    pub required: bool,
    /// One line of documentation.
    pub doc: &'static str,
}

/// The syntax of a script language, and its library.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LanguageEntry {
    /// The display name.
    pub title: &'static str,
    /// The mark between an object and its method.
    pub method_mark: char,
    /// The start of a line comment.
    pub comment: &'static str,
    /// The words for the types; `*` is a placeholder for the type in `list` and `maybe`.
    pub types: BTreeMap<&'static str, &'static str>,
    /// Fuel per unit of work.
    pub fuel_per_work: f64,
    /// The library by table; the globals have an empty name.
    pub library: BTreeMap<String, LibraryTable>,
}

/// Returns the script API of a game as data.
pub fn api_reference(game: &dyn AnyGame) -> ApiReference {
    let api = Reference::of(game);
    let options = api.info.options.iter().map(|option| FieldEntry {
        name: option.name,
        of: TYPES.option(option),
        doc: option_doc(option).into(),
    });
    let table = |doc, fields| TypeEntry { doc, fields, methods: Vec::new() };
    let mut types = BTreeMap::from([
        (api.type_name("options"), table("the house rules of a match", options.collect())),
        (api.type_name("info"), table("the argument of `start`", fields(&api, INFO_FIELDS))),
    ]);
    types.extend(
        api.tables().map(|row| (api.table_name(row), table(row.doc, fields(&api, row.keys)))),
    );
    for (object, doc, its) in [
        ("view", "what you may know; good for one call", VIEW_FIELDS),
        ("world", "a complete position to think on", &[]),
        ("result", "the argument of `finish`", RESULT_FIELDS),
    ] {
        let methods = api.methods(object).map(|row| method(&api, row)).collect();
        types.insert(api.type_name(object), TypeEntry { doc, fields: fields(&api, its), methods });
    }
    let hooks = HOOKS.iter().map(|hook| HookEntry {
        name: hook.name,
        param: hook.param,
        of: api.type_name(hook.param),
        returns: returned(TYPES.plain(&api, hook.returns)),
        required: hook.required,
        doc: hook.doc,
    });
    ApiReference {
        game: api.info.id,
        hooks: hooks.collect(),
        types,
        call_cost: CALL_WORK,
        languages: LANGUAGES.iter().map(|language| (language.id, spelling(language))).collect(),
    }
}

fn returned(of: String) -> Option<String> {
    (!of.is_empty()).then_some(of)
}

fn fields(api: &Reference, fields: &[Field]) -> Vec<FieldEntry> {
    let entry = |field: &Field| FieldEntry {
        name: field.name,
        of: TYPES.field(api, field),
        doc: field.doc.into(),
    };
    fields.iter().map(entry).collect()
}

fn method(api: &Reference, row: &Row) -> MethodEntry {
    let params = row.each_param().map(|(param, required)| ParamEntry {
        name: param.name,
        of: TYPES.param(param.kind),
        doc: param.kind.doc(),
        optional: !required,
    });
    MethodEntry {
        name: row.name,
        params: params.collect(),
        returns: returned(TYPES.result(api, row)),
        doc: row.doc,
        cost: row.cost,
    }
}

fn spelling(language: &'static Language) -> LanguageEntry {
    let types: &[_] = match language.id {
        "lua" => &[
            ("int", "number"),
            ("number", "number"),
            ("text", "string"),
            ("bool", "boolean"),
            ("table", "table"),
            ("list", "{*}"),
            ("maybe", "*?"),
        ],
        "rhai" => &[
            ("int", "int"),
            ("number", "int or float"),
            ("text", "String"),
            ("bool", "bool"),
            ("table", "Map"),
            ("list", "Array of *"),
            ("maybe", "* or ()"),
        ],
        // Other languages are read with the words above.
        _ => &[],
    };
    LanguageEntry {
        title: language.title,
        method_mark: language.method_mark,
        comment: language.comment,
        types: types.iter().copied().collect(),
        fuel_per_work: language.fuel_per_ms as f64 / WORK_PER_MS as f64,
        library: library(language),
    }
}
