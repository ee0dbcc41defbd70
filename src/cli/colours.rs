//! Drawings on a terminal.

use anstyle::AnsiColor::{
    self, Black, Blue, BrightBlack, BrightWhite, Cyan, Green, Magenta, Red, White, Yellow,
};
use anstyle::{Color, Style};
use std::fmt::Write;

use crate::core::{Colour, Drawing, Seat, Tone};

/// Colours that tell up to six seats apart, on dark and on light ground.
const SEATS: [AnsiColor; 6] = [Green, Magenta, Blue, Red, Cyan, Yellow];

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
        Colour::Red => (BrightWhite, Red),
        Colour::Green => (Black, Green),
        Colour::Blue => (BrightWhite, Blue),
        Colour::Yellow => (Black, Yellow),
        Colour::Magenta => (BrightWhite, Magenta),
        Colour::Cyan => (Black, Cyan),
        Colour::White => (Black, White),
        Colour::Grey => (BrightWhite, BrightBlack),
    };
    text.on(ground)
}

/// The style of a piece of a drawing.
pub(super) fn tone_style(tone: Tone) -> Style {
    match tone {
        Tone::Plain => Style::new(),
        Tone::Dim => Style::new().dimmed(),
        Tone::Strong => Style::new().bold().fg_color(Some(Yellow.into())),
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
