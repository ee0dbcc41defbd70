//! Warnings for the author of a bot, beside its faults.

use serde::Serialize;

use super::measure::CallCost;
use super::report::{Against, CheckReport, Misspelt};
use crate::core::Journal;

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
