//! Drawings on a terminal.

use anstyle::{AnsiColor, Color, Style};
use std::fmt::Write;

use crate::core::{Drawing, Seat, Tone};

/// Colours that tell up to six seats apart, on dark and on light ground.
const SEATS: [AnsiColor; 6] = [
    AnsiColor::Green,
    AnsiColor::Magenta,
    AnsiColor::Blue,
    AnsiColor::Red,
    AnsiColor::Cyan,
    AnsiColor::Yellow,
];

/// The style of a seat's name and pieces.
pub(super) fn seat_style(seat: Seat) -> Style {
    Style::new().bold().fg_color(Some(Color::Ansi(SEATS[seat.index()])))
}

/// A drawing with terminal colours; where there are none they are dropped on the way out.
pub(super) fn coloured(drawing: &Drawing) -> String {
    let mut out = String::new();
    for line in &drawing.lines {
        for span in line {
            let style = match span.tone {
                Tone::Plain => Style::new(),
                Tone::Dim => Style::new().dimmed(),
                Tone::Strong => Style::new().bold().fg_color(Some(AnsiColor::Yellow.into())),
                Tone::Seat(seat) => seat_style(seat),
            };
            let _ = write!(out, "{style}{}{style:#}", span.text);
        }
        out.push('\n');
    }
    out
}
