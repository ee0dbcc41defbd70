//! Decision times of bots, in a file of their own: clock time is never part of a record.

use anyhow::Context;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Duration;

use juez_core::{Hook, HookLog, Outcome, SeatFault};
use juez_match::referee::Call;
use juez_match::registry::{AnyTable, Onlooker, Step};
use juez_script::clock::thread_cpu_time;
use juez_script::read_text;

/// Limit on the bytes of a file of timings.
const MAX_BYTES: u64 = 64 << 20;

/// Decision times of one match: a line of a file of timings.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Timings {
    /// Number of the match in its file of records, from 0.
    pub record: usize,
    /// CPU time of each decision in microseconds, by ply; null if no bot was asked. One entry more
    /// than moves if the last question produced no move.
    pub cpu_us: Vec<Option<u64>>,
    /// CPU time of loading and `start` in microseconds, by seat.
    #[serde(default)]
    pub start_us: Vec<u64>,
}

impl Timings {
    /// Reads a file in order. If a record appears twice, the later line counts.
    pub fn read(path: &Path) -> anyhow::Result<Vec<Timings>> {
        let shown = path.display();
        let text = read_text(path, MAX_BYTES).with_context(|| format!("cannot read {shown}"))?;
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        lines
            .map(|(n, line)| {
                serde_json::from_str(line)
                    .with_context(|| format!("{shown}:{}: not a line of timings", n + 1))
            })
            .collect()
    }

    /// True if the timings can belong to a match of `moves` moves.
    pub fn fit(&self, moves: usize) -> bool {
        (moves..=moves + 1).contains(&self.cpu_us.len())
    }
}

/// An onlooker that times every call of a match and forwards all events to another one.
pub(super) struct Stopwatch<'a> {
    onlooker: &'a mut dyn Onlooker,
    since: Duration,
    timings: Timings,
}

impl<'a> Stopwatch<'a> {
    /// Creates a stopwatch for record `number` that forwards to `onlooker`.
    pub fn new(number: usize, onlooker: &'a mut dyn Onlooker) -> Stopwatch<'a> {
        let timings = Timings { record: number, ..Timings::default() };
        Stopwatch { onlooker, since: Duration::ZERO, timings }
    }

    /// Returns the timings of a match that had `moves` moves.
    pub fn timings(self, moves: usize) -> Timings {
        let mut timings = self.timings;
        let plies = timings.cpu_us.len().max(moves);
        timings.cpu_us.resize(plies, None);
        timings
    }
}

/// Returns a mutable element of a list, which grows to contain it.
fn slot<T: Clone + Default>(list: &mut Vec<T>, at: usize) -> &mut T {
    if list.len() <= at {
        list.resize(at + 1, T::default());
    }
    &mut list[at]
}

impl Onlooker for Stopwatch<'_> {
    fn begins(&mut self, table: &dyn AnyTable) {
        self.onlooker.begins(table);
    }

    fn calling(&mut self, call: Call) {
        self.onlooker.calling(call);
        self.since = thread_cpu_time();
    }

    fn returned(&mut self, call: Call) {
        let took = thread_cpu_time().saturating_sub(self.since).as_micros() as u64;
        match call.hook {
            Hook::Load | Hook::Start => {
                *slot(&mut self.timings.start_us, call.seat.index()) += took
            }
            Hook::NextMove => *slot(&mut self.timings.cpu_us, call.ply as usize) = Some(took),
            Hook::Finish => {}
        }
        self.onlooker.returned(call);
    }

    fn dealt(&mut self, table: &dyn AnyTable) {
        self.onlooker.dealt(table);
    }

    fn moved(&mut self, step: &Step<'_>) {
        self.onlooker.moved(step);
    }

    fn wrote(&mut self, log: &HookLog) {
        self.onlooker.wrote(log);
    }

    fn fault(&mut self, fault: &SeatFault, log: &[String]) {
        self.onlooker.fault(fault, log);
    }

    fn over(&mut self, outcome: &Outcome, table: &dyn AnyTable) {
        self.onlooker.over(outcome, table);
    }

    fn stop(&mut self) -> bool {
        self.onlooker.stop()
    }
}
