//! What one seat may spend over its match, hook by hook.

use super::meter::{Armed, Stop, arm};
use super::spec::Language;
use crate::core::{Fault, FaultKind, Hook, Journal, Limits};

/// The fuel of one VM.
pub struct Budget {
    fuel_per_ms: u64,
    limits: Limits,
    match_left: u64,
}

impl Budget {
    /// The budget of a fresh VM.
    pub fn new(language: &Language, limits: &Limits) -> Budget {
        let fuel_per_ms = language.fuel_per_ms;
        let match_left = u64::from(limits.match_ms) * fuel_per_ms;
        Budget { fuel_per_ms, limits: limits.clone(), match_left }
    }

    /// Puts the budget of one call of `hook` in force: its own, or what the match has left.
    pub fn arm(&self, hook: Hook) -> Armed {
        let ms = match hook {
            Hook::Load | Hook::Start => self.limits.start_ms,
            Hook::NextMove | Hook::Finish => self.limits.move_ms,
        };
        arm((u64::from(ms) * self.fuel_per_ms).min(self.match_left), ms)
    }

    /// Ends a call: takes what it used from the match and tells the journal.
    pub fn settle(&mut self, armed: &Armed, journal: Option<&Journal>) {
        let used = armed.used();
        self.match_left -= used;
        if let Some(journal) = journal {
            journal.spent(used);
        }
    }
}

/// The fault of a call that a limit ended; the place is for the caller to add.
pub fn stop_fault(stop: Stop, hook: Hook) -> Fault {
    let kind = match stop {
        Stop::Fuel => FaultKind::OutOfFuel,
        Stop::Time => FaultKind::OutOfTime,
        Stop::Memory => FaultKind::OutOfMemory,
    };
    Fault::new(kind, hook, "", stop.why())
}
