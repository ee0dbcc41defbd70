//! Batches and results as sent.
//!
//! A batch is JSON, so that `nats stream view` shows it. It has the seeds of its own matches and
//! never the tournament's. Results are postcard after a version byte.

use serde::{Deserialize, Serialize};

use super::bounds::{BATCH_BYTES, BATCH_VALUES};
use juez_core::values::Values;
use juez_core::{Player, Seed, Terms};

/// The version of both formats.
pub const VERSION: u8 = 4;

/// Bytes that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("it has version {0} of the queue's format, and this juez reads {VERSION}")]
    Version(u8),
    #[error("it cannot be read: {0}")]
    Shape(String),
}

/// Jobs for one worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Batch {
    /// Version of the format.
    pub v: u8,
    /// Its unique name.
    pub id: String,
    /// The tournament, as in subjects.
    pub tournament: String,
    /// The version of the rules.
    pub rules: u32,
    pub game: String,
    /// The terms of its matches, each once.
    pub terms: Vec<Terms>,
    /// Players, each once.
    pub players: Vec<SentPlayer>,
    /// Silence in milliseconds after which the worker loses the batch to another.
    pub lease_ms: u64,
    /// Workers whose results this coordinator rejects.
    pub refused: Vec<String>,
    /// The matches.
    pub jobs: Vec<SentJob>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SentPlayer {
    /// The player, as in records.
    #[serde(flatten)]
    pub player: Player,
    /// The checksum of its files and the number of their parts, if it is a script.
    pub files: Option<(String, u32)>,
}

/// A match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SentJob {
    pub key: String,
    /// Index of its terms.
    pub terms: u32,
    /// Index of the player of each entry.
    pub players: Vec<u32>,
    /// The seed of the match.
    pub seed: Seed,
    /// Moves already made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

impl Batch {
    /// Serializes the batch.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a batch is plain data")
    }

    /// Parses a batch.
    ///
    /// # Errors
    /// If the bytes are not a batch, have another version, or exceed the size limits.
    pub fn from_bytes(bytes: &[u8]) -> std::result::Result<Batch, ReadError> {
        #[derive(Deserialize)]
        struct Head {
            v: u8,
            #[serde(default)]
            terms: Values,
        }
        if bytes.len() > BATCH_BYTES {
            let why = format!("it has {} bytes, and a batch at most {BATCH_BYTES}", bytes.len());
            return Err(ReadError::Shape(why));
        }
        let shape = |error: serde_json::Error| ReadError::Shape(error.to_string());
        // A later version can change every other field.
        let Head { v, terms } = serde_json::from_slice(bytes).map_err(shape)?;
        if v != VERSION {
            return Err(ReadError::Version(v));
        }
        if terms.0 > BATCH_VALUES {
            let why = format!("its terms have {} values", terms.0);
            return Err(ReadError::Shape(why));
        }
        serde_json::from_slice(bytes).map_err(shape)
    }
}

/// A message of results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Message {
    /// The results themselves.
    Results(Vec<Result>),
    /// Results sent before in parts.
    Parts {
        /// Name of the parts.
        id: String,
        /// Number of parts.
        parts: u32,
        /// blake3 of the parts together.
        checksum: [u8; 32],
    },
    /// A batch returned unplayed. The server is done with it: its jobs are the coordinator's again.
    Returned {
        /// Its sequence in the stream of jobs.
        sequence: u64,
        /// Its name; empty if the worker could not read it.
        batch: String,
        /// The reason in words.
        why: String,
        /// True if the worker lacks a source, so that sources are sent again.
        lacks_source: bool,
    },
}

/// The result of a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Result {
    /// The key of the job.
    pub key: [u8; 32],
    /// The match, or why it could not be played.
    pub played: std::result::Result<SentMatch, NotPlayed>,
}

/// A played match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SentMatch {
    /// Its record as gzip.
    pub record: Vec<u8>,
    /// CPU time of each seat in microseconds.
    pub took_us: Vec<u64>,
    /// Duration in microseconds.
    pub wall_us: u64,
}

/// Why a match could not be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum NotPlayed {
    /// The reason, in words; not a fault of a bot.
    Failed(String),
    /// The batch was delivered this often without a report, according to the worker.
    Poison(u32),
}

impl Message {
    /// Serializes the message.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        bytes.extend(postcard::to_allocvec(self).expect("results are plain data"));
        bytes
    }

    /// Parses a message.
    ///
    /// # Errors
    /// If the bytes are not a message, or have another version.
    pub fn from_bytes(bytes: &[u8]) -> std::result::Result<Message, ReadError> {
        match bytes.split_first() {
            Some((&VERSION, rest)) => {
                let shape = |error: postcard::Error| ReadError::Shape(error.to_string());
                postcard::from_bytes(rest).map_err(shape)
            }
            Some((version, _)) => Err(ReadError::Version(*version)),
            None => Err(ReadError::Shape("it is empty".to_string())),
        }
    }
}

/// A periodic sign of life from a worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Heartbeat {
    /// Version of its program.
    pub program: String,
    /// Number of matches it plays at once.
    pub concurrency: u32,
    /// Its clock, in seconds since 1970.
    pub now: u64,
    #[serde(default)]
    pub leaves: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message() -> Message {
        let sent = SentMatch { record: vec![1, 2, 3], took_us: vec![7, 300], wall_us: 1 << 40 };
        let failed = NotPlayed::Failed("no process".to_string());
        Message::Results(vec![
            Result { key: [7; 32], played: Ok(sent) },
            Result { key: [8; 32], played: Err(failed) },
            Result { key: [9; 32], played: Err(NotPlayed::Poison(5)) },
        ])
    }

    #[test]
    fn results_are_read_as_they_are_sent() {
        let bytes = message().to_bytes();
        assert_eq!(Message::from_bytes(&bytes).expect("a message"), message());
    }

    #[test]
    fn cut_and_changed_results_are_errors_or_other_results_and_never_a_panic() {
        let bytes = message().to_bytes();
        for cut in 0..bytes.len() {
            assert!(Message::from_bytes(&bytes[..cut]).is_err(), "cut to {cut}");
        }
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0xff;
            if let Ok(read) = Message::from_bytes(&changed) {
                assert_ne!(read, message(), "byte {at}");
            }
        }
    }

    #[test]
    fn a_batch_of_a_later_version_is_refused_by_its_version() {
        let later = br#"{"v":9,"later":[]}"#;
        assert!(matches!(Batch::from_bytes(later), Err(ReadError::Version(9))));
        assert!(matches!(Batch::from_bytes(b"[]"), Err(ReadError::Shape(_))));
        assert!(matches!(Message::from_bytes(&[9, 0]), Err(ReadError::Version(9))));
    }
}
