//! A parsed bundle.

use rhai::AST;
use std::collections::{BTreeMap, BTreeSet};

use super::super::neighbours::resolve;

/// A parsed bundle.
pub struct Sources {
    /// The file with the hooks.
    pub main: String,
    /// Each file's AST as it is run.
    pub files: BTreeMap<String, AST>,
    /// The files that each file imports, in functions too.
    pub imports: BTreeMap<String, Vec<String>>,
    /// The names that each file declares, for hints.
    pub names: BTreeMap<String, Names>,
    /// The files as they were written, if one of them imports by a name that it computes.
    pub texts: BTreeMap<String, String>,
}

/// A function of a file.
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<String>,
    /// The line it begins on.
    pub line: Option<u32>,
    /// True if other files cannot call it.
    pub is_private: bool,
}

/// The names a file declares.
#[derive(Default)]
pub struct Names {
    /// Its functions, but for closures and methods of one type.
    pub functions: Vec<Function>,
    /// Its methods of one type.
    pub methods: Vec<String>,
    /// Variables of the top level that functions cannot see.
    pub lets: Vec<String>,
    /// Every other variable, parameter or constant.
    pub variables: Vec<String>,
    /// Keys that its maps are given by name.
    pub keys: BTreeSet<String>,
    /// Its closures, by Rhai's names for them.
    pub closures: BTreeMap<String, Closure>,
    /// True if it imports a file by a name that it computes.
    pub computes_imports: bool,
    /// Its imports: the alias of each module and its path.
    pub imports: Vec<(String, String)>,
}

/// A closure.
pub struct Closure {
    /// Its parameters; the captured variables come first.
    pub params: Vec<String>,
    /// Number of captured variables.
    pub captured: usize,
}

impl Sources {
    /// The AST with the hooks.
    pub fn main(&self) -> &AST {
        &self.files[&self.main]
    }

    /// The names of the main file.
    pub fn names(&self) -> &Names {
        &self.names[&self.main]
    }

    /// The names of a file; of one that is not the bot's, those of the main file.
    pub fn names_of(&self, file: &str) -> &Names {
        self.names.get(file).unwrap_or_else(|| self.names())
    }

    /// The file that `asker` imports as `alias`.
    pub fn file_called(&self, alias: &str, asker: &str) -> Option<String> {
        let (_, path) = self.names_of(asker).imports.iter().find(|(name, _)| name == alias)?;
        resolve(path, asker, &self.main, &self.files).ok()
    }
}
