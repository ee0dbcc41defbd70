//! Progress of a tournament on stderr: a bar on a terminal, otherwise lines at intervals.

use indicatif::{ProgressBar, ProgressState};
use std::fmt;
use std::io::Write;
use std::time::{Duration, Instant};

use super::messages::{Messages, leaders};
use crate::cli::progress::bar_like;
use crate::cli::text::{DIM, about, tell};
use juez_tournament::{Event, Leader, Reporter, WorkerRate};

const MAX_SILENCE: Duration = Duration::from_secs(10);
/// Minimum time between progress lines.
const MIN_INTERVAL: Duration = Duration::from_secs(1);
/// Minimum time between updates of the leaders.
const LEADERS_INTERVAL: Duration = Duration::from_millis(500);

/// Rounds below this fraction of the tournament count as small.
const SMALL_ROUND_SHARE: u64 = 20;

#[derive(Clone, Copy, Default)]
struct MatchCounts {
    /// Expected number of matches in total.
    total: u32,
    /// Matches played now or found in the store.
    done: u32,
    /// Matches played now instead of found in the store.
    played: u32,
}

impl MatchCounts {
    fn of(expected: u64) -> MatchCounts {
        MatchCounts { total: u32::try_from(expected).unwrap_or(u32::MAX), ..MatchCounts::default() }
    }

    fn take(&mut self, event: &Event) {
        match event {
            Event::Started { scheduled, .. } => {
                // A restarted run counts stored matches again.
                self.done = 0;
                self.total = self.total.max(*scheduled);
            }
            Event::Sized { matches, .. } => self.total = *matches,
            Event::MatchFinished { stored, .. } => {
                self.done += 1;
                self.played += u32::from(!stored);
            }
            Event::MatchFailed { .. } => self.done += 1,
            // Walkovers are not matches.
            Event::Finished { .. } => self.total = self.done,
            _ => {}
        }
        // Drawn ties add unplanned matches.
        self.total = self.total.max(self.done);
    }

    /// True if an event deserves a line. Of many small numbered rounds only the first does.
    fn is_worth(&self, event: &Event) -> bool {
        match event {
            Event::RoundStarted { round, title, matches, .. } => {
                let is_large = u64::from(*matches) * SMALL_ROUND_SHARE >= self.total.into();
                *round == 0 || is_large || !title.starts_with("round ")
            }
            _ => true,
        }
    }

    /// Formats the progress after `elapsed`, as in `90 of 900 matches (10 %), 5.2/s, about 3 min
    /// left`.
    fn words(&self, elapsed: Duration) -> String {
        let MatchCounts { total, done, played } = *self;
        let share = 100 * u64::from(done) / u64::from(total.max(1));
        let mut text = format!("{done} of {total} matches ({share} %)");
        let rate = f64::from(played) / elapsed.as_secs_f64().max(1e-3);
        if played > 0 && done < total {
            let left = Duration::from_secs_f64(f64::from(total - done) / rate);
            text += &format!(", {}, {} left", per_second(rate), about(left));
        }
        text
    }
}

/// Formats the workers, as in `2 workers: ana 5.2/s, bo 31/s`.
fn rates(workers: &[WorkerRate]) -> String {
    let rate = |one: &WorkerRate| format!("{} {}", one.worker, per_second(one.per_second));
    let rates: Vec<String> = workers.iter().map(rate).collect();
    let count =
        if rates.len() == 1 { "1 worker".to_string() } else { format!("{} workers", rates.len()) };
    format!("{count}: {}", rates.join(", "))
}

fn per_second(rate: f64) -> String {
    match rate {
        rate if rate < 0.1 => format!("{:.1}/min", 60.0 * rate),
        rate if rate < 10.0 => format!("{rate:.1}/s"),
        rate => format!("{rate:.0}/s"),
    }
}

/// Progress as lines, used unless stderr is a terminal.
pub(super) struct Lines<W, C> {
    out: W,
    clock: C,
    counts: MatchCounts,
    messages: Messages,
    /// Time of the last progress line, and the tenths finished by then.
    reported: (Duration, u64),
}

impl<W: Write, C: Fn() -> Duration> Lines<W, C> {
    /// Writes lines to `out`. Expects `expected` matches; `clock` returns the time since the start.
    pub fn new(out: W, clock: C, expected: u64) -> Lines<W, C> {
        let (counts, messages) = (MatchCounts::of(expected), Messages::default());
        Lines { out, clock, counts, messages, reported: Default::default() }
    }
}

impl<W: Write, C: Fn() -> Duration> Reporter for Lines<W, C> {
    fn event(&mut self, event: &Event, best: &dyn Fn() -> Vec<Leader>) {
        self.counts.take(event);
        let now = (self.clock)();
        for line in self.messages.of(event) {
            if self.counts.is_worth(event) {
                // A closed output is not an error.
                let _ = writeln!(self.out, "{line}");
            }
        }
        let MatchCounts { total, done, played } = self.counts;
        let tenth = 10 * u64::from(done) / u64::from(total.max(1));
        let since = now.saturating_sub(self.reported.0);
        let due = match event {
            Event::MatchFinished { .. } if done == total => false,
            Event::MatchFinished { stored: false, .. } => {
                since >= MAX_SILENCE || (tenth > self.reported.1 && since >= MIN_INTERVAL)
            }
            Event::Interrupted { .. } => true,
            Event::Finished { .. } => played > 0,
            _ => false,
        };
        if due {
            let top = leaders(&best());
            let top = if top.is_empty() { top } else { format!("; {top}") };
            let _ = writeln!(self.out, "{}{top}", self.counts.words(now));
            self.reported = (now, tenth);
        }
    }
}

/// A progress bar with the leaders, and messages above it. Cleared when dropped.
pub(super) struct Bar {
    bar: ProgressBar,
    counts: MatchCounts,
    messages: Messages,
    looked: Option<Instant>,
}

impl Bar {
    /// Creates a bar on stderr for `expected` matches.
    pub fn new(expected: u64) -> Bar {
        let template = "{prefix} {bar:20} {pos}/{len} matches, {rate}, {eta} left  {wide_msg}";
        let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = out.write_str(&per_second(state.per_sec()));
        };
        let bar = bar_like(expected, template);
        bar.set_style(bar.style().with_key("rate", rate));
        bar.enable_steady_tick(Duration::from_millis(200));
        Bar { bar, counts: MatchCounts::of(expected), messages: Messages::default(), looked: None }
    }
}

impl Reporter for Bar {
    fn event(&mut self, event: &Event, best: &dyn Fn() -> Vec<Leader>) {
        self.counts.take(event);
        let messages = self.messages.of(event);
        if let Event::RoundStarted { title, .. } = event {
            self.bar.set_prefix(title.clone());
        } else if !messages.is_empty() {
            self.bar.suspend(|| tell(format_args!("{DIM}{}{DIM:#}", messages.join("\n"))));
        }
        self.bar.set_length(self.counts.total.into());
        self.bar.set_position(self.counts.done.into());
        if matches!(event, Event::MatchFinished { stored: true, .. }) {
            // Stored matches must not affect the estimated speed.
            self.bar.reset_eta();
        }
        if let Event::Workers { workers } = event {
            self.bar.set_message(rates(workers));
            return;
        }
        let is_due = self.looked.is_none_or(|at| at.elapsed() >= LEADERS_INTERVAL);
        if is_due && matches!(event, Event::MatchFinished { .. }) {
            self.bar.set_message(leaders(&best()));
            self.looked = Some(Instant::now());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::messages::tests::finished;
    use super::*;
    use std::cell::Cell;

    fn best() -> Vec<Leader> {
        let leader = |name: &str, score| Leader { name: name.to_string(), score, matches: 4 };
        vec![leader("ana", 0.75), leader("bo", 0.5)]
    }

    fn started(scheduled: u32, stored: u32) -> Event {
        let (name, game) = ("class".to_string(), "quoridor".to_string());
        let seed_hash = String::new();
        Event::Started { name, game, scheduled, stored, concurrency: 2, seed_hash }
    }

    /// Returns the lines of a tournament in which a match ends every `pace` milliseconds.
    fn lines(expected: u64, events: &[Event], pace: u64) -> String {
        let now = Cell::new(Duration::ZERO);
        let mut out = Vec::new();
        let mut lines = Lines::new(&mut out, || now.get(), expected);
        for event in events {
            if matches!(event, Event::MatchFinished { stored: false, .. }) {
                now.set(now.get() + Duration::from_millis(pace));
            }
            lines.event(event, &best);
        }
        String::from_utf8(out).expect("text")
    }

    fn matches(count: u32) -> Vec<Event> {
        (0..count).map(|number| finished(number, ["ana", "bo"], &[])).collect()
    }

    fn all(count: u32) -> Vec<Event> {
        let mut events = matches(count);
        events.push(Event::Finished { played: count, failed: 0 });
        events
    }

    fn round(round: u32) -> Event {
        let (title, byes) = (format!("round {}", round + 1), Vec::new());
        Event::RoundStarted { round, title, pairings: 1, matches: 2, byes }
    }

    #[test]
    fn without_a_terminal_each_tenth_has_a_line() {
        let mut events = vec![started(20, 0)];
        events.extend(matches(20));
        events.push(Event::Finished { played: 20, failed: 0 });
        let reported = lines(20, &events, 2000);
        assert_eq!(reported.lines().count(), 10, "{reported}");
        let first = "2 of 20 matches (10 %), 0.5/s, about 35 s left; ana 75 %, bo 50 %";
        let all: Vec<&str> = reported.lines().collect();
        assert_eq!(all[0], first);
        assert_eq!((all.len(), all[9]), (10, "20 of 20 matches (100 %); ana 75 %, bo 50 %"));
    }

    #[test]
    fn a_slow_tournament_has_a_line_every_ten_seconds_and_a_quick_one_one_a_second_at_most() {
        let slow = lines(1000, &matches(5), 6000);
        let begins: Vec<&str> = slow.lines().filter_map(|line| line.split(',').next()).collect();
        assert_eq!(begins, ["2 of 1000 matches (0 %)", "4 of 1000 matches (0 %)"]);
        let quick = lines(1000, &all(1000), 2);
        let begins: Vec<&str> =
            quick.lines().filter_map(|line| line.split([',', ';']).next()).collect();
        assert_eq!(begins, ["500 of 1000 matches (50 %)", "1000 of 1000 matches (100 %)"]);
    }

    #[test]
    fn what_is_stored_counts_as_done_but_not_for_the_rate() {
        let mut events = vec![started(20, 10)];
        for event in matches(12) {
            let Event::MatchFinished {
                number, round, players, ranks, points, reason, faults, ..
            } = event
            else {
                panic!("a match")
            };
            let stored = number < 10;
            events.push(Event::MatchFinished {
                number,
                round,
                players,
                ranks,
                points,
                reason,
                faults,
                stored,
            });
        }
        events.push(Event::Interrupted { played: 12, left: 8 });
        let reported = lines(20, &events, 500);
        assert_eq!(
            reported,
            "10 of 20 matches are already stored\n\
             12 of 20 matches (60 %), 2.0/s, about 4 s left; ana 75 %, bo 50 %\n\
             12 of 20 matches (60 %), 2.0/s, about 4 s left; ana 75 %, bo 50 %\n"
        );
    }

    #[test]
    fn more_matches_than_were_expected_are_no_more_than_all() {
        let reported = lines(2, &all(3), 1500);
        assert_eq!(reported.lines().last(), Some("3 of 3 matches (100 %); ana 75 %, bo 50 %"));
    }

    #[test]
    fn matches_that_are_lost_without_playing_are_none_in_the_end() {
        let reported = lines(20, &all(7), 1);
        assert_eq!(reported, "7 of 7 matches (100 %); ana 75 %, bo 50 %\n");
    }

    #[test]
    fn rounds_are_told_unless_there_are_many_of_them() {
        let reported = |expected| lines(expected, &[round(0), round(1), round(2)], 1);
        let first = "round 1: 1 pairing, 2 matches\n";
        assert_eq!(reported(1000), first);
        assert_eq!(reported(6).lines().count(), 3);
        let Event::RoundStarted { round, pairings, matches, byes, .. } = round(7) else {
            panic!("a round")
        };
        let named = Event::RoundStarted { round, title: "final".into(), pairings, matches, byes };
        assert_eq!(lines(1000, &[named], 1), "final: 1 pairing, 2 matches\n");
    }

    #[test]
    fn rates_are_told_by_the_second_or_the_minute() {
        assert_eq!([0.05, 0.5, 31.4].map(per_second), ["3.0/min", "0.5/s", "31/s"]);
    }

    #[test]
    fn a_bar_follows_without_a_terminal_too() {
        let mut bar = Bar::new(3);
        for event in [started(3, 0)].into_iter().chain(matches(3)) {
            bar.event(&event, &best);
        }
        assert_eq!((bar.bar.position(), bar.bar.length()), (3, Some(3)));
        assert_eq!(bar.bar.message(), "ana 75 %, bo 50 %");
    }
}
