//! `juez report`.

use anyhow::{Context, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::grades;
use super::reader::lines;
use super::text::{counted, tell};
use super::writer::{check_replaceable, is_gzip};
use juez_core::Record;
use juez_grading::report::{
    FEEDBACK_INDEX, FolderError, Part, Screen, Tables, csv, feedback, html, json, text_for,
    write_by,
};
use juez_grading::{MarkScale, Platform};
use juez_tournament::{LadderDay, Results, Store};

/// Limit on the width of tables: longer lines are hard to follow.
const MAX_COLUMNS: usize = 160;

/// Arguments of `juez report`.
#[derive(clap::Args)]
#[command(after_help = "\
Without --html, --feedback, --csv, --json, --records or --grades the tables are printed. Columns \
that do not fit are left out, the least important first; a note names them.

Tables of the same results are the same to the byte, wherever and whenever they are made, except \
for the last columns of costs and matches, which are measured times: --no-times leaves them out.

Exit code: 0 done, 2 wrong input.")]
pub(super) struct ReportArgs {
    /// The file of a tournament
    file: PathBuf,
    /// Revision to report on [default: the last, in a ladder with the days before it]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    revision: Option<u32>,
    /// Write HTML pages with records and CSV files into DIR
    #[arg(long, value_name = "DIR")]
    html: Option<PathBuf>,
    /// Write a page for each student, with matches and faults, and an index into DIR
    #[arg(long, value_name = "DIR")]
    feedback: Option<PathBuf>,
    /// Write each table as a CSV file into DIR
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,
    /// Print all tables as one JSON object
    #[arg(long)]
    json: bool,
    /// Write all records in schedule order into FILE, compressed if it ends in .gz
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Write a grade sheet: rank, score, Elo and pass of each student
    #[arg(long, value_name = "FILE")]
    grades: Option<PathBuf>,
    /// Class list to add the grades to; keeps its columns
    #[arg(long, value_name = "FILE", requires = "grades")]
    roster: Option<PathBuf>,
    /// Scale of marks in the grade sheet: `score 0-10`, `score 50:5 100:10 step 0.5`, `place 1:10
    /// last:5`
    #[arg(long, value_name = "SCALE", requires = "grades")]
    marks: Option<MarkScale>,
    /// Write the grade sheet for moodle, canvas or blackboard: marks, or else scores
    #[arg(long, value_name = "PLATFORM", requires_all = ["grades", "roster"])]
    grades_format: Option<Platform>,
    /// Column of the grades on that platform [default: the name of the tournament]
    #[arg(long, value_name = "NAME", requires = "grades_format")]
    grades_item: Option<String>,
    /// Only these parts: standings, criteria, cross-table, rounds, seats, hands, faults, costs,
    /// rating-over-time, matches
    #[arg(long, value_name = "PART,...", value_delimiter = ',', conflicts_with_all = ["html", "json"])]
    only: Vec<Part>,
    /// Omit clock times
    #[arg(long)]
    no_times: bool,
    /// Width of the text in columns [default: that of the terminal, or 80]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(40..))]
    width: Option<u16>,
}

pub(super) fn run(args: &ReportArgs) -> anyhow::Result<()> {
    let (results, records) = load(&args.file, args.revision)?;
    let mut tables = Tables::of(&results);
    if args.no_times {
        tables = tables.without_times();
    }
    if let Some(folder) = &args.html {
        records.lend(|find| html(folder, &tables, find))?;
        tell(format_args!("wrote {}", folder.join("index.html").display()));
    }
    if let Some(folder) = &args.feedback {
        let pages = records.lend(|find| feedback(folder, &tables, &results, find))?;
        let index = folder.join(FEEDBACK_INDEX);
        let pages = counted(pages, "page", "pages");
        tell(format_args!("wrote {pages}, listed in {}", index.display()));
    }
    if let Some(folder) = &args.csv {
        let parts: Vec<Part> =
            if args.only.is_empty() { tables.parts().collect() } else { args.only.clone() };
        csv(folder, &tables, &parts)?;
        tell(format_args!("wrote {} tables into {}", parts.len(), folder.display()));
    }
    if let Some(file) = &args.records {
        let written = export(file, &tables, &records)?;
        tell(format_args!("wrote {written} records into {}", file.display()));
    }
    if let Some(file) = &args.grades {
        let item = args.grades_item.as_deref().unwrap_or(&results.plan.name);
        let platform = args.grades_format.map(|platform| (platform, item));
        let (roster, marks) = (args.roster.as_deref(), args.marks.as_ref());
        grades::write(file, &tables.grades(), roster, marks, platform)?;
    }
    let to_files = [&args.html, &args.feedback, &args.csv, &args.records, &args.grades];
    let mut out = BufWriter::new(anstream::stdout().lock());
    if args.json {
        json(&tables, &mut out)?;
    } else if to_files.into_iter().all(Option::is_none) {
        let Screen { width, parts } = terminal();
        let parts = if args.only.is_empty() { parts } else { args.only.clone() };
        let screen = Screen { width: args.width.map_or(width, usize::from), parts };
        text_for(&tables, &screen, &mut out)?;
    }
    out.flush()?;
    Ok(())
}

/// Returns the settings for all tables, as wide as the terminal if there is one.
pub(super) fn terminal() -> Screen {
    let mut screen = Screen::default();
    if let Ok((columns, _)) = ratatui::crossterm::terminal::size()
        && io::stdout().is_terminal()
    {
        screen.width = usize::from(columns).min(MAX_COLUMNS);
    }
    screen
}

/// Reads the results of a revision, by default of the last one, and opens its records.
fn load(file: &Path, revision: Option<u32>) -> anyhow::Result<(Results, Records)> {
    let store = Store::read(file)?;
    let revisions = store.revisions()?;
    let (revision, results) = match revision {
        _ if revisions == 0 => bail!("{} has no plan yet", file.display()),
        Some(revision) if revision > revisions => {
            bail!("{} has no revision {revision}: the last is {revisions}", file.display())
        }
        Some(revision) => (revision, Results::read(&store, revision)?),
        None => (revisions, Results::read_ladder(&store, revisions)?),
    };
    let days = results.days.clone();
    Ok((results, Records { store, revision, days }))
}

/// Records of a revision, or of the days of a ladder.
struct Records {
    store: Store,
    revision: u32,
    days: Vec<LadderDay>,
}

impl Records {
    /// Reads the record of match `number`.
    fn find(&self, number: u32) -> anyhow::Result<Record> {
        let day = self.days.iter().rfind(|day| day.first <= number);
        let (revision, first) = day.map_or((self.revision, 0), |day| (day.revision, day.first));
        let key = self.store.key(revision, number - first)?;
        let record = key.map(|key| self.store.record(&key)).transpose()?.flatten();
        record.with_context(|| format!("match {number} has no record"))
    }

    /// Passes the records to a writer of pages. Pages are written without unreadable records; the
    /// first such error is returned afterwards.
    fn lend<T>(
        &self,
        write: impl FnOnce(&mut dyn FnMut(u32) -> Option<Record>) -> Result<T, FolderError>,
    ) -> anyhow::Result<T> {
        let mut missing = None;
        let written = write(&mut |number| match self.find(number) {
            Ok(record) => Some(record),
            Err(error) => {
                missing.get_or_insert(error);
                None
            }
        })?;
        match missing {
            Some(error) => Err(error.context("the pages are written, without all records")),
            None => Ok(written),
        }
    }
}

/// Writes the records of all played matches in schedule order. Returns their number.
fn export(path: &Path, tables: &Tables, records: &Records) -> anyhow::Result<usize> {
    check_records(path)?;
    let compressed = is_gzip(path)?;
    let mut written = 0;
    let mut all = |out: &mut dyn Write| -> io::Result<()> {
        for number in tables.matches.played() {
            let record = records.find(number).map_err(io::Error::other)?;
            writeln!(out, "{}", record.to_line())?;
            written += 1;
        }
        Ok(())
    };
    write_by(path, |file| {
        if !compressed {
            return all(file);
        }
        let mut out = GzEncoder::new(file, Compression::default());
        all(&mut out)?;
        out.finish().map(drop)
    })?;
    Ok(written)
}

/// Checks that writing to `path` overwrites nothing but records.
fn check_records(path: &Path) -> anyhow::Result<()> {
    check_replaceable(path, "records", || {
        let first = lines(path)?.next();
        Ok(matches!(first, Some(Ok(line)) if line.record.is_ok()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use juez_storage::gzip;
    use std::fs;

    #[test]
    fn only_records_are_written_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        check_records(&path("new.jsonl")).expect("nothing there");
        check_records(folder.path()).expect_err("a folder");
        fs::write(path("empty"), "").expect("written");
        check_records(&path("empty")).expect("an empty file");
        fs::write(path("bot.lua"), "return {}").expect("written");
        check_records(&path("bot.lua")).expect_err("a script");
        let line = Record::new("quoridor").to_line() + "\n";
        fs::write(path("old.jsonl"), &line).expect("written");
        check_records(&path("old.jsonl")).expect("records");
        fs::write(path("old.jsonl.gz"), gzip::pack(line.as_bytes())).expect("written");
        check_records(&path("old.jsonl.gz")).expect("packed records");
    }
}
