//! `import`: only files of the bundle, each run once while the bot loads.

use rhai::{Engine, EvalAltResult, Module, ModuleResolver, Position, Scope};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::neighbours::{NoFile, bytes, missing, resolve, shown};
use super::sources::Sources;
use super::{charges, locate, show, words};

/// The modules of a VM.
#[derive(Clone)]
pub struct Imports {
    sources: Rc<Sources>,
    /// Each imported file; `None` while it runs.
    modules: Rc<RefCell<BTreeMap<String, Option<Rc<Module>>>>>,
}

impl Imports {
    /// Creates the modules of a VM that has not run yet.
    pub fn new(sources: &Rc<Sources>) -> Imports {
        Imports { sources: sources.clone(), modules: Rc::default() }
    }

    /// Runs the main file, then every file imported in a function of a file that ran.
    pub fn run(&self, engine: &Engine) -> Result<Rc<Module>, Box<EvalAltResult>> {
        let sources = &self.sources;
        let main = self.load(engine, &sources.main, Position::NONE)?;
        loop {
            let loaded: Vec<String> = self.modules.borrow().keys().cloned().collect();
            let wanted = loaded.iter().flat_map(|file| &sources.imports[file]);
            let Some(next) = wanted.into_iter().find(|file| !loaded.contains(file)) else {
                return Ok(main);
            };
            self.load(engine, next, Position::NONE)?;
        }
    }

    /// Returns the constants of all files, which functions see by their plain names.
    ///
    /// # Errors
    /// If two files give different values to a name.
    pub fn constants(&self) -> Result<Module, String> {
        let mut constants = Module::new();
        let mut owner: BTreeMap<String, &str> = BTreeMap::new();
        let modules = self.modules.borrow();
        for (file, module) in modules.iter() {
            let Some(module) = module else { continue };
            for (name, value) in module.iter_var() {
                if let Some(known) = constants.get_var(name) {
                    if show::brief(&known) != show::brief(value) {
                        let other = owner.get(name).copied().unwrap_or_default();
                        return Err(words::two_constants(other, file, name));
                    }
                    continue;
                }
                owner.insert(name.to_string(), file);
                let value = value.clone().into_read_only();
                // Reading a constant clones it; sharing a list avoids a copy.
                let is_list = value.is_array() || value.is_map();
                constants.set_var(name, if is_list { value.into_shared() } else { value });
            }
        }
        Ok(constants)
    }

    fn load(
        &self,
        engine: &Engine,
        file: &str,
        position: Position,
    ) -> Result<Rc<Module>, Box<EvalAltResult>> {
        if let Some(state) = self.modules.borrow().get(file) {
            return state.clone().ok_or_else(|| {
                EvalAltResult::ErrorRuntime(words::in_a_circle(file).into(), position).into()
            });
        }
        let ast = &self.sources.files[file];
        self.modules.borrow_mut().insert(file.to_string(), None);
        let module = Module::eval_ast_as_new(Scope::new(), ast, engine).map_err(|error| {
            if error.is_system_exception() {
                locate::note(file, error.position());
            }
            Box::new(EvalAltResult::ErrorInModule(file.to_string(), error, position))
        })?;
        let module = Rc::new(module);
        self.modules.borrow_mut().insert(file.to_string(), Some(module.clone()));
        Ok(module)
    }
}

impl Imports {
    /// Returns the sentence for an import of a missing file.
    ///
    /// # Errors
    /// If there is not enough fuel for the search.
    fn why_not(&self, path: &str, asker: &str, why: NoFile) -> Result<String, Box<EvalAltResult>> {
        let texts = &self.sources.texts;
        let why = match why {
            NoFile::Missing if !texts.is_empty() => {
                charges::pay(bytes(texts) as u64 / 4)?;
                let written = format!("import {} as m;", shown(path));
                missing(path, asker, "rhai", texts, written)
            }
            why => why.to_string(),
        };
        Ok(words::not_imported(shown(path), why))
    }
}

impl ModuleResolver for Imports {
    fn resolve(
        &self,
        engine: &Engine,
        asker: Option<&str>,
        path: &str,
        position: Position,
    ) -> Result<Rc<Module>, Box<EvalAltResult>> {
        let Sources { main, files, .. } = &*self.sources;
        let asker = asker.unwrap_or(main);
        match resolve(path, asker, main, files) {
            Ok(file) => self.load(engine, &file, position),
            Err(why) => {
                let why = self.why_not(path, asker, why)?;
                Err(EvalAltResult::ErrorRuntime(why.into(), position).into())
            }
        }
    }
}
