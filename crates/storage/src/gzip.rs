//! gzip, the compression of records and of bot sources.

use flate2::bufread::GzDecoder;
use flate2::{Compress, Compression, Crc, FlushCompress, Status};
use std::cell::RefCell;
use std::io::{self, Read};

/// The first bytes of a gzip file.
pub const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];
/// The first bytes of a zstd file, the compression of juez 0.1.
pub const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Limit on the bytes that [`unpack`] returns. A record of the longest match with full logs stays
/// below.
const UNPACKED_BYTES: u64 = 256 << 20;

/// The header of a member without name or time, from an unknown system.
const HEADER: [u8; 10] = [GZIP_MAGIC[0], GZIP_MAGIC[1], 8, 0, 0, 0, 0, 0, 0, 255];

thread_local! {
    /// Reused: its tables take hundreds of kilobytes, and longer to make than a short record to
    /// compress.
    static COMPRESSOR: RefCell<Compress> = RefCell::new(Compress::new(Compression::default(), false));
}

/// Compresses `bytes` as one member of a gzip file (RFC 1952). Equal bytes give equal members.
pub fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::with_capacity(HEADER.len() + bytes.len() / 2 + 64);
    packed.extend(HEADER);
    COMPRESSOR.with_borrow_mut(|compressor| {
        compressor.reset();
        loop {
            let rest = &bytes[compressor.total_in() as usize..];
            let status = compressor.compress_vec(rest, &mut packed, FlushCompress::Finish);
            match status.expect("memory can be compressed") {
                Status::StreamEnd => break,
                Status::Ok | Status::BufError => packed.reserve(packed.capacity()),
            }
        }
    });
    let mut checksum = Crc::new();
    checksum.update(bytes);
    packed.extend(checksum.sum().to_le_bytes());
    packed.extend(checksum.amount().to_le_bytes());
    packed
}

/// Decompresses one member.
///
/// # Errors
/// If it is not gzip, damaged, cut off, or longer than 256 MiB.
pub fn unpack(packed: &[u8]) -> io::Result<Vec<u8>> {
    unpack_within(packed, UNPACKED_BYTES)
}

fn unpack_within(packed: &[u8], limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    GzDecoder::new(packed).take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let why = format!("it unpacks to more than {limit} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use juez_core::Seed;

    #[test]
    fn bytes_come_back_as_they_were_packed() {
        for bytes in [&b""[..], b"a", &[7; 100_000], &random_bytes()] {
            let packed = pack(bytes);
            assert_eq!(packed, pack(bytes), "always the same");
            assert!(packed.starts_with(&GZIP_MAGIC));
            assert_eq!(unpack(&packed).expect("gzip"), bytes);
        }
    }

    /// Returns random bytes, which no compressor shrinks.
    fn random_bytes() -> Vec<u8> {
        let mut rng = Seed::from(1).rng();
        (0..100_000).map(|_| rng.bits() as u8).collect()
    }

    #[test]
    fn more_than_the_limit_is_an_error_and_not_cut() {
        let packed = pack(b"ten bytes!");
        assert_eq!(unpack_within(&packed, 10).expect("within the limit"), b"ten bytes!");
        let error = unpack_within(&packed, 9).expect_err("over the limit");
        assert_eq!(error.to_string(), "it unpacks to more than 9 bytes");
    }

    #[test]
    fn other_bytes_and_cut_ones_are_errors() {
        let packed = pack(b"some text");
        for cut in 0..packed.len() {
            assert!(unpack(&packed[..cut]).is_err(), "cut to {cut}");
        }
        assert!(unpack(b"some text").is_err());
    }
}
