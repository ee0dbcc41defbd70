//! Counted constructs of a source, and their limits.

use super::words;

/// The things that are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Tokens of all files of a bundle.
    Tokens,
    /// Parameters of one function.
    Parameters,
    /// Variables in scope.
    Variables,
    /// Cases of one switch, each value by itself.
    Cases,
    /// Blocks side by side in one block, pieces of text between `${...}` included.
    Blocks,
    /// Statements in one function, or outside of all.
    Statements,
    /// Files that one file imports.
    Imports,
    /// Names in one function, or outside of all.
    FunctionNames,
    /// Names in one closure.
    Names,
    /// Names in all closures of a bundle, counted in each closure around them.
    NamesInAll,
    /// Values that constants stand for where they are named.
    Constants,
}

impl Counted {
    /// The most there may be: more than anybody writes, and few enough to be parsed in time.
    pub const fn most(self) -> usize {
        match self {
            Counted::Tokens => 250_000,
            Counted::Parameters => 100,
            // What running allows.
            Counted::Variables => super::limits::VARIABLES,
            Counted::Cases | Counted::Blocks | Counted::FunctionNames => 1_000,
            Counted::Statements => 5_000,
            Counted::Imports => crate::script::Bundle::FILES,
            Counted::Names => 500,
            Counted::NamesInAll => 50_000,
            Counted::Constants => 1_000_000,
        }
    }

    /// The word for it in a sentence.
    pub fn word(self) -> &'static str {
        words::COUNTED[self as usize]
    }
}
