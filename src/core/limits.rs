//! The limits of a bot, and the cost of an offence.

use serde::{Deserialize, Serialize};

use super::{Hook, named};

/// A budget named by the reference CPU time of one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Budget {
    /// 20 ms a move.
    Quick,
    /// 100 ms a move.
    #[default]
    Normal,
    /// 1 s a move.
    Long,
}

named! { Budget, "budget": Quick = "quick", Normal = "normal", Long = "long" }

/// The reaction of the referee to a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnFault {
    /// The offender loses.
    #[default]
    Forfeit,
    /// A seeded random legal move is played and a strike counted; enough strikes forfeit.
    Substitute,
}

named! { OnFault, "fault policy": Forfeit = "forfeit", Substitute = "substitute" }

/// Everything a match grants its bots, and the price of a fault. Part of the record.
///
/// Times are *reference* CPU time: each language turns them into its own deterministic fuel, so
/// that a verdict never depends on how busy the machine is. The clock is only a safety net,
/// [`Limits::CPU_FACTOR`] times the reference.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Reference milliseconds of one `next_move` or `finish`.
    pub move_ms: u32,
    /// Reference milliseconds of loading and of `start`, each.
    pub start_ms: u32,
    /// Reference milliseconds of a seat's whole match.
    pub match_ms: u32,
    /// MiB a seat may keep alive.
    pub memory_mb: u32,
    /// Bytes of log a seat may write at one ply, as a record has them; the rest is dropped. What it
    /// writes in the whole match is bounded by [`Capacity`](super::Capacity).
    pub output: u32,
    /// The cost of a fault.
    pub on_fault: OnFault,
    /// With [`OnFault::Substitute`]: the strike that forfeits.
    pub strikes: u32,
}

impl Limits {
    /// CPU time allowed for each reference millisecond before a call is stopped.
    pub const CPU_FACTOR: u32 = 10;

    /// The limits of a named budget.
    pub fn of(budget: Budget) -> Limits {
        let (move_ms, start_ms, match_ms) = match budget {
            Budget::Quick => (20, 200, 4_000),
            Budget::Normal => (100, 500, 20_000),
            Budget::Long => (1_000, 2_000, 200_000),
        };
        Limits {
            move_ms,
            start_ms,
            match_ms,
            memory_mb: 64,
            output: 8 * 1024,
            on_fault: OnFault::Forfeit,
            strikes: 3,
        }
    }

    /// The reference milliseconds of one call of a hook.
    pub fn call_ms(&self, hook: Hook) -> u32 {
        if hook.begins() { self.start_ms } else { self.move_ms }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::of(Budget::default())
    }
}
