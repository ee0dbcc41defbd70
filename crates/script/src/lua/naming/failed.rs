//! Reads the failed operation from an error of the VM.

use luau_syntax::ast::{BinaryOp, UnaryOp};

/// The failed operation, according to the error.
#[derive(Clone, Copy)]
pub enum Failed<'m> {
    /// A call of nil.
    Call,
    /// An index into nil, with the key if it is text.
    Index(Option<&'m str>),
    /// A binary operator, with the types of its operands.
    Operator(&'m [BinaryOp], &'m str, &'m str),
    /// The length or negation of nil.
    Unary(UnaryOp),
    /// A concatenation.
    Concat,
    /// A loop over nil, or with nil as a bound.
    Loop,
    /// An argument of a library function: its number from 1, and the function.
    Argument(usize, &'m str),
}

/// Parses a message of the VM; `None` if it is not about nil.
pub fn failed(message: &str) -> Option<Failed<'_>> {
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

/// Parses `nil < number`; the source may have the operands swapped.
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

/// Parses `sub) on number and nil`, `sub) on nil`.
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
