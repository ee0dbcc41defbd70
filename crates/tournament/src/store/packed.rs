//! Records as stored: compressed, with the hash of their content.

use std::io;

use juez_core::{Player, ReadRecordError, Record};

use juez_storage::gzip;

/// A record ready to be stored. Packed by the thread that played the match, to relieve the thread
/// that writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packed {
    pub(super) bytes: Vec<u8>,
    pub(super) hash: [u8; 32],
    /// The player in each seat.
    pub(super) players: Vec<Player>,
}

/// Packed data that cannot be unpacked.
#[derive(Debug, thiserror::Error)]
pub enum UnpackError {
    /// Invalid or truncated gzip.
    #[error("cannot be decompressed: {0}")]
    Decompress(#[from] io::Error),
    #[error("is not the stored data: its hash differs")]
    Changed,
    /// The record has an unsupported version or form.
    #[error(transparent)]
    Record(#[from] ReadRecordError),
}

impl Packed {
    pub fn of(record: &Record) -> Packed {
        let line = record.to_line();
        let bytes = gzip::pack(line.as_bytes());
        let hash = blake3::hash(line.as_bytes()).into();
        Packed { bytes, hash, players: record.players.clone() }
    }

    /// Returns blake3 of the record's line.
    pub fn hash(&self) -> [u8; 32] {
        self.hash
    }
}

/// Unpacks bytes and checks their hash.
pub(super) fn unpack(bytes: &[u8], hash: &[u8]) -> Result<Vec<u8>, UnpackError> {
    let unpacked = gzip::unpack(bytes)?;
    if blake3::hash(&unpacked).as_bytes()[..] == *hash {
        Ok(unpacked)
    } else {
        Err(UnpackError::Changed)
    }
}

/// Unpacks a record and checks the hash of its line.
pub(super) fn unpack_record(bytes: &[u8], hash: &[u8]) -> Result<Record, UnpackError> {
    let line = String::from_utf8(unpack(bytes, hash)?).map_err(|_| UnpackError::Changed)?;
    Ok(Record::from_line(&line)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use juez_core::Seed;

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
