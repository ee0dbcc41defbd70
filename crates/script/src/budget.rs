//! The budget of one seat over its match, hook by hook.

use super::language::Language;
use super::meter::{self, Armed, Stop, arm};
use super::profile;
use super::words;
use juez_core::{Fault, FaultKind, Hook, Journal, Limits};

/// The fuel of one VM over a match.
pub struct Budget {
    fuel_per_ms: u64,
    limits: Limits,
    match_left: u64,
}

/// One hook call; its budget applies to this thread until dropped.
pub struct Call {
    /// The limits in force on this thread.
    pub armed: Armed,
    hook: Hook,
    /// True if the match has less fuel left than a call of this hook can use.
    last_of_match: bool,
}

impl Budget {
    /// Creates the budget of a fresh VM.
    pub fn new(language: &Language, limits: &Limits) -> Budget {
        let fuel_per_ms = language.fuel_per_ms;
        let match_left = u64::from(limits.match_ms) * fuel_per_ms;
        Budget { fuel_per_ms, limits: limits.clone(), match_left }
    }

    /// Applies the budget of one call of `hook`: its own limit, or the rest of the match's if that
    /// is less.
    pub fn open(&self, hook: Hook) -> Call {
        let ms = self.limits.call_ms(hook);
        let own = u64::from(ms) * self.fuel_per_ms;
        let last_of_match = self.match_left < own;
        let fuel = own.min(self.match_left);
        profile::open(fuel);
        let ms = if profile::on() { ms.saturating_mul(profile::Profiler::SLOWER) } else { ms };
        Call { armed: arm(fuel, ms), hook, last_of_match }
    }

    /// Ends a call: subtracts its fuel from the match, records it in the journal, and returns the
    /// fault if a limit stopped it. The caller adds the location.
    pub fn close(&mut self, call: Call, journal: Option<&Journal>) -> Option<Fault> {
        profile::close();
        let used = call.armed.used();
        self.match_left -= used;
        if let Some(journal) = journal {
            journal.spent(used, call.armed.given);
        }
        let stop = call.armed.stopped()?;
        let kind = match stop {
            Stop::Fuel => FaultKind::OutOfFuel,
            Stop::Time => FaultKind::OutOfTime,
            Stop::Memory => FaultKind::OutOfMemory,
        };
        let held = meter::held().map(|(held, most)| (held >> 20, most >> 20));
        let why = match (stop, held) {
            (Stop::Fuel, _) if call.last_of_match => words::match_fuel_spent(),
            (Stop::Memory, Some((held, most))) if held < most => {
                words::held_too_little(stop.why(), held, most)
            }
            (Stop::Memory, Some((held, most))) => words::held(stop.why(), held, most),
            _ => stop.why().to_string(),
        };
        Some(Fault::new(kind, call.hook, "", why))
    }
}
