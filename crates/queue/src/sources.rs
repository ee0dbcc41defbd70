//! The scripts of a batch, and the cache of a worker.

use std::collections::HashMap;

use parking_lot::Mutex;

use super::bounds::{SOURCE_BYTES, SOURCES_BYTES};
use super::unpack::{Scripts, language};
use super::wire::Batch;
use super::worker::Shared;
use super::{names, parts};
use juez_core::Player;
use juez_script::{BotSpec, Bundle};

/// Scripts by checksum, up to [`SOURCES_BYTES`].
#[derive(Default)]
pub struct Sources(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    specs: HashMap<String, (BotSpec, usize)>,
    bytes: usize,
}

impl Sources {
    fn get(&self, checksum: &str) -> Option<(BotSpec, usize)> {
        self.0.lock().specs.get(checksum).cloned()
    }

    /// Keeps a script; drops all others first if the total would exceed the limit.
    fn keep(&self, checksum: &str, spec: &BotSpec, bytes: usize) {
        let mut kept = self.0.lock();
        if kept.bytes + bytes > SOURCES_BYTES {
            *kept = Kept::default();
        }
        if kept.specs.insert(checksum.to_string(), (spec.clone(), bytes)).is_none() {
            kept.bytes += bytes;
        }
    }
}

/// Returns the scripts of a batch; fetches new ones from the server.
///
/// # Errors
/// If a source is missing or invalid, or all together are too long.
pub fn scripts(shared: &Shared<'_>, batch: &Batch) -> Result<Scripts, String> {
    let (mut scripts, mut bytes) = (Scripts::new(), 0);
    for player in &batch.players {
        let Some((checksum, parts)) = &player.files else { continue };
        if scripts.contains_key(checksum) {
            continue;
        }
        let (spec, length) = match shared.sources.get(checksum) {
            Some(known) => known,
            None => {
                let (spec, length) = fetch(shared, &player.player, checksum, *parts)?;
                shared.sources.keep(checksum, &spec, length);
                (spec, length)
            }
        };
        bytes += length;
        if bytes > SOURCES_BYTES {
            return Err(format!("its sources have more than {} MiB", SOURCES_BYTES >> 20));
        }
        scripts.insert(checksum.clone(), spec);
    }
    Ok(scripts)
}

/// Fetches a script from the server; returns it with its length as sent.
fn fetch(
    shared: &Shared<'_>,
    player: &Player,
    checksum: &str,
    parts: u32,
) -> Result<(BotSpec, usize), String> {
    let wanted = blake3::Hash::from_hex(checksum).map_err(|error| error.to_string())?;
    let name = names::bot(checksum);
    let js = &shared.connection.js;
    let got = parts::get(js, names::BOTS, &name, parts, wanted.as_bytes(), SOURCE_BYTES);
    let json = shared
        .block_on(got)
        .map_err(|why| format!("cannot get the source of {}: {why}", player.name))?;
    let bundle = Bundle::from_json(&json, player.source.as_deref().unwrap_or_default())
        .map_err(|error| format!("the source of {}: {error}", player.name))?;
    let long: u64 = bundle.files.values().map(|file| file.len() as u64).sum();
    if long > Bundle::BYTES || bundle.files.len() > Bundle::FILES {
        return Err(format!("the source of {} is longer than that of any bot", player.name));
    }
    let language = language(player).ok_or("a language that this juez does not have")?;
    Ok((BotSpec::uncompiled(player.name.clone(), language, bundle), json.len()))
}
