//! Lints Lua bots: tells what is probably a mistake before it is reached.
//!
//! Every rule is narrow enough that a bot which plays as its author meant gets no message; where
//! that is unknown from the text, there is none.
//!
//! | file | what it is |
//! |---|---|
//! | `bot` | the files of a bot, and what is found in them |
//! | `facts` | what the text of a file tells of its variables, functions and members |
//! | `walk` | the walk over its tree that comes by them |
//! | `library` | the names of the standard library that a bot gets |
//! | `variables` | variables and functions that nothing sets, or that are set by accident |
//! | `members` | methods and fields of views and worlds, and answers that are thrown away |
//! | `returns` | functions that return nothing where something is needed |

mod bot;
pub mod facts;
pub mod library;
mod members;
mod returns;
pub mod variables;
mod walk;

use luau_syntax::parser::ParsedSource;

use self::bot::{Bot, Found, Source};
use self::facts::facts;
use super::tree::{line_and_column, parsed};
use crate::script::lint::{LintMessage, MOST};
use crate::script::{Api, Bundle};

/// The messages about the files of a bot that the VM compiles, by file and line; at most
/// [`MOST`] messages.
pub fn lint(bundle: &Bundle, api: &Api) -> Vec<LintMessage> {
    let trees: Option<Vec<ParsedSource>> = bundle.files.values().map(|text| parsed(text)).collect();
    // Without one file, which is too long, its settings are unknown.
    let Some(trees) = trees else { return Vec::new() };
    let sources = bundle.files.iter().zip(&trees).map(|((name, text), tree)| Source {
        name,
        text,
        facts: facts(tree.root()),
    });
    let main = bundle.files.keys().position(|name| *name == bundle.main).unwrap_or_default();
    let bot = Bot { api, sources: sources.collect(), main };
    let mut found = variables::not_in_the_library(&bot);
    found.extend(variables::globals(&bot));
    found.extend(members::found(&bot));
    found.extend(returns::found(&bot));
    found.sort_by_key(|found| (found.file, found.at, found.rule));
    let messages = found.into_iter().take(MOST).map(|Found { file, at, rule, message }| {
        let source = &bot.sources[file];
        let (line, column) = line_and_column(source.text, at);
        LintMessage { file: source.name.to_string(), line, column, rule, message: message() }
    });
    messages.collect()
}
