//! Figures beside their targets.

use anstyle::{AnsiColor, Style};
use std::io::{self, Write};
use std::time::Duration;

use juez::core::thread_cpu_time;

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
    /// A figure with its unit, its target (empty if there is none), and whether it meets that.
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

/// Work of which one unit is timed.
pub struct Item {
    pub name: String,
    /// Does the work once and returns how many units that was.
    pub run: Box<dyn Fn() -> u64>,
}

/// Seconds of CPU time that a unit of each item takes: the fastest of `runs` repeats, the items in
/// turn.
pub fn times(items: &[Item], runs: u32) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; items.len()];
    for _ in 0..runs {
        for (item, best) in items.iter().zip(&mut best) {
            let start = thread_cpu_time();
            let units = (item.run)();
            let took: Duration = thread_cpu_time() - start;
            *best = best.min(took.as_secs_f64() / units as f64);
        }
    }
    best
}

/// A time in microseconds.
pub fn micros(name: impl Into<String>, seconds: f64) -> Figure {
    Figure::new(name, format!("{:.3} us", 1e6 * seconds), "", true)
}
