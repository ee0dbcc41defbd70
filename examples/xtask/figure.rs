//! Figures with their targets.

use anstyle::{AnsiColor, Style};
use std::io::{self, Write};

pub const BOLD: Style = Style::new().bold();
pub const DIM: Style = Style::new().dimmed();
const RED: Style = AnsiColor::Red.on_default().bold();

pub struct Figure {
    name: String,
    found: String,
    target: &'static str,
    met: bool,
}

impl Figure {
    /// Creates a figure with its unit, its target (empty if there is none), and whether it meets
    /// the target.
    pub fn new(name: impl Into<String>, found: String, target: &'static str, met: bool) -> Figure {
        Figure { name: name.into(), found, target, met }
    }
}

/// Prints figures under a title.
pub fn print(out: &mut impl Write, title: &str, figures: &[Figure]) -> io::Result<()> {
    let names = figures.iter().map(|figure| figure.name.chars().count());
    let width = names.max().unwrap_or(0).max(title.len());
    writeln!(out, "\n{BOLD}{title:<width$}  {:>10}  target{BOLD:#}", "")?;
    for Figure { name, found, target, met } in figures {
        let missed = if *met { "" } else { "  missed" };
        let line = format!("{name:<width$}  {found:>10}  {DIM}{target}{DIM:#}{RED}{missed}{RED:#}");
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
