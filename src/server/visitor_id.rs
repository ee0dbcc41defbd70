//! Identity of a visitor.

use serde::{Deserialize, Serialize};

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
