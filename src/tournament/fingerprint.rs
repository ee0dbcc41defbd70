//! A match in a few bytes: tells a match from its repetition.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::core::Record;

/// A hash of the deals, the moves and the ranks of a match. Matches with the same seats and the
/// same fingerprint are one match played again, whatever their seeds. Written as 32 hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(u128);

impl Fingerprint {
    /// The fingerprint of a match.
    pub fn of(record: &Record) -> Fingerprint {
        let ranks = record.end.as_ref().map(|end| &end.ranks);
        let went = (&record.deals, &record.moves, ranks);
        let text = serde_json::to_vec(&went).expect("plain data");
        let hash = blake3::derive_key("juez/1 fingerprint", &text);
        Fingerprint(head(&hash))
    }
}

/// The first 16 bytes of a hash as a number.
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

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Fingerprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u128(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fingerprint, D::Error> {
        if !deserializer.is_human_readable() {
            return u128::deserialize(deserializer).map(Fingerprint);
        }
        let text = String::deserialize(deserializer)?;
        let bits = u128::from_str_radix(&text, 16);
        let wrong =
            || de::Error::custom(format!("{text:?} is no fingerprint: expected 32 hex digits"));
        bits.ok().filter(|_| text.len() == 32).map(Fingerprint).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(deal: u32, moves: &str) -> Record {
        let moves = moves.split_whitespace().map(str::to_string).collect();
        Record { deals: vec![serde_json::json!(deal)], moves, ..Record::new("quoridor") }
    }

    #[test]
    fn the_same_deals_and_moves_are_one_match() {
        let one = Fingerprint::of(&record(1, "e2 e8"));
        let seeded = Record { seed: Some(crate::core::Seed::from(5)), ..record(1, "e2 e8") };
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
