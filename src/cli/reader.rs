//! Records from a file, compressed or not, or from standard input.

use anyhow::{Context, anyhow, bail, ensure};
use flate2::bufread::MultiGzDecoder;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use super::text::{counted, tell};
use super::verdict::Verdict;
use juez_core::{ReadRecordError, Record, plain, plain_lines};
use juez_match::registry::{AnyGame, game};
use juez_script::{did_you_mean, open_file};
use juez_storage::gzip::{GZIP_MAGIC, ZSTD_MAGIC};

/// Limit on the bytes of a line. Matches between processes cannot make a longer record.
const MAX_LINE_BYTES: u64 = 64 << 20;

/// One line of a file of records.
pub(super) struct RecordLine {
    /// Number of the record, from 0, not counting blank lines.
    pub number: usize,
    /// Number of the line, from 1.
    pub line: usize,
    pub bytes: usize,
    /// The record with its game, or the error.
    pub record: anyhow::Result<(Record, &'static dyn AnyGame)>,
}

/// Iterates over the records of `path`, or of standard input for `-`. A line over the limit ends
/// the iteration with an error: the start of the next line would be found only by unpacking the
/// rest of this one.
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
        let why = format!("a line of more than {} MiB is not a record", MAX_LINE_BYTES >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
    }
    Ok(read)
}

/// Calls `check` for each record of `path`; it prints to `out` and returns whether the record is
/// good. Reports invalid lines and continues.
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

/// Reads the first record of `path`.
pub(super) fn first(path: &str) -> anyhow::Result<(Record, &'static dyn AnyGame)> {
    let line = lines(path)?.next().with_context(|| format!("{path} holds no record"))??;
    line.record.with_context(|| format!("{path}:{}", line.line))
}

/// Reads record `number` of `path`, counted from 0.
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

/// Parses a line and finds its game.
pub(super) fn parse(bytes: &[u8]) -> anyhow::Result<(Record, &'static dyn AnyGame)> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|_| anyhow!("not UTF-8 text"))?.trim();
    ensure!(text.starts_with('{'), "not a record: expected a JSON object");
    let record = Record::from_line(text).map_err(|error| match error {
        ReadRecordError::Json(json) if json.is_eof() => {
            anyhow!("not a record: cut off after {} bytes", json.column())
        }
        // The parser sees a single line and always calls it line 1.
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
