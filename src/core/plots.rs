//! Curves that a bot draws over a match: numbers with a name, one value a decision.

use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize};
use std::fmt;

use super::plain;

/// Significant digits of a value. So few that a value is the same number wherever it is written and
/// read, and that records stay short.
const DIGITS: usize = 9;

/// The value of a curve at one decision. In a record it is `["score",3.5]`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(into = "(String, f64)", try_from = "(String, f64)")]
pub struct Plot {
    name: String,
    value: f64,
}

/// A value is a number that equals itself.
impl Eq for Plot {}

/// A value that is no point of a curve, or a name too many.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlotError {
    /// Infinite, or no number.
    #[error("plot {0:?}: {1} is not drawn, a value must be finite")]
    NotFinite(String, String),
    /// A name that is too long.
    #[error("plot: a name has at most {max} characters, this one has {0}", max = Plot::NAME)]
    LongName(usize),
    /// Two values of one curve at one decision.
    #[error("plot {0:?}: two values at one decision")]
    Twice(String),
    /// More curves than a bot may draw.
    #[error("plot {0:?} is not drawn: a bot has at most {max} names a match", max = Plot::NAMES)]
    Names(String),
}

impl Plot {
    /// The most characters of a name.
    pub const NAME: usize = 80;
    /// The most names that one seat may use in a match.
    pub const NAMES: usize = 8;

    /// The value of the curve `name`, rounded to nine significant digits.
    ///
    /// # Errors
    /// If the value is not finite or the name too long.
    pub fn new(name: impl Into<String>, value: f64) -> Result<Plot, PlotError> {
        let name = plain(&name.into());
        let length = name.chars().count();
        if length > Plot::NAME {
            return Err(PlotError::LongName(length));
        }
        if !value.is_finite() {
            return Err(PlotError::NotFinite(name, value.to_string()));
        }
        let rounded: f64 = format!("{value:.*e}", DIGITS - 1).parse().unwrap_or(value);
        // The largest numbers are infinite once rounded up. Nothing below nothing is nothing.
        let value = if rounded.is_finite() { rounded + 0.0 } else { value };
        Ok(Plot { name, value })
    }

    /// The name of the curve.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value, which is finite.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Takes in the name of a curve: with it a seat has used the names in `known`.
    ///
    /// # Errors
    /// If these are too many.
    pub fn learn<'p, N: AsRef<str> + From<&'p str>>(
        known: &mut Vec<N>,
        name: &'p str,
    ) -> Result<(), PlotError> {
        if known.iter().any(|other| other.as_ref() == name) {
            return Ok(());
        }
        if known.len() == Plot::NAMES {
            return Err(PlotError::Names(name.to_string()));
        }
        known.push(name.into());
        Ok(())
    }

    /// Reads the values of one decision: each curve has one, and they are few.
    ///
    /// # Errors
    /// If they are not.
    pub fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Plot>, D::Error> {
        let plots = Vec::<Plot>::deserialize(from)?;
        let mut known = Vec::<&str>::new();
        for Plot { name, .. } in &plots {
            Plot::learn(&mut known, name).map_err(D::Error::custom)?;
        }
        let mut names = plots.iter().map(|plot| &plot.name).enumerate();
        match names.find(|(i, name)| plots[..*i].iter().any(|other| other.name == **name)) {
            Some((_, name)) => Err(D::Error::custom(PlotError::Twice(name.clone()))),
            None => Ok(plots),
        }
    }
}

/// `score 3.5`, its name and its value.
impl fmt::Display for Plot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, Figure(self.value))
    }
}

/// A value as people read it: in full where it has few digits, otherwise with an exponent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figure(pub f64);

impl Figure {
    /// True for a value that is written without an exponent.
    pub fn in_full(value: f64) -> bool {
        value == 0.0 || (1e-4..1e9).contains(&value.abs())
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Figure(value) = *self;
        f.pad(&if Figure::in_full(value) { format!("{value}") } else { format!("{value:e}") })
    }
}

impl From<Plot> for (String, f64) {
    fn from(Plot { name, value }: Plot) -> (String, f64) {
        (name, value)
    }
}

impl TryFrom<(String, f64)> for Plot {
    type Error = PlotError;
    fn try_from((name, value): (String, f64)) -> Result<Plot, PlotError> {
        Plot::new(name, value)
    }
}
