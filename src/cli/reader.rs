//! Records from a file, compressed or not, or from standard input.

use anyhow::{Context, anyhow};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use super::Verdict;
use super::text::tell;
use crate::core::{ReadRecordError, Record};
use crate::registry::{AnyGame, UnknownGame, game};
use crate::script::did_you_mean;

/// How every zstd frame begins.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// What one line of a file of records holds.
pub(super) struct Line {
    /// Number of the record, from 0; blank lines do not count.
    pub number: usize,
    /// Number of the line, from 1.
    pub line: usize,
    /// The record with its game, or why there is none.
    pub record: Result<(Record, &'static dyn AnyGame), LineError>,
}

/// A line that cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum LineError {
    /// Not a record of ours.
    #[error("not a record: {0}")]
    Record(String),
    /// Of another format.
    #[error(transparent)]
    Format(ReadRecordError),
    /// A game that juez does not have.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// Not text.
    #[error("not UTF-8 text")]
    Text,
}

impl From<ReadRecordError> for LineError {
    fn from(error: ReadRecordError) -> LineError {
        match error {
            ReadRecordError::Json(json) if json.is_eof() => {
                LineError::Record(format!("cut off after {} bytes", json.column()))
            }
            // A parser that is given one line calls it line 1, whichever it is.
            ReadRecordError::Json(json) => {
                LineError::Record(json.to_string().replace(" at line 1 column ", " at byte "))
            }
            other @ ReadRecordError::Format(_) => LineError::Format(other),
        }
    }
}

/// The lines of `path`, or of standard input for `-`.
pub(super) fn lines(path: &str) -> anyhow::Result<impl Iterator<Item = anyhow::Result<Line>>> {
    let mut reader = open(path)?;
    let (mut line, mut number) = (0, 0);
    let path = path.to_string();
    Ok(std::iter::from_fn(move || {
        loop {
            let mut bytes = Vec::new();
            match reader.read_until(b'\n', &mut bytes) {
                Ok(0) => return None,
                Ok(_) => line += 1,
                Err(error) => {
                    let error = anyhow::Error::new(error);
                    return Some(Err(error.context(format!("cannot read {path}"))));
                }
            }
            if bytes.trim_ascii().is_empty() {
                continue;
            }
            number += 1;
            return Some(Ok(Line { number: number - 1, line, record: parse(&bytes) }));
        }
    }))
}

/// Hands each record of `path` to `judge`, which writes what it finds to `out` and says whether the
/// record is as it should be. A line that is no record is told of, and the next one goes on.
pub(super) fn judge_each<W: Write>(
    path: &str,
    out: &mut W,
    mut judge: impl FnMut(&mut W, usize, &Record, &'static dyn AnyGame) -> io::Result<bool>,
) -> anyhow::Result<Verdict> {
    let mut verdict = Verdict::Done;
    for line in lines(path)? {
        let line = line?;
        match line.record {
            Ok((record, game)) => {
                let good = judge(out, line.number, &record, game)?;
                if !good && verdict == Verdict::Done {
                    verdict = Verdict::Failed;
                }
            }
            Err(error) => {
                out.flush()?;
                tell(format_args!("{path}:{}: {error}", line.line));
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
    let plural = if count == 1 { "record" } else { "records" };
    anyhow::bail!("{path} has no record {number}: it holds {count} {plural}, counted from 0")
}

fn parse(bytes: &[u8]) -> Result<(Record, &'static dyn AnyGame), LineError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|_| LineError::Text)?;
    let text = text.trim();
    if !text.starts_with('{') {
        return Err(LineError::Record("expected a JSON object".to_string()));
    }
    let record = Record::from_line(text)?;
    let game = game(&record.game)?;
    Ok((record, game))
}

fn open(path: &str) -> anyhow::Result<Box<dyn BufRead>> {
    let context = || format!("cannot read {path}");
    let mut input: Box<dyn BufRead> = if path == "-" {
        Box::new(BufReader::new(io::stdin()))
    } else {
        let file = File::open(path).map_err(|error| {
            anyhow!("cannot read {path}: {error}{}", did_you_mean(Path::new(path)))
        })?;
        if file.metadata().with_context(context)?.is_dir() {
            anyhow::bail!("{path} is a folder, not a file of records");
        }
        Box::new(BufReader::new(file))
    };
    if input.fill_buf().with_context(context)?.starts_with(&ZSTD_MAGIC) {
        let decoder = zstd::Decoder::with_buffer(input).with_context(context)?;
        return Ok(Box::new(BufReader::new(decoder)));
    }
    Ok(input)
}
