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
        let LimitArgs { budget, on_fault, strikes, without } = &self.limits;
        let substitutes = *on_fault == OnFault::Substitute;
        let has_strikes = substitutes && *strikes != Limits::default().strikes;
        let mut words = vec![format!("juez play {}", quoted(game))];
        words.extend(players.iter().map(|player| quoted(player)));
        words.push(format!("--seed {}", self.seed));
        words.extend((number > 0).then(|| format!("-n {}", number + 1)));
        words.extend(self.rules.options.iter().map(|option| format!("-o {}", quoted(option))));
        words.extend((*budget != Budget::default()).then(|| format!("--budget {budget}")));
        words.extend(substitutes.then(|| "--on-fault substitute".to_string()));
        words.extend(has_strikes.then(|| format!("--strikes {strikes}")));
        let without = (!without.is_empty()).then(|| quoted(&without.join(",")));
        words.extend(without.map(|names| format!("--without {names}")));
        words.push(format!("--record {RECORD_FILE}"));
        words.join(" ")
    }
}

/// The command that is running, as it was typed: only that says everything.
pub(super) fn typed() -> String {
    let words = std::env::args_os().skip(1);
    let words: Vec<String> = words.map(|word| quoted(&word.to_string_lossy())).collect();
    format!("juez {}", words.join(" "))
}

/// The command that asks the bot of a fault again, from record `number` of a file, counted from 0.
pub(super) fn debug(file: &str, number: usize, fault: &SeatFault, kind: IsolationKind) -> String {
    let SeatFault { seat, ply, .. } = fault;
    let mut words = vec![format!("juez debug {} --ply {ply} --seat {seat}", quoted(file))];
    words.extend((number > 0).then(|| format!("--record-number {number}")));
    words.extend((kind != IsolationKind::Thread).then(|| format!("--isolation {kind}")));
    words.join(" ")
}
