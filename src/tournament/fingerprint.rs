//! A match in a few bytes: tells a match from its repetition.

use std::fmt;
use std::str::FromStr;

use crate::core::{Record, serde_forms};

/// A hash of the deals, the moves and the ranks of a match. Matches with the same seats and the
/// same fingerprint are one match played again, whatever their seeds. Written as 32 hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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

impl FromStr for Fingerprint {
    type Err = String;

    fn from_str(text: &str) -> Result<Fingerprint, String> {
        let bits = u128::from_str_radix(text, 16).ok().filter(|_| text.len() == 32);
        bits.map(Fingerprint)
            .ok_or_else(|| format!("{text:?} is no fingerprint: expected 32 hex digits"))
    }
}

serde_forms!(Fingerprint as text, u128, |own| own.0, |bits| Some(Fingerprint(bits)));

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
