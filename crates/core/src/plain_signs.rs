//! Random names that people read and type.

/// Letters and digits that are not mistaken for one another.
const SIGNS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Returns a random name that people read and type: `length` small letters and digits that are not
/// mistaken for one another, 5 bits each.
///
/// # Errors
/// If the system has no randomness.
pub fn plain_signs(length: usize) -> std::io::Result<String> {
    let mut bytes = vec![0; length];
    crate::seed::random(&mut bytes)?;
    // 32 divides 256, so that all signs are equally likely.
    Ok(bytes.iter().map(|byte| char::from(SIGNS[usize::from(byte % 32)])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn ten_random_signs_are_plain_and_do_not_come_twice() {
        let drawn: HashSet<String> = (0..1000).map(|_| plain_signs(10).unwrap()).collect();
        assert_eq!(drawn.len(), 1000);
        let is_plain =
            |signs: &String| signs.len() == 10 && signs.bytes().all(|sign| SIGNS.contains(&sign));
        assert!(drawn.iter().all(is_plain));
    }
}
