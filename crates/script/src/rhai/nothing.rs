//! Names the expression that was `()` in an error.
//!
//! Reading a missing key of a map returns `()`, and only using that fails. The expression is found
//! again from the position of the error, and named together with the key that was probably meant.

use rhai::{AST, ASTNode, EvalAltResult, Expr, Module, Position, Stmt};

use super::chains::{Link, LinkKind, goes_on, links};
use super::hints::argument_types;
use super::sources::Sources;
use super::{locate, words};
use crate::INFO_FIELDS;
use juez_core::{Hook, nearest};

/// Rhai's name of the type.
const NOTHING: &str = "()";

/// Appends to the sentence `why` the expression that was `()`, if it reads a variable or a member.
pub fn named(
    why: String,
    error: &EvalAltResult,
    file: &str,
    sources: &Sources,
    hook: Hook,
) -> String {
    let Some(Read { path, key }) = found(error, file, sources) else { return why };
    let known = || sources.names.values().flat_map(|names| &names.keys).map(String::as_str);
    let info = INFO_FIELDS.iter().map(|field| field.name).filter(|_| hook == Hook::Start);
    let near = key
        .filter(|key| !known().any(|known| known == key))
        .and_then(|key| nearest(&key, known().chain(info)).map(str::to_string));
    match near {
        Some(near) => words::is_nothing_near(why, path, near),
        None => words::is_nothing(why, &path),
    }
}

/// A read value: its source text, and its last key.
struct Read {
    path: String,
    key: Option<String>,
}

/// The values at the position of an error that can have been `()`.
enum Wanted {
    /// The arguments with these indexes; the object of a method comes first.
    Arguments(Vec<usize>),
    /// The object of a member access.
    Object,
    Whole,
}

fn found(error: &EvalAltResult, file: &str, sources: &Sources) -> Option<Read> {
    use EvalAltResult as E;
    let (wanted, at) = match error {
        E::ErrorFunctionNotFound(signature, at) => {
            let types = argument_types(signature);
            let nothing = (0..types.len()).filter(|&i| types[i] == NOTHING).collect::<Vec<_>>();
            (Wanted::Arguments(nothing), *at)
        }
        E::ErrorDotExpr(text, at) if text.contains("for type '()'") => (Wanted::Object, *at),
        E::ErrorIndexingType(text, at) if text.starts_with(NOTHING) => (Wanted::Object, *at),
        E::ErrorMismatchDataType(_, given, at) if given == NOTHING => (Wanted::Whole, *at),
        _ => return None,
    };
    if matches!(&wanted, Wanted::Arguments(nothing) if nothing.is_empty()) || at.is_none() {
        return None;
    }
    let ast = sources.files.get(file)?;
    let top = AST::new(ast.statements().iter().cloned(), Module::new());
    let bodies = ast.iter_fn_def().filter_map(locate::body);
    let bodies = bodies.map(|body| AST::new([Stmt::Expr(Box::new(body))], Module::new()));
    [top].into_iter().chain(bodies).find_map(|body| read_at(&body, &wanted, at))
}

fn read_at(body: &AST, wanted: &Wanted, at: Position) -> Option<Read> {
    let mut found = None;
    body.walk(&mut |path| {
        let around = path.len().checked_sub(2).and_then(|i| path.get(i));
        match path.last() {
            Some(ASTNode::Expr(expr)) if !is_part(expr, around) => {
                found = of_expression(expr, wanted, at, body);
            }
            Some(ASTNode::Stmt(Stmt::FnCall(call, position))) if *position == at => {
                found = of_arguments(None, &call.args, wanted, body);
            }
            _ => {}
        }
        found.is_none()
    });
    found
}

/// Returns true for the right side of a chain, which is not an expression by itself.
fn is_part(expr: &Expr, around: Option<&ASTNode<'_>>) -> bool {
    match around {
        Some(ASTNode::Expr(chain @ (Expr::Dot(pair, ..) | Expr::Index(pair, ..)))) => {
            goes_on(chain) && std::ptr::eq(&pair.rhs, expr)
        }
        _ => false,
    }
}

fn of_expression(expr: &Expr, wanted: &Wanted, at: Position, body: &AST) -> Option<Read> {
    if let Wanted::Whole = wanted {
        let is_here = expr.position() == at || expr.start_position() == at;
        return if is_here { read(expr, body) } else { None };
    }
    if let Expr::FnCall(call, position) = expr {
        return if *position == at { of_arguments(None, &call.args, wanted, body) } else { None };
    }
    let (root, links) = links(expr)?;
    let here = |link: &Link<'_>| link.at == at || link.sign == at;
    let (i, link) = links.iter().enumerate().find(|(_, link)| here(link))?;
    let object = || written(root, &links[..i], body);
    match (wanted, link.kind) {
        (Wanted::Arguments(_), LinkKind::Method(call)) => {
            of_arguments(Some(&object), &call.args, wanted, body)
        }
        (Wanted::Object, _) => object(),
        _ => None,
    }
}

fn of_arguments(
    object: Option<&dyn Fn() -> Option<Read>>,
    arguments: &[Expr],
    wanted: &Wanted,
    body: &AST,
) -> Option<Read> {
    let Wanted::Arguments(nothing) = wanted else { return None };
    nothing.iter().find_map(|&i| match (object, i) {
        (Some(object), 0) => object(),
        _ => read(arguments.get(i - usize::from(object.is_some()))?, body),
    })
}

/// Returns the variable or member that an expression reads.
fn read(expr: &Expr, body: &AST) -> Option<Read> {
    match links(expr) {
        Some((root, links)) => written(root, &links, body),
        None => written(expr, &[], body),
    }
}

/// Returns a chain as written in the source.
fn written(root: &Expr, links: &[Link<'_>], body: &AST) -> Option<Read> {
    // The copy of a constant made for its method is not part of the source.
    let root = match root {
        Expr::Custom(copied, _) if copied.inputs.len() == 1 => &copied.inputs[0],
        root => root,
    };
    let mut path = match root {
        Expr::ThisPtr(_) => "this".to_string(),
        Expr::Variable(parts, ..) if parts.2.is_empty() => {
            if links.is_empty() {
                return variable(&parts.1, body);
            }
            parts.1.to_string()
        }
        _ => return None,
    };
    let mut key = None;
    for link in links {
        key = None;
        match link.kind {
            LinkKind::Property(name) => {
                path += &format!(".{name}");
                key = Some(name.to_string());
            }
            LinkKind::Index(Expr::StringConstant(text, _)) => {
                path += &format!("[{:?}]", text.as_str());
                key = Some(text.to_string());
            }
            LinkKind::Index(Expr::Variable(parts, ..)) if parts.2.is_empty() => {
                path += &format!("[{}]", parts.1);
            }
            LinkKind::Index(Expr::Variable(parts, ..)) => {
                path += &format!("[{}::{}]", parts.2, parts.1);
            }
            LinkKind::Index(Expr::IntegerConstant(index, _)) => path += &format!("[{index}]"),
            LinkKind::Index(_) => path += "[...]",
            LinkKind::Method(_) => return None,
        }
    }
    (!links.is_empty()).then_some(Read { path, key })
}

/// Returns the member that a variable's declaration reads, if nothing else sets it, or else the
/// variable.
fn variable(name: &str, body: &AST) -> Option<Read> {
    let (mut set, mut value) = (0, None);
    body.walk(&mut |path| {
        match path.last() {
            Some(ASTNode::Stmt(Stmt::Var(var, ..))) if var.0.name == name => {
                set += 1;
                value = links(&var.1).and_then(|(root, links)| written(root, &links, body));
            }
            Some(ASTNode::Stmt(Stmt::Assignment(parts))) => {
                let set_here =
                    |target: &Expr| matches!(target, Expr::Variable(parts, ..) if parts.1 == name);
                set += usize::from(set_here(&parts.1.lhs));
            }
            _ => {}
        }
        true
    });
    let itself = Read { path: name.to_string(), key: None };
    Some(value.filter(|_| set == 1).unwrap_or(itself))
}
