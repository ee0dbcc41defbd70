//! Progress of a comparison: a bar on a terminal, otherwise a line at intervals.

use indicatif::ProgressBar;
use std::time::{Duration, Instant};

use super::text::elo;
use crate::cli::progress::bar_like;
use crate::cli::text::tell;
use juez_tournament::{PairTally, Sprt};

/// Time between reports if stderr is not a terminal.
const REPORT_INTERVAL: Duration = Duration::from_secs(10);

pub(super) struct Progress {
    pub bar: ProgressBar,
    sprt: Option<Sprt>,
    reported: Instant,
    /// Number of matches at which the next line is due.
    next: u64,
}

impl Progress {
    /// Starts a display for at most `matches` matches.
    pub fn start(matches: u32, sprt: Option<Sprt>) -> Progress {
        let template = "{bar:20} {pos}/{len} matches, {per_sec}, {eta} left: {msg}";
        let bar = bar_like(matches.into(), template);
        Progress { bar, sprt, reported: Instant::now(), next: 100 }
    }

    /// Updates the display with the results so far.
    pub fn show(&mut self, tally: &PairTally) {
        let matches = tally.matches();
        if !self.bar.is_hidden() {
            self.bar.set_position(matches);
            self.bar.set_message(self.line(tally));
            return;
        }
        let due = matches >= self.next;
        if !due && self.reported.elapsed() < REPORT_INTERVAL {
            return;
        }
        // 100, 200, 500, 1000 and so on.
        while self.next <= matches {
            let is_two = self.next.to_string().starts_with('2');
            self.next = if is_two { self.next / 2 * 5 } else { self.next * 2 };
        }
        self.reported = Instant::now();
        tell(format_args!("{matches} matches: {}", self.line(tally)));
    }

    fn line(&self, tally: &PairTally) -> String {
        let Some(duel) = tally.duel() else { return String::new() };
        let score = format!("score {:.1} %, Elo {}", 100.0 * duel.score.value, elo(duel.elo));
        match &self.sprt {
            None => score,
            Some(sprt) => {
                let (lower, upper) = sprt.bounds();
                let llr = tally.by_pairs(sprt);
                format!("{score}, LLR {llr:.2} ({lower:.2} to {upper:.2})")
            }
        }
    }
}
