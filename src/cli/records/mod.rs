//! `juez records`: data for programs that learn from matches.
//!
//! | file | contents |
//! |---|---|
//! | `row` | a decision with its match and its result |
//! | `lines` | rows as JSON lines |
//! | `npz` | rows as arrays in one archive |
//! | `npy` | the header and the texts of an array |

mod lines;
mod npy;
mod npz;
mod row;

use anyhow::{Context, anyhow, bail, ensure};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use self::lines::Lines;
use self::npz::Npz;
use self::row::{Layout, Row};
use super::interrupt::on_ctrl_c;
use super::reader::{self, RecordLine};
use super::text::counted;
use super::verdict::Verdict;
use super::writer::check_replaceable;
use juez_core::{Reason, Record, Seat};
use juez_match::registry::{AnyGame, FeatureShape};

/// Arguments of `juez records`.
#[derive(clap::Args)]
#[command(after_help = "\
Writes one row for each move that a seat chose among several: the view of the seat as arrays of numbers, the \
legal moves, the move, and the result of the match for the seat. docs/features.md describes the arrays.")]
pub(super) struct RecordsArgs {
    /// A file of records of one game, or `-` for standard input
    file: String,
    /// File to write: arrays of NumPy (.npz), or JSON lines (.jsonl)
    #[arg(long, value_name = "OUT")]
    features: PathBuf,
}

trait Output {
    fn add(&mut self, row: &Row<'_>) -> io::Result<()>;
    /// Writes the rest and completes the file.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

pub(super) fn run(args: &RecordsArgs) -> anyhow::Result<Verdict> {
    let out = &args.features;
    let format = Format::of(out)?;
    format.check_replaceable(out)?;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    on_ctrl_c(move || flag.store(true, Ordering::Relaxed), || {})?;
    // The rows stay in a temporary folder next to the file until all are written.
    let beside = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    let work = tempfile::tempdir_in(beside.unwrap_or(Path::new(".")))
        .with_context(|| format!("cannot write next to {}", out.display()))?;
    let mut extract = Extract::new(format, work.path());
    for line in reader::lines(&args.file)? {
        if stop.load(Ordering::Relaxed) {
            return Ok(Verdict::Interrupted);
        }
        let line = line?;
        let location = format!("{}:{}", args.file, line.line);
        extract.add(line).with_context(|| location)?;
    }
    let Extract { output, matches, rows, unfinished, .. } = extract;
    let output = output.with_context(|| match matches {
        0 => format!("{} holds no record", args.file),
        _ => format!("no seat had a choice in {}", args.file),
    })?;
    let written = || {
        output.finish()?;
        fs::rename(work.path().join(FILE), out)
    };
    written().with_context(|| format!("cannot write {}", out.display()))?;
    let decisions = counted(rows, "decision", "decisions");
    let matches = counted(matches, "match", "matches");
    let mut stdout = anstream::stdout().lock();
    writeln!(stdout, "{decisions} of {matches} in {}", out.display())?;
    if unfinished > 0 {
        let matches = counted(unfinished, "match is", "matches are");
        writeln!(stdout, "{matches} not over: rank 0 in their rows")?;
    }
    Ok(Verdict::Done)
}

/// Writes the rows of a record to `folder` in both formats. Ignores errors in the record.
pub(super) fn write_all(folder: &Path, record: &Record, game: &'static dyn AnyGame) {
    for format in [Format::Npz, Format::Lines] {
        let mut extract = Extract::new(format, folder);
        let record = Ok((record.clone(), game));
        let _ = extract.add(RecordLine { number: 0, line: 1, bytes: 0, record });
        let _ = extract.output.map(|output| output.finish());
    }
}

/// Name of the growing file of rows.
const FILE: &str = "rows";

#[derive(Clone, Copy, PartialEq)]
enum Format {
    Npz,
    Lines,
}

impl Format {
    fn of(path: &Path) -> anyhow::Result<Format> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("npz") => Ok(Format::Npz),
            Some("jsonl") => Ok(Format::Lines),
            _ => bail!("{} is neither a .npz nor a .jsonl file", path.display()),
        }
    }

    /// Checks that writing to `path` overwrites nothing but an earlier file of this command.
    fn check_replaceable(self, path: &Path) -> anyhow::Result<()> {
        check_replaceable(path, "features", || {
            let mut head = Vec::new();
            File::open(path)?.take(64).read_to_end(&mut head)?;
            Ok(match self {
                Format::Npz => npz::is_ours(&head),
                Format::Lines => lines::is_ours(&head),
            })
        })
    }

    fn open(self, folder: &Path, layout: Layout) -> io::Result<Box<dyn Output>> {
        let file = File::create(folder.join(FILE))?;
        Ok(match self {
            Format::Npz => Box::new(Npz::new(file, folder, layout)?),
            Format::Lines => Box::new(Lines::new(file, layout)),
        })
    }
}

/// A pass over the records of one file.
struct Extract<'a> {
    format: Format,
    folder: &'a Path,
    /// Game of the first record, shape of its arrays, and number of seats.
    first: Option<(&'static dyn AnyGame, FeatureShape, usize)>,
    /// `None` until the first row.
    output: Option<Box<dyn Output>>,
    matches: usize,
    rows: u64,
    unfinished: usize,
}

impl Extract<'_> {
    fn new(format: Format, folder: &Path) -> Extract<'_> {
        let (first, output) = (None, None);
        Extract { format, folder, first, output, matches: 0, rows: 0, unfinished: 0 }
    }

    fn add(&mut self, line: RecordLine) -> anyhow::Result<()> {
        let (record, game) = line.record?;
        let end = game.verify(&record).map_err(|fault| anyhow!("{fault}"))?;
        self.check_first(&record, game)?;
        let Some((_, shape, _)) = &self.first else { return Ok(()) };
        let end = end.filter(|end| end.reason != Reason::Stopped);
        let result =
            |seat: Seat| end.as_ref().map_or((0, 0), |end| (end.ranks[seat], end.points[seat]));
        let mut wrong: io::Result<()> = Ok(());
        let (format, folder, output, rows) =
            (self.format, self.folder, &mut self.output, &mut self.rows);
        game.decisions(&record, &mut |decision| {
            if wrong.is_err() {
                return;
            }
            let (rank, points) = result(decision.seat);
            let row = Row { decision, record: line.number, rank, points };
            wrong = (|| {
                if output.is_none() {
                    *output = Some(format.open(folder, Layout::of(game, shape, decision))?);
                }
                *rows += 1;
                output.as_mut().map_or(Ok(()), |output| output.add(&row))
            })();
        })
        .map_err(|fault| anyhow!("{fault}"))?;
        wrong.context("cannot write the rows")?;
        self.matches += 1;
        self.unfinished += usize::from(end.is_none());
        Ok(())
    }

    /// Checks that a record has the game and number of seats of the first one.
    fn check_first(&mut self, record: &Record, game: &'static dyn AnyGame) -> anyhow::Result<()> {
        let id = game.info().id;
        let options = game.info().with_seats(&record.options, record.players.len());
        let seats = usize::from(game.table(&options)?.seats());
        let Some((first, _, first_seats)) = &self.first else {
            let shape = game.feature_shape();
            let shape = shape.with_context(|| format!("{id} has no data for learners"))?;
            self.first = Some((game, shape, seats));
            return Ok(());
        };
        let first_id = first.info().id;
        ensure!(id == first_id, "a record of {id} among records of {first_id}: one game a file");
        ensure!(
            seats == *first_seats,
            "a table of {seats} seats among tables of {first_seats}: the shape of the arrays depends on it"
        );
        Ok(())
    }
}
