//! Checks the fuel and notes of bots against the limits of the record.

use super::{Audit, Found};
use juez_core::{FaultKind, Journal, Limits, Player, Ply, Seat};
use juez_script::LANGUAGES;

/// Bytes by which a log can exceed its limit: the note that it is full.
const FULL: usize = 16;

impl Audit<'_> {
    /// Adds the fuel of a move of `seat` and checks its notes; `failed` is the fault in place of
    /// the move.
    pub(super) fn spend(
        &mut self,
        seat: Seat,
        player: &Player,
        how: &Ply,
        failed: Option<FaultKind>,
    ) -> Found {
        let Some(limits) = &self.record.limits else { return Ok(()) };
        let language = LANGUAGES.iter().find(|language| language.played_by == player.bot);
        // The grants of later versions are unknown here. A version that changes the fuel per
        // millisecond keeps the earlier figure for earlier records.
        let is_known = limits.languages <= Limits::LANGUAGES;
        if let (Some(language), Some(fuel), true) = (language, how.fuel, is_known) {
            let of = |ms: u32| u64::from(ms) * language.fuel_per_ms;
            let (call, whole) = (of(limits.move_ms), of(limits.match_ms));
            let before = self.spent[seat.index()];
            let after = before.saturating_add(fuel);
            self.spent[seat.index()] = after;
            ensure!(fuel <= call, "seat {seat} used {fuel} of {call} fuel");
            ensure!(after <= whole, "seat {seat} used {after} of {whole} fuel in the match");
            // Loading and `start`, whose fuel is not recorded, can have used some of the match's
            // fuel.
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

/// Returns true if a bot limited to `output` bytes can have written these lines. The referee's own
/// line comes last.
pub(super) fn is_short(log: &[String], output: u32) -> bool {
    let own = log.split_last().map_or(&[][..], |(_, before)| before);
    let bytes: usize = own.iter().map(|line| line.len() + 1).sum();
    bytes <= output as usize + FULL
}
