//! What a bot says while it thinks: log lines, marks on the board, curves, work done.

use serde::{Deserialize, Serialize};
use std::cell::RefCell;

use super::{Plot, PlotError, plain_lines};

/// Something a bot drew on the board or noted beside it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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

/// What one line of a script used.
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

/// What a bot said in one hook.
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
    /// Why the platform could not make the call, which is not the bot's doing; the match then
    /// cannot go on.
    pub lost: Option<String>,
}

/// Stands for a carriage return in a line.
const HIDDEN: &str = "\u{fffd}";

/// Where a bot writes during a hook. Capped: what is too much is dropped and said so once.
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
    /// True until a plot that is not drawn was told of.
    refusal: bool,
}

impl Journal {
    /// The most marks and notes a bot may make in one hook.
    pub const MARKS: usize = 200;

    /// An empty journal that takes up to `output` bytes.
    pub fn new(output: u32) -> Journal {
        let left = Left { bytes: output as usize, marks: Journal::MARKS, refusal: true };
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
                line if line.bytes().all(|byte| (b' '..=b'~').contains(&byte)) => {
                    self.print_line(line)
                }
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
        if line.len() < left.bytes {
            left.bytes -= line.len() + 1;
            log.push(line.to_string());
        } else {
            let end = (0..=left.bytes).rfind(|&i| line.is_char_boundary(i)).unwrap_or(0);
            log.push(format!("{}… (log full)", &line[..end]));
            left.bytes = 0;
        }
    }

    /// Draws on the board.
    pub fn mark(&self, mark: Mark) {
        let mut left = self.left.borrow_mut();
        if left.marks > 0 {
            left.marks -= 1;
            self.notes.borrow_mut().marks.push(mark);
        }
    }

    /// Gives a curve its value at this decision; the last one counts. What is not drawn is said in
    /// the log, once.
    pub fn plot(&self, name: &str, value: f64) {
        let drawn = Plot::new(name, value).and_then(|plot| self.draw(plot));
        if let Err(why) = drawn
            && std::mem::take(&mut self.left.borrow_mut().refusal)
        {
            self.print(&why.to_string());
        }
    }

    fn draw(&self, plot: Plot) -> Result<(), PlotError> {
        let mut curves = self.curves.borrow_mut();
        if !curves.iter().any(|name| name == plot.name()) {
            if curves.len() == Plot::NAMES {
                return Err(PlotError::Names(plot.name().to_string()));
            }
            curves.push(plot.name().to_string());
        }
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
