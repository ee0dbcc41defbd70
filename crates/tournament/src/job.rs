//! A match of a tournament as a scheduled job and as a result; its key, and the fingerprint that
//! reveals repetitions.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

use super::shape::Shape;
use juez_core::{Hands, PerSeat, Reason, Record, SeatFault, serde_forms};

/// A scheduled match: its position in the schedule and its entrants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Its position in the schedule, from 0.
    pub number: u32,
    pub round: u32,
    /// Its pairing in the round, from 0.
    pub pairing: u32,
    /// The deal or opening it plays, shared by all pairings.
    pub block: u32,
    /// Its seating within the pairing, from 0.
    pub seating: u32,
    /// The entrant of each entry of the match, by number.
    pub order: Vec<u32>,
}

impl Job {
    /// Returns the entrants at its table, ascending.
    pub fn table(&self) -> Vec<u32> {
        let mut table = self.order.clone();
        table.sort_unstable();
        table
    }
}

/// A job and its status.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchResult {
    /// The scheduled match.
    pub job: Job,
    pub status: Status,
}

impl MatchResult {
    /// Returns the score of each entry, 0 to 1 ([`shares`](juez_core::shares)), of a played match or a
    /// walkover. In a walkover the benched get nothing and the others share first place.
    pub fn scores(&self, shape: &Shape) -> Option<Vec<f64>> {
        let table = shape.at(self.job.order.len());
        match &self.status {
            Status::Played(summary) => Some(table.scores(&summary.ranks)),
            Status::Walkover { benched } => Some(table.walkover(benched)),
            Status::Due | Status::Failed { .. } => None,
        }
    }

    /// Returns the summary, if the match was played.
    pub fn played(&self) -> Option<&Summary> {
        match &self.status {
            Status::Played(summary) => Some(summary),
            _ => None,
        }
    }
}

/// The status of a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Status {
    /// Still to be played.
    Due,
    Played(Box<Summary>),
    /// Not played, because entrants are benched.
    Walkover {
        /// The entries (indices of [`Job::order`]) that are benched, ascending.
        benched: Vec<usize>,
    },
    /// Not played after several tries, without a fault of a bot. Does not count.
    Failed {
        /// The reason.
        error: String,
    },
}

/// The facts of a played match that are stored alongside its record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// Why it ended.
    pub reason: Reason,
    /// The rank of each seat.
    pub ranks: PerSeat<u8>,
    /// The points of each seat.
    pub points: PerSeat<i32>,
    /// Faults of bots.
    pub faults: Vec<SeatFault>,
    /// Moves made.
    pub plies: u32,
    /// Cost of each seat.
    pub spent: PerSeat<Spent>,
    /// Duration of the match in microseconds; depends on the machine, so nothing is decided by it.
    pub wall_us: u64,
    /// The fingerprint of the match; `None` if the match was stored before fingerprints existed.
    #[serde(default)]
    pub fingerprint: Option<Fingerprint>,
    /// The game's statistics of its hands; `None` if it has none, or if the match was stored before
    /// they existed.
    #[serde(default)]
    pub hands: Option<Box<Hands>>,
}

/// The cost of one seat in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Spent {
    /// Number of decisions requested.
    pub decisions: u32,
    /// Fuel of all its decisions; 0 for a built-in bot.
    pub fuel: u64,
    /// Most fuel of a single decision.
    pub worst_fuel: u64,
    /// CPU time of all its calls in microseconds, measured by the worker; nothing is decided by it.
    pub time_us: u64,
}

/// The key of a job: a hash of everything that determines the match. Displayed as 64 hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct JobKey(pub [u8; 32]);

impl fmt::Display for JobKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Text that is not a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot read key {0:?}: expected 64 hex digits")]
pub struct ParseJobKeyError(String);

impl FromStr for JobKey {
    type Err = ParseJobKeyError;
    fn from_str(text: &str) -> Result<JobKey, ParseJobKeyError> {
        let hash = blake3::Hash::from_hex(text).map_err(|_| ParseJobKeyError(text.to_string()))?;
        Ok(JobKey(hash.into()))
    }
}

/// A hash of the deals, moves and ranks of a match. Matches with the same seats and the same
/// fingerprint repeat each other, whatever their seeds. Displayed as 32 hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fingerprint(u128);

impl Fingerprint {
    /// Computes the fingerprint of a match.
    pub fn of(record: &Record) -> Fingerprint {
        let ranks = record.end.as_ref().map(|end| &end.ranks);
        let went = (&record.deals, &record.moves, ranks);
        let text = serde_json::to_vec(&went).expect("plain data");
        let hash = blake3::derive_key("juez/1 fingerprint", &text);
        Fingerprint(head(&hash))
    }
}

/// Returns the first 16 bytes of a hash as a number.
pub(super) fn head(hash: &[u8; 32]) -> u128 {
    let (head, _) = hash.split_first_chunk().expect("a hash has 32 bytes");
    u128::from_be_bytes(*head)
}

#[cfg(test)]
impl From<u128> for Fingerprint {
    fn from(bits: u128) -> Fingerprint {
        Fingerprint(bits)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for Fingerprint {
    type Err = String;

    fn from_str(text: &str) -> Result<Fingerprint, String> {
        let bits = u128::from_str_radix(text, 16).ok().filter(|_| text.len() == 32);
        bits.map(Fingerprint)
            .ok_or_else(|| format!("{text:?} is not a fingerprint: expected 32 hex digits"))
    }
}

serde_forms!(Fingerprint as text, u128, |own| own.0, |bits| Some(Fingerprint(bits)));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_is_written() {
        let key = JobKey([7; 32]);
        assert_eq!(key.to_string(), "07".repeat(32));
        assert_eq!(key.to_string().parse(), Ok(key));
    }

    #[test]
    fn other_text_is_no_key() {
        for text in ["", "7", &"g".repeat(64), &"0".repeat(63), &"ñ".repeat(32)] {
            let error = text.parse::<JobKey>().unwrap_err();
            assert!(error.to_string().ends_with("expected 64 hex digits"), "{text}");
        }
    }

    fn record(deal: u32, moves: &str) -> Record {
        let moves = moves.split_whitespace().map(str::to_string).collect();
        Record { deals: vec![serde_json::json!(deal)], moves, ..Record::new("quoridor") }
    }

    #[test]
    fn the_same_deals_and_moves_are_one_match() {
        let one = Fingerprint::of(&record(1, "e2 e8"));
        let seeded = Record { seed: Some(juez_core::Seed::from(5)), ..record(1, "e2 e8") };
        assert_eq!(Fingerprint::of(&seeded), one);
        for other in [record(2, "e2 e8"), record(1, "e2"), record(1, "e2e8"), record(1, "e8 e2")] {
            assert_ne!(Fingerprint::of(&other), one, "{other:?}");
        }
    }

    #[test]
    fn it_is_stored_as_text() {
        let one = Fingerprint::from(0xabc);
        let text = serde_json::to_string(&one).unwrap();
        assert_eq!(text, format!("\"{:0>32}\"", "abc"));
        assert_eq!(serde_json::from_str::<Fingerprint>(&text).unwrap(), one);
        assert!(serde_json::from_str::<Fingerprint>("\"abc\"").is_err());
    }
}
