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

impl Default for Checked<'_> {
    fn default() -> Self {
        Checked { args: [Arg::Int(0); MAX_PARAMS], len: 0 }
    }
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

/// Checks the arguments of `object`'s `method` at a table of `seats`, and writes them to `checked`.
///
/// # Errors
/// A sentence with the method, the parameter, the expected type and the actual value.
#[inline]
pub fn check<'a>(
    object: &str,
    mark: char,
    method: &Row,
    seats: u8,
    given: &[Given<'a>],
    checked: &mut Checked<'a>,
) -> Result<(), String> {
    let mut len = given.len();
    while len > method.required && given[len - 1] == Given::Nothing {
        len -= 1;
    }
    if len < method.required || len > method.params.len() {
        return Err(misfit(object, mark, method, seats, &given[..len]));
    }
    for (arg, (param, value)) in
        checked.args.iter_mut().zip(method.params.iter().zip(&given[..len]))
    {
        if !convert(param.kind, *value, seats, arg) {
            return Err(misfit(object, mark, method, seats, &given[..len]));
        }
    }
    checked.len = len;
    Ok(())
}

/// Returns the sentence for arguments that do not fit: their number, or the first of a wrong kind.
#[cold]
fn misfit(object: &str, mark: char, method: &Row, seats: u8, given: &[Given<'_>]) -> String {
    let (params, len) = (method.params, given.len());
    let names: Vec<&str> = params.iter().map(|param| param.name).collect();
    let signature = format!("{object}{mark}{}({})", method.name, names.join(", "));
    if len < method.required || len > params.len() {
        return match (method.required, params.len()) {
            (1, 1) => words::takes_one(signature, len),
            (least, most) if least == most => words::takes(signature, most, len),
            (least, most) => words::takes_between(signature, least, most, len),
        };
    }
    let fits = |(param, value): &(&Param, &Given<'_>)| {
        convert(param.kind, **value, seats, &mut Arg::Int(0))
    };
    let (param, value) = params.iter().zip(given).find(|pair| !fits(pair)).expect("a misfit");
    match param.kind {
        Kind::Text => words::must_be_text(signature, param.name, value.describe()),
        kind => words::must_be(signature, param.name, expected(kind, seats), value.describe()),
    }
}

/// Writes one argument to `arg`; returns false if it is of another kind.
///
/// A result of 24 bytes would be copied right after its parts are written, and wait for them.
#[inline]
fn convert<'a>(kind: Kind, value: Given<'a>, seats: u8, arg: &mut Arg<'a>) -> bool {
    let whole = || match value {
        Given::Int(number) => Some(number),
        Given::Float(number) if number.fract() == 0.0 && number.abs() < 9e15 => Some(number as i64),
        _ => None,
    };
    let seat =
        || whole().filter(|seat| (0..i64::from(seats)).contains(seat)).map(|seat| seat as u8);
    *arg = match (kind, value) {
        (Kind::Seat, _) => match seat() {
            Some(seat) => Arg::Seat(Seat::new(seat)),
            None => return false,
        },
        (Kind::Team, _) => match seat() {
            Some(team) => Arg::Team(Team(team)),
            None => return false,
        },
        (Kind::Int, _) => match whole() {
            Some(number) => Arg::Int(number),
            None => return false,
        },
        (Kind::Number, Given::Int(number)) => Arg::Number(number as f64),
        (Kind::Number, Given::Float(number)) => Arg::Number(number),
        (Kind::Words(words), Given::Text(text)) if words.contains(&text) => Arg::Text(text),
        (Kind::Move | Kind::Place | Kind::Text, Given::Text(text)) => Arg::Text(text),
        _ => return false,
    };
    true
}

/// Returns a phrase for the arguments of a kind.
fn expected(kind: Kind, seats: u8) -> String {
    match kind {
        Kind::Seat => words::a_seat_number(seats - 1),
        Kind::Team => words::a_team_number(),
        Kind::Int => words::a_whole_number(),
        Kind::Number => words::a_number(),
        Kind::Words(_) | Kind::Text => kind.doc().into_owned(),
        Kind::Move => words::a_move_as_text(),
        Kind::Place => words::a_place_as_text(),
    }
}
