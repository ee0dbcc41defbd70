//! The queries of a game: one table, read by both languages, the editor files and the reference.

use serde_json::Value;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use super::nearest::listed;
use super::{AsText, Game, NumberedText, Seat, Team, Texts, ViewOf, named};

/// The type of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A seat number, 0-based.
    Seat,
    /// A team number, 0-based.
    Team,
    /// A whole number.
    Int,
    /// Any number.
    Number,
    /// A move in notation.
    Move,
    /// A place in notation: a square, a card, a tile.
    Place,
    /// Any text.
    Text,
    /// One of these words.
    Words(&'static [&'static str]),
}

impl Kind {
    /// Describes an argument of this kind in a few words.
    pub fn doc(self) -> Cow<'static, str> {
        let doc = match self {
            Kind::Seat => "a seat, counted from 0",
            Kind::Team => "a team, counted from 0",
            Kind::Int => "a whole number",
            Kind::Number => "a number",
            Kind::Move => "a move in notation",
            Kind::Place => "a square, card or tile in notation",
            Kind::Text => "a text",
            Kind::Words(words) => return listed(words, "or").into(),
        };
        doc.into()
    }
}

/// One parameter of a query.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name in the documentation.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
}

/// The type of a result, for the documentation and the editor files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Returns {
    /// A whole number.
    Int,
    /// True or false.
    Bool,
    /// Text in notation.
    Text,
    /// A list of texts.
    Texts,
    /// A list of whole numbers.
    Ints,
    /// A table of named values.
    Map,
    /// A list of tables.
    Maps,
    /// A whole number, or nothing.
    MaybeInt,
    /// Text in notation, or nothing.
    MaybeText,
    /// A world to play on.
    World,
    /// The view of a seat.
    View,
    /// Nothing.
    Nothing,
}

named! {
    Returns:
    Int = "number",
    Bool = "true or false",
    Text = "text",
    Texts = "list of texts",
    Ints = "list of numbers",
    Map = "table",
    Maps = "list of tables",
    MaybeInt = "number or nothing",
    MaybeText = "text or nothing",
    World = "world",
    View = "view",
    Nothing = "nothing",
}

/// A checked argument.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Arg<'a> {
    /// For [`Kind::Seat`]; a seat of this table.
    Seat(Seat),
    /// For [`Kind::Team`]; a team of this table.
    Team(Team),
    /// For [`Kind::Int`].
    Int(i64),
    /// For [`Kind::Number`].
    Number(f64),
    /// For [`Kind::Move`], [`Kind::Place`], [`Kind::Text`] and [`Kind::Words`].
    Text(&'a str),
}

/// The arguments of one call, already checked against the number and kinds in its row.
#[derive(Clone, Copy, Debug)]
pub struct Args<'a>(pub &'a [Arg<'a>]);

impl<'a> Args<'a> {
    /// Returns argument `i`, which the row declares as a seat.
    ///
    /// # Panics
    /// If the row declares another kind.
    pub fn seat(&self, i: usize) -> Seat {
        let Arg::Seat(seat) = self.0[i] else { self.panic(i, "seat") };
        seat
    }

    /// Returns argument `i`, which the row declares as a team.
    ///
    /// # Panics
    /// If the row declares another kind.
    pub fn team(&self, i: usize) -> Team {
        let Arg::Team(team) = self.0[i] else { self.panic(i, "team") };
        team
    }

    /// Returns argument `i`, which the row declares as a whole number.
    ///
    /// # Panics
    /// If the row declares another kind.
    pub fn int(&self, i: usize) -> i64 {
        let Arg::Int(number) = self.0[i] else { self.panic(i, "number") };
        number
    }

    /// Returns argument `i`, which the row declares as any number.
    ///
    /// # Panics
    /// If the row declares another kind.
    pub fn number(&self, i: usize) -> f64 {
        let Arg::Number(number) = self.0[i] else { self.panic(i, "number") };
        number
    }

    /// Returns argument `i`, which the row declares as a text, move or place.
    ///
    /// # Panics
    /// If the row declares another kind.
    pub fn text(&self, i: usize) -> &'a str {
        let Arg::Text(text) = self.0[i] else { self.panic(i, "text") };
        text
    }
}

impl Args<'_> {
    fn panic(&self, i: usize, wanted: &str) -> ! {
        panic!("argument {i} is {:?}, no {wanted}", self.0[i])
    }

    /// Parses argument `i` as a move, a card or a square.
    ///
    /// # Errors
    /// If the text does not parse, with the expected form.
    ///
    /// # Panics
    /// If the row declares another kind than text.
    pub fn read<T: FromStr<Err: fmt::Display>>(&self, i: usize) -> Result<T, QueryError> {
        self.text(i).parse().map_err(|error: T::Err| QueryError(error.to_string()))
    }
}

/// The reason why a query has no answer, for the script's author.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct QueryError(pub String);

/// A named value: a field of an object, or a key of a table in a query's answer.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub returns: Returns,
    /// One line of documentation.
    pub doc: &'static str,
}

impl Field {
    /// Creates a field.
    pub const fn new(name: &'static str, returns: Returns, doc: &'static str) -> Field {
        Field { name, returns, doc }
    }
}

/// The signature of a query in the script languages.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The method's name; not a reserved word of any script language.
    pub name: &'static str,
    /// Its parameters.
    pub params: &'static [Param],
    /// The number of required parameters.
    pub required: usize,
    /// Its result.
    pub returns: Returns,
    /// One line of documentation.
    pub doc: &'static str,
    /// Reference work units (10 ns of native time each), without the charge for the result's size.
    pub cost: u32,
    /// The fields of the table of a [`Returns::Map`] or of each table of [`Returns::Maps`]; empty
    /// if not documented.
    pub keys: &'static [Field],
}

impl Row {
    /// Creates a row of a game's table.
    pub const fn new(
        name: &'static str,
        params: &'static [Param],
        returns: Returns,
        cost: u32,
        doc: &'static str,
    ) -> Row {
        Row { name, params, required: params.len(), returns, doc, cost, keys: &[] }
    }

    /// Sets the keys of the tables in the answer.
    #[must_use]
    pub const fn with_keys(self, keys: &'static [Field]) -> Row {
        Row { keys, ..self }
    }

    /// Formats the call: `view:mark(place, label[, colour])`.
    pub fn call(&self, object: &str, mark: char) -> String {
        let mut params = String::new();
        for (i, (Param { name, .. }, required)) in self.each_param().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            params += &if required { format!("{comma}{name}") } else { format!("[{comma}{name}]") };
        }
        format!("{object}{mark}{}({params})", self.name)
    }

    /// Returns each parameter, with true if it is required.
    pub fn each_param(&self) -> impl Iterator<Item = (&'static Param, bool)> {
        let required = self.required;
        self.params.iter().enumerate().map(move |(i, param)| (param, i < required))
    }
}

/// The answer to a query.
#[derive(PartialEq, Debug)]
pub enum Answer {
    /// Nothing.
    Nothing,
    /// True or false.
    Flag(bool),
    /// A whole number.
    Int(i64),
    /// A text with a number.
    Text(NumberedText),
    /// A list of texts.
    Texts(Texts),
    /// Other plain data.
    Value(Value),
}

impl Answer {
    /// Returns the answer as plain data.
    pub fn into_value(self) -> Value {
        match self {
            Answer::Nothing => Value::Null,
            Answer::Flag(flag) => flag.into(),
            Answer::Int(number) => number.into(),
            Answer::Text(text) => text.to_string().into(),
            Answer::Texts(texts) => texts.to_vec().into(),
            Answer::Value(value) => value,
        }
    }
}

impl From<bool> for Answer {
    fn from(flag: bool) -> Answer {
        Answer::Flag(flag)
    }
}

macro_rules! answer_from {
    ($($number:ty),+) => {$(
        impl From<$number> for Answer {
            fn from(number: $number) -> Answer {
                Answer::Int(number.into())
            }
        }
    )+};
}

answer_from!(u8, u16, u32, i32, i64);

impl From<usize> for Answer {
    fn from(number: usize) -> Answer {
        Answer::Int(number.try_into().unwrap_or(i64::MAX))
    }
}

impl From<Value> for Answer {
    fn from(value: Value) -> Answer {
        Answer::Value(value)
    }
}

impl<T: Into<Answer>> From<Option<T>> for Answer {
    fn from(value: Option<T>) -> Answer {
        value.map_or(Answer::Nothing, T::into)
    }
}

/// One row of a game's query table: the signature, and the answers for views and for worlds.
pub struct Query<G: Game> {
    /// The signature.
    pub row: Row,
    /// Answers the query from a view.
    pub on_view: fn(&ViewOf<G>, Args<'_>) -> Result<Answer, QueryError>,
    /// Answers the query from a full state.
    pub on_world: fn(&G::State, Args<'_>) -> Result<Answer, QueryError>,
}

/// Answers with a list of items in their notation.
///
/// # Errors
/// Never; the type is the same for every answer.
pub fn texts<T: AsText>(items: impl IntoIterator<Item = T>) -> Result<Answer, QueryError> {
    Ok(Answer::Texts(Texts::of(items)))
}

/// Returns the answer with one item in its notation.
pub fn text(item: impl AsText) -> Answer {
    item.numbered().map_or_else(|| Answer::Value(item.to_string().into()), Answer::Text)
}

/// Declares the query table `QUERIES` of a game:
/// `queries! { Game, Source: view => .., state => ..; rows }`.
///
/// A row is `name(parameter: Kind, ..) -> Returns, cost, doc, answer;`, with `with FIELDS` after
/// the type of a table. All rows answer from a `Source`, which the two expressions build from a
/// view and from a state, so that both give the same answers.
#[doc(hidden)]
#[macro_export]
macro_rules! queries {
    (
        $game:ty, $source:ty: $view:ident => $of_view:expr, $state:ident => $of_state:expr;
        $(
            $name:ident($($param:ident: $kind:ident $(($words:expr))?),*) -> $returns:ident
                $(with $fields:expr)?, $cost:literal, $doc:expr, $answer:expr;
        )+
    ) => {
        pub(super) const QUERIES: &[$crate::Query<$game>] = &[$({
            const ANSWER: fn(
                &$source,
                $crate::Args<'_>,
            ) -> Result<$crate::Answer, $crate::QueryError> = $answer;
            $crate::Query {
                row: $crate::Row::new(
                    stringify!($name),
                    &[$($crate::Param {
                        name: stringify!($param),
                        kind: $crate::Kind::$kind $(($words))?,
                    }),*],
                    $crate::Returns::$returns,
                    $cost,
                    $doc,
                )$(.with_keys($fields))?,
                on_view: |$view, args| ANSWER(&$of_view, args),
                on_world: |$state, args| ANSWER(&$of_state, args),
            }
        }),+];
    };
}
