//! A table drawn as text, with the meaning of each piece of it instead of a colour.

use std::fmt;

use super::Seat;

/// What a piece of a drawing stands for; the screen decides how that looks.
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
}

/// A run of text in one tone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// The text.
    pub text: String,
    /// What it stands for.
    pub tone: Tone,
}

/// Lines of spans; `Display` writes them without colour.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drawing {
    /// The lines from the top.
    pub lines: Vec<Vec<Span>>,
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
