//! Streams, consumers and subjects. The permissions of docs/scale.md name them too.

use crate::core::Seed;

/// Batches of jobs, until they are acknowledged.
pub const JOBS: &str = "JUEZ_JOBS";
/// Results, until the coordinator has stored them.
pub const RESULTS: &str = "JUEZ_RESULTS";
/// Sources of bots, by checksum.
pub const BOTS: &str = "JUEZ_BOTS";
/// Results that are longer than a message, in parts.
pub const PARTS: &str = "JUEZ_PARTS";

/// All streams.
pub const STREAMS: [&str; 4] = [JOBS, RESULTS, BOTS, PARTS];

/// All heartbeats.
pub const HEARTBEATS: &str = "juez.workers.*";

/// The version of this program as a part of subjects: only workers of the same version get jobs.
pub fn version() -> String {
    token(env!("CARGO_PKG_VERSION"))
}

/// The consumer from which the workers of a version take jobs.
pub fn workers(version: &str) -> String {
    format!("workers-{version}")
}

/// The jobs of a version, of all tournaments.
pub fn jobs_of(version: &str) -> String {
    format!("juez.jobs.{version}.>")
}

/// The jobs of a tournament.
pub fn jobs(tournament: &str) -> String {
    format!("juez.jobs.{}.{tournament}", version())
}

/// The consumer from which the coordinator of a tournament takes results.
pub fn collector(tournament: &str) -> String {
    format!("results-{tournament}")
}

/// The results of a tournament, of all workers or of one.
pub fn results(tournament: &str, worker: &str) -> String {
    format!("juez.results.{tournament}.{worker}")
}

/// The heartbeats of a worker.
pub fn heartbeat(worker: &str) -> String {
    format!("juez.workers.{worker}")
}

/// One part of a source.
pub fn bot(checksum: &str) -> String {
    format!("juez.bots.{checksum}")
}

/// One part of a long result.
pub fn result_parts(tournament: &str, worker: &str, id: &str) -> String {
    format!("juez.parts.{tournament}.{worker}.{id}")
}

/// A text as one part of a subject.
pub fn token(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    let token: String = text.chars().map(plain).take(64).collect();
    if token.is_empty() { "_".to_string() } else { token }
}

/// The name of a tournament in subjects: it follows from what is announced of it, so it is the same after a
/// restart and gives nothing away.
pub fn tournament_id(name: &str, seed: &Seed) -> String {
    let key =
        blake3::derive_key("juez/1 queue", format!("{name}\n{}", seed.commitment()).as_bytes());
    key[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}
