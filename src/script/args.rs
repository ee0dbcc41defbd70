//! Checks what a script passes to a method, with the same sentences in both languages.

use super::api::Method;
use crate::core::{Arg, Kind, Param, Seat, Team};

/// A value as a language passes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Given<'a> {
    /// `nil`, `()`.
    Nothing,
    /// A whole number.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// Text.
    Text(&'a str),
    /// Anything else, in words: `a table`.
    Other(&'static str),
}

/// Characters of a text that a message repeats.
const SHOWN: usize = 60;

impl Given<'_> {
    /// Bytes of a text; 0 for anything else.
    pub fn text_len(self) -> usize {
        match self {
            Given::Text(text) => text.len(),
            _ => 0,
        }
    }

    fn describe(self) -> String {
        match self {
            Given::Nothing => "nothing".to_string(),
            Given::Int(number) => format!("the number {number}"),
            Given::Float(number) => format!("the number {number}"),
            Given::Text(text) => match text.char_indices().nth(SHOWN) {
                Some((end, _)) => format!("the text {:?}…", &text[..end]),
                None => format!("the text {text:?}"),
            },
            Given::Other(what) => what.to_string(),
        }
    }
}

/// The most parameters any method has.
pub const MAX_PARAMS: usize = 3;

/// Checked arguments; those left out are missing at the end.
pub struct Checked<'a> {
    args: [Arg<'a>; MAX_PARAMS],
    len: usize,
}

impl<'a> Checked<'a> {
    /// The arguments as a slice.
    pub fn as_slice(&self) -> &[Arg<'a>] {
        &self.args[..self.len]
    }

    /// Argument `i` as a number, if it was given.
    pub fn int(&self, i: usize) -> Option<i64> {
        match self.as_slice().get(i) {
            Some(Arg::Int(number)) => Some(*number),
            _ => None,
        }
    }

    /// Argument `i` as any number, if it was given.
    pub fn number(&self, i: usize) -> Option<f64> {
        match self.as_slice().get(i) {
            Some(Arg::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// Argument `i` as text, if it was given.
    pub fn text(&self, i: usize) -> Option<&'a str> {
        match self.as_slice().get(i) {
            Some(Arg::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Argument `i` as a seat, if it was given.
    pub fn seat(&self, i: usize) -> Option<Seat> {
        match self.as_slice().get(i) {
            Some(Arg::Seat(seat)) => Some(*seat),
            _ => None,
        }
    }
}

/// Checks the arguments of `object`'s `method` at a table of `seats`.
///
/// # Errors
/// A sentence that names the method, the parameter, what it must be and what came.
pub fn check<'a, Op>(
    object: &str,
    mark: char,
    method: &Method<Op>,
    seats: u8,
    given: &[Given<'a>],
) -> Result<Checked<'a>, String> {
    let params = method.row.params;
    let signature = || {
        let names: Vec<&str> = params.iter().map(|param| param.name).collect();
        format!("{object}{mark}{}({})", method.row.name, names.join(", "))
    };
    let mut len = given.len();
    while len > method.required && given[len - 1] == Given::Nothing {
        len -= 1;
    }
    if len < method.required || len > params.len() {
        let takes = match (method.required, params.len()) {
            (least, most) if least == most => format!("{most}"),
            (least, most) => format!("{least} to {most}"),
        };
        let plural = if takes == "1" { "" } else { "s" };
        return Err(format!("{} takes {takes} argument{plural}, got {len}", signature()));
    }
    let mut args = [Arg::Int(0); MAX_PARAMS];
    for (i, (param, value)) in params.iter().zip(&given[..len]).enumerate() {
        args[i] = convert(param, *value, seats).map_err(|expected| {
            let got = value.describe();
            format!("{}: {} must be {expected}, got {got}", signature(), param.name)
        })?;
    }
    Ok(Checked { args, len })
}

/// One argument, or what it must be.
fn convert<'a>(param: &Param, value: Given<'a>, seats: u8) -> Result<Arg<'a>, String> {
    let whole = match value {
        Given::Int(number) => Some(number),
        Given::Float(number) if number.fract() == 0.0 && number.abs() < 9e15 => Some(number as i64),
        _ => None,
    };
    match param.kind {
        Kind::Seat => match whole {
            Some(seat) if (0..i64::from(seats)).contains(&seat) => {
                Ok(Arg::Seat(Seat::new(seat as u8)))
            }
            _ => Err(format!("a seat number 0 to {}", seats - 1)),
        },
        Kind::Team => match whole {
            Some(team) if (0..i64::from(seats)).contains(&team) => Ok(Arg::Team(Team(team as u8))),
            _ => Err("a team number".to_string()),
        },
        Kind::Int => whole.map(Arg::Int).ok_or_else(|| "a whole number".to_string()),
        Kind::Number => match value {
            Given::Int(number) => Ok(Arg::Number(number as f64)),
            Given::Float(number) => Ok(Arg::Number(number)),
            _ => Err("a number".to_string()),
        },
        Kind::Words(words) => match value {
            Given::Text(text) if words.contains(&text) => Ok(Arg::Text(text)),
            _ => Err(param.kind.doc().into_owned()),
        },
        Kind::Move | Kind::Place | Kind::Text => match value {
            Given::Text(text) => Ok(Arg::Text(text)),
            _ if param.kind == Kind::Move => Err("a move as text".to_string()),
            _ if param.kind == Kind::Place => Err("a place as text".to_string()),
            _ => Err("text".to_string()),
        },
    }
}
