//! The cost of each call of a bot.

use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

use super::report::SeriesMatch;
use juez_core::{Hook, Journal, Ply, ProfileRow, Record, Seat};
use juez_match::referee::Call;
use juez_match::registry::Onlooker;
use juez_script::Profiler;
use juez_script::clock::thread_cpu_time;

/// The cost of one `next_move`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct CallCost {
    #[serde(flatten)]
    pub in_match: SeriesMatch,
    /// The seat to move.
    pub seat: Seat,
    /// Number of moves made before it.
    pub ply: u32,
    /// Fuel, in units of the bot's language.
    pub fuel: u64,
    /// CPU time in microseconds.
    pub time_us: u64,
    /// Bytes of log.
    pub output: u64,
    /// Marks and notes.
    pub marks: u64,
}

/// The median and the maximum of a figure over the moves of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Spread {
    /// Half of the moves have this value or less.
    pub median: u64,
    /// The highest value.
    pub worst: u64,
    /// The first move with the highest value.
    pub at: CallCost,
}

impl Spread {
    /// Returns the spread of `figure` over these calls, or `None` without calls.
    pub fn of(calls: &[CallCost], figure: impl Fn(&CallCost) -> u64) -> Option<Spread> {
        let mut sorted: Vec<u64> = calls.iter().map(&figure).collect();
        sorted.sort_unstable();
        let (worst, median) = (*sorted.last()?, sorted[(sorted.len() - 1) / 2]);
        let at = *calls.iter().find(|call| figure(call) == worst)?;
        Some(Spread { median, worst, at })
    }
}

/// Measures the cost of one bot in one match; ignores the other seats.
#[derive(Default)]
pub(super) struct Meter<'a> {
    pub in_match: SeriesMatch,
    /// True at each seat of the bot.
    pub seats: Vec<bool>,
    pub begun: Duration,
    pub calls: Vec<CallCost>,
    /// CPU time of loading and `start`, by seat.
    pub begins: BTreeMap<Seat, u64>,
    /// The profile over all calls, if one is collected.
    pub profile: Option<(&'a Profiler, &'a mut Profile)>,
}

impl Meter<'_> {
    /// Returns the longest time for loading and `start` of a seat, in microseconds.
    pub fn begin_us(&self) -> u64 {
        self.begins.values().copied().max().unwrap_or_default()
    }

    /// Fills in the cost of each call from the record, including calls that made no move.
    pub fn settle(&mut self, record: &Record) {
        for call in &mut self.calls {
            let made = record.plies.get(call.ply as usize);
            if let Some(Ply { log: Some(log), fuel, marks, .. }) = made {
                call.fuel = fuel.unwrap_or_default();
                call.output = bytes(log);
                call.marks = marks.as_ref().map_or(0, Vec::len) as u64;
            }
        }
        for log in record.logs.iter().filter(|log| log.hook == Hook::NextMove) {
            if let Some(call) = self.calls.iter_mut().rfind(|call| call.seat == log.seat) {
                call.fuel = log.fuel.unwrap_or_default();
                call.output = bytes(&log.log);
            }
        }
    }
}

fn bytes(log: &[String]) -> u64 {
    log.iter().map(|line| Journal::bytes_of(line) as u64).sum()
}

impl Onlooker for Meter<'_> {
    fn calling(&mut self, _: Call) {
        self.begun = thread_cpu_time();
    }

    fn returned(&mut self, call: Call) {
        let time_us = thread_cpu_time().saturating_sub(self.begun).as_micros() as u64;
        let Call { seat, hook, ply } = call;
        if self.seats.get(seat.index()) != Some(&true) {
            return;
        }
        match hook {
            Hook::Load | Hook::Start => *self.begins.entry(seat).or_default() += time_us,
            Hook::NextMove => {
                let in_match = self.in_match;
                let none = CallCost { in_match, seat, ply, fuel: 0, time_us, output: 0, marks: 0 };
                self.calls.push(none);
                if let Some((profiler, profile)) = &mut self.profile {
                    profile.add(profiler.top(usize::MAX));
                }
            }
            Hook::Finish => {}
        }
    }
}

/// Fuel per line, summed over many calls.
#[derive(Default)]
pub(super) struct Profile(BTreeMap<(String, u32, String), u64>);

impl Profile {
    fn add(&mut self, rows: Vec<ProfileRow>) {
        for ProfileRow { function, file, line, fuel } in rows {
            *self.0.entry((file, line, function)).or_default() += fuel;
        }
    }

    /// Returns the lines by fuel, highest first.
    pub fn into_rows(self) -> Vec<ProfileRow> {
        let row = |((file, line, function), fuel)| ProfileRow { function, file, line, fuel };
        let mut rows: Vec<ProfileRow> = self.0.into_iter().map(row).collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.fuel));
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_has_its_median_and_its_worst_move() {
        let in_match = SeriesMatch { series: 0, number: 0 };
        let call = |(ply, fuel)| CallCost {
            in_match,
            seat: Seat::new(0),
            ply,
            fuel,
            time_us: 0,
            output: 0,
            marks: 0,
        };
        let calls: Vec<CallCost> = [(0, 5), (2, 9), (4, 1), (6, 9)].into_iter().map(call).collect();
        let spread = Spread::of(&calls, |call| call.fuel).expect("there are calls");
        assert_eq!((spread.median, spread.worst, spread.at.ply), (5, 9, 2));
        assert_eq!(Spread::of(&[], |call| call.fuel), None);
    }
}
