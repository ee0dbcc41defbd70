//! The report of a check, as plain data, with its warnings.

use serde::Serialize;
use std::collections::BTreeMap;

use super::compare::Difference;
use super::measure::{CallCost, Spread};
use crate::core::{Hook, HookLog, Journal, Limits, ProfileRow, Record, SeatFault};
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
    /// Share of it that the dearest move used, in percent.
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

/// A share of a budget, in percent, from which it is worth a word.
const NEAR_PERCENT: u64 = 80;

/// Something that is no fault yet, or does not show as one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Warning {
    /// Moves that used almost all they may.
    #[error("{} used more than {NEAR_PERCENT} % of the fuel: in a longer match that may run out", counted(*moves))]
    NearBudget {
        /// Their number.
        moves: usize,
    },
    /// A match that used almost all it may.
    #[error("a whole match used {percent} % of its fuel: a longer one may run out")]
    NearMatchBudget {
        /// The share that was used.
        percent: u64,
    },
    /// Moves whose log was cut.
    #[error("the log of {} was full and was cut: print less", counted(*moves))]
    LogFull {
        /// Their number.
        moves: usize,
    },
    /// Moves that drew as much as they may.
    #[error("{} drew more marks than are kept", counted(*moves))]
    MarksFull {
        /// Their number.
        moves: usize,
    },
    /// Not one move was its own.
    #[error("not one move was its own: the referee made them all")]
    OnlySubstitutes,
    /// It won nothing against chance.
    #[error("it won none of {matches} matches against bots that play by chance")]
    NeverWon {
        /// Matches that it played.
        matches: u32,
    },
    /// Its file says that it is for another game.
    #[error("its file says in line {line} that it is a bot for {game}")]
    OtherGame {
        /// That game.
        game: &'static str,
        /// The line that says so, from 1.
        line: usize,
    },
    /// A function that looks like a hook.
    #[error("juez does not call {}: did you mean {}?", .0.function, .0.hook)]
    Misspelt(Misspelt),
}

/// The warnings that follow from a report.
pub(super) fn warnings(check: &CheckReport, calls: &[CallCost]) -> Vec<Warning> {
    let other = check.other_game.map(|(game, line)| Warning::OtherGame { game, line });
    let mut warnings: Vec<Warning> = other.into_iter().collect();
    warnings.extend(check.misspelt.iter().cloned().map(Warning::Misspelt));
    let allowed = check.moves.as_ref().map_or(u64::MAX, |moves| moves.allowed);
    let some = |warning: fn(usize) -> Warning, is: &dyn Fn(&CallCost) -> bool| {
        let moves = calls.iter().filter(|call| is(call)).count();
        (moves > 0).then(|| warning(moves))
    };
    // What used all of it is a fault.
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
