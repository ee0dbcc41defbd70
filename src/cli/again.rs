//! Commands for a person to type that play a match again or ask a bot again.

use super::options::{HouseRules, LimitArgs};
use juez_core::{Budget, Limits, OnFault, SeatFault};
use juez_pool::IsolationKind;

pub(super) use juez_core::shell_quoted as quoted;

/// Record file that the printed command writes.
pub(super) const RECORD_FILE: &str = "match.jsonl";

/// Options shared by the matches of a series.
#[derive(Clone)]
pub(super) struct SeriesOptions {
    /// The seed as typed.
    pub seed: String,
    pub rules: HouseRules,
    pub limits: LimitArgs,
}

impl SeriesOptions {
    /// Returns the command that plays matches 0 to `number` of these players and writes their
    /// records to [`RECORD_FILE`].
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

/// Returns the running command as typed. Only the original arguments carry every option.
pub(super) fn typed() -> String {
    let words = std::env::args_os().skip(1);
    let words: Vec<String> = words.map(|word| quoted(&word.to_string_lossy())).collect();
    format!("juez {}", words.join(" "))
}

/// Returns the command that asks the bot of a fault again, from record `number` of a file, counted
/// from 0.
pub(super) fn debug(file: &str, number: usize, fault: &SeatFault, kind: IsolationKind) -> String {
    let SeatFault { seat, ply, .. } = fault;
    let mut words = vec![format!("juez debug {} --ply {ply} --seat {seat}", quoted(file))];
    words.extend((number > 0).then(|| format!("--record-number {number}")));
    words.extend((kind != IsolationKind::Thread).then(|| format!("--isolation {kind}")));
    words.join(" ")
}
