//! Names what is nil in an error of the VM, which tells the line and the operation alone.
//!
//! The expressions of the line that the error may be of are looked up in the tree of the file; only
//! where there is exactly one whose operand may be nil is it named.

use luau_syntax::ast::{
    AstVisitor, BinaryOp, Expression, ExpressionKind, Statement, StatementView, UnaryOp,
};
use luau_syntax::location::Location;
use std::collections::{BTreeMap, BTreeSet};

use super::lint::facts::{Access, Facts, GlobalUse, Value, facts, text, value_of};
use super::lint::library::{GLOBALS, held_by};
use super::lint::variables::sentence;
use super::tree::parsed;
use super::words;

/// Characters of an expression that is shown.
const SHOWN: usize = 40;

/// The operation that failed, as the error tells it.
#[derive(Clone, Copy)]
enum Failed<'m> {
    /// A call of nothing.
    Call,
    /// An index of nothing, with the name if the key is a text.
    Index(Option<&'m str>),
    /// An operator, with the types of its two sides.
    Operator(&'m [BinaryOp], &'m str, &'m str),
    /// The length or the negative of nothing.
    Unary(UnaryOp),
    /// A joining of texts.
    Concat,
    /// A loop over nothing, or up to nothing.
    Loop,
    /// The argument of a library function: its number from 1, and the function.
    Argument(usize, &'m str),
}

/// The error with what was nil.
pub enum Nil {
    /// And why: nothing sets the name.
    Explained(String),
    /// In the words of the bot.
    Named(String),
}

/// The sentence that names what is nil in an error of the VM at a line; `None` where that is not
/// certain.
pub fn nil_in(
    files: &BTreeMap<String, String>,
    file: &str,
    line: u32,
    message: &str,
) -> Option<Nil> {
    let failed = failed(message)?;
    let source = files.get(file)?;
    let tree = parsed(source)?;
    let facts = facts(tree.root());
    let mut looking = Looking { facts: &facts, line, failed, found: Vec::new(), all: true };
    tree.root().visit(&mut looking);
    let Looking { found, all: true, .. } = looking else { return None };
    let [operands] = &found[..] else { return None };
    let said: Option<Vec<Said>> =
        operands.iter().map(|operand| said(*operand, source, &facts, files)).collect();
    Some(match &said?[..] {
        [Said::Sentence(one), ..] | [_, Said::Sentence(one)] => {
            Nil::Explained(format!("{message}: {one}"))
        }
        [Said::Text(left), Said::Text(right)] if left != right => {
            Nil::Named(words::are_nil(message, left, right))
        }
        [Said::Text(text), ..] => Nil::Named(words::is_nil(message, text)),
        [] => return None,
    })
}

/// Reads what the VM says; `None` for what is not about nil.
fn failed(message: &str) -> Option<Failed<'_>> {
    if !message.contains("nil") {
        return None;
    }
    if let Some(rest) = message.strip_prefix("attempt to ") {
        return match rest {
            "call a nil value" => Some(Failed::Call),
            "get length of a nil value" => Some(Failed::Unary(UnaryOp::Length)),
            "iterate over a nil value" => Some(Failed::Loop),
            _ => {
                if let Some(key) = rest.strip_prefix("index nil with ") {
                    let name = key.strip_prefix('\'').and_then(|key| key.strip_suffix('\''));
                    return Some(Failed::Index(name));
                }
                if let Some(sides) = rest.strip_prefix("compare ") {
                    return comparison(sides);
                }
                if rest.starts_with("concatenate ") {
                    return Some(Failed::Concat);
                }
                arithmetic(rest.strip_prefix("perform arithmetic (")?)
            }
        };
    }
    if message.starts_with("invalid 'for' ") && message.ends_with(", got nil)") {
        return Some(Failed::Loop);
    }
    let rest = message.strip_prefix("invalid argument #")?;
    let (number, rest) = rest.split_once(" to '")?;
    let (function, rest) = rest.split_once('\'')?;
    rest.ends_with(", got nil)").then_some(())?;
    Some(Failed::Argument(number.parse().ok()?, function))
}

/// `nil < number`; a bot may have written it the other way round.
fn comparison(sides: &str) -> Option<Failed<'_>> {
    let mut words = sides.split(' ');
    let (left, sign, right) = (words.next()?, words.next()?, words.next()?);
    let signs: &[BinaryOp] = match sign {
        "<" => &[BinaryOp::Less, BinaryOp::Greater],
        "<=" => &[BinaryOp::LessEqual, BinaryOp::GreaterEqual],
        _ => return None,
    };
    Some(Failed::Operator(signs, left, right))
}

/// `sub) on number and nil`, `sub) on nil`.
fn arithmetic(rest: &str) -> Option<Failed<'_>> {
    let (name, sides) = rest.split_once(") on ")?;
    let operator: &[BinaryOp] = match name {
        "add" => &[BinaryOp::Add],
        "sub" => &[BinaryOp::Subtract],
        "mul" => &[BinaryOp::Multiply],
        "div" => &[BinaryOp::Divide],
        "idiv" => &[BinaryOp::FloorDivide],
        "mod" => &[BinaryOp::Modulo],
        "pow" => &[BinaryOp::Power],
        "unm" => return Some(Failed::Unary(UnaryOp::Negate)),
        _ => return None,
    };
    let (left, right) = sides.split_once(" and ").unwrap_or((sides, sides));
    Some(Failed::Operator(operator, left, right))
}

/// The name of an operand.
enum Said {
    /// Its text.
    Text(String),
    /// A sentence that says all.
    Sentence(String),
}

fn said(
    operand: Expression<'_>,
    source: &str,
    facts: &Facts<'_>,
    files: &BTreeMap<String, String>,
) -> Option<Said> {
    let at = operand.location();
    if let Some(global) = operand.as_global() {
        let name = text(global.name);
        let trees: Option<Vec<_>> = files.values().map(|text| parsed(text)).collect();
        let trees = trees?;
        let all: Vec<Facts<'_>> = trees.iter().map(|tree| self::facts(tree.root())).collect();
        let writes = all.iter().flat_map(|facts| &facts.globals);
        let writes = writes.filter(|used| used.what == Access::Write);
        let set: BTreeSet<&str> = writes.map(|used| used.name).collect();
        let any_global = all.iter().any(|facts| facts.any_global);
        let used = |used: &&GlobalUse<'_>| used.name == name && used.at == at.begin;
        if !set.contains(name) && !any_global {
            return Some(Said::Sentence(sentence(facts, facts.globals.iter().find(used)?, &set)));
        }
    }
    if at.begin.line != at.end.line {
        return None;
    }
    let line = source.lines().nth(at.begin.line as usize)?;
    let text = line.get(at.begin.column as usize..at.end.column as usize)?;
    (text.chars().count() <= SHOWN).then(|| Said::Text(text.to_string()))
}

/// A walk over a file for the expressions that an error may be of.
struct Looking<'f, 'a> {
    facts: &'f Facts<'a>,
    line: u32,
    failed: Failed<'f>,
    /// The operand that may be nil in each.
    found: Vec<Vec<Expression<'a>>>,
    /// True if every such expression was found, as far as the text tells.
    all: bool,
}

impl<'a> Looking<'_, 'a> {
    fn covers(&self, at: Location) -> bool {
        (at.begin.line + 1..=at.end.line + 1).contains(&self.line)
    }

    /// True if an expression may be nil.
    fn may_be_nil(&self, expression: Expression<'a>) -> bool {
        match expression.kind() {
            ExpressionKind::Grouped(inner) => self.may_be_nil(inner),
            ExpressionKind::Global(name) => !GLOBALS.contains(&text(name)),
            ExpressionKind::IndexName { expr, index, .. } => {
                let table = expr.as_global().and_then(|table| held_by(text(table.name)));
                !table.is_some_and(|mut held| held.any(|known| known == text(index)))
            }
            _ => match value_of(expression) {
                Value::Something | Value::Function(_) => false,
                Value::Local(id) => {
                    !matches!(self.facts.constant(id), Some(Value::Something | Value::Function(_)))
                }
                _ => true,
            },
        }
    }

    /// True if an expression may be of a type, `nil` among them.
    fn may_be(&self, expression: Expression<'a>, kind: &str) -> bool {
        let written = match expression.kind() {
            ExpressionKind::Grouped(inner) => return self.may_be(inner, kind),
            ExpressionKind::Number { .. }
            | ExpressionKind::Integer { .. }
            | ExpressionKind::Unary { op: UnaryOp::Length, .. } => "number",
            ExpressionKind::String { .. } | ExpressionKind::InterpString { .. } => "string",
            ExpressionKind::Boolean(_) => "boolean",
            ExpressionKind::Table { .. } => "table",
            _ if kind == "nil" => return self.may_be_nil(expression),
            _ => return true,
        };
        written == kind
    }

    fn operator(&mut self, lhs: Expression<'a>, op: BinaryOp, rhs: Expression<'a>) {
        let Failed::Operator(operators, left, right) = self.failed else { return };
        if !operators.contains(&op) {
            return;
        }
        // The VM has only `<` and `<=`.
        let (left, right) = match op {
            BinaryOp::Greater | BinaryOp::GreaterEqual => (right, left),
            _ => (left, right),
        };
        if self.may_be(lhs, left) && self.may_be(rhs, right) {
            let sides = [(lhs, left), (rhs, right)].into_iter();
            self.found.push(sides.filter(|(_, is)| *is == "nil").map(|(side, _)| side).collect());
        }
    }

    /// The values a loop goes over: its head has the line, not its body.
    fn loop_over(&mut self, value: Expression<'a>) {
        if self.covers(value.location()) {
            self.operand(value);
        }
    }

    fn operand(&mut self, operand: Expression<'a>) {
        if self.may_be_nil(operand) {
            self.found.push(vec![operand]);
        }
    }

    fn call(&mut self, func: Expression<'a>, args: &[Expression<'a>], with_colon: bool) {
        let name = match func.kind() {
            ExpressionKind::Global(name) => text(name),
            ExpressionKind::IndexName { index, .. } => text(index),
            _ => "",
        };
        match self.failed {
            // The VM tells the name of a method that is not there.
            Failed::Call if !with_colon && func.location().end.line + 1 == self.line => {
                self.operand(func);
            }
            // These raise errors of their own making.
            Failed::Operator(..) if name == "sort" => self.all = false,
            Failed::Argument(number, function) if name == function => {
                match args.get(number.wrapping_sub(1)) {
                    Some(arg) if !with_colon => self.operand(*arg),
                    _ => self.all = false,
                }
            }
            _ => {}
        }
        self.all &= !matches!(name, "error" | "assert");
    }
}

impl<'a> AstVisitor<'a> for Looking<'_, 'a> {
    fn visit_expression(&mut self, expression: Expression<'a>) -> bool {
        if !self.covers(expression.location()) {
            return false;
        }
        match (expression.kind(), self.failed) {
            (ExpressionKind::Call { func, args, self_call, .. }, _) => {
                self.call(func, args, self_call);
            }
            (ExpressionKind::Binary { lhs, op: BinaryOp::Concat, rhs }, Failed::Concat) => {
                self.operand(lhs);
                // A longer chain leans to the right: its last link has two ends.
                let link =
                    matches!(rhs.kind(), ExpressionKind::Binary { op: BinaryOp::Concat, .. });
                if !link {
                    self.operand(rhs);
                }
            }
            (ExpressionKind::Binary { lhs, op, rhs }, _) => self.operator(lhs, op, rhs),
            (ExpressionKind::Unary { op, rhs }, Failed::Unary(failed)) if op == failed => {
                self.operand(rhs);
            }
            (ExpressionKind::IndexName { expr, index, .. }, Failed::Index(Some(key)))
                if text(index) == key =>
            {
                self.operand(expr);
            }
            (ExpressionKind::IndexExpr { expr, index }, Failed::Index(key)) => {
                let may_fit = match (index.kind(), key) {
                    (ExpressionKind::String { value, .. }, Some(key)) => {
                        value.as_bytes() == key.as_bytes()
                    }
                    (ExpressionKind::String { .. }, None) => false,
                    (ExpressionKind::Number { .. }, key) => key.is_none(),
                    _ => true,
                };
                if may_fit {
                    self.operand(expr);
                }
            }
            _ => {}
        }
        true
    }

    fn visit_statement(&mut self, statement: Statement<'a>) -> bool {
        if !self.covers(statement.location()) {
            return false;
        }
        match (statement.view(), self.failed) {
            (StatementView::CompoundAssign(assign), Failed::Concat)
                if assign.op == BinaryOp::Concat =>
            {
                self.operand(assign.var);
                self.operand(assign.value);
            }
            (StatementView::CompoundAssign(assign), _) => {
                self.operator(assign.var, assign.op, assign.value);
            }
            (StatementView::GenericFor(each), Failed::Loop) => {
                if let Some(first) = each.values.first() {
                    self.loop_over(*first);
                }
            }
            (StatementView::NumericFor(numbers), Failed::Loop) => {
                for bound in [Some(numbers.start), Some(numbers.limit), numbers.step] {
                    bound.into_iter().for_each(|bound| self.loop_over(bound));
                }
            }
            _ => {}
        }
        true
    }
}
