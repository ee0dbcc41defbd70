//! Parses bundles, once per thread.

use rhai::{AST, ASTFlags, ASTNode, Expr, Stmt};
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use super::super::neighbours::{resolve, shown};
use super::super::{Bundle, SyntaxError, profile, unlimited};
use super::declared::declared;
use super::sources::Sources;
use super::{guarded, lines, locate, parser, powers, syntax, words};

/// Number of bundles cached per thread.
const REMEMBERED: usize = 64;

/// The hash of a bundle, whether its lines are marked for a profile, and whether limits are
/// disabled.
type Key = (String, bool, bool);

thread_local! {
    static PARSED: RefCell<VecDeque<(Key, Rc<Sources>)>> = const { RefCell::new(VecDeque::new()) };
}

/// Returns the bundle's ASTs on this thread.
pub fn parsed(bundle: &Bundle) -> Result<Rc<Sources>, SyntaxError> {
    let key = (bundle.hash.clone(), profile::on(), unlimited::on());
    let known = |(other, _): &&(Key, Rc<Sources>)| *other == key;
    if let Some(sources) = PARSED.with_borrow(|all| all.iter().find(known).map(|s| s.1.clone())) {
        return Ok(sources);
    }
    let parser = parser::parser();
    let (mut files, mut imports, mut names) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for file in bundle.files.keys() {
        let ast = parser.compile(bundle, file)?;
        imports.insert(file.clone(), imported(bundle, file, &ast)?);
        names.insert(file.clone(), declared(&ast));
        files.insert(file.clone(), prepared(&ast, file));
    }
    let computes = names.values().any(|names| names.computes_imports);
    let texts = if computes { bundle.files.clone() } else { BTreeMap::new() };
    let sources = Rc::new(Sources { main: bundle.main.clone(), files, imports, names, texts });
    PARSED.with_borrow_mut(|all| {
        all.truncate(REMEMBERED - 1);
        all.push_front((key, sources.clone()));
    });
    Ok(sources)
}

/// Returns the AST with its constants exported, so that they outlive the top level, and its
/// functions wrapped.
fn prepared(ast: &AST, file: &str) -> AST {
    let mut statements = ast.statements().to_vec();
    powers::replace(&mut statements);
    for statement in &mut statements {
        if let Stmt::Var(_, flags, _) = statement
            && flags.contains(ASTFlags::CONSTANT)
        {
            flags.insert(ASTFlags::EXPORTED);
        }
    }
    if !unlimited::on() {
        guarded::statements(&mut statements);
    }
    if profile::on() {
        lines::mark(&mut statements, file, "top level");
    }
    let mut ast = AST::new(statements, locate::wrapped(ast, file));
    ast.set_source(file);
    ast
}

/// Returns the files that `ast` imports by a literal path.
fn imported(bundle: &Bundle, file: &str, ast: &AST) -> Result<Vec<String>, SyntaxError> {
    let mut named = Vec::new();
    ast.walk(&mut |path| {
        if let Some(ASTNode::Stmt(Stmt::Import(import, _))) = path.last()
            && let Expr::StringConstant(name, position) = &import.0
        {
            named.push((name.clone(), *position));
        }
        true
    });
    let files = named.into_iter().map(|(name, position)| {
        resolve(&name, file, &bundle.main, &bundle.files).map_err(|why| {
            let (line, column) = syntax::line_and_column(position);
            SyntaxError::new(bundle, file, line, column, words::not_imported(shown(&name), why))
        })
    });
    files.collect()
}
