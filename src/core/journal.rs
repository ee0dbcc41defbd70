//! The journal of a bot: log lines, marks on the board, curves, work done.

use serde::{Deserialize, Serialize};
use std::cell::RefCell;

use super::capacity::{end_of, width_of, written};
use super::{Plot, PlotError, plain, plain_lines};

/// Something a bot drew on the board or noted beside it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Mark {
    /// A square, card or tile in notation; `None` for a note beside the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The text.
    pub label: String,
    /// A colour name, if the bot chose one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
}

impl Mark {
    /// The most characters of each text of a mark.
    pub const TEXT: usize = 80;

    /// The mark as it is kept: each text on one line, cut to [`Mark::TEXT`] characters.
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

/// The fuel of one line of a script.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProfileRow {
    /// The function the line belongs to.
    pub function: String,
    /// Its file within the bundle.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The fuel spent there, in units of the language; what it called counts where it was spent.
    pub fuel: u64,
}

/// Everything that a bot wrote in one hook.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    /// Fuel used, in the bot's own units; `None` for bots that are not metered.
    pub fuel: Option<u64>,
    /// Fuel the hook might have used.
    pub allowed: Option<u64>,
    /// Log lines.
    pub log: Vec<String>,
    /// Marks in the order they were made.
    pub marks: Vec<Mark>,
    /// Values of curves, in the order they were begun.
    pub plots: Vec<Plot>,
    /// The reason why the platform could not make the call; no fault of the bot. The match then
    /// cannot go on.
    pub lost: Option<String>,
}

/// Stands for a carriage return in a line.
const HIDDEN: &str = "\u{fffd}";
/// Ends the last line of a log that was cut.
const LOG_FULL: &str = "… (log full)";

/// The journal of a bot during a hook. Bytes are counted as a record has them; what is too much is
/// dropped and said so once. Giving a journal what another of the same size kept gives the same
/// notes again, so that they may be taken in one process and kept in another.
#[derive(Debug)]
pub struct Journal {
    left: RefCell<Left>,
    notes: RefCell<Notes>,
    /// The names of the bot's curves, those of earlier hooks included.
    curves: RefCell<Vec<String>>,
}

#[derive(Debug)]
struct Left {
    bytes: usize,
    marks: usize,
    drawn_bytes: usize,
    /// True until the log names a mark that is not drawn.
    mark_refusal: bool,
    /// True until the log names a plot that is not drawn.
    refusal: bool,
}

impl Journal {
    /// The most marks and notes a bot may make in one hook.
    pub const MARKS: usize = 200;
    /// The most bytes of marks and notes in one hook.
    pub const DRAWN: usize = 32 << 10;

    /// An empty journal that takes up to `output` bytes.
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

    /// The journal of a bot that has drawn these curves before.
    pub fn with_curves(self, names: Vec<String>) -> Journal {
        Journal { curves: RefCell::new(names), ..self }
    }

    /// Appends text to the log, line by line, without what would disturb a terminal; what does not
    /// fit any more is cut.
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
            // The last line of a full log stays as it is in another journal.
            let line = line.strip_suffix(LOG_FULL).unwrap_or(line);
            log.push(format!("{}{LOG_FULL}", &line[..end_of(line, left.bytes)]));
            left.bytes = 0;
        }
    }

    /// The bytes of a log that a line takes: its text as a record has it, and its end.
    pub fn bytes_of(line: &str) -> usize {
        width_of(line) + 1
    }

    /// Draws on the board. What is not drawn is said in the log, once.
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
        // What comes after it is not drawn either, however small it is.
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

    /// Gives a curve its value at this decision; the last one counts. What is not drawn is said in
    /// the log, once.
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

    /// Says how much fuel the hook used, of how much it had.
    pub fn spent(&self, fuel: u64, allowed: u64) {
        let mut notes = self.notes.borrow_mut();
        (notes.fuel, notes.allowed) = (Some(fuel), Some(allowed));
    }

    /// Says that the platform could not make the call.
    pub fn lose(&self, why: impl Into<String>) {
        self.notes.borrow_mut().lost = Some(why.into());
    }

    /// Everything written, leaving nothing.
    pub fn take(&self) -> Notes {
        self.notes.take()
    }

    /// The names of the bot's curves so far.
    pub fn into_curves(self) -> Vec<String> {
        self.curves.into_inner()
    }
}
