//! Records to a file. What is there stays: new records come after it.

use anyhow::Context;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use crate::core::Record;

/// Appends records to a file, as zstd if its name ends in `.zst`.
pub(super) struct Writer {
    file: File,
    compressed: bool,
    path: String,
}

impl Writer {
    /// Opens `path`, or makes it.
    pub fn open(path: &Path) -> anyhow::Result<Writer> {
        let shown = path.display().to_string();
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(|| format!("cannot write {shown}"))?;
        let compressed = path.extension().is_some_and(|extension| extension == "zst");
        Ok(Writer { file, compressed, path: shown })
    }

    /// Appends one record; it is in the file when this returns.
    pub fn write(&mut self, record: &Record) -> anyhow::Result<()> {
        let mut line = record.to_line();
        line.push('\n');
        // One frame per record: frames may follow each other, and a cut-off last one harms no other.
        let bytes = if self.compressed {
            zstd::encode_all(line.as_bytes(), zstd::DEFAULT_COMPRESSION_LEVEL)
        } else {
            Ok(line.into_bytes())
        };
        bytes
            .and_then(|bytes| self.file.write_all(&bytes))
            .with_context(|| format!("cannot write {}", self.path))
    }
}
