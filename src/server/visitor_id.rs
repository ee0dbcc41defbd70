//! Identity of a visitor.

use serde::{Deserialize, Serialize};

use crate::class::PersonId;

/// Start of the identities of people of a class, which no hash of a cookie has.
const PERSON: &[u8; 24] = b"juez: a person of class ";

/// Identity of a person with a browser: the hash of a cookie. The cookie itself is stored nowhere, so
/// reading the archive does not let a person pass for another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct VisitorId([u8; 32]);

impl VisitorId {
    /// The visitor who holds this cookie.
    pub fn of(cookie: &str) -> VisitorId {
        VisitorId(*blake3::hash(cookie.as_bytes()).as_bytes())
    }

    /// The visitor who is logged in as a person of a class.
    pub(super) fn of_person(id: PersonId) -> VisitorId {
        let mut bytes = [0; 32];
        bytes[..PERSON.len()].copy_from_slice(PERSON);
        bytes[24..].copy_from_slice(&id.to_be_bytes());
        VisitorId(bytes)
    }

    /// The person of a class whose identity this is.
    pub(super) fn person(&self) -> Option<PersonId> {
        let (_, number) = self.0.split_last_chunk()?;
        self.0.starts_with(PERSON).then(|| PersonId::from_be_bytes(*number))
    }

    /// The hash, as the archive stores it.
    pub(super) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The visitor with a stored hash.
    pub(super) fn from_bytes(bytes: [u8; 32]) -> VisitorId {
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
