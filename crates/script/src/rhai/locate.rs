//! Finds the line on which a script was stopped.
//!
//! When a limit stops a script, Rhai overwrites the position of the error at each function it
//! leaves and drops it at the last. So the body of every function is wrapped in a custom expression
//! that records the position first.

use rhai::{
    AST, ASTNode, Dynamic, Engine, Expr, ImmutableString, Module, Position, ScriptFuncDef, Stmt,
    StmtBlock,
};
use std::cell::RefCell;
use std::rc::Rc;

pub use super::super::meter::take_stop as take;
use super::super::{meter, profile, unlimited};
use super::{guarded, lines, powers};

/// The keyword of the custom expression. Only the template is parsed with it, so scripts can use
/// the word.
const KEY: &str = "located";
const TEMPLATE: &str = "fn body() { located }";

/// The body of a function, carried in the AST as the state of the custom expression.
type Body = Rc<(ImmutableString, Expr)>;

/// Returns the functions of `ast` with their bodies wrapped.
pub fn wrapped(ast: &AST, file: &str) -> Rc<Module> {
    let next: Rc<RefCell<Dynamic>> = Rc::default();
    let state = next.clone();
    let mut template = Engine::new_raw();
    template.register_custom_syntax_without_look_ahead_raw(
        KEY,
        move |_, out| {
            *out = state.take();
            Ok(None)
        },
        false,
        |_, _, _| Ok(Dynamic::UNIT),
    );
    let mut functions = Module::new();
    functions.set_id(file);
    for function in ast.iter_fn_def() {
        let mut body = statements(function);
        if profile::on() {
            lines::mark(&mut body, file, &function.name);
        }
        let block = StmtBlock::new(body, function.body.start_position(), Position::NONE);
        let body = Body::new((file.into(), Expr::Stmt(Box::new(block))));
        *next.borrow_mut() = Dynamic::from(body);
        let mut wrapped = ScriptFuncDef::clone(function);
        if let Ok(template) = template.compile(TEMPLATE)
            && let Some(template) = template.iter_fn_def().next()
        {
            wrapped.body = template.body.clone();
        }
        functions.set_script_fn(wrapped);
    }
    functions.into()
}

/// Returns the statements of a body, guarded.
fn statements(function: &Rc<ScriptFuncDef>) -> Vec<rhai::Stmt> {
    let mut statements = bare_statements(function);
    powers::replace(&mut statements);
    if !unlimited::on() {
        guarded::statements(&mut statements);
    }
    statements
}

/// Returns the body of a wrapped function.
pub fn body(function: &Rc<ScriptFuncDef>) -> Option<Expr> {
    let [Stmt::Expr(expr)] = &bare_statements(function)[..] else { return None };
    let Expr::Custom(custom, _) = &**expr else { return None };
    custom.state.read_lock::<Body>().map(|body| body.1.clone())
}

/// Returns the statements of a body as parsed. Its type has no public name, so this walks an AST.
pub fn bare_statements(function: &Rc<ScriptFuncDef>) -> Vec<rhai::Stmt> {
    let mut module = Module::new();
    module.set_script_fn(function.clone());
    let mut statements = Vec::new();
    AST::new_from_module(module).walk(&mut |path| {
        if let [ASTNode::Stmt(statement)] = path {
            statements.push((*statement).clone());
        }
        true
    });
    statements
}

/// Makes `engine` run wrapped bodies.
pub fn handle(engine: &mut Engine) {
    let handler = engine.register_custom_syntax_handler(KEY, false, |context, _, state| {
        let Some(body) = state.read_lock::<Body>().map(|body| Body::clone(&body)) else {
            return Ok(Dynamic::UNIT);
        };
        let (file, block) = &*body;
        let caller = if profile::on() { profile::here() } else { None };
        let result = context.eval_expression_tree(&block.into()).inspect_err(|error| {
            if error.is_system_exception() {
                note(file, error.position());
            }
        });
        profile::back_to(caller);
        result
    });
    debug_assert!(handler.is_ok());
}

/// Records a location, unless an inner one is recorded.
pub fn note(file: &str, position: Position) {
    if let Some(line) = position.line() {
        meter::note_stop(file, line as u32);
    }
}
