//! The identity of a visitor.

use serde::{Deserialize, Serialize};

/// The prefix of identities of people of a class; no hash of a cookie has it.
const PERSON: &[u8; 24] = b"juez: a person of class ";

/// The identity of a person with a browser: the hash of a cookie. The cookie itself is never
/// stored, so reading the archive does not let anyone impersonate a visitor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct VisitorId([u8; 32]);

impl VisitorId {
    /// Returns the visitor who has this cookie.
    pub fn of(cookie: &str) -> VisitorId {
        VisitorId(*blake3::hash(cookie.as_bytes()).as_bytes())
    }

    /// Returns the visitor who is logged in as the person of a class with this number.
    pub fn of_person(id: i64) -> VisitorId {
        let mut bytes = [0; 32];
        bytes[..PERSON.len()].copy_from_slice(PERSON);
        bytes[24..].copy_from_slice(&id.to_be_bytes());
        VisitorId(bytes)
    }

    /// Returns the owner of the matches of a ladder. No cookie has this text.
    pub fn of_ladder() -> VisitorId {
        VisitorId::of("juez: the ladder")
    }

    /// Returns the number of the person of a class with this identity.
    pub fn person(&self) -> Option<i64> {
        let (_, number) = self.0.split_last_chunk()?;
        self.0.starts_with(PERSON).then(|| i64::from_be_bytes(*number))
    }

    /// Returns the hash, in its stored form.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Creates the visitor with a stored hash.
    pub fn from_bytes(bytes: [u8; 32]) -> VisitorId {
        VisitorId(bytes)
    }
}

impl TryFrom<String> for VisitorId {
    type Error = blake3::HexError;
    fn try_from(text: String) -> Result<VisitorId, blake3::HexError> {
        Ok(VisitorId(*blake3::Hash::from_hex(text)?.as_bytes()))
    }
}

impl From<VisitorId> for String {
    fn from(visitor: VisitorId) -> String {
        blake3::Hash::from_bytes(visitor.0).to_hex().to_string()
    }
}
