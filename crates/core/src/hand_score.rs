//! The score of a finished hand: one row for each reason for points.

use serde::Serialize;

use super::{Drawing, Seat, Tone};

/// The score of a finished hand.
///
/// Derived from the position and not stored in records. Labels are words of the game; pages
/// translate them.
///
/// ```
/// use juez_core::{HandRow, HandScore, Seat};
///
/// let [a, b] = [Seat::new(0), Seat::new(1)];
/// let score = HandScore::of(vec![vec![a], vec![b]])
///     .row(HandRow::new("tricks").values([7, 3]).points([82, 38]))
///     .end("played", None);
/// assert_eq!(score.rows[0].points, [82, 38]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct HandScore {
    /// The seats of each side that took part, in column order.
    pub sides: Vec<Vec<Seat>>,
    /// The rows, in the order in which people count.
    pub rows: Vec<HandRow>,
    /// The way the hand ended, in games with several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<HandEnd>,
}

/// A row of the score of a hand: a reason for points, a sum, or the match score so far.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HandRow {
    /// A word of the game: `carte`, `last_trick`.
    pub label: &'static str,
    /// The value of each side, in the order of the sides; empty if nothing is counted.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<i32>,
    /// The points of each side, in the order of the sides; empty if there are none.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<i32>,
}

/// The way a hand ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct HandEnd {
    /// A word of the game: `domino`, `closed`, `tute`.
    pub kind: &'static str,
    /// The seat that ended it, or that it concerns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

impl HandScore {
    /// Creates a score of these sides without rows.
    pub fn of(sides: Vec<Vec<Seat>>) -> HandScore {
        HandScore { sides, ..HandScore::default() }
    }

    /// Appends a row.
    pub fn row(mut self, row: HandRow) -> HandScore {
        self.rows.push(row);
        self
    }

    /// Sets the way the hand ended.
    pub fn end(self, kind: &'static str, seat: Option<Seat>) -> HandScore {
        HandScore { end: Some(HandEnd { kind, seat }), ..self }
    }

    /// Appends the score as a table of text, in 80 columns for up to six sides.
    pub fn draw(&self, drawing: &mut Drawing) {
        drawing.line();
        drawing.line().put(Tone::Dim, format!("  {:<16}", "this hand"));
        for side in &self.sides {
            let seats: Vec<String> = side.iter().map(Seat::to_string).collect();
            let name = format!("seat {}", seats.join("+"));
            let tone = side.first().map_or(Tone::Plain, |&seat| Tone::Seat(seat));
            drawing.put(tone, format!("{name:>10}"));
        }
        for row in &self.rows {
            drawing.line().put(Tone::Plain, format!("  {:<16}", row.label.replace('_', " ")));
            let mut gap = 0;
            for side in 0..self.sides.len() {
                let value = row.values.get(side).map(i32::to_string).unwrap_or_default();
                let points = row.points.get(side).filter(|points| **points != 0);
                let points = points.map(|points| format!("{points:+}")).unwrap_or_default();
                for (tone, text) in [(Tone::Dim, value), (Tone::Strong, points)] {
                    gap += 5;
                    if !text.is_empty() {
                        drawing.put(tone, format!("{text:>gap$}"));
                        gap = 0;
                    }
                }
            }
        }
        if let Some(HandEnd { kind, seat }) = self.end {
            let by = seat.map(|seat| format!(": seat {seat}")).unwrap_or_default();
            drawing.line().put(Tone::Dim, format!("  {}{by}", kind.replace('_', " ")));
        }
    }
}

impl HandRow {
    /// Creates a row without values or points.
    pub fn new(label: &'static str) -> HandRow {
        HandRow { label, ..HandRow::default() }
    }

    /// Sets the value of each side.
    pub fn values<N: Into<i32>>(self, values: impl IntoIterator<Item = N>) -> HandRow {
        HandRow { values: values.into_iter().map(Into::into).collect(), ..self }
    }

    /// Sets the points of each side.
    pub fn points<N: Into<i32>>(self, points: impl IntoIterator<Item = N>) -> HandRow {
        HandRow { points: points.into_iter().map(Into::into).collect(), ..self }
    }
}
