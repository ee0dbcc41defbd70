//! Names of streams, consumers and subjects. The permissions of docs/scale.md use them too.

use juez_core::Seed;

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

/// Returns the version of this program as a subject token: only workers of the same version get
/// jobs.
pub fn version() -> String {
    token(env!("CARGO_PKG_VERSION"))
}

/// Returns the consumer that gives jobs to the workers of a version.
pub fn workers(version: &str) -> String {
    format!("workers-{version}")
}

/// Returns the subject of the jobs of a version, of all tournaments.
pub fn jobs_of(version: &str) -> String {
    format!("juez.jobs.{version}.>")
}

/// Returns the subject of the jobs of a tournament.
pub fn jobs(tournament: &str) -> String {
    format!("juez.jobs.{}.{tournament}", version())
}

/// Returns the consumer that gives results to the coordinator of a tournament.
pub fn collector(tournament: &str) -> String {
    format!("results-{tournament}")
}

/// Returns the subject of the results of a tournament, from one worker or, with `*`, from all.
pub fn results(tournament: &str, worker: &str) -> String {
    format!("juez.results.{tournament}.{worker}")
}

/// Returns the subject of the heartbeats of a worker.
pub fn heartbeat(worker: &str) -> String {
    format!("juez.workers.{worker}")
}

/// Returns the start of the subjects of a source's parts.
pub fn bot(checksum: &str) -> String {
    format!("juez.bots.{checksum}")
}

/// Returns the start of the subjects of a long result's parts.
pub fn result_parts(tournament: &str, worker: &str, id: &str) -> String {
    format!("juez.parts.{tournament}.{worker}.{id}")
}

/// Converts a text to one token of a subject.
pub fn token(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    let token: String = text.chars().map(plain).take(64).collect();
    if token.is_empty() { "_".to_string() } else { token }
}

/// Returns the name of a tournament in subjects. It derives from published data, so it is the same
/// after a restart and reveals nothing.
pub fn tournament_id(name: &str, seed: &Seed) -> String {
    let key =
        blake3::derive_key("juez/1 queue", format!("{name}\n{}", seed.commitment()).as_bytes());
    key[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}
