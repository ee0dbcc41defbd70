//! Checks the arguments of a method call; both languages share the sentences.

use super::words;
use juez_core::{Arg, Args, Kind, Param, Row, Seat, Team};

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
    /// Any other value, described in words: `a table`.
    Other(&'static str),
}

/// Length in characters of text that a message quotes.
const SHOWN: usize = 60;

impl Given<'_> {
    /// Returns the length of a text in bytes; 0 for anything else.
    pub fn text_len(self) -> usize {
        match self {
            Given::Text(text) => text.len(),
            _ => 0,
        }
    }

    fn describe(self) -> String {
        match self {
            Given::Nothing => "nothing".to_string(),
            Given::Int(number) => words::the_number(number),
            Given::Float(number) => words::the_number(number),
            Given::Text(text) => match text.char_indices().nth(SHOWN) {
                Some((end, _)) => words::the_text(format!("{:?}…", &text[..end])),
                None => words::the_text(format!("{text:?}")),
            },
            Given::Other(what) => what.to_string(),
        }
    }
}

/// The largest number of parameters of any method.
pub const MAX_PARAMS: usize = 3;

/// Checked arguments, without the omitted optional ones.
pub struct Checked<'a> {
    args: [Arg<'a>; MAX_PARAMS],
    len: usize,
}

impl Checked<'_> {
    /// Returns the arguments; their types match the method's row.
    pub fn args(&self) -> Args<'_> {
        Args(&self.args[..self.len])
    }

    /// Returns true if argument `i` was given.
    pub fn has(&self, i: usize) -> bool {
        i < self.len
    }
}

/// Checks the arguments of `object`'s `method` at a table of `seats`.
///
/// # Errors
/// A sentence with the method, the parameter, the expected type and the actual value.
pub fn check<'a>(
    object: &str,
    mark: char,
    method: &Row,
    seats: u8,
    given: &[Given<'a>],
) -> Result<Checked<'a>, String> {
    let params = method.params;
    let signature = || {
        let names: Vec<&str> = params.iter().map(|param| param.name).collect();
        format!("{object}{mark}{}({})", method.name, names.join(", "))
    };
    let mut len = given.len();
    while len > method.required && given[len - 1] == Given::Nothing {
        len -= 1;
    }
    if len < method.required || len > params.len() {
        return Err(match (method.required, params.len()) {
            (1, 1) => words::takes_one(signature(), len),
            (least, most) if least == most => words::takes(signature(), most, len),
            (least, most) => words::takes_between(signature(), least, most, len),
        });
    }
    let mut args = [Arg::Int(0); MAX_PARAMS];
    for (i, (param, value)) in params.iter().zip(&given[..len]).enumerate() {
        args[i] = convert(param, *value, seats).map_err(|expected| {
            let got = value.describe();
            match &expected[..] {
                "text" => words::must_be_text(signature(), param.name, got),
                _ => words::must_be(signature(), param.name, expected, got),
            }
        })?;
    }
    Ok(Checked { args, len })
}

/// Converts one argument. The error is a phrase for the expected type.
fn convert<'a>(param: &Param, value: Given<'a>, seats: u8) -> Result<Arg<'a>, String> {
    let whole = match value {
        Given::Int(number) => Some(number),
        Given::Float(number) if number.fract() == 0.0 && number.abs() < 9e15 => Some(number as i64),
        _ => None,
    };
    let seat = whole.filter(|seat| (0..i64::from(seats)).contains(seat)).map(|seat| seat as u8);
    match (param.kind, value) {
        (Kind::Seat, _) => {
            seat.map(Seat::new).map(Arg::Seat).ok_or_else(|| words::a_seat_number(seats - 1))
        }
        (Kind::Team, _) => seat.map(Team).map(Arg::Team).ok_or_else(words::a_team_number),
        (Kind::Int, _) => whole.map(Arg::Int).ok_or_else(words::a_whole_number),
        (Kind::Number, Given::Int(number)) => Ok(Arg::Number(number as f64)),
        (Kind::Number, Given::Float(number)) => Ok(Arg::Number(number)),
        (Kind::Number, _) => Err(words::a_number()),
        (Kind::Words(words), Given::Text(text)) if words.contains(&text) => Ok(Arg::Text(text)),
        (Kind::Words(_), _) => Err(param.kind.doc().into_owned()),
        (Kind::Move | Kind::Place | Kind::Text, Given::Text(text)) => Ok(Arg::Text(text)),
        (Kind::Move, _) => Err(words::a_move_as_text()),
        (Kind::Place, _) => Err(words::a_place_as_text()),
        (Kind::Text, _) => Err("text".to_string()),
    }
}
