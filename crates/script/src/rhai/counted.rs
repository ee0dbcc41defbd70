//! Counted constructs of a source, and their limits.

/// A counted construct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Tokens of all files of a bundle.
    Tokens,
    /// Parameters of one function.
    Parameters,
    /// Variables in scope.
    Variables,
    /// Cases of one switch; each value counts.
    Cases,
    /// Blocks next to each other in one block, including pieces of text between `${...}`.
    Blocks,
    /// Statements in one function, or outside all functions.
    Statements,
    /// Files that one file imports.
    Imports,
    /// Names in one function, or outside all functions.
    FunctionNames,
    /// Names in one closure.
    Names,
    /// Names in all closures of a bundle, counted once per enclosing closure.
    NamesInAll,
    /// Values that named constants are replaced by.
    Constants,
}

/// The limit for each, more than anybody writes and low enough for fast parsing, and the phrase for
/// a message.
pub const LIMITS: [(usize, &str); 11] = [
    (250_000, "words and signs in all files"),
    (100, "parameters of one function"),
    // The limit at run time.
    (super::limits::VARIABLES, "variables in scope"),
    (1_000, "cases of one switch"),
    (1_000, "blocks side by side"),
    (5_000, "statements in one function"),
    (crate::Bundle::FILES, "imports in one file"),
    (1_000, "names in one function"),
    (500, "names in one closure"),
    (50_000, "names in all closures"),
    (1_000_000, "values in place of constants"),
];

impl Counted {
    /// Returns the limit.
    pub const fn most(self) -> usize {
        LIMITS[self as usize].0
    }

    /// Returns the phrase for a message.
    pub const fn word(self) -> &'static str {
        LIMITS[self as usize].1
    }
}
