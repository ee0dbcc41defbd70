//! Limits of bots, and the policy for faults.

use serde::{Deserialize, Serialize};

use super::{Hook, named};

/// A budget named after the reference CPU time per move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Budget {
    /// 20 ms per move.
    Quick,
    /// 100 ms per move.
    #[default]
    Normal,
    /// 1 s per move.
    Long,
}

named! { Budget, "budget": Quick = "quick", Normal = "normal", Long = "long" }

/// The referee's reaction to a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnFault {
    /// The offender loses.
    #[default]
    Forfeit,
    /// The referee plays a seeded random legal move and counts a strike; enough strikes forfeit.
    Substitute,
}

named! { OnFault, "fault policy": Forfeit = "forfeit", Substitute = "substitute" }

/// The limits of each bot in a match, and the policy for faults. Part of the record.
///
/// Times are *reference* CPU time: each language converts them to its own deterministic fuel, so
/// that a result never depends on the load of the machine. The clock is only a safety net, at
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
    /// Live memory of a seat in MiB.
    pub memory_mb: u32,
    /// Bytes of log that a seat can write at one ply, as a record stores them; the rest is dropped.
    /// [`Capacity`](super::Capacity) limits the whole match.
    pub output: u32,
    /// The policy for faults.
    pub on_fault: OnFault,
    /// With [`OnFault::Substitute`]: the strike that forfeits.
    pub strikes: u32,
    /// Version of the script languages and their costs, from 1; this program's is
    /// [`Limits::LANGUAGES`]. Version 1 is omitted, so that older records and match keys keep their
    /// bytes.
    #[serde(default = "first_languages", skip_serializing_if = "is_first_languages")]
    pub languages: u32,
}

fn first_languages() -> u32 {
    1
}

fn is_first_languages(version: &u32) -> bool {
    *version == first_languages()
}

/// A limit above juez's maximum.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("its limits have {name} {found}, and juez grants at most {most}")]
pub struct LimitsError {
    /// The name of the limit, as in a record.
    pub name: &'static str,
    /// Its value.
    pub found: u32,
    /// The maximum.
    pub most: u32,
}

/// Limits of another version of the script languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "played by version {found} of the languages; this juez has version {known}",
    known = Limits::LANGUAGES
)]
pub struct OtherLanguages {
    /// The version of the limits.
    pub found: u32,
}

impl Limits {
    /// The version of the script languages and of their costs. Raise it with every change that can
    /// alter a script's answers, faults or fuel; docs/records.md lists the changes of each version.
    pub const LANGUAGES: u32 = 3;
    /// CPU milliseconds allowed per reference millisecond.
    pub const CPU_FACTOR: u32 = 10;

    /// Returns the limits of a named budget.
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
            languages: Limits::LANGUAGES,
        }
    }

    /// Checks that no limit exceeds [`Budget::Long`], the maximum of every command. For limits from
    /// files and messages, which can ask for more than a machine has.
    ///
    /// # Errors
    /// Returns the first limit that does.
    pub fn check(&self) -> Result<(), LimitsError> {
        let most = Limits::of(Budget::Long);
        let each = [
            ("move_ms", self.move_ms, most.move_ms),
            ("start_ms", self.start_ms, most.start_ms),
            ("match_ms", self.match_ms, most.match_ms),
            ("memory_mb", self.memory_mb, most.memory_mb),
            ("output", self.output, most.output),
        ];
        match each.into_iter().find(|(_, found, most)| found > most) {
            Some((name, found, most)) => Err(LimitsError { name, found, most }),
            None => Ok(()),
        }
    }

    /// Checks for this program's language version; under another, a match can have another outcome.
    ///
    /// # Errors
    /// If the limits have another version.
    pub fn check_languages(&self) -> Result<(), OtherLanguages> {
        let found = self.languages;
        if found == Limits::LANGUAGES { Ok(()) } else { Err(OtherLanguages { found }) }
    }

    /// Returns the reference milliseconds of one call of a hook.
    pub fn call_ms(&self, hook: Hook) -> u32 {
        if hook.begins() { self.start_ms } else { self.move_ms }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::of(Budget::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_without_a_version_are_of_the_first_and_keep_their_bytes() {
        let text = r#"{"move_ms":100,"start_ms":500,"match_ms":20000,"memory_mb":64,"output":8192,"on_fault":"forfeit","strikes":3}"#;
        let limits: Limits = serde_json::from_str(text).expect("limits");
        assert_eq!(limits.languages, 1);
        assert_eq!(serde_json::to_string(&limits).expect("text"), text);
    }

    #[test]
    fn limits_of_this_program_have_its_version() {
        let text = serde_json::to_string(&Limits::default()).expect("text");
        let version = format!(r#","languages":{}}}"#, Limits::LANGUAGES);
        assert!(text.ends_with(&version), "{text}");
        assert_eq!(serde_json::from_str::<Limits>(&text).expect("limits"), Limits::default());
    }

    #[test]
    fn no_limit_is_above_those_of_the_longest_budget() {
        for budget in [Budget::Quick, Budget::Normal, Budget::Long] {
            assert_eq!(Limits::of(budget).check(), Ok(()));
        }
        let long = Limits::of(Budget::Long);
        let error = Limits { memory_mb: 65, ..long.clone() }.check().unwrap_err();
        assert_eq!(error.to_string(), "its limits have memory_mb 65, and juez grants at most 64");
        for over in [
            Limits { move_ms: 1001, ..long.clone() },
            Limits { start_ms: 2001, ..long.clone() },
            Limits { match_ms: 200_001, ..long.clone() },
            Limits { output: 8193, ..long.clone() },
        ] {
            assert!(over.check().is_err(), "{over:?}");
        }
    }

    #[test]
    fn another_version_is_named() {
        let error = Limits { languages: 1, ..Limits::default() }.check_languages().unwrap_err();
        let text = format!(
            "played by version 1 of the languages; this juez has version {}",
            Limits::LANGUAGES
        );
        assert_eq!(error.to_string(), text);
        assert_eq!(Limits::default().check_languages(), Ok(()));
    }
}
