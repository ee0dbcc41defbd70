//! Packs jobs into a batch.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use super::wire::{self, Batch, SentJob, SentPlayer};
use juez_match::registry::{MatchSetup, Mind, PlayerSpec};
use juez_script::Bundle;
use juez_tournament::{DueJobs, JobKey};

/// A batch with the sources that its workers need.
pub struct Packed {
    pub batch: Batch,
    /// The sources, by checksum as sent.
    pub sources: BTreeMap<String, Arc<Bundle>>,
    /// Bytes of the sources as sent.
    pub source_bytes: usize,
}

/// The fields of a batch besides its jobs.
pub struct BatchHead<'a> {
    pub tournament: &'a str,
    pub id: String,
    pub refused: Vec<String>,
    pub lease: Duration,
}

/// Packs jobs into a batch. `parts` returns the number of parts for a number of bytes.
pub fn pack(
    jobs: &DueJobs<'_>,
    head: BatchHead<'_>,
    setups: &[(JobKey, MatchSetup)],
    checksums: &mut Checksums,
    parts: impl Fn(usize) -> u32,
) -> Packed {
    let game = jobs.game();
    let BatchHead { tournament, id, refused, lease } = head;
    let mut batch = Batch {
        v: wire::VERSION,
        id,
        tournament: tournament.to_string(),
        rules: game.info().rules,
        game: game.info().id.to_string(),
        terms: Vec::new(),
        players: Vec::new(),
        lease_ms: lease.as_millis() as u64,
        refused,
        jobs: Vec::with_capacity(setups.len()),
    };
    let mut sources = BTreeMap::new();
    for (key, setup) in setups {
        let players: Vec<u32> = setup
            .players
            .iter()
            .map(|player| {
                let sent = sent(player, checksums, &mut sources, &parts);
                index(&mut batch.players, sent)
            })
            .collect();
        batch.jobs.push(SentJob {
            key: key.to_string(),
            terms: index(&mut batch.terms, setup.terms.clone()),
            players,
            seed: setup.seed.unwrap_or_default(),
            moves: setup.moves.clone(),
        });
    }
    let lengths = checksums.values().filter(|(checksum, _)| sources.contains_key(checksum));
    let source_bytes = lengths.map(|(_, length)| length).sum();
    Packed { batch, sources, source_bytes }
}

/// Checksum and sent length of bundles by their hash, computed once.
pub type Checksums = BTreeMap<String, (String, usize)>;

fn sent(
    player: &PlayerSpec,
    checksums: &mut Checksums,
    sources: &mut BTreeMap<String, Arc<Bundle>>,
    parts: &impl Fn(usize) -> u32,
) -> SentPlayer {
    let files = match &player.mind {
        Mind::Script(spec) => {
            let known = checksums.entry(spec.bundle.hash.clone()).or_insert_with(|| {
                let json = spec.bundle.to_json();
                (blake3::hash(&json).to_hex().to_string(), json.len())
            });
            sources.entry(known.0.clone()).or_insert_with(|| spec.bundle.clone());
            Some((known.0.clone(), parts(known.1)))
        }
        _ => None,
    };
    SentPlayer { player: player.player(), files }
}

fn index<T: PartialEq>(all: &mut Vec<T>, one: T) -> u32 {
    let at = all.iter().position(|other| *other == one).unwrap_or_else(|| {
        all.push(one);
        all.len() - 1
    });
    at as u32
}

/// Returns the sources of a batch that are not in `known`.
pub fn new_sources<'p>(
    packed: &'p Packed,
    known: &'p BTreeSet<String>,
) -> impl Iterator<Item = (&'p String, &'p Arc<Bundle>)> {
    packed.sources.iter().filter(|(checksum, _)| !known.contains(*checksum))
}
