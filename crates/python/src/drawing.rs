//! Drawings of tables for notebooks.

use juez_core::{Drawing, Tone};
use std::fmt::Write;

/// Colours that distinguish up to six seats, on light and dark pages.
const SEATS: [&str; 6] = ["#2e9e5b", "#b450b4", "#3a7bd5", "#d2452f", "#1d9aa8", "#b58900"];

/// Formats a drawing as HTML: its text with the colours of the seats.
pub(crate) fn html(drawing: &Drawing) -> String {
    let mut out = "<pre style=\"line-height: 1.2\">".to_string();
    for line in &drawing.lines {
        let plain: String = line.iter().map(|span| span.text.as_str()).collect();
        // Blanks at the end are left out, as in the plain text.
        let mut left = plain.trim_end().len();
        for span in line {
            let text = &span.text[..span.text.len().min(left)];
            left -= text.len();
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            let style = match span.tone {
                Tone::Plain => {
                    out.push_str(&text);
                    continue;
                }
                Tone::Dim => "opacity: 0.6".to_string(),
                Tone::Strong | Tone::Mark(_) => "font-weight: bold; color: #b58900".to_string(),
                Tone::Seat(seat) => format!("font-weight: bold; color: {}", SEATS[seat.index()]),
            };
            let _ = write!(out, "<span style=\"{style}\">{text}</span>");
        }
        out.push('\n');
    }
    out + "</pre>"
}
