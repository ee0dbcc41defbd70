//! The commands with which a person plays a match or asks a bot again.

use super::options::{HouseRules, LimitArgs};
use crate::core::{Budget, Limits, OnFault, SeatFault};
use crate::pool::IsolationKind;

pub(super) use crate::core::shell_quoted as quoted;

/// The file of the command that plays a match again to have its record.
pub(super) const RECORD_FILE: &str = "match.jsonl";

/// Options that the matches of a series share.
#[derive(Clone)]
pub(super) struct SeriesTerms {
    /// The seed as a person gives it.
    pub seed: String,
    pub rules: HouseRules,
    pub limits: LimitArgs,
}

impl SeriesTerms {
    /// The command that plays the matches of these players up to match `number`, counted from 0, and
    /// keeps their records in [`RECORD_FILE`].
    pub fn play(&self, game: &str, players: &[String], number: u32) -> String {
        let mut line = format!("juez play {}", quoted(game));
        players.iter().for_each(|player| line += &format!(" {}", quoted(player)));
        line += &format!(" --seed {}", self.seed);
        if number > 0 {
            line += &format!(" -n {}", number + 1);
        }
        self.rules.options.iter().for_each(|option| line += &format!(" -o {}", quoted(option)));
        let LimitArgs { budget, on_fault, strikes, without } = &self.limits;
        if *budget != Budget::default() {
            line += &format!(" --budget {budget}");
        }
        if *on_fault == OnFault::Substitute {
            line += " --on-fault substitute";
            if *strikes != Limits::default().strikes {
                line += &format!(" --strikes {strikes}");
            }
        }
        if !without.is_empty() {
            line += &format!(" --without {}", quoted(&without.join(",")));
        }
        line += &format!(" --record {RECORD_FILE}");
        line
    }
}

/// The command that asks the bot of a fault again, from record `number` of a file, counted from 0.
pub(super) fn debug(
    file: &str,
    number: usize,
    fault: &SeatFault,
    isolation: IsolationKind,
) -> String {
    let SeatFault { seat, ply, .. } = fault;
    let mut line = format!("juez debug {} --ply {ply} --seat {seat}", quoted(file));
    if number > 0 {
        line += &format!(" --record-number {number}");
    }
    if isolation != IsolationKind::Thread {
        line += &format!(" --isolation {isolation}");
    }
    line
}
