//! Curves that a bot draws over a match: named numbers, one value per decision.

use serde::de::{Deserializer, Error};
use serde::ser::{Error as _, SerializeTuple, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::fmt;

use super::plain;

/// Significant digits of a value: few enough that every writer and reader agrees on the number, and
/// that records stay short.
const DIGITS: usize = 9;

/// The value of a curve at one decision. In a record it is `["score",3.5]`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(try_from = "(String, f64)")]
pub struct Plot {
    name: String,
    value: f64,
}

/// A value is finite, so it equals itself.
impl Eq for Plot {}

/// A value that cannot be drawn, or too many names.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PlotError {
    #[error("plot {0:?}: {1} is not drawn, a value must be finite")]
    NotFinite(String, String),
    #[error("plot: a name has at most {max} characters, this one has {0}", max = Plot::NAME)]
    LongName(usize),
    #[error("plot {0:?}: two values at one decision")]
    Twice(String),
    #[error("plot {0:?} is not drawn: a bot has at most {max} names a match", max = Plot::NAMES)]
    Names(String),
}

impl Plot {
    /// Maximum characters of a name.
    pub const NAME: usize = 80;
    /// Maximum names of one seat in a match.
    pub const NAMES: usize = 8;

    /// Creates the value of the curve `name`, rounded to nine significant digits.
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
        // The largest numbers round up to infinity. Adding 0.0 turns -0.0 into 0.0.
        let value = if rounded.is_finite() { rounded + 0.0 } else { value };
        Ok(Plot { name, value })
    }

    /// Returns the name of the curve.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the value, which is finite.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Adds the name of a curve to `known`, the names that a seat has used.
    ///
    /// # Errors
    /// If there are too many.
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

    /// Reads the values of one decision, one per curve.
    ///
    /// # Errors
    /// If a curve has two values or there are too many curves.
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

/// Writes the name and the value: `score 3.5`.
impl fmt::Display for Plot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, Figure(self.value))
    }
}

/// A value for people: in full if it has few digits, otherwise with an exponent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figure(pub f64);

impl Figure {
    /// Returns true for a value that is written without an exponent.
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

impl Serialize for Plot {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let is_text = to.is_human_readable();
        let mut pair = to.serialize_tuple(2)?;
        pair.serialize_element(&self.name)?;
        if is_text {
            let text = RawValue::from_string(json_number(self.value)).map_err(S::Error::custom)?;
            pair.serialize_element(&text)?;
        } else {
            pair.serialize_element(&self.value)?;
        }
        pair.end()
    }
}

/// Formats a finite number for records, whatever writes the JSON around it: releases of one library
/// differ from 1e16 on. Uses the fewest digits that identify the number; between 1e-5 and 1e16 in
/// full with a point, otherwise with an exponent.
pub fn json_number(value: f64) -> String {
    let short = format!("{value:e}");
    let exponent = short.split_once('e').and_then(|(_, exponent)| exponent.parse::<i32>().ok());
    match exponent.unwrap_or(0) {
        -5..16 if value.fract() == 0.0 => format!("{value}.0"),
        -5..16 => format!("{value}"),
        16.. => short.replace('e', "e+"),
        _ => short,
    }
}

impl TryFrom<(String, f64)> for Plot {
    type Error = PlotError;
    fn try_from((name, value): (String, f64)) -> Result<Plot, PlotError> {
        Plot::new(name, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_value_in_a_record_is_fixed() {
        for (value, text) in [
            (0.0, "0.0"),
            (-0.0, "0.0"),
            (1.0, "1.0"),
            (-1.5, "-1.5"),
            (1.0 / 3.0, "0.333333333"),
            (1e-5, "0.00001"),
            (1.25e-5, "0.0000125"),
            (1e-6, "1e-6"),
            (-2.5e-7, "-2.5e-7"),
            (5e-324, "5e-324"),
            (123456789.0, "123456789.0"),
            (1e15, "1000000000000000.0"),
            (9.99999999e15, "9999999990000000.0"),
            (1e16, "1e+16"),
            (123456789e8, "1.23456789e+16"),
            (-1e300, "-1e+300"),
            (f64::MAX, "1.79769313e+308"),
        ] {
            let plot = Plot::new("x", value).expect("a value");
            let line = serde_json::to_string(&plot).expect("text");
            assert_eq!(line, format!(r#"["x",{text}]"#));
            assert_eq!(serde_json::from_str::<Plot>(&line).expect("a plot"), plot);
            assert_eq!(
                serde_json::to_value(&plot).expect("a value"),
                serde_json::json!(["x", plot.value])
            );
        }
    }

    #[test]
    fn a_value_is_the_same_number_in_packed_form() {
        let plot = Plot::new("x", 1e300).expect("a value");
        let packed = postcard::to_allocvec(&plot).expect("bytes");
        assert_eq!(postcard::from_bytes::<Plot>(&packed).expect("a plot"), plot);
    }

    #[test]
    fn however_a_number_is_written_it_is_the_same_value() {
        let read = |text: &str| serde_json::from_str::<Plot>(text).expect("a plot");
        assert_eq!(read(r#"["x",1e300]"#), read(r#"["x",1e+300]"#));
        assert_eq!(read(r#"["x",1]"#), read(r#"["x",1.0]"#));
    }
}
