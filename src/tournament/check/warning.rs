//! Warnings for the author of a bot, beside its faults.

use serde::Serialize;
use std::fmt;

use super::measure::CallCost;
use super::report::{Against, CheckReport};
use crate::core::Journal;

/// A share of a budget, in percent, from which it is worth a word.
const NEAR_PERCENT: u64 = 80;

/// Something that is no fault yet, or does not show as one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Warning {
    /// Moves that used almost all they may.
    NearBudget {
        /// Their number.
        moves: usize,
    },
    /// A match that used almost all it may.
    NearMatchBudget {
        /// The share that was used.
        percent: u64,
    },
    /// Moves whose log was cut.
    LogFull {
        /// Their number.
        moves: usize,
    },
    /// Moves that drew as much as they may.
    MarksFull {
        /// Their number.
        moves: usize,
    },
    /// Not one move was its own.
    OnlySubstitutes,
    /// It won nothing against chance.
    NeverWon {
        /// Matches that it played.
        matches: u32,
    },
    /// Its file says that it is for another game.
    OtherGame {
        /// That game.
        game: &'static str,
        /// The line that says so, from 1.
        line: usize,
    },
    /// A function that looks like a hook.
    Misspelt {
        /// Its name.
        function: String,
        /// The hook that was probably meant.
        hook: &'static str,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = |n: &usize| if *n == 1 { "1 move".to_string() } else { format!("{n} moves") };
        match self {
            Warning::NearBudget { moves: n } => write!(
                f,
                "{} used more than {NEAR_PERCENT} % of the fuel: in a longer match that may run out",
                moves(n)
            ),
            Warning::NearMatchBudget { percent } => {
                write!(f, "a whole match used {percent} % of its fuel: a longer one may run out")
            }
            Warning::LogFull { moves: n } => {
                write!(f, "the log of {} was full and was cut: print less", moves(n))
            }
            Warning::MarksFull { moves: n } => {
                write!(f, "{} drew more marks than are kept", moves(n))
            }
            Warning::OnlySubstitutes => {
                f.write_str("not one move was its own: the referee made them all")
            }
            Warning::NeverWon { matches } => {
                write!(f, "it won none of {matches} matches against bots that play by chance")
            }
            Warning::OtherGame { game, line } => {
                write!(f, "its file says in line {line} that it is a bot for {game}")
            }
            Warning::Misspelt { function, hook } => {
                write!(f, "juez does not call {function}: did you mean {hook}?")
            }
        }
    }
}

/// The warnings that follow from a report.
pub(super) fn warnings(check: &CheckReport, calls: &[CallCost]) -> Vec<Warning> {
    let other = check.other_game.map(|(game, line)| Warning::OtherGame { game, line });
    let mut warnings: Vec<Warning> = other.into_iter().collect();
    warnings.extend(check.misspelt.iter().map(|misspelt| Warning::Misspelt {
        function: misspelt.function.clone(),
        hook: misspelt.hook.name(),
    }));
    let allowed = check.moves.as_ref().map_or(u64::MAX, |moves| moves.allowed);
    let count = |is: &dyn Fn(&CallCost) -> bool| calls.iter().filter(|call| is(call)).count();
    // What used all of it is a fault.
    let near = count(&|call| call.fuel < allowed && call.fuel > allowed / 100 * NEAR_PERCENT);
    if near > 0 {
        warnings.push(Warning::NearBudget { moves: near });
    }
    if (NEAR_PERCENT..100).contains(&check.match_percent) {
        warnings.push(Warning::NearMatchBudget { percent: check.match_percent });
    }
    let full = count(&|call| call.output >= u64::from(check.limits.output));
    if full > 0 {
        warnings.push(Warning::LogFull { moves: full });
    }
    let drawn = count(&|call| call.marks >= Journal::MARKS as u64);
    if drawn > 0 {
        warnings.push(Warning::MarksFull { moves: drawn });
    }
    let own: u32 = check.series.iter().map(|series| series.own).sum();
    if !calls.is_empty() && own == 0 {
        warnings.push(Warning::OnlySubstitutes);
    } else if check.faults.is_empty() {
        let random = check.series.iter().filter(|series| series.against == Against::Random);
        let (matches, won, drawn) = random.fold((0, 0, 0), |sum, series| {
            (sum.0 + series.matches, sum.1 + series.won, sum.2 + series.drawn)
        });
        if matches > 0 && won + drawn == 0 {
            warnings.push(Warning::NeverWon { matches });
        }
    }
    warnings
}
