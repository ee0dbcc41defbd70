//! Size limits of batches and results, so that neither side can exhaust the other's memory.

use super::wire::Batch;
use juez_core::{Limits, Terms};
use juez_script::Bundle;

/// Maximum bytes of a batch.
pub const BATCH_BYTES: usize = 1 << 20;
/// Maximum matches in a batch.
pub const BATCH_JOBS: usize = 500;
/// Maximum JSON values in the terms of a batch.
pub const BATCH_VALUES: usize = 10_000;
/// Maximum bytes of a source as sent: JSON escapes a byte as up to six.
pub const SOURCE_BYTES: usize = 6 * Bundle::BYTES as usize + (64 << 10);
/// Maximum bytes of the sources of a batch, and of the sources that a worker keeps.
pub const SOURCES_BYTES: usize = 64 << 20;
/// Bytes of results after which a worker sends them, before the end of its batch.
pub const RESULTS_SENT_AT: usize = 4 << 20;
/// Maximum bytes of a message of results with its parts: [`RESULTS_SENT_AT`] and one more record
/// fit.
pub const RESULTS_BYTES: usize = 64 << 20;

/// Checks a batch against these limits.
///
/// # Errors
/// Names the first limit that it exceeds.
pub fn check(batch: &Batch) -> Result<(), String> {
    let jobs = batch.jobs.len();
    if jobs > BATCH_JOBS {
        return Err(format!("it has {jobs} matches, and a batch at most {BATCH_JOBS}"));
    }
    for Terms { limits, .. } in &batch.terms {
        limits.check().map_err(|error| error.to_string())?;
        let (theirs, here) = (limits.languages, Limits::LANGUAGES);
        if theirs != here {
            return Err(format!(
                "the coordinator has version {theirs} of the languages, and this juez {here}"
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::wire::{ReadError, SentJob, VERSION};
    use super::*;
    use juez_core::Seed;

    fn batch(jobs: usize) -> Batch {
        let job = SentJob {
            key: "07".repeat(32),
            terms: 0,
            players: vec![0, 0],
            seed: Seed::from(1),
            moves: Vec::new(),
        };
        Batch {
            v: VERSION,
            id: "t-r-0".to_string(),
            tournament: "t".to_string(),
            rules: 1,
            game: "quoridor".to_string(),
            terms: vec![Terms::default()],
            players: Vec::new(),
            lease_ms: 1000,
            refused: Vec::new(),
            jobs: vec![job; jobs],
        }
    }

    #[test]
    fn a_batch_is_refused_at_one_more_than_each_bound() {
        assert_eq!(check(&batch(BATCH_JOBS)), Ok(()));
        let error = check(&batch(BATCH_JOBS + 1)).unwrap_err();
        assert!(error.starts_with("it has 501 matches"), "{error}");
        let mut dear = batch(1);
        dear.terms[0].limits.memory_mb = 65;
        let error = check(&dear).unwrap_err();
        assert!(error.contains("memory_mb 65"), "{error}");
    }

    #[test]
    fn another_version_of_the_languages_is_named() {
        let mut other = batch(1);
        other.terms[0].limits.languages = 1;
        let error = check(&other).unwrap_err();
        assert!(error.starts_with("the coordinator has version 1 of the languages"), "{error}");
    }

    #[test]
    fn terms_of_many_values_are_not_read() {
        let with = |values: usize| {
            let mut many = batch(1);
            let mut rules = serde_json::Map::new();
            // The list itself is a value too.
            rules.insert("x".to_string(), serde_json::json!(vec![0; values - 1]));
            many.terms[0].options = rules;
            Batch::from_bytes(&many.to_bytes())
        };
        // The list of terms, each of its ten other values, and the one more of `with`.
        let allowed = BATCH_VALUES - 12;
        assert!(with(allowed).is_ok(), "{:?}", with(allowed));
        assert!(matches!(with(allowed + 1), Err(ReadError::Shape(why)) if why.contains("values")));
    }

    #[test]
    fn a_batch_that_is_too_long_is_not_read() {
        let mut long = batch(1);
        long.id = "x".repeat(BATCH_BYTES);
        assert!(matches!(Batch::from_bytes(&long.to_bytes()), Err(ReadError::Shape(_))));
    }
}
