//! What a match is known by.

use std::fmt;
use std::str::FromStr;

/// The key of a match: a hash of everything that decides it. Written as 64 hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobKey([u8; 32]);

impl JobKey {
    /// The key with these bytes.
    pub fn new(bytes: [u8; 32]) -> JobKey {
        JobKey(bytes)
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl From<blake3::Hash> for JobKey {
    fn from(hash: blake3::Hash) -> JobKey {
        JobKey(hash.into())
    }
}

impl fmt::Display for JobKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for JobKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JobKey({self})")
    }
}

/// Text that is no key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot read key {0:?}: expected 64 hex digits")]
pub struct ParseJobKeyError(String);

impl FromStr for JobKey {
    type Err = ParseJobKeyError;
    fn from_str(text: &str) -> Result<JobKey, ParseJobKeyError> {
        let hash = blake3::Hash::from_hex(text).map_err(|_| ParseJobKeyError(text.to_string()))?;
        Ok(hash.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_is_written() {
        let key = JobKey::from(blake3::hash(b"a match"));
        assert_eq!(key.to_string().len(), 64);
        assert_eq!(key.to_string().parse(), Ok(key));
        assert_eq!(JobKey::new(*key.bytes()), key);
    }

    #[test]
    fn other_text_is_no_key() {
        for text in ["", "7", &"g".repeat(64), &"0".repeat(63), &"ñ".repeat(32)] {
            let error = text.parse::<JobKey>().unwrap_err();
            assert!(error.to_string().ends_with("expected 64 hex digits"), "{text}");
        }
    }
}
