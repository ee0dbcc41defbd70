//! Who looks at a page, as far as that is known.

use serde::{Deserialize, Serialize};

/// A person with a browser, told from others by the hash of a cookie. The cookie itself is kept
/// nowhere: reading the archive does not let one pass for another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Visitor([u8; 32]);

impl Visitor {
    /// The visitor who holds this cookie.
    pub fn of(cookie: &str) -> Visitor {
        Visitor(*blake3::hash(cookie.as_bytes()).as_bytes())
    }

    /// The hash, as it is stored.
    pub(super) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The visitor with a stored hash.
    pub(super) fn from_bytes(bytes: [u8; 32]) -> Visitor {
        Visitor(bytes)
    }
}

impl TryFrom<String> for Visitor {
    type Error = blake3::HexError;
    fn try_from(text: String) -> Result<Visitor, blake3::HexError> {
        Ok(Visitor(*blake3::Hash::from_hex(text)?.as_bytes()))
    }
}

impl From<Visitor> for String {
    fn from(visitor: Visitor) -> String {
        blake3::Hash::from_bytes(visitor.0).to_hex().to_string()
    }
}
