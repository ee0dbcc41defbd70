//! The functions of a language's own library that bots use, some with documentation.

use serde::Serialize;
use std::collections::BTreeMap;

use juez_script::Language;

/// The functions of Luau's library that Lua's lacks, for lua-language-server.
pub(super) const LUAU: &str = include_str!("library.lua");
/// The functions of Rhai that bots use most; its language server knows none.
pub(super) const RHAI: &str = include_str!("library.d.rhai");

/// Globals of Luau that are rarely useful in a bot.
const RARE: [&str; 6] = ["_G", "_VERSION", "buffer", "coroutine", "rawlen", "typeof"];

/// A function of a library.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LibraryFunction {
    /// The names of its parameters, separated by commas.
    pub params: String,
    /// One line of documentation.
    pub doc: String,
}

/// The names of a table of a library, some with documentation.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LibraryTable {
    /// All names in ascending order, separated by blanks.
    pub names: String,
    /// The documented functions, by name.
    pub functions: BTreeMap<String, LibraryFunction>,
}

/// Returns the library of a language by table; its globals have an empty name.
pub(super) fn library(language: &Language) -> BTreeMap<String, LibraryTable> {
    let mut tables = BTreeMap::<String, LibraryTable>::new();
    for (path, function) in documented(language.id) {
        let (table, name) = path.rsplit_once('.').unwrap_or(("", path));
        let functions = &mut tables.entry(table.to_string()).or_default().functions;
        // The first of several with different arguments.
        functions.entry(name.to_string()).or_insert(function);
    }
    for (table, names) in language.library.iter().filter(|(table, _)| !RARE.contains(table)) {
        let entry = tables.entry(table.to_string()).or_default();
        let listed = names.split_whitespace().filter(|name| !RARE.contains(name));
        let mut all: Vec<&str> = listed.chain(entry.functions.keys().map(String::as_str)).collect();
        all.sort_unstable();
        all.dedup();
        entry.names = all.join(" ");
    }
    tables
}

/// Parses the functions of a library file. Comments precede each; the first documents it.
fn documented(language: &str) -> impl Iterator<Item = (&'static str, LibraryFunction)> {
    let (text, comment, head) = match language {
        "lua" => (LUAU, "---", "function "),
        "rhai" => (RHAI, "///", "fn "),
        // Another language has another format.
        _ => ("", "", ""),
    };
    text.split("\n\n").filter_map(move |part| {
        let doc = part.lines().find_map(|line| line.strip_prefix(comment))?.trim();
        let call = part.lines().find_map(|line| line.strip_prefix(head))?;
        let (name, params) = call.split_once('(')?;
        let params = params.split(')').next()?.split(", ");
        let params: Vec<&str> = params.filter_map(|param| param.split(':').next()).collect();
        Some((name, LibraryFunction { params: params.join(", "), doc: doc.to_string() }))
    })
}
