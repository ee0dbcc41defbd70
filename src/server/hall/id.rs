//! Names of matches.

use std::io;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Letters and digits that are not mistaken for one another; 32 of them.
const SIGNS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Signs of an id: 50 bits, so that a match is not found by guessing.
const LENGTH: usize = 10;

/// The id of a new match.
///
/// # Errors
/// If the system has no chance to give.
pub(super) fn fresh_id() -> io::Result<String> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes)?;
    // 32 divides 256: no sign is likelier than another.
    Ok(bytes.iter().map(|byte| char::from(SIGNS[usize::from(byte % 32)])).collect())
}

/// Bits of the number of a log: a log and what is read of it then fit into one number.
const SERIAL: u32 = 56;

/// Drawn once, so that no log of this run of the program has the number of one of another run.
static RUN: LazyLock<u64> = LazyLock::new(|| getrandom::u64().unwrap_or_default());

/// A number that no log of this run has had.
pub(super) fn fresh_serial() -> u64 {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    serial(&COUNT.fetch_add(1, Ordering::Relaxed).to_le_bytes())
}

/// The number of the film of a match that is over, for some eyes: in one run always the same, however
/// often the match is fetched from the archive.
pub(super) fn serial_of(id: &str, eyes: &str) -> u64 {
    serial(format!("{id} {eyes}").as_bytes())
}

fn serial(of: &[u8]) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&RUN.to_le_bytes()).update(of);
    let hash = hasher.finalize();
    let (first, _) = hash.as_bytes().split_first_chunk().expect("32 bytes");
    u64::from_le_bytes(*first) >> (u64::BITS - SERIAL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn ids_are_ten_plain_signs_and_no_two_are_alike() {
        let ids: HashSet<String> = (0..1000).map(|_| fresh_id().unwrap()).collect();
        assert_eq!(ids.len(), 1000);
        assert!(ids.iter().all(|id| id.len() == LENGTH && id.bytes().all(|b| SIGNS.contains(&b))));
    }
}
