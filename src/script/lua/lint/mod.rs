//! Lints Lua bots: tells what is probably a mistake before it is reached.
//!
//! Every rule is narrow enough that a bot which plays as its author meant gets no message; where
//! that is unknown from the text, there is none.
//!
//! | file | what it is |
//! |---|---|
//! | `facts` | what the text of a file tells of its variables, functions and members |
//! | `walk` | the walk over its tree that comes by them |
//! | `library` | the names of the standard library that a bot gets |
//! | `variables` | variables and functions that nothing sets, or that are set by accident |
//! | `members` | methods and fields of views and worlds, and answers that are thrown away |
//! | `returns` | functions that return nothing where something is needed |

pub mod facts;
pub mod library;
mod members;
mod returns;
pub mod variables;
mod walk;

use luau_syntax::location::Position;
use luau_syntax::parser::ParsedSource;

use self::facts::{Facts, Value, facts};
use super::tree::{line_and_column, parsed};
use crate::script::lint::{LintMessage, LintRule, MOST};
use crate::script::{Api, Bundle};

/// A file of the bot that is linted.
struct Source<'a> {
    name: &'a str,
    text: &'a str,
    facts: Facts<'a>,
}

/// Something that was found: the number of its file, its place and its rule, and the sentence, made
/// only for reported messages.
struct Found<'a> {
    file: usize,
    at: Position,
    rule: LintRule,
    message: Box<dyn FnOnce() -> String + 'a>,
}

/// Every file of a bot.
struct Bot<'a> {
    api: &'a Api,
    sources: Vec<Source<'a>>,
    /// The number of the main file.
    main: usize,
}

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
    let mut found = variables::found(&bot);
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

impl<'a> Bot<'a> {
    fn files(&self) -> impl Iterator<Item = (usize, &Facts<'a>)> {
        self.sources.iter().map(|source| &source.facts).enumerate()
    }

    /// The function that the main file returns under a name.
    fn hook(&self, name: &str) -> Option<&'a luau_syntax::ast::Function<'a>> {
        let returned = &self.sources[self.main].facts.returned;
        let mut of = returned.iter().filter(|(other, _)| *other == name);
        let (_, hook) = of.next()?;
        // With two, the called one is unknown.
        of.next().is_none().then_some(hook)
    }

    /// True if a field of this name is set somewhere.
    fn sets_field(&self, name: &str) -> bool {
        self.files().any(|(_, facts)| facts.names.contains(name))
    }
}

impl<'a> Facts<'a> {
    /// Local variables and parameters that are known at a place.
    fn visible(&self, at: Position) -> impl Iterator<Item = &'a str> {
        let known = self.locals.values().filter(move |local| local.at < at && at < local.until);
        known.map(|local| local.name)
    }

    /// True if the file assigns a global.
    fn sets_global(&self, name: &str) -> bool {
        self.globals.iter().any(|used| used.name == name && used.what == facts::Access::Write)
    }

    /// A variable that was never assigned to but at its declaration.
    pub fn constant(&self, id: u64) -> Option<&Value<'a>> {
        let local = self.locals.get(&id).filter(|local| local.writes == 0)?;
        Some(&local.first)
    }
}
