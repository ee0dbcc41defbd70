//! Counted constructs of a source, and their limits.

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

/// The most there may be of each, more than anybody writes and few enough to be parsed in time, and the
/// word for it in a sentence.
pub const LIMITS: [(usize, &str); 11] = [
    (250_000, "words and signs in all files"),
    (100, "parameters of one function"),
    // What running allows.
    (super::limits::VARIABLES, "variables in scope"),
    (1_000, "cases of one switch"),
    (1_000, "blocks side by side"),
    (5_000, "statements in one function"),
    (crate::script::Bundle::FILES, "imports in one file"),
    (1_000, "names in one function"),
    (500, "names in one closure"),
    (50_000, "names in all closures"),
    (1_000_000, "values in place of constants"),
];

impl Counted {
    /// The most there may be.
    pub const fn most(self) -> usize {
        LIMITS[self as usize].0
    }

    /// The word for it in a sentence.
    pub const fn word(self) -> &'static str {
        LIMITS[self as usize].1
    }
}
