//! Codes that people type, keys, and their hashes.
//!
//! A code is random and too long to be guessed over the network; the file has only its hash. The
//! teacher key opens everything and can be read off a projector, so its hash is also slow.

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};

use super::error::{ClassError, Result};
use juez_core::plain_signs;

const GROUP: usize = 4;
/// Prefix of a slow hash: argon2id with 19 MiB of memory and two passes.
const COSTS: &str = "$argon2id$v=19$m=19456,t=2,p=1$";
pub(super) const HASH_BYTES: usize = 32;

/// Length of a code in characters of 5 bits each.
#[derive(Clone, Copy)]
pub(super) enum Length {
    /// 30 bits: keeps strangers out, and can be changed at any moment.
    Join = 6,
    /// 60 bits: opens a person's account.
    Return = 12,
    /// 80 bits: opens the whole class.
    Teacher = 16,
}

/// Makes a code: `kd3p9x` to join, otherwise in groups of four: `kd3p-9xwa-7mfu`.
pub(super) fn fresh_code(length: Length) -> Result<String> {
    let signs = plain_signs(length as usize).map_err(ClassError::Random)?;
    if matches!(length, Length::Join) {
        return Ok(signs);
    }
    let groups: Vec<&str> =
        (0..signs.len()).step_by(GROUP).map(|at| &signs[at..at + GROUP]).collect();
    Ok(groups.join("-"))
}

/// Makes a secret for a cookie or a program: 256 bits as 64 hex digits.
///
/// # Errors
/// If the system has no random bits.
pub fn fresh_secret() -> Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| ClassError::Random(error.into()))?;
    Ok(blake3::Hash::from_bytes(bytes).to_hex().to_string())
}

/// Normalizes a code for comparison: lower-case letters and digits, without the hyphens and spaces
/// that people type.
pub(super) fn normal(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).map(|sign| sign.to_ascii_lowercase()).collect()
}

/// Hashes a code or token with many random bits.
pub(super) fn hash(text: &str) -> [u8; HASH_BYTES] {
    *blake3::hash(text.as_bytes()).as_bytes()
}

/// Hashes a return code in any spelling.
pub(super) fn return_hash(code: &str) -> [u8; HASH_BYTES] {
    hash(&normal(code))
}

/// Hashes the teacher key (argon2id, RFC 9106); the text includes the salt.
pub(super) fn slow_hash(key: &str) -> Result<String> {
    let hashed = Argon2::default().hash_password(normal(key).as_bytes());
    hashed
        .map(|hash| hash.to_string())
        .map_err(|error| ClassError::Random(std::io::Error::other(error)))
}

/// True for a slow hash with juez's own costs. A foreign hash could demand any amount of memory.
pub(super) fn is_slow_hash(text: &str) -> bool {
    parsed(text).is_some()
}

fn parsed(text: &str) -> Option<PasswordHash> {
    text.starts_with(COSTS).then(|| PasswordHash::new(text).ok()).flatten()
}

/// True if `key` has this slow hash.
pub(super) fn is_of(key: &str, slow_hash: &str) -> bool {
    let Some(hash) = parsed(slow_hash) else { return false };
    Argon2::default().verify_password(normal(key).as_bytes(), &hash).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_a_person_writes_it() {
        let code = fresh_code(Length::Return).expect("random bits");
        assert_eq!(code.len(), 14, "{code}");
        assert_eq!(normal(&code), normal(&format!(" {} ", code.to_uppercase().replace('-', " "))));
        assert_eq!(fresh_code(Length::Join).expect("random bits").len(), 6);
    }

    #[test]
    fn a_teacher_key_is_known_by_its_slow_hash_alone() {
        let key = fresh_code(Length::Teacher).expect("random bits");
        let hash = slow_hash(&key).expect("a hash");
        assert!(is_slow_hash(&hash), "{hash}");
        assert!(!is_of(&key, &hash.replace("m=19456", "m=19457")), "other costs are not paid");
        assert!(is_of(&key.to_uppercase(), &hash));
        assert!(!is_of("aaaa-aaaa-aaaa-aaaa", &hash));
        assert!(!is_of(&key, "no hash"));
        assert_ne!(hash, slow_hash(&key).expect("a hash"), "the salt differs");
    }
}
