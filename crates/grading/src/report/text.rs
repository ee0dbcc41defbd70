//! A report as text for a terminal.

use anstyle::Style;
use std::io::{self, Write};

use super::columns;
use super::figure::{self, count, grouped};
use super::part::{self, Part};
use super::rounds::Progress;
use super::tables::Tables;
use juez_core::{NO_BREAK, plain, wrap};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const RED: Style = anstyle::AnsiColor::Red.on_default().bold();

/// The terminal that text is written for.
#[derive(Clone, Debug)]
pub struct Screen {
    /// Columns of the terminal; at least 40 are used.
    pub width: usize,
    /// The parts to write, in any order.
    pub parts: Vec<Part>,
}

impl Default for Screen {
    /// Returns eighty columns and the parts for people. Matches and ratings over time are for
    /// programs and pages.
    fn default() -> Screen {
        let long = |part: &Part| matches!(part, Part::History | Part::Matches);
        let parts = Part::ALL.into_iter().filter(|part| !long(part)).collect();
        Screen { width: 80, parts }
    }
}

/// Writes parts of the report as text of some width with terminal styles, which the writer can
/// strip.
///
/// # Errors
/// If `out` cannot be written to.
pub fn text_for(tables: &Tables, screen: &Screen, out: &mut impl Write) -> io::Result<()> {
    let width = screen.width.max(40);
    head(tables, width, out)?;
    for one in Part::ALL.into_iter().filter(|part| screen.parts.contains(part)) {
        // Leaves out parts without content, unless only one was requested.
        if !part::tells(tables, one) && screen.parts.len() > 1 {
            continue;
        }
        for sheet in part::for_people(tables, one, width) {
            writeln!(out)?;
            let rows = || match one {
                Part::Matches => part::columns_and_rows(tables, one).1,
                _ => Box::new(sheet.rows.iter().cloned()),
            };
            columns::write(&sheet, rows, width, out)?;
        }
    }
    if screen.parts.len() > 1 {
        chance(tables, width, out)?;
    }
    Ok(())
}

/// Writes the seed, once it is public, and its hash.
fn chance(tables: &Tables, width: usize, out: &mut impl Write) -> io::Result<()> {
    let about = &tables.about;
    let later = format!("shown {}", about.seed_comes());
    let seed = about.seed.as_deref().unwrap_or(&later);
    writeln!(out)?;
    let yesterday = about.days.last().map(|day| [("seed of", &day.date[..]), ("", &day.seed)]);
    let today = about.day.as_deref().map(|day| ("seed of", day));
    let lines = [(if today.is_some() { "" } else { "seed" }, seed), ("BLAKE3", &about.seed_hash)];
    for (mut label, text) in yesterday.into_iter().flatten().chain(today).chain(lines) {
        let text: Vec<char> = text.chars().collect();
        for line in text.chunks(width - 8) {
            writeln!(out, "{DIM}{label:8}{}{DIM:#}", line.iter().collect::<String>())?;
            label = "";
        }
    }
    Ok(())
}

/// Writes the tournament and its progress.
fn head(tables: &Tables, width: usize, out: &mut impl Write) -> io::Result<()> {
    let about = &tables.about;
    let mut words = vec![about.game.clone(), about.format.clone()];
    words.push(count(about.entrants.into(), "entrant", "entrants"));
    words.extend(about.terms.iter().cloned());
    words.extend(about.options.iter().cloned());
    writeln!(out, "{BOLD}{}{BOLD:#}", plain(&about.name))?;
    let words: Vec<String> =
        words.iter().map(|word| word.replace(' ', &NO_BREAK.to_string())).collect();
    // Keeps each dot with the words before it.
    for line in wrap(&plain(&words.join(&format!("{NO_BREAK}· "))), width) {
        writeln!(out, "{DIM}{line}{DIM:#}")?;
    }
    let style = if tables.progress.failed.is_empty() { DIM } else { RED };
    for line in wrap(&progress(tables), width) {
        writeln!(out, "{style}{line}{style:#}")?;
    }
    for line in by_time(tables).iter().flat_map(|sentence| wrap(sentence, width)) {
        writeln!(out, "{RED}{line}{RED:#}")?;
    }
    Ok(())
}

/// Returns a sentence if clocks of programs decided matches.
pub(super) fn by_time(tables: &Tables) -> Option<String> {
    let Progress { decided_by_time, played, .. } = tables.progress;
    (decided_by_time > 0).then(|| figure::decided_by_time(decided_by_time.into(), played.into()))
}

/// Describes the progress of a tournament in a sentence.
pub(super) fn progress(tables: &Tables) -> String {
    let Progress { complete, scheduled, played, walkovers, due, failed, .. } = &tables.progress;
    let grouped = |number: u32| grouped(number.into());
    let settled = match played {
        0 => "nothing played yet".to_string(),
        played => format!("{} of {} matches played", grouped(*played), grouped(*scheduled)),
    };
    let walkovers = (*walkovers > 0).then(|| count((*walkovers).into(), "walkover", "walkovers"));
    let failed = failed.len() as u32;
    let failed = (failed > 0).then(|| format!("{} could not be played", grouped(failed)));
    let more = match due {
        0 => (!complete).then(|| "more rounds to come".to_string()),
        due => Some(format!("{} to come", grouped(*due))),
    };
    let complete = complete.then(|| "complete".to_string());
    let words = [Some(settled), walkovers, failed, more, complete];
    words.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
