//! Drawings on a terminal.

use anstyle::{AnsiColor, Color, Style};
use std::fmt::Write;

use crate::core::{Colour, Drawing, Seat, Tone};

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

/// A name in the style of its seat.
pub(super) fn seat_name(seat: Seat, name: &str) -> String {
    let style = seat_style(seat);
    format!("{style}{name}{style:#}")
}

/// The style of what a bot has marked: dark or light text on the colour, whichever reads well.
fn mark_style(colour: Colour) -> Style {
    let (text, ground) = match colour {
        Colour::Plain => return Style::new().invert(),
        Colour::Red => (AnsiColor::BrightWhite, AnsiColor::Red),
        Colour::Green => (AnsiColor::Black, AnsiColor::Green),
        Colour::Blue => (AnsiColor::BrightWhite, AnsiColor::Blue),
        Colour::Yellow => (AnsiColor::Black, AnsiColor::Yellow),
        Colour::Magenta => (AnsiColor::BrightWhite, AnsiColor::Magenta),
        Colour::Cyan => (AnsiColor::Black, AnsiColor::Cyan),
        Colour::White => (AnsiColor::Black, AnsiColor::White),
        Colour::Grey => (AnsiColor::BrightWhite, AnsiColor::BrightBlack),
    };
    text.on(ground)
}

/// The style of a piece of a drawing.
pub(super) fn tone_style(tone: Tone) -> Style {
    match tone {
        Tone::Plain => Style::new(),
        Tone::Dim => Style::new().dimmed(),
        Tone::Strong => Style::new().bold().fg_color(Some(AnsiColor::Yellow.into())),
        Tone::Seat(seat) => seat_style(seat),
        Tone::Mark(colour) => mark_style(colour),
    }
}

/// A drawing with terminal colours; where there are none they are dropped on the way out.
pub(super) fn coloured(drawing: &Drawing) -> String {
    let mut out = String::new();
    for line in &drawing.lines {
        for span in line {
            let style = tone_style(span.tone);
            let _ = write!(out, "{style}{}{style:#}", span.text);
        }
        out.push('\n');
    }
    out
}
