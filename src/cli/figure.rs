//! Figures that are held against what they should be.

use std::io::{self, Write};

use super::text::{BOLD, DIM, RED};

/// One figure.
pub(super) struct Figure {
    name: String,
    found: String,
    target: &'static str,
    met: bool,
}

impl Figure {
    /// A figure with its unit, what it should be (empty if nothing depends on it), and whether it is.
    pub(super) fn new(
        name: impl Into<String>,
        found: String,
        target: &'static str,
        met: bool,
    ) -> Figure {
        Figure { name: name.into(), found, target, met }
    }
}

/// Prints figures under a title.
pub(super) fn print(out: &mut impl Write, title: &str, figures: &[Figure]) -> io::Result<()> {
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
