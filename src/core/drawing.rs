//! A table drawn as text, with the meaning of each piece of it instead of a colour, and where its
//! places are.

use std::fmt;

use super::{Colour, Seat};

/// The meaning of a piece of a drawing; the screen decides how that looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// Ordinary text.
    Plain,
    /// Rulers and grid lines.
    Dim,
    /// Something that belongs to this seat.
    Seat(Seat),
    /// A wall, a trump, what matters on the table.
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

/// The position of a place of the table on a drawing. A place may be there several times, and places may
/// overlap.
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
    /// True if a label may be written into it: nothing stands there that must stay readable.
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
    /// An empty drawing.
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

    /// Appends the text of a place to the last line: a card, say, that a mark may name.
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

    /// Appends a word that is the name of its own place.
    pub fn put_place(&mut self, tone: Tone, place: impl fmt::Display) -> &mut Drawing {
        let place = place.to_string();
        self.put_at(&place, tone, &place)
    }

    /// The columns of its longest line.
    pub fn width(&self) -> usize {
        self.lines.iter().map(|line| columns(line)).max().unwrap_or(0)
    }
}

/// The characters of a line.
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
