//! Files of records and of what goes with them.

use anyhow::{Context, ensure};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use crate::core::{Record, gzip};

/// Appends lines to a file: what is there stays.
pub(super) struct Writer {
    file: File,
    compressed: bool,
    path: String,
}

impl Writer {
    /// Opens a file of records, or makes it; as gzip if its name ends in `.gz`.
    pub fn open(path: &Path) -> anyhow::Result<Writer> {
        Ok(Writer { compressed: is_gzip(path)?, ..Writer::plain(path)? })
    }

    /// Opens a file of lines, or makes it.
    pub fn plain(path: &Path) -> anyhow::Result<Writer> {
        let shown = path.display().to_string();
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.with_context(|| format!("cannot write {shown}"))?;
        Ok(Writer { file, compressed: false, path: shown })
    }

    /// Appends one record; it is in the file when this returns.
    pub fn write(&mut self, record: &Record) -> anyhow::Result<()> {
        self.write_line(record.to_line())
    }

    /// Appends one line; it is in the file when this returns.
    pub fn write_line(&mut self, mut line: String) -> anyhow::Result<()> {
        line.push('\n');
        // One member per line: a member that is cut off harms none before it.
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

/// Checks that nothing is lost if `path` is written over: there is no file, an empty one, or one that
/// `is_ours` takes for `what`.
pub(super) fn check_replaceable(
    path: &Path,
    what: &str,
    is_ours: impl FnOnce() -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    let shown = path.display();
    let replaceable = match fs::metadata(path) {
        Ok(about) => about.is_file() && (about.len() == 0 || is_ours()?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) => return Err(error).with_context(|| format!("cannot read {shown}")),
    };
    ensure!(replaceable, "{shown} holds something else than {what}: name another file");
    Ok(())
}
