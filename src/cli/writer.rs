//! Records to a file. What is there stays: new records come after it.

use anyhow::{Context, ensure};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use crate::core::{Record, gzip};

/// Appends records to a file, as gzip if its name ends in `.gz`.
pub(super) struct Writer {
    file: File,
    compressed: bool,
    path: String,
}

impl Writer {
    /// Opens `path`, or makes it.
    pub fn open(path: &Path) -> anyhow::Result<Writer> {
        let shown = path.display().to_string();
        let compressed = is_gzip(path)?;
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(|| format!("cannot write {shown}"))?;
        Ok(Writer { file, compressed, path: shown })
    }

    /// Appends one record; it is in the file when this returns.
    pub fn write(&mut self, record: &Record) -> anyhow::Result<()> {
        let mut line = record.to_line();
        line.push('\n');
        // One member per record: a member that is cut off harms none before it.
        let bytes = if self.compressed { gzip::pack(line.as_bytes()) } else { line.into_bytes() };
        self.file.write_all(&bytes).with_context(|| format!("cannot write {}", self.path))
    }
}

/// True if records go into a file of this name as gzip.
///
/// # Errors
/// If the name promises zstd, which juez 0.1 wrote.
pub(super) fn is_gzip(path: &Path) -> anyhow::Result<bool> {
    let ends_in = |ending| path.extension().is_some_and(|extension| extension == ending);
    let gz = path.with_extension("gz");
    ensure!(!ends_in("zst"), "records are compressed as gzip: write {}", gz.display());
    Ok(ends_in("gz"))
}
