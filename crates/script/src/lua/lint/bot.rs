//! A bot being linted, and the findings.

use luau_syntax::ast::Function;
use luau_syntax::location::Position;

use super::facts::{Access, Facts, Value};
use crate::Api;
use crate::lint::LintRule;

/// A source file.
pub struct Source<'a> {
    pub name: &'a str,
    pub text: &'a str,
    pub facts: Facts<'a>,
}

/// A finding: the index of its file, its position and rule, and the sentence, which is built only
/// for reported messages.
pub struct Found<'a> {
    pub file: usize,
    pub at: Position,
    pub rule: LintRule,
    pub message: Box<dyn FnOnce() -> String + 'a>,
}

impl<'a> Found<'a> {
    /// Creates a finding at a position of a file.
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
    /// Index of the main file.
    pub main: usize,
}

impl<'a> Bot<'a> {
    /// Iterates over the files with their indexes.
    pub fn files(&self) -> impl Iterator<Item = (usize, &Facts<'a>)> {
        self.sources.iter().map(|source| &source.facts).enumerate()
    }

    /// Returns the function that the main file returns under a name.
    pub fn hook(&self, name: &str) -> Option<&'a Function<'a>> {
        let returned = &self.sources[self.main].facts.returned;
        let mut of = returned.iter().filter(|(other, _)| *other == name);
        let (_, hook) = of.next()?;
        // With two of them, it is unknown which is called.
        of.next().is_none().then_some(hook)
    }

    /// Returns true if a field of this name is set anywhere.
    pub fn sets_field(&self, name: &str) -> bool {
        self.files().any(|(_, facts)| facts.names.contains(name))
    }
}

impl<'a> Facts<'a> {
    /// Iterates over the local variables and parameters in scope at a position.
    pub fn visible(&self, at: Position) -> impl Iterator<Item = &'a str> {
        let known = self.locals.values().filter(move |local| local.at < at && at < local.until);
        known.map(|local| local.name)
    }

    /// Returns true if the file assigns to a global.
    pub fn sets_global(&self, name: &str) -> bool {
        self.globals.iter().any(|used| used.name == name && used.what == Access::Write)
    }

    /// Returns the index of a function of the file.
    pub fn number(&self, function: &Function<'a>) -> Option<usize> {
        self.functions.iter().position(|other| std::ptr::eq(*other, function))
    }

    /// Returns true if any `return` of a function has a value, ignoring nested functions.
    pub fn gives(&self, function: &Function<'a>) -> bool {
        self.number(function).is_some_and(|number| self.giving.contains(&number))
    }

    /// Returns the value of a variable that is never assigned after its declaration.
    pub fn constant(&self, id: u64) -> Option<&Value<'a>> {
        let local = self.locals.get(&id).filter(|local| local.writes == 0)?;
        Some(&local.first)
    }
}
