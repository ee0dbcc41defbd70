//! Records and sources of bots as they lie in the store: compressed, with the hash of what they were.
//! Sources are stored once, and played from here instead of from disk.

use rusqlite::ToSql;
use std::io;

use super::Store;
use super::error::StoreError;
use super::write::insert;
use crate::core::{PlayedBy, Player, ReadRecordError, Record, gzip};
use crate::registry::{AnyGame, Mind, PlayerSpec};
use crate::script::{BotSpec, Bundle, LANGUAGES, Language};
use crate::tournament::plan::Entrant;

/// A record ready to be stored. Made where the match was played, so the thread that writes has little
/// to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packed {
    pub(super) bytes: Vec<u8>,
    pub(super) hash: [u8; 32],
    /// The player in each seat.
    pub(super) players: Vec<Player>,
}

/// Something packed that cannot be unpacked.
#[derive(Debug, thiserror::Error)]
pub enum UnpackError {
    /// No gzip, or cut off.
    #[error("cannot be decompressed: {0}")]
    Decompress(#[from] io::Error),
    /// Not what was packed.
    #[error("is not what was stored: its hash is another")]
    Changed,
    /// A record that this juez does not read.
    #[error(transparent)]
    Record(#[from] ReadRecordError),
}

impl Packed {
    /// Packs a record.
    pub fn of(record: &Record) -> Packed {
        let line = record.to_line();
        let bytes = gzip::pack(line.as_bytes());
        let hash = blake3::hash(line.as_bytes()).into();
        Packed { bytes, hash, players: record.players.clone() }
    }

    /// blake3 of the record's line.
    pub fn hash(&self) -> [u8; 32] {
        self.hash
    }
}

/// Unpacks bytes, if they hash to `hash`.
pub(super) fn unpack(bytes: &[u8], hash: &[u8]) -> Result<Vec<u8>, UnpackError> {
    let unpacked = gzip::unpack(bytes)?;
    if blake3::hash(&unpacked).as_bytes()[..] == *hash {
        Ok(unpacked)
    } else {
        Err(UnpackError::Changed)
    }
}

/// The record that was packed, if its line hashes to `hash`.
pub(super) fn unpack_record(bytes: &[u8], hash: &[u8]) -> Result<Record, UnpackError> {
    let line = String::from_utf8(unpack(bytes, hash)?).map_err(|_| UnpackError::Changed)?;
    Ok(Record::from_line(&line)?)
}

impl Store {
    /// The source with this hash, if it is here.
    ///
    /// # Errors
    /// If it is damaged or the file cannot be read.
    pub fn bundle(&self, hash: &str) -> Result<Option<Bundle>, StoreError> {
        let row: Option<(Vec<u8>, Vec<u8>)> =
            self.one("SELECT files, checksum FROM bundle WHERE hash = ?1", [hash], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?;
        let Some((files, checksum)) = row else { return Ok(None) };
        let wrong = |source| StoreError::Unpack {
            path: self.path.clone(),
            what: format!("the source {hash}"),
            source,
        };
        let json = unpack(&files, &checksum).map_err(wrong)?;
        let bundle = Bundle::from_json(&json, hash);
        bundle.map(Some).map_err(|error| wrong(UnpackError::Record(error.into())))
    }

    /// An entrant as it plays: from the source that is stored here, never from disk. A script is not
    /// compiled here.
    ///
    /// # Errors
    /// If its source is not here, or it is a built-in bot that this juez does not have.
    pub fn player(&self, game: &dyn AnyGame, entrant: &Entrant) -> Result<PlayerSpec, StoreError> {
        let (path, name) = (|| self.path.clone(), entrant.name().to_string());
        let nowhere = || StoreError::NoSource { path: path(), name: name.clone() };
        let source = entrant.player.source.as_deref();
        let Some(language) = language(entrant.player.bot) else {
            let text = source.unwrap_or(entrant.name());
            let bot = text.split_once(':').map_or(text, |(bot, _)| bot);
            // Any other text would be looked for on disk.
            if entrant.player.bot != PlayedBy::Builtin
                || game.bots().iter().all(|known| known.name != bot)
            {
                return Err(nowhere());
            }
            let source = |error| {
                let source = Box::new(error);
                StoreError::BuiltIn { path: path(), name: name.clone(), source }
            };
            let PlayerSpec { mind, .. } = PlayerSpec::read_source(text, game).map_err(source)?;
            return Ok(PlayerSpec { name, mind });
        };
        let hash = source.ok_or_else(nowhere)?;
        let bundle = self.bundle(hash)?.ok_or_else(nowhere)?;
        let mind = Mind::Script(BotSpec::uncompiled(name.clone(), language, bundle));
        Ok(PlayerSpec { name, mind })
    }

    /// Stores a source, unless it is here already.
    pub(super) fn put_bundle(&self, bot: PlayedBy, bundle: &Bundle) -> rusqlite::Result<()> {
        let Bundle { files, hash, .. } = bundle;
        let json = bundle.to_json();
        let bytes: usize = files.values().map(String::len).sum();
        let language = language(bot).map_or("", |language| language.id);
        let checksum: [u8; 32] = blake3::hash(&json).into();
        let columns: [(&str, &dyn ToSql); 5] = [
            ("hash", hash),
            ("language", &language),
            ("bytes", &(bytes as u32)),
            ("checksum", &checksum),
            ("files", &gzip::pack(&json)),
        ];
        insert(&self.db, "bundle", &columns, "ON CONFLICT DO NOTHING").map(drop)
    }
}

fn language(bot: PlayedBy) -> Option<&'static Language> {
    LANGUAGES.iter().copied().find(|language| language.played_by == bot)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Seed;

    fn record() -> Record {
        let mut record = Record::new("quoridor");
        record.moves = vec!["e2".to_string(); 200];
        record.seed = Some(Seed::from(7));
        record
    }

    #[test]
    fn a_record_comes_back_as_it_was_packed_in_fewer_bytes() {
        let packed = Packed::of(&record());
        assert_eq!(unpack_record(&packed.bytes, &packed.hash).unwrap(), record());
        assert!(packed.bytes.len() < record().to_line().len() / 4);
    }

    #[test]
    fn equal_records_are_packed_to_equal_bytes_on_every_thread() {
        let here = Packed::of(&record());
        let there = std::thread::spawn(|| Packed::of(&record())).join().unwrap();
        assert_eq!(here, there);
    }

    #[test]
    fn whatever_byte_is_changed_or_cut_off_is_noticed() {
        let packed = Packed::of(&record());
        for at in 0..packed.bytes.len() {
            let mut changed = packed.clone();
            changed.bytes[at] ^= 0x10;
            let read = unpack_record(&changed.bytes, &changed.hash);
            assert!(read.map_or(true, |read| read == record()), "byte {at}");
            changed.bytes.truncate(at);
            assert!(unpack_record(&changed.bytes, &changed.hash).is_err(), "cut to {at}");
        }
    }
}
