//! Unpacks a database from an untrusted zip.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use zip::ZipArchive;
use zip::result::ZipError;

use super::create_private;

/// Maximum bytes of an unpacked file: more than a class of the largest size that uses all its
/// shares.
const MAX_BYTES: u64 = 256 << 30;
/// Maximum growth of a file when unpacked. Databases grow three to twenty times.
const MAX_RATIO: u64 = 200;
/// Bytes up to which any growth is harmless.
const SMALL: u64 = 16 << 20;
/// Bytes kept in memory while a file is unpacked.
const PIECE_BYTES: usize = 64 << 10;

/// The reason why a file of a zip is not unpacked.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum UnpackError {
    /// The zip cannot be read, or does not have the file.
    #[error(transparent)]
    Zip(#[from] ZipError),
    #[error("it is larger than any database of a class")]
    TooLarge,
    /// The system cannot write the file.
    #[error("cannot write {}: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
}

/// Unpacks a database from a zip of `file_len` bytes, into a file that only its user can read.
///
/// # Errors
/// If the zip does not have it, it is larger than any database, or it cannot be written.
pub fn unpack_file<R: Read + Seek>(
    zip: &mut ZipArchive<R>,
    file_len: u64,
    name: &str,
    to: &Path,
) -> Result<(), UnpackError> {
    let cannot = |source| UnpackError::Write { path: to.to_path_buf(), source };
    let mut packed = zip.by_name(name)?;
    // The size in the header can be forged.
    let bytes = packed.compressed_size().min(file_len);
    let mut room = bytes.saturating_mul(MAX_RATIO).clamp(SMALL, MAX_BYTES);
    create_private(to).map_err(cannot)?;
    let mut unpacked = File::options().write(true).open(to).map_err(cannot)?;
    let mut piece = vec![0; PIECE_BYTES];
    loop {
        let length = packed.read(&mut piece).map_err(ZipError::Io)?;
        if length == 0 {
            return unpacked.sync_all().map_err(cannot);
        }
        room = room.checked_sub(length as u64).ok_or(UnpackError::TooLarge)?;
        unpacked.write_all(&piece[..length]).map_err(cannot)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    /// Returns a zip with one file of zeros.
    fn packed(bytes: u64) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        zip.start_file("x.db", SimpleFileOptions::default()).expect("a zip");
        io::copy(&mut io::repeat(0).take(bytes), &mut zip).expect("a zip");
        zip.finish().expect("a zip").into_inner()
    }

    fn unpacked(zip: Vec<u8>, to: &Path) -> Result<(), UnpackError> {
        let length = zip.len() as u64;
        let mut zip = ZipArchive::new(Cursor::new(zip)).expect("a zip");
        unpack_file(&mut zip, length, "x.db", to)
    }

    #[test]
    fn a_file_grows_no_more_because_its_header_says_that_it_was_large() {
        let work = tempfile::tempdir().expect("a folder");
        unpacked(packed(SMALL), &work.path().join("small.db")).expect("it is small");
        let mut zip = packed(SMALL + 1);
        let entry = zip.windows(4).rposition(|sign| sign == b"PK\x01\x02").expect("the directory");
        zip[entry + 20..entry + 24].copy_from_slice(&(1u32 << 30).to_le_bytes());
        let found = unpacked(zip, &work.path().join("large.db"));
        assert!(matches!(found, Err(UnpackError::TooLarge)), "{found:?}");
    }

    #[test]
    fn a_place_that_takes_no_file_is_no_fault_of_the_zip() {
        let work = tempfile::tempdir().expect("a folder");
        let found = unpacked(packed(7), &work.path().join("none/x.db"));
        assert!(matches!(found, Err(UnpackError::Write { .. })), "{found:?}");
    }
}
