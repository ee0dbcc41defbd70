//! Files of records and timings.

use anyhow::{Context, bail, ensure};
use flate2::bufread::MultiGzDecoder;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::text::tell;
use juez_core::Record;

use juez_storage::gzip;

/// Replaces the content of a file so that a program that is killed leaves the old one.
pub(super) fn replace(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let mut fresh = path.as_os_str().to_owned();
    fresh.push(".new");
    let written = fs::write(&fresh, content).and_then(|()| fs::rename(&fresh, path));
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Appends lines to a file.
pub(super) struct Writer {
    file: File,
    compressed: bool,
    path: String,
}

impl Writer {
    /// Opens or creates a file of records; compresses with gzip if its name ends in `.gz`. Begins a
    /// new line after one that was cut off.
    ///
    /// # Errors
    /// If the file cannot be written, or appended lines could not be read again: after damaged
    /// gzip, or if the content and the name disagree on compression.
    pub fn open(path: &Path) -> anyhow::Result<Writer> {
        Writer::appending(path, is_gzip(path)?)
    }

    /// Opens or creates an uncompressed file of lines. See [`Writer::open`].
    pub fn plain(path: &Path) -> anyhow::Result<Writer> {
        Writer::appending(path, false)
    }

    fn appending(path: &Path, compressed: bool) -> anyhow::Result<Writer> {
        let shown = path.display().to_string();
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.with_context(|| format!("cannot write {shown}"))?;
        let about = file.metadata().with_context(|| format!("cannot read {shown}"))?;
        let mut writer = Writer { file, compressed, path: shown };
        // Pipes and devices have no earlier content to separate from.
        if about.is_file() && about.len() > 0 && !writer.ends_a_line(path)? {
            tell(format_args!(
                "note: {} ends in the middle of a line, as if its writer was stopped; new records \
                 begin on a new line",
                writer.path
            ));
            writer.write_line(String::new())?;
        }
        Ok(writer)
    }

    /// True if the content ends with a line break.
    fn ends_a_line(&self, path: &Path) -> anyhow::Result<bool> {
        let shown = &self.path;
        let cannot = || format!("cannot read {shown}");
        let mut file = File::open(path).with_context(cannot)?;
        let mut magic = [0; 2];
        let is_packed =
            file.read(&mut magic).with_context(cannot)? == 2 && magic == gzip::GZIP_MAGIC;
        match (is_packed, self.compressed) {
            (true, false) => bail!("{shown} is gzip, and its name does not end in .gz: rename it"),
            (false, true) => {
                bail!("{shown} ends in .gz and is not gzip: rename it, or name another file")
            }
            _ => {}
        }
        if !self.compressed {
            file.seek(SeekFrom::End(-1)).with_context(cannot)?;
            let mut last = [0];
            file.read_exact(&mut last).with_context(cannot)?;
            return Ok(last == *b"\n");
        }
        file.rewind().with_context(cannot)?;
        match last_byte(MultiGzDecoder::new(BufReader::new(file))) {
            Ok(last) => Ok(last.is_none_or(|last| last == b'\n')),
            Err(error) => bail!(
                "{shown} is cut off or damaged ({error}), and records appended to it could not be \
                 read: name another file"
            ),
        }
    }

    /// Appends one record; it is in the file on return.
    pub fn write(&mut self, record: &Record) -> anyhow::Result<()> {
        self.write_line(record.to_line())
    }

    /// Appends one line; it is in the file on return.
    pub fn write_line(&mut self, mut line: String) -> anyhow::Result<()> {
        line.push('\n');
        // One gzip member per line, so that a truncated member leaves the others readable.
        let bytes = if self.compressed { gzip::pack(line.as_bytes()) } else { line.into_bytes() };
        self.file.write_all(&bytes).with_context(|| format!("cannot write {}", self.path))
    }
}

/// Returns the last byte of the content.
fn last_byte(mut reader: impl Read) -> io::Result<Option<u8>> {
    let (mut buffer, mut last) = (vec![0; 1 << 16], None);
    loop {
        match reader.read(&mut buffer)? {
            0 => return Ok(last),
            read => last = Some(buffer[read - 1]),
        }
    }
}

/// True if a record file with this name is compressed.
///
/// # Errors
/// If the name ends in `.zst`, which juez 0.1 wrote.
pub(super) fn is_gzip(path: &Path) -> anyhow::Result<bool> {
    let ends_in = |ending| path.extension().is_some_and(|extension| extension == ending);
    let gz = path.with_extension("gz");
    ensure!(!ends_in("zst"), "records are compressed as gzip: write {}", gz.display());
    Ok(ends_in("gz"))
}

/// Checks that overwriting `path` loses nothing: it does not exist, is empty, or `is_ours` accepts
/// it.
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
    ensure!(replaceable, "{shown} does not hold {what}: name another file");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines of a file with this name and content after two more lines were appended.
    fn appended(name: &str, content: &[u8]) -> anyhow::Result<Vec<u8>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join(name);
        fs::write(&path, content)?;
        let mut writer = Writer::open(&path)?;
        writer.write_line("3".to_string())?;
        writer.write_line("4".to_string())?;
        let bytes = fs::read(&path)?;
        if !name.ends_with(".gz") {
            return Ok(bytes);
        }
        let mut text = Vec::new();
        MultiGzDecoder::new(&*bytes).read_to_end(&mut text)?;
        Ok(text)
    }

    #[test]
    fn a_line_that_was_cut_stays_alone() {
        for (content, lines) in
            [("", "3\n4\n"), ("1\n2\n", "1\n2\n3\n4\n"), ("1\n{\"a", "1\n{\"a\n3\n4\n")]
        {
            assert_eq!(appended("r.jsonl", content.as_bytes()).unwrap(), lines.as_bytes());
        }
        assert_eq!(appended("r.jsonl.gz", &gzip::pack(b"1\n2")).unwrap(), b"1\n2\n3\n4\n");
        assert_eq!(appended("r.jsonl.gz", &gzip::pack(b"1\n")).unwrap(), b"1\n3\n4\n");
    }

    #[test]
    fn nothing_is_appended_where_it_could_not_be_read() {
        let packed = [gzip::pack(b"1\n"), gzip::pack(b"2\n")].concat();
        let error = appended("r.jsonl.gz", &packed[..packed.len() - 5]).unwrap_err().to_string();
        assert!(error.contains("r.jsonl.gz is cut off or damaged"), "{error}");
        assert!(appended("r.jsonl", &packed).unwrap_err().to_string().contains("is gzip"));
        assert!(appended("r.jsonl.gz", b"1\n").unwrap_err().to_string().contains("is not gzip"));
    }
}
