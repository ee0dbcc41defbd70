//! Records from a file, compressed or not, or from standard input.

use anyhow::{Context, anyhow, bail, ensure};
use flate2::bufread::MultiGzDecoder;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use super::text::{counted, tell};
use super::verdict::Verdict;
use crate::core::gzip::{GZIP_MAGIC, ZSTD_MAGIC};
use crate::core::{ReadRecordError, Record, plain, plain_lines};
use crate::registry::{AnyGame, game};
use crate::script::{did_you_mean, open_file};

/// The most bytes of a line. No match between processes makes a longer record.
const MAX_LINE_BYTES: u64 = 64 << 20;

/// One line of a file of records.
pub(super) struct RecordLine {
    /// Number of the record, from 0; blank lines do not count.
    pub number: usize,
    /// Number of the line, from 1.
    pub line: usize,
    pub bytes: usize,
    /// The record with its game, or why there is none.
    pub record: anyhow::Result<(Record, &'static dyn AnyGame)>,
}

/// The lines of `path`, or of standard input for `-`. One that is longer than a record may be ends
/// them with an error: only unpacking all of it would show where the next begins.
pub(super) fn lines(
    path: impl AsRef<Path>,
) -> anyhow::Result<impl Iterator<Item = anyhow::Result<RecordLine>>> {
    let path = path.as_ref().to_path_buf();
    let mut reader = open(&path)?;
    let (mut line, mut is_over) = (0, false);
    let all = std::iter::from_fn(move || {
        if is_over {
            return None;
        }
        line += 1;
        let mut bytes = Vec::new();
        let read = read_line(&mut reader, &mut bytes);
        is_over = !matches!(read, Ok(1..));
        let read = read.with_context(|| format!("cannot read {}:{line}", path.display()));
        (!matches!(read, Ok(0))).then(|| read.map(|_| (line, bytes)))
    });
    let is_blank = |(_, bytes): &(usize, Vec<u8>)| bytes.trim_ascii().is_empty();
    let full = all.filter(move |line| !line.as_ref().is_ok_and(is_blank));
    Ok(full.enumerate().map(|(number, line)| {
        let (line, bytes) = line?;
        Ok(RecordLine { number, line, bytes: bytes.len(), record: parse(&bytes) })
    }))
}

fn read_line(reader: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<usize> {
    let read = reader.take(MAX_LINE_BYTES + 1).read_until(b'\n', bytes)?;
    if read as u64 > MAX_LINE_BYTES {
        let why = format!("a line of more than {} MiB is no record", MAX_LINE_BYTES >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
    }
    Ok(read)
}

/// Hands each record of `path` to `judge`, which writes what it finds to `out` and says whether the
/// record is as it should be. A line that is no record is reported, and the next one goes on.
pub(super) fn check_each<W: Write>(
    path: &str,
    out: &mut W,
    mut check: impl FnMut(&mut W, usize, &Record, &'static dyn AnyGame) -> io::Result<bool>,
) -> anyhow::Result<Verdict> {
    let mut verdict = Verdict::Done;
    for line in lines(path)? {
        let line = line?;
        match line.record {
            Ok((record, game)) => {
                let good = check(out, line.number, &record, game)?;
                if !good && verdict == Verdict::Done {
                    verdict = Verdict::Failed;
                }
            }
            Err(error) => {
                out.flush()?;
                tell(plain_lines(&format!("{path}:{}: {error}", line.line)));
                verdict = Verdict::Wrong;
            }
        }
    }
    out.flush()?;
    Ok(verdict)
}

/// The first record of `path`.
pub(super) fn first(path: &str) -> anyhow::Result<(Record, &'static dyn AnyGame)> {
    let line = lines(path)?.next().with_context(|| format!("{path} holds no record"))??;
    line.record.with_context(|| format!("{path}:{}", line.line))
}

/// Record `number` of `path`, counted from 0.
pub(super) fn nth(path: &str, number: usize) -> anyhow::Result<(Record, &'static dyn AnyGame)> {
    let mut count = 0;
    for line in lines(path)? {
        let line = line?;
        if line.number == number {
            return line.record.with_context(|| format!("{path}:{}", line.line));
        }
        count = line.number + 1;
    }
    let holds = counted(count, "record", "records");
    bail!("{path} has no record {number}: it holds {holds}, counted from 0")
}

/// The record of a line, with its game.
pub(super) fn parse(bytes: &[u8]) -> anyhow::Result<(Record, &'static dyn AnyGame)> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|_| anyhow!("not UTF-8 text"))?.trim();
    ensure!(text.starts_with('{'), "not a record: expected a JSON object");
    let record = Record::from_line(text).map_err(|error| match error {
        ReadRecordError::Json(json) if json.is_eof() => {
            anyhow!("not a record: cut off after {} bytes", json.column())
        }
        // A parser that is given one line calls it line 1, whichever it is.
        ReadRecordError::Json(json) => {
            let why = plain(&json.to_string()).replace(" at line 1 column ", " at byte ");
            anyhow!("not a record: {why}")
        }
        other => other.into(),
    })?;
    let game = game(&record.game)?;
    Ok((record, game))
}

fn open(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    let shown = path.display();
    let context = || format!("cannot read {shown}");
    let mut input: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(BufReader::new(io::stdin()))
    } else {
        let file = open_file(path).map_err(|error| match error.kind() {
            io::ErrorKind::IsADirectory => anyhow!("{shown} is a folder, not a file of records"),
            _ => anyhow!("cannot read {shown}: {error}{}", did_you_mean(path)),
        })?;
        Box::new(BufReader::new(file))
    };
    let head = input.fill_buf().with_context(context)?;
    if head.starts_with(&ZSTD_MAGIC) {
        bail!("{shown} is compressed with zstd, as juez 0.1 did; `zstd -d {shown}` unpacks it");
    }
    if head.starts_with(&GZIP_MAGIC) {
        return Ok(Box::new(BufReader::new(MultiGzDecoder::new(input))));
    }
    Ok(input)
}
