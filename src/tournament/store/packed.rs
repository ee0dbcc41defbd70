//! Records as they lie in the store: compressed, with the hash of what they were.

use std::cell::RefCell;
use std::io::{self, Read};

use crate::core::{Player, ReadRecordError, Record};

/// The most bytes that something packed may unpack to. A record of the longest match with full logs
/// stays below.
const UNPACKED: u64 = 256 << 20;

thread_local! {
    /// Its tables are larger than most records, so each thread makes them once.
    static COMPRESSOR: RefCell<Option<zstd::bulk::Compressor<'static>>> = const { RefCell::new(None) };
}

/// A record ready to be stored. Made where the match was played, so the thread that writes has little
/// to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packed {
    /// The line as zstd.
    pub(super) bytes: Vec<u8>,
    /// blake3 of the line.
    pub(super) hash: [u8; 32],
    /// Who sat where.
    pub(super) players: Vec<Player>,
}

/// Something packed that cannot be unpacked.
#[derive(Debug, thiserror::Error)]
pub enum UnpackError {
    /// No zstd, or cut off.
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
        let bytes = pack(line.as_bytes());
        let hash = blake3::hash(line.as_bytes()).into();
        Packed { bytes, hash, players: record.players.clone() }
    }

    /// The record that was packed.
    ///
    /// # Errors
    /// If it is damaged or of another format.
    pub fn record(&self) -> Result<Record, UnpackError> {
        unpack_record(&self.bytes, &self.hash)
    }

    /// How many bytes it takes.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }
}

/// `bytes` as zstd.
pub(super) fn pack(bytes: &[u8]) -> Vec<u8> {
    let compressed = COMPRESSOR.with_borrow_mut(|compressor| {
        if compressor.is_none() {
            *compressor = Some(zstd::bulk::Compressor::new(zstd::DEFAULT_COMPRESSION_LEVEL)?);
        }
        compressor.as_mut().expect("just made").compress(bytes)
    });
    compressed.expect("memory can be compressed")
}

/// What was packed, if it hashes to `hash`.
pub(super) fn unpack(bytes: &[u8], hash: &[u8]) -> Result<Vec<u8>, UnpackError> {
    let mut unpacked = Vec::new();
    zstd::Decoder::with_buffer(bytes)?.take(UNPACKED).read_to_end(&mut unpacked)?;
    match blake3::hash(&unpacked).as_bytes()[..] == *hash {
        true => Ok(unpacked),
        false => Err(UnpackError::Changed),
    }
}

/// The record that was packed, if its line hashes to `hash`.
pub(super) fn unpack_record(bytes: &[u8], hash: &[u8]) -> Result<Record, UnpackError> {
    let line = String::from_utf8(unpack(bytes, hash)?).map_err(|_| UnpackError::Changed)?;
    Ok(Record::from_line(&line)?)
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
        assert_eq!(packed.record().unwrap(), record());
        assert!(packed.size() < record().to_line().len() / 4);
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
            assert!(changed.record().map_or(true, |read| read == record()), "byte {at}");
            changed.bytes.truncate(at);
            assert!(changed.record().is_err(), "cut to {at}");
        }
    }
}
