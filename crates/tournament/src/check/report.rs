//! The report of a check with its warnings, as plain data.

use serde::Serialize;
use std::collections::BTreeMap;

use super::compare::Difference;
use super::measure::{CallCost, Spread};
use juez_core::{Hook, HookLog, Journal, Limits, ProfileRow, Record, SeatFault};
use juez_script::LintMessage;

/// The findings of a check.
#[derive(Clone, Default, Debug, Serialize)]
pub struct CheckReport {
    /// The game's id.
    pub game: &'static str,
    /// The bot's name.
    pub name: String,
    /// Its language, as shown to users.
    pub language: &'static str,
    /// blake3 of its source.
    pub source: String,
    pub limits: Limits,
    /// The hooks it defines, in calling order.
    pub hooks: Vec<Hook>,
    /// Lint messages about its source.
    pub lint: Vec<LintMessage>,
    /// Functions whose names resemble a missing hook.
    pub misspelt: Vec<Misspelt>,
    /// Another game named in its file, with the line.
    #[serde(skip)]
    pub other_game: Option<(&'static str, usize)>,
    /// Its log outside its moves, from the first match that has one.
    pub wrote: Vec<HookLog>,
    pub series: Vec<SeriesPlayed>,
    /// Table sizes left out because the bot is slow.
    pub left_out: Vec<u8>,
    /// Its faults, one for each kind and place.
    pub faults: Vec<FoundFault>,
    /// The cost of its moves; `None` if it was never asked for one.
    pub moves: Option<MoveCosts>,
    /// CPU time of loading and `start` together, in microseconds; the worst of all matches.
    pub begin_us: u64,
    /// The largest share of a match's fuel used, in percent.
    pub match_percent: u64,
    /// Comparison of two plays of one match in this process.
    pub again: Sameness,
    /// Comparison of that match in this process and in the sandbox.
    pub sandbox: Sameness,
    /// The limits that the sandbox lacks on this machine, in one line; `None` if it lacks none.
    pub weaker_sandbox: Option<String>,
    /// Warnings for its author.
    pub warnings: Vec<Warning>,
    /// Fuel per line over all matches, highest first; empty without a profile.
    pub profile: Vec<ProfileRow>,
}

impl CheckReport {
    /// Returns the number of obstacles to a match: distinct faults and comparisons that differ.
    pub fn failures(&self) -> usize {
        let differ = [&self.again, &self.sandbox];
        let differ = differ.into_iter().filter(|same| matches!(same, Sameness::Differs(_)));
        self.faults.len() + differ.count()
    }

    /// Returns the fuel per function, highest first; empty without a profile.
    pub fn profile_by_function(&self) -> Vec<ProfileRow> {
        let mut functions: BTreeMap<(&str, &str), ProfileRow> = BTreeMap::new();
        for row in &self.profile {
            let entry = functions.entry((&row.file, &row.function));
            let sum = entry.or_insert_with(|| ProfileRow { fuel: 0, ..row.clone() });
            // A function is located at the first of its lines that used fuel.
            sum.line = sum.line.min(row.line);
            sum.fuel += row.fuel;
        }
        let mut rows: Vec<ProfileRow> = functions.into_values().collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.fuel));
        rows
    }
}

/// A function whose name resembles a missing hook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Misspelt {
    /// Its name.
    pub function: String,
    /// The hook probably meant.
    pub hook: Hook,
}

/// The opponents of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// The built-in random bot, in all other seats.
    #[default]
    Random,
    /// Itself, in every seat.
    Itself,
}

/// A series of matches and its score.
#[derive(Clone, Default, Debug, Serialize)]
pub struct SeriesPlayed {
    /// The opponents.
    pub against: Against,
    /// Seats at the table.
    pub seats: u8,
    /// Players at the table; in pairs, one for both seats of a pair.
    pub entries: usize,
    /// Number of matches.
    pub matches: u32,
    /// Matches won, alone or with its partner.
    pub won: u32,
    /// Matches that ended with all tied.
    pub drawn: u32,
    /// Moves made by the bot.
    pub own: u32,
    /// Moves made by the referee after a fault of the bot.
    pub substitutes: u32,
    /// Its records, in order.
    #[serde(skip)]
    pub records: Vec<Record>,
}

/// A match of a check: its series and its number there.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct SeriesMatch {
    /// The number of the series.
    pub series: usize,
    /// The number of the match in it.
    pub number: u32,
}

/// A fault, and how often it occurred.
#[derive(Clone, Debug, Serialize)]
pub struct FoundFault {
    /// The match of the first occurrence.
    #[serde(flatten)]
    pub in_match: SeriesMatch,
    /// The first occurrence.
    #[serde(flatten)]
    pub fault: SeatFault,
    /// The log of that call.
    pub log: Vec<String>,
    /// Number of occurrences.
    pub times: u32,
}

/// The cost of the moves of a bot.
#[derive(Clone, Debug, Serialize)]
pub struct MoveCosts {
    /// Number of moves the bot was asked for.
    pub asked: usize,
    /// Fuel allowed per move, in units of its language.
    pub allowed: u64,
    /// Share of it used by the most expensive move, in percent.
    pub worst_percent: u64,
    /// Fuel, in units of its language.
    pub fuel: Spread,
    /// CPU time in microseconds.
    pub time_us: Spread,
    /// Bytes of log.
    pub output: Spread,
    /// Marks and notes over all moves.
    pub marks: u64,
}

/// The comparison of two plays of one match.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sameness {
    /// Equal byte for byte.
    #[default]
    Same,
    /// Different.
    Differs(Difference),
    /// Not compared, with the reason.
    NotTried(String),
}

/// Share of a budget above which a warning is given, in percent.
const NEAR_PERCENT: u64 = 80;

/// A problem that is not a fault yet, or does not show as one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Warning {
    #[error("{} used more than {NEAR_PERCENT} % of the fuel: a longer match may run out", counted(*moves))]
    NearBudget { moves: usize },
    #[error("a whole match used {percent} % of its fuel: a longer match may run out")]
    NearMatchBudget {
        /// Share used, in percent.
        percent: u64,
    },
    #[error("the log of {} was full and was cut: print less", counted(*moves))]
    LogFull { moves: usize },
    #[error("{} drew more marks than are kept", counted(*moves))]
    MarksFull { moves: usize },
    #[error("not one move was its own: the referee made them all")]
    OnlySubstitutes,
    #[error("it won none of {matches} matches against bots that play by chance")]
    NeverWon { matches: u32 },
    #[error("line {line} of its file says that it is a bot for {game}")]
    OtherGame {
        game: &'static str,
        /// The line that names it, from 1.
        line: usize,
    },
    #[error("juez does not call {}: did you mean {}?", .0.function, .0.hook)]
    Misspelt(Misspelt),
}

/// Returns the warnings that follow from a report.
pub(super) fn warnings(check: &CheckReport, calls: &[CallCost]) -> Vec<Warning> {
    let other = check.other_game.map(|(game, line)| Warning::OtherGame { game, line });
    let mut warnings: Vec<Warning> = other.into_iter().collect();
    warnings.extend(check.misspelt.iter().cloned().map(Warning::Misspelt));
    let allowed = check.moves.as_ref().map_or(u64::MAX, |moves| moves.allowed);
    let some = |warning: fn(usize) -> Warning, is: &dyn Fn(&CallCost) -> bool| {
        let moves = calls.iter().filter(|call| is(call)).count();
        (moves > 0).then(|| warning(moves))
    };
    // Using all of it is a fault.
    let near = |call: &CallCost| call.fuel < allowed && call.fuel > allowed / 100 * NEAR_PERCENT;
    warnings.extend(some(|moves| Warning::NearBudget { moves }, &near));
    if (NEAR_PERCENT..100).contains(&check.match_percent) {
        warnings.push(Warning::NearMatchBudget { percent: check.match_percent });
    }
    let full = |call: &CallCost| call.output >= u64::from(check.limits.output);
    warnings.extend(some(|moves| Warning::LogFull { moves }, &full));
    let drawn = |call: &CallCost| call.marks >= Journal::MARKS as u64;
    warnings.extend(some(|moves| Warning::MarksFull { moves }, &drawn));
    let own: u32 = check.series.iter().map(|series| series.own).sum();
    if !calls.is_empty() && own == 0 {
        warnings.push(Warning::OnlySubstitutes);
    } else if check.faults.is_empty() {
        let random = || check.series.iter().filter(|series| series.against == Against::Random);
        let matches: u32 = random().map(|series| series.matches).sum();
        if matches > 0 && random().all(|series| series.won + series.drawn == 0) {
            warnings.push(Warning::NeverWon { matches });
        }
    }
    warnings
}

fn counted(moves: usize) -> String {
    format!("{moves} move{}", if moves == 1 { "" } else { "s" })
}
