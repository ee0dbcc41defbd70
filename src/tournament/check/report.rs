//! The report of a check, as plain data.

use serde::Serialize;
use std::collections::BTreeMap;

use super::compare::Difference;
use super::measure::Spread;
use super::warning::Warning;
use crate::core::{Hook, HookLog, Limits, ProfileRow, Record, SeatFault};
use crate::script::LintMessage;

/// The findings about a bot.
#[derive(Clone, Default, Debug, Serialize)]
pub struct CheckReport {
    /// The game's id.
    pub game: &'static str,
    /// The bot's name.
    pub name: String,
    /// Its language for people.
    pub language: &'static str,
    /// blake3 of its source.
    pub source: String,
    /// Its limits.
    pub limits: Limits,
    /// The hooks it has, in the order in which they are called.
    pub hooks: Vec<Hook>,
    /// The lint of its source.
    pub lint: Vec<LintMessage>,
    /// Functions that look like a hook that is not there.
    pub misspelt: Vec<Misspelt>,
    /// Another game that its file says it is for, with the line.
    #[serde(skip)]
    pub other_game: Option<(&'static str, usize)>,
    /// Its log outside of its moves, in the first match in which it wrote one.
    pub wrote: Vec<HookLog>,
    /// The series that were played.
    pub series: Vec<SeriesPlayed>,
    /// Numbers of seats that were left out, because the bot takes its time.
    pub left_out: Vec<u8>,
    /// Its faults, each kind in each place once.
    pub faults: Vec<FoundFault>,
    /// The cost of its moves; `None` if it was asked for none.
    pub moves: Option<MoveCosts>,
    /// CPU time of loading and `start` together, in microseconds: the worst of all matches.
    pub begin_us: u64,
    /// The largest share of a match's fuel that was used, in percent.
    pub match_percent: u64,
    /// The comparison of two matches of one seed.
    pub again: Sameness,
    /// The comparison of a match in this process and in a sandboxed one.
    pub sandbox: Sameness,
    /// Limits of the sandbox on this machine, in one line.
    pub weaker_sandbox: Option<String>,
    /// Warnings for its author.
    pub warnings: Vec<Warning>,
    /// The fuel of each line over all matches, the dearest first, where it was counted.
    pub profile: Vec<ProfileRow>,
}

impl CheckReport {
    /// The number of obstacles to a match: distinct faults, and one each for
    /// records that differ.
    pub fn failures(&self) -> usize {
        let differ = [&self.again, &self.sandbox];
        let differ = differ.into_iter().filter(|same| matches!(same, Sameness::Differs(_)));
        self.faults.len() + differ.count()
    }

    /// The fuel of each function, the dearest first, where it was counted.
    pub fn profile_by_function(&self) -> Vec<ProfileRow> {
        let mut functions: BTreeMap<(&str, &str), ProfileRow> = BTreeMap::new();
        for row in &self.profile {
            let entry = functions.entry((&row.file, &row.function));
            let sum = entry.or_insert_with(|| ProfileRow { fuel: 0, ..row.clone() });
            // A function is named by the first of its lines that anything ran on.
            sum.line = sum.line.min(row.line);
            sum.fuel += row.fuel;
        }
        let mut rows: Vec<ProfileRow> = functions.into_values().collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.fuel));
        rows
    }
}

/// A function that looks like a hook that is not there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Misspelt {
    /// Its name.
    pub function: String,
    /// The hook that was probably meant.
    pub hook: Hook,
}

/// The opponents of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// The built-in bot that plays by chance, in all other seats.
    #[default]
    Random,
    /// Itself, in every seat.
    Itself,
}

/// A series of matches and how it went.
#[derive(Clone, Default, Debug, Serialize)]
pub struct SeriesPlayed {
    /// The opponents.
    pub against: Against,
    /// Seats at the table.
    pub seats: u8,
    /// Players that took them; in pairs, one for both seats of a pair.
    pub entries: usize,
    /// Matches.
    pub matches: u32,
    /// Matches that it won alone or with its partner.
    pub won: u32,
    /// Matches in which all were level.
    pub drawn: u32,
    /// Moves of its own.
    pub own: u32,
    /// Moves that the referee made in its place, because it offended.
    pub substitutes: u32,
    /// Its records, in order.
    #[serde(skip)]
    pub records: Vec<Record>,
}

/// Where in the series something happened.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct SeriesMatch {
    /// The number of the series.
    pub series: usize,
    /// The number of the match in it.
    pub number: u32,
}

/// A fault, and how often it came.
#[derive(Clone, Debug, Serialize)]
pub struct FoundFault {
    /// The match in which it came first.
    #[serde(flatten)]
    pub in_match: SeriesMatch,
    /// The first of its kind.
    #[serde(flatten)]
    pub fault: SeatFault,
    /// The log of that call.
    pub log: Vec<String>,
    /// The number of times it came.
    pub times: u32,
}

/// The cost of the moves of a bot.
#[derive(Clone, Debug, Serialize)]
pub struct MoveCosts {
    /// The number it was asked for.
    pub asked: usize,
    /// Fuel a move may use, in units of its language.
    pub allowed: u64,
    /// Fuel, in units of its language.
    pub fuel: Spread,
    /// CPU time in microseconds.
    pub time_us: Spread,
    /// Bytes of log.
    pub output: Spread,
    /// Marks and notes over all moves.
    pub marks: u64,
}

/// The comparison of two runs of one match.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sameness {
    /// To the byte.
    #[default]
    Same,
    /// They differ.
    Differs(Difference),
    /// It could not be tried.
    NotTried(String),
}
