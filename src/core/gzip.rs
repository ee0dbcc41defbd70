//! gzip, in which records and sources of bots are compressed.

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use std::io::{self, Read, Write};

/// The first bytes of a gzip file.
pub const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];
/// The first bytes of a zstd file, in which juez 0.1 compressed.
pub const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Most bytes that [`unpack`] returns. A record of the longest match with full logs stays below.
const UNPACKED_BYTES: u64 = 256 << 20;

/// Compresses `bytes` as one member of a gzip file. Equal bytes give equal members.
pub fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    let packed = packer.write_all(bytes).and_then(|()| packer.finish());
    packed.expect("memory can be compressed")
}

/// Decompresses one member, up to 256 MiB of it.
///
/// # Errors
/// If it is no gzip, damaged or cut off.
pub fn unpack(packed: &[u8]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    GzDecoder::new(packed).take(UNPACKED_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_as_they_were_packed() {
        for bytes in [&b""[..], b"a", &[7; 100_000]] {
            let packed = pack(bytes);
            assert_eq!(packed, pack(bytes), "always the same");
            assert!(packed.starts_with(&GZIP_MAGIC));
            assert_eq!(unpack(&packed).expect("gzip"), bytes);
        }
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
