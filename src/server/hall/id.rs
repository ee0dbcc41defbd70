//! Names of matches.

use std::io;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Letters and digits that nobody takes for one another; 32 of them.
const SIGNS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Signs of an id: 50 bits, so that nobody finds a match by guessing.
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

/// A number that no log has had, in this run of the program or another.
pub(super) fn fresh_serial() -> u64 {
    // Below 2^56, so that a log and what is read of it fit into one number.
    static NEXT: LazyLock<AtomicU64> =
        LazyLock::new(|| AtomicU64::new(getrandom::u64().unwrap_or_default() >> 9));
    NEXT.fetch_add(1, Ordering::Relaxed)
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
