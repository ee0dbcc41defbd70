//! Drawings with terminal colours.

use anstyle::AnsiColor::{
    self, Black, Blue, BrightBlack, BrightWhite, Cyan, Green, Magenta, Red, White, Yellow,
};
use anstyle::{Color, Style};
use std::fmt::Write;

use juez_core::{Colour, Drawing, Seat, Tone};

/// Colours that distinguish up to six seats, on dark and light backgrounds.
const SEATS: [AnsiColor; 6] = [Green, Magenta, Blue, Red, Cyan, Yellow];

/// Returns the style of a seat's name and pieces.
pub(super) fn seat_style(seat: Seat) -> Style {
    Style::new().bold().fg_color(Some(Color::Ansi(SEATS[seat.index()])))
}

/// Formats a name in the style of its seat.
pub(super) fn seat_name(seat: Seat, name: &str) -> String {
    let style = seat_style(seat);
    format!("{style}{name}{style:#}")
}

/// Returns the style of a bot's mark: dark or light text, whichever has more contrast.
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

pub(super) fn tone_style(tone: Tone) -> Style {
    match tone {
        Tone::Plain => Style::new(),
        Tone::Dim => Style::new().dimmed(),
        Tone::Strong => Style::new().bold().fg_color(Some(Yellow.into())),
        Tone::Seat(seat) => seat_style(seat),
        Tone::Mark(colour) => mark_style(colour),
    }
}

/// Formats a drawing with terminal colours; the output stream drops them if it has none.
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
