//! A parsed bundle.

use rhai::AST;
use std::collections::{BTreeMap, BTreeSet};

use super::super::neighbours::resolve;

/// A parsed bundle.
pub struct Sources {
    /// The file with the hooks.
    pub main: String,
    /// Each file's AST in the form that is run.
    pub files: BTreeMap<String, AST>,
    /// The files that each file imports, including in functions.
    pub imports: BTreeMap<String, Vec<String>>,
    /// The names that each file declares, for hints.
    pub names: BTreeMap<String, Names>,
    /// The source of the files, if one of them imports a computed path.
    pub texts: BTreeMap<String, String>,
}

/// A function of a file.
pub struct Function {
    /// The name.
    pub name: String,
    /// The parameters.
    pub params: Vec<String>,
    /// The line of its definition.
    pub line: Option<u32>,
    /// True if other files cannot call it.
    pub is_private: bool,
}

/// The names that a file declares.
#[derive(Default)]
pub struct Names {
    /// The functions, except closures and methods of one type.
    pub functions: Vec<Function>,
    /// The methods of one type.
    pub methods: Vec<String>,
    /// Variables of the top level, which functions cannot see.
    pub lets: Vec<String>,
    /// All other variables, parameters and constants.
    pub variables: Vec<String>,
    /// Keys that the file's maps get by name.
    pub keys: BTreeSet<String>,
    /// The closures, by Rhai's names for them.
    pub closures: BTreeMap<String, Closure>,
    /// True if the file imports a computed path.
    pub computes_imports: bool,
    /// The imports: the alias of each module and its path.
    pub imports: Vec<(String, String)>,
}

/// A closure.
pub struct Closure {
    /// The parameters, starting with the captured variables.
    pub params: Vec<String>,
    /// Number of captured variables.
    pub captured: usize,
}

impl Sources {
    /// Returns the AST with the hooks.
    pub fn main(&self) -> &AST {
        &self.files[&self.main]
    }

    /// Returns the names of the main file.
    pub fn names(&self) -> &Names {
        &self.names[&self.main]
    }

    /// Returns the names of a file, or of the main file for an unknown one.
    pub fn names_of(&self, file: &str) -> &Names {
        self.names.get(file).unwrap_or_else(|| self.names())
    }

    /// Returns the file that `asker` imports as `alias`.
    pub fn file_called(&self, alias: &str, asker: &str) -> Option<String> {
        let (_, path) = self.names_of(asker).imports.iter().find(|(name, _)| name == alias)?;
        resolve(path, asker, &self.main, &self.files).ok()
    }
}
