//! A table drawn as text. Spans have a meaning instead of a colour, and anchors locate the places.

use std::fmt;

use super::{Colour, Seat};

/// The meaning of a span; the screen decides how it looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// Ordinary text.
    Plain,
    /// Rulers and grid lines.
    Dim,
    /// Something that belongs to this seat.
    Seat(Seat),
    /// A wall, a trump, or another piece that matters.
    Strong,
    /// A mark of a bot.
    Mark(Colour),
}

/// A run of text in one tone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// The text.
    pub text: String,
    /// Its meaning.
    pub tone: Tone,
}

/// The position of a place of the table in a drawing. A drawing can show a place several times, and
/// places can overlap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Anchor {
    /// The square, card or tile in the game's notation.
    pub place: String,
    /// Its first line, from 0.
    pub line: usize,
    /// Its first column, from 0.
    pub column: usize,
    /// Its width in columns.
    pub width: usize,
    /// Its height in lines.
    pub height: usize,
    /// True if a label can replace the text here.
    pub free: bool,
}

/// Lines of spans; `Display` writes them without colour.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drawing {
    /// The lines from the top.
    pub lines: Vec<Vec<Span>>,
    /// The positions of its places.
    pub anchors: Vec<Anchor>,
}

impl Drawing {
    /// Creates an empty drawing.
    pub fn new() -> Drawing {
        Drawing::default()
    }

    /// Begins a new line.
    pub fn line(&mut self) -> &mut Drawing {
        self.lines.push(Vec::new());
        self
    }

    /// Appends text to the last line.
    pub fn put(&mut self, tone: Tone, text: impl Into<String>) -> &mut Drawing {
        if self.lines.is_empty() {
            self.line();
        }
        let text = text.into();
        let line = self.lines.last_mut().expect("a line was just begun");
        match line.last_mut() {
            Some(last) if last.tone == tone => last.text.push_str(&text),
            _ => line.push(Span { text, tone }),
        }
        self
    }

    /// Appends the text of a place, such as a card, to the last line and anchors it for marks.
    pub fn put_at(&mut self, place: impl fmt::Display, tone: Tone, text: &str) -> &mut Drawing {
        if self.lines.is_empty() {
            self.line();
        }
        self.anchors.push(Anchor {
            place: place.to_string(),
            line: self.lines.len() - 1,
            column: self.lines.last().map_or(0, |line| columns(line)),
            width: text.chars().count(),
            height: 1,
            free: false,
        });
        self.put(tone, text)
    }

    /// Appends the name of a place as its text and anchors it for marks.
    pub fn put_place(&mut self, tone: Tone, place: impl fmt::Display) -> &mut Drawing {
        let place = place.to_string();
        self.put_at(&place, tone, &place)
    }

    /// Returns the columns of the longest line.
    pub fn width(&self) -> usize {
        self.lines.iter().map(|line| columns(line)).max().unwrap_or(0)
    }
}

pub(super) fn columns(line: &[Span]) -> usize {
    line.iter().map(|span| span.text.chars().count()).sum()
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            let text: String = line.iter().map(|span| span.text.as_str()).collect();
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}
