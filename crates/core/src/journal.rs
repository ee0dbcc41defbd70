//! The journal of a bot: log lines, marks on the board, curves, fuel used.

use serde::{Deserialize, Serialize};
use std::cell::RefCell;

use super::capacity::{end_of, width_of, written};
use super::{Plot, PlotError, plain, plain_lines};

/// A mark that a bot drew on the board, or a note.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct Mark {
    /// A square, card or tile in notation; `None` for a note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The text.
    pub label: String,
    /// A colour name, if the bot chose one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
}

impl Mark {
    /// Maximum characters of each text of a mark.
    pub const TEXT: usize = 80;

    /// Puts each text on one line and cuts it to [`Mark::TEXT`] characters.
    fn tidy(self) -> Mark {
        let tidy = |text: String| {
            if text.len() <= Mark::TEXT && text.bytes().all(is_printable) {
                return text;
            }
            plain(&text.chars().take(Mark::TEXT).collect::<String>())
        };
        let Mark { place, label, colour } = self;
        Mark { place: place.map(tidy), label: tidy(label), colour: colour.map(tidy) }
    }
}

fn is_printable(byte: u8) -> bool {
    (b' '..=b'~').contains(&byte)
}

/// A line of a script.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct CodeLine {
    /// Its file within the bundle.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The function it belongs to.
    pub function: String,
}

/// The fuel of one line of a script.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProfileRow {
    /// The function the line belongs to.
    pub function: String,
    /// Its file within the bundle.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The fuel spent on this line, in units of the language, without the functions that it calls.
    pub fuel: u64,
}

/// Everything that a bot wrote in one hook.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    /// Fuel used, in the bot's own units; `None` for bots that are not metered.
    pub fuel: Option<u64>,
    /// Fuel limit of the hook.
    pub allowed: Option<u64>,
    /// Log lines.
    pub log: Vec<String>,
    /// Marks in the order they were made.
    pub marks: Vec<Mark>,
    /// Values of curves, in the order of the curves' first values.
    pub plots: Vec<Plot>,
    /// The reason why the platform could not make the call, which is not the bot's fault. The match
    /// then cannot continue.
    pub lost: Option<String>,
}

/// Replaces a carriage return within a line.
const HIDDEN: &str = "\u{fffd}";
/// Suffix of a truncated log.
const LOG_FULL: &str = "… (log full)";

/// The journal of a bot during a hook. Counts bytes as a record stores them, drops the excess and
/// reports that once. Replaying one journal's notes into another of the same size yields the same
/// notes, so that one process can write them and another keep them.
#[derive(Debug)]
pub struct Journal {
    left: RefCell<Left>,
    notes: RefCell<Notes>,
    /// Names of the bot's curves, also from earlier hooks.
    curves: RefCell<Vec<String>>,
}

#[derive(Debug)]
struct Left {
    bytes: usize,
    marks: usize,
    drawn_bytes: usize,
    /// True until the log reports a dropped mark.
    mark_refusal: bool,
    /// True until the log reports a dropped plot.
    refusal: bool,
}

impl Journal {
    /// Maximum marks and notes of one hook.
    pub const MARKS: usize = 200;
    /// Maximum bytes of marks and notes of one hook.
    pub const DRAWN: usize = 32 << 10;

    /// Creates an empty journal with a log of up to `output` bytes.
    pub fn new(output: u32) -> Journal {
        let left = Left {
            bytes: output as usize,
            marks: Journal::MARKS,
            drawn_bytes: Journal::DRAWN,
            mark_refusal: true,
            refusal: true,
        };
        Journal { left: RefCell::new(left), notes: RefCell::default(), curves: RefCell::default() }
    }

    /// Sets the names of the curves that the bot has drawn before.
    pub fn with_curves(self, names: Vec<String>) -> Journal {
        Journal { curves: RefCell::new(names), ..self }
    }

    /// Appends text to the log, line by line, without characters that disturb a terminal. Cuts text
    /// beyond the limit.
    pub fn print(&self, text: &str) {
        for line in text.split('\n') {
            if self.left.borrow().bytes == 0 {
                return;
            }
            match line.trim_end_matches('\r') {
                line if line.bytes().all(is_printable) => self.print_line(line),
                line => self.print_line(&plain_lines(line).replace('\r', HIDDEN)),
            }
        }
    }

    fn print_line(&self, line: &str) {
        let mut left = self.left.borrow_mut();
        let log = &mut self.notes.borrow_mut().log;
        if left.bytes == 0 {
            return;
        }
        let bytes = Journal::bytes_of(line);
        if bytes <= left.bytes {
            left.bytes -= bytes;
            log.push(line.to_string());
        } else {
            // A truncated log keeps its last line when another journal replays it.
            let line = line.strip_suffix(LOG_FULL).unwrap_or(line);
            log.push(format!("{}{LOG_FULL}", &line[..end_of(line, left.bytes)]));
            left.bytes = 0;
        }
    }

    /// Returns the log bytes of a line: its text as a record stores it, and its end.
    pub fn bytes_of(line: &str) -> usize {
        width_of(line) + 1
    }

    /// Draws a mark on the board. Logs the first mark that exceeds the limits.
    pub fn mark(&self, mark: Mark) {
        let mark = mark.tidy();
        let bytes = written(&mark);
        let mut left = self.left.borrow_mut();
        if left.marks > 0 && bytes <= left.drawn_bytes {
            left.marks -= 1;
            left.drawn_bytes -= bytes;
            self.notes.borrow_mut().marks.push(mark);
            return;
        }
        // Drop later marks too, even small ones.
        left.drawn_bytes = 0;
        if std::mem::take(&mut left.mark_refusal) {
            drop(left);
            self.print(&format!(
                "mark: a call draws at most {} marks and notes of {} KiB; the rest is left out",
                Journal::MARKS,
                Journal::DRAWN >> 10
            ));
        }
    }

    /// Sets the value of a curve at this decision; the last value counts. Logs the first value that
    /// is refused.
    pub fn plot(&self, name: &str, value: f64) {
        let drawn = Plot::new(plain(name), value).and_then(|plot| self.draw(plot));
        if let Err(why) = drawn
            && std::mem::take(&mut self.left.borrow_mut().refusal)
        {
            self.print(&why.to_string());
        }
    }

    fn draw(&self, plot: Plot) -> Result<(), PlotError> {
        Plot::learn(&mut self.curves.borrow_mut(), plot.name())?;
        let plots = &mut self.notes.borrow_mut().plots;
        match plots.iter_mut().find(|known| known.name() == plot.name()) {
            Some(known) => *known = plot,
            None => plots.push(plot),
        }
        Ok(())
    }

    /// Records the fuel that the hook used, and its limit.
    pub fn spent(&self, fuel: u64, allowed: u64) {
        let mut notes = self.notes.borrow_mut();
        (notes.fuel, notes.allowed) = (Some(fuel), Some(allowed));
    }

    /// Records that the platform could not make the call.
    pub fn lose(&self, why: impl Into<String>) {
        self.notes.borrow_mut().lost = Some(why.into());
    }

    /// Takes the notes written so far.
    pub fn take(&self) -> Notes {
        self.notes.take()
    }

    /// Returns the names of the bot's curves so far.
    pub fn into_curves(self) -> Vec<String> {
        self.curves.into_inner()
    }
}
