//! The commands with which a person plays a match or asks a bot again.

use crate::core::{Budget, Limits, OnFault, SeatFault};
use crate::pool::IsolationKind;

/// The file of the command that plays a match again to have its record.
pub(super) const RECORD: &str = "match.jsonl";

/// An argument as a shell takes it.
pub(super) fn quoted(argument: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-=:,+%@".contains(c);
    match argument.chars().all(plain) && !argument.is_empty() {
        true => argument.to_string(),
        false => format!("'{}'", argument.replace('\'', "'\\''")),
    }
}

/// What the matches of a series have in common on a command line.
#[derive(Clone)]
pub(super) struct Common {
    /// The seed of the series as a person gives it.
    pub seed: String,
    /// House rules as they were written, `seats=4`.
    pub options: Vec<String>,
    /// What a move may cost.
    pub budget: Budget,
    /// What a fault costs, and the strike that forfeits.
    pub on_fault: OnFault,
    /// With [`OnFault::Substitute`].
    pub strikes: u32,
    /// Methods that are switched off.
    pub without: Vec<String>,
}

impl Common {
    /// The command that plays the matches of these players up to match `number`, counted from 0, and
    /// keeps their records in [`RECORD`].
    pub fn play(&self, game: &str, players: &[String], number: u32) -> String {
        let mut line = format!("juez play {}", quoted(game));
        players.iter().for_each(|player| line += &format!(" {}", quoted(player)));
        line += &format!(" --seed {}", self.seed);
        if number > 0 {
            line += &format!(" -n {}", number + 1);
        }
        self.options.iter().for_each(|option| line += &format!(" -o {}", quoted(option)));
        if self.budget != Budget::default() {
            line += &format!(" --budget {}", self.budget);
        }
        if self.on_fault == OnFault::Substitute {
            line += " --on-fault substitute";
            if self.strikes != Limits::default().strikes {
                line += &format!(" --strikes {}", self.strikes);
            }
        }
        if !self.without.is_empty() {
            line += &format!(" --without {}", quoted(&self.without.join(",")));
        }
        line += &format!(" --record {RECORD}");
        line
    }
}

/// The command that asks the bot of a fault again, from record `number` of a file, counted from 0.
pub(super) fn debug(file: &str, number: usize, fault: &SeatFault, place: IsolationKind) -> String {
    let SeatFault { seat, ply, .. } = fault;
    let mut line = format!("juez debug {} --ply {ply} --seat {seat}", quoted(file));
    if number > 0 {
        line += &format!(" --record-number {number}");
    }
    if place != IsolationKind::Thread {
        line += &format!(" --isolation {place}");
    }
    line
}
