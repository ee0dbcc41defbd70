//! A bot that is linted, and what is found in it.

use luau_syntax::ast::Function;
use luau_syntax::location::Position;

use super::facts::{Access, Facts, Value};
use crate::script::Api;
use crate::script::lint::LintRule;

/// A file of the bot that is linted.
pub struct Source<'a> {
    pub name: &'a str,
    pub text: &'a str,
    pub facts: Facts<'a>,
}

/// Something that was found: the number of its file, its place and its rule, and the sentence, made
/// only for reported messages.
pub struct Found<'a> {
    pub file: usize,
    pub at: Position,
    pub rule: LintRule,
    pub message: Box<dyn FnOnce() -> String + 'a>,
}

impl<'a> Found<'a> {
    /// Something in a file, at a place of it.
    pub fn new(
        file: usize,
        at: Position,
        rule: LintRule,
        message: impl FnOnce() -> String + 'a,
    ) -> Found<'a> {
        Found { file, at, rule, message: Box::new(message) }
    }
}

/// Every file of a bot.
pub struct Bot<'a> {
    pub api: &'a Api,
    pub sources: Vec<Source<'a>>,
    /// The number of the main file.
    pub main: usize,
}

impl<'a> Bot<'a> {
    /// The files by their numbers.
    pub fn files(&self) -> impl Iterator<Item = (usize, &Facts<'a>)> {
        self.sources.iter().map(|source| &source.facts).enumerate()
    }

    /// The function that the main file returns under a name.
    pub fn hook(&self, name: &str) -> Option<&'a Function<'a>> {
        let returned = &self.sources[self.main].facts.returned;
        let mut of = returned.iter().filter(|(other, _)| *other == name);
        let (_, hook) = of.next()?;
        // With two, the called one is unknown.
        of.next().is_none().then_some(hook)
    }

    /// True if a field of this name is set somewhere.
    pub fn sets_field(&self, name: &str) -> bool {
        self.files().any(|(_, facts)| facts.names.contains(name))
    }
}

impl<'a> Facts<'a> {
    /// Local variables and parameters that are known at a place.
    pub fn visible(&self, at: Position) -> impl Iterator<Item = &'a str> {
        let known = self.locals.values().filter(move |local| local.at < at && at < local.until);
        known.map(|local| local.name)
    }

    /// True if the file assigns a global.
    pub fn sets_global(&self, name: &str) -> bool {
        self.globals.iter().any(|used| used.name == name && used.what == Access::Write)
    }

    /// The number of a function of the file.
    pub fn number(&self, function: &Function<'a>) -> Option<usize> {
        self.functions.iter().position(|other| std::ptr::eq(*other, function))
    }

    /// True if some `return` of a function has a value, those of functions inside it left out.
    pub fn gives(&self, function: &Function<'a>) -> bool {
        self.number(function).is_some_and(|number| self.giving.contains(&number))
    }

    /// A variable that was never assigned to but at its declaration.
    pub fn constant(&self, id: u64) -> Option<&Value<'a>> {
        let local = self.locals.get(&id).filter(|local| local.writes == 0)?;
        Some(&local.first)
    }
}
