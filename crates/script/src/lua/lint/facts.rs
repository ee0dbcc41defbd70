//! The variables, functions and members of a file, as far as its text shows.

use luau_syntax::ast::{
    BinaryOp, Block, Expression, ExpressionKind, Function, StatementView, TableItem,
};
use luau_syntax::ast_names::AstName;
use luau_syntax::location::Position;
use std::collections::{BTreeMap, BTreeSet};

/// A use of a global variable.
pub struct GlobalUse<'a> {
    pub name: &'a str,
    pub at: Position,
    pub what: Access,
    /// Index of the innermost enclosing function; `None` at the top level of the file.
    pub function: Option<usize>,
    /// True for a write that every call of the function reaches.
    pub always: bool,
}

/// A use of a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Read,
    Call,
    Write,
}

/// A local variable or parameter.
pub struct LocalVar<'a> {
    pub name: &'a str,
    pub at: Position,
    /// The end of its scope.
    pub until: Position,
    /// Index of the innermost enclosing function.
    pub function: Option<usize>,
    pub reads: u32,
    /// Assignments after the declaration.
    pub writes: u32,
    /// The value at the declaration.
    pub first: Value<'a>,
    /// True for a parameter.
    pub is_param: bool,
    /// True if it is declared directly in the body of its function.
    pub direct: bool,
}

/// The kind of an expression, as far as its text shows.
#[derive(Clone)]
pub enum Value<'a> {
    /// A local variable.
    Local(u64),
    /// The result of a method.
    Answer(Box<Value<'a>>, &'a str),
    Function(&'a Function<'a>),
    /// A literal other than nil, or the result of an operator.
    Something,
    /// Anything.
    Unknown,
}

/// The use of an expression's value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Used {
    /// Discarded: the expression is a statement.
    No,
    Returned,
    /// Passed to a call or put into a list, which also accept nothing.
    Passed,
    /// Used in another way.
    Yes,
}

/// A member of an object that is read or called.
pub struct Member<'a> {
    pub name: &'a str,
    pub at: Position,
    pub of: Value<'a>,
    /// The use of the result, if the member is called with a colon.
    pub called: Option<Used>,
}

/// A call of a function by its plain name.
pub struct PlainCall {
    pub local: u64,
    pub at: Position,
    pub used: Used,
    pub function: Option<usize>,
}

/// The facts of one file.
#[derive(Default)]
pub struct Facts<'a> {
    pub globals: Vec<GlobalUse<'a>>,
    pub locals: BTreeMap<u64, LocalVar<'a>>,
    pub functions: Vec<&'a Function<'a>>,
    /// Indexes in `functions` of functions that return a value.
    pub giving: BTreeSet<usize>,
    pub members: Vec<Member<'a>>,
    pub calls: Vec<PlainCall>,
    /// Names of fields that are set, and texts that could be names of fields.
    pub names: BTreeSet<&'a str>,
    /// Globals whose existence is tested.
    pub tested: BTreeSet<&'a str>,
    /// Fields of global tables that are read: table, field and position.
    pub of_globals: Vec<(&'a str, &'a str, Position)>,
    /// Fields of global tables that are set or whose existence is tested.
    pub tested_in_globals: BTreeSet<(&'a str, &'a str)>,
    /// True if globals can be set or read in ways that the text does not show.
    pub any_global: bool,
    /// Functions assigned to a named field of a table in a local variable.
    pub given: Vec<(u64, &'a str, &'a Function<'a>)>,
    /// The named functions of the table that the file returns, as a variable or a constructor.
    pub returned: Vec<(&'a str, &'a Function<'a>)>,
    /// The innermost function around the current node.
    pub(super) function: Option<usize>,
}

/// Collects the facts of a file.
pub fn facts<'a>(root: Block<'a>) -> Facts<'a> {
    let mut facts = Facts::default();
    facts.block(root, root.location().end, true);
    if let Some(StatementView::Return(last)) = root.as_slice().last().map(|last| last.view()) {
        facts.returned = match last.expressions.first().map(|first| first.kind()) {
            Some(ExpressionKind::Local { local, .. }) => {
                let id = local.identity().as_u64();
                let of = facts.given.iter().filter(|(table, ..)| *table == id);
                of.map(|(_, name, function)| (*name, *function)).collect()
            }
            Some(ExpressionKind::Table { items }) => functions_in(items).collect(),
            _ => Vec::new(),
        };
    }
    facts
}

/// Converts a name to text.
pub fn text<'a>(name: AstName<'a>) -> &'a str {
    std::str::from_utf8(name.bytes()).unwrap_or_default()
}

/// Iterates over the functions in a table constructor and their names.
pub fn functions_in<'a>(
    items: &'a [TableItem<'a>],
) -> impl Iterator<Item = (&'a str, &'a Function<'a>)> {
    items.iter().filter_map(|item| match item {
        TableItem::Record { key, value } => match (key.kind(), value.kind()) {
            (ExpressionKind::String { value: name, .. }, ExpressionKind::FunctionLiteral(f)) => {
                Some((std::str::from_utf8(name.into_bytes()).ok()?, f))
            }
            _ => None,
        },
        _ => None,
    })
}

/// Returns the kind of an expression.
pub fn value_of<'a>(expression: Expression<'a>) -> Value<'a> {
    match expression.kind() {
        ExpressionKind::Binary { op: BinaryOp::And | BinaryOp::Or, .. } => Value::Unknown,
        ExpressionKind::Boolean(_)
        | ExpressionKind::Number { .. }
        | ExpressionKind::Integer { .. }
        | ExpressionKind::String { .. }
        | ExpressionKind::InterpString { .. }
        | ExpressionKind::Table { .. }
        | ExpressionKind::Unary { .. }
        | ExpressionKind::Binary { .. } => Value::Something,
        ExpressionKind::TypeAssertion { expr, .. } => value_of(expr),
        ExpressionKind::Local { local, .. } => Value::Local(local.identity().as_u64()),
        ExpressionKind::FunctionLiteral(function) => Value::Function(function),
        ExpressionKind::Grouped(inner) => value_of(inner),
        ExpressionKind::Call { func, self_call: true, .. } => match func.kind() {
            ExpressionKind::IndexName { expr, index, .. } => {
                Value::Answer(Box::new(value_of(expr)), text(index))
            }
            _ => Value::Unknown,
        },
        _ => Value::Unknown,
    }
}
