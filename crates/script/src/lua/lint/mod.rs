//! Lints Lua bots: reports probable mistakes before they are reached.
//!
//! Every rule is narrow enough that a bot that plays as its author meant gets no message; if the
//! text leaves that open, there is no message.
//!
//! | file | contents |
//! |---|---|
//! | `bot` | the files of a bot, and the findings |
//! | `facts` | the variables, functions and members of a file, as far as its text shows |
//! | `walk` | the walk over its tree that collects them |
//! | `library` | the names of the standard library for bots |
//! | `variables` | variables and functions that are never set, or set by accident |
//! | `members` | methods and fields of views and worlds, and discarded results |
//! | `returns` | functions that return nothing although a value is needed |

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
use crate::lint::{LintMessage, MOST};
use crate::{Api, Bundle};

/// Returns the messages about a bot that the VM compiles, by file and line; at most [`MOST`].
pub fn lint(bundle: &Bundle, api: &Api) -> Vec<LintMessage> {
    let trees: Option<Vec<ParsedSource>> = bundle.files.values().map(|text| parsed(text)).collect();
    // If one file is too long to parse, the globals it sets are unknown.
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
