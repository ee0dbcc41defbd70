//! The fuel and the notes of bots, held against the limits of the record.

use super::{Audit, Found};
use crate::core::{FaultKind, Journal, Limits, Player, Ply, Seat};
use crate::script::LANGUAGES;

/// Bytes by which a log may be longer than its limit, for the words that it is full.
const FULL: usize = 16;

impl Audit<'_> {
    /// Adds what a move of `seat` cost, and what it wrote; `failed` if a fault took its place.
    pub(super) fn spend(
        &mut self,
        seat: Seat,
        player: &Player,
        how: &Ply,
        failed: Option<FaultKind>,
    ) -> Found {
        let Some(limits) = &self.record.limits else { return Ok(()) };
        let language = LANGUAGES.iter().find(|language| language.played_by == player.bot);
        // What a later version grants is not known here. One that changes the fuel of a millisecond keeps the
        // earlier figure for records of earlier versions.
        let is_known = limits.languages <= Limits::LANGUAGES;
        if let (Some(language), Some(fuel), true) = (language, how.fuel, is_known) {
            let of = |ms: u32| u64::from(ms) * language.fuel_per_ms;
            let (call, whole) = (of(limits.move_ms), of(limits.match_ms));
            let before = self.spent[seat.index()];
            let after = before.saturating_add(fuel);
            self.spent[seat.index()] = after;
            ensure!(fuel <= call, "seat {seat} used {fuel} of {call} fuel");
            ensure!(after <= whole, "seat {seat} used {after} of {whole} fuel in the match");
            // Loading and `start`, whose fuel is in no record, may have left less of the match.
            let is_last = before + call + 2 * of(limits.start_ms) > whole;
            ensure!(
                failed != Some(FaultKind::OutOfFuel) || is_last || fuel >= call / 2,
                "seat {seat} ran out of fuel when it had used {fuel} of {call}"
            );
        }
        let (log, marks) = (how.log.as_deref(), how.marks.as_ref().map_or(0, Vec::len));
        ensure!(
            is_short(log.unwrap_or_default(), limits.output),
            "the log of seat {seat} is too long"
        );
        ensure!(marks <= Journal::MARKS, "seat {seat} drew {marks} marks of {}", Journal::MARKS);
        Ok(())
    }
}

/// Returns true if a bot that may write `output` bytes can have written these lines. What the referee adds
/// comes last.
pub(super) fn is_short(log: &[String], output: u32) -> bool {
    let own = log.split_last().map_or(&[][..], |(_, before)| before);
    let bytes: usize = own.iter().map(|line| line.len() + 1).sum();
    bytes <= output as usize + FULL
}
