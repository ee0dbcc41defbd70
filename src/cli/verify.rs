//! `juez verify`.

use serde::Serialize;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use super::report::{BOLD, RED, tell};
use super::rerun::Library;
use super::{Verdict, reader};
use crate::core::{End, Record};
use crate::registry::{AnyGame, RecordFault};

/// Arguments of `juez verify`.
#[derive(clap::Args)]
pub(super) struct VerifyArgs {
    /// A file of records, or `-` for standard input
    file: String,
    /// One JSON object a record
    #[arg(long)]
    json: bool,
    /// Play the bots again from their sources in this folder and demand the same record
    #[arg(long, value_name = "DIR")]
    rerun: Option<PathBuf>,
}

/// One line for programs.
#[derive(Serialize)]
struct Checked<'a> {
    record: usize,
    ok: bool,
    #[serde(flatten)]
    found: Found<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Found<'a> {
    Good { end: Option<&'a End> },
    Wrong { ply: u32, error: &'a str },
}

pub(super) fn run(args: &VerifyArgs) -> anyhow::Result<Verdict> {
    let library = args.rerun.as_deref().map(Library::read).transpose()?;
    let mut out = BufWriter::new(anstream::stdout().lock());
    let (mut failed, mut wrong) = (false, false);
    for line in reader::lines(&args.file)? {
        let line = line?;
        let number = line.number;
        let (record, game) = match line.record {
            Ok(read) => read,
            Err(error) => {
                out.flush()?;
                tell(format_args!("{}:{}: {error}", args.file, line.line));
                wrong = true;
                continue;
            }
        };
        let checked = check(&record, game, library.as_ref());
        failed |= checked.is_err();
        if args.json {
            let ok = checked.is_ok();
            let found = match &checked {
                Ok(end) => Found::Good { end: end.as_ref() },
                Err(fault) => Found::Wrong { ply: fault.ply, error: &fault.error },
            };
            serde_json::to_writer(&mut out, &Checked { record: number, ok, found })
                .map_err(std::io::Error::from)?;
            writeln!(out)?;
        } else {
            match &checked {
                Ok(end) => {
                    writeln!(out, "{}", good(number, &record, end.as_ref(), args.rerun.is_some()))?
                }
                Err(fault) => writeln!(
                    out,
                    "{RED}record {number}: wrong{RED:#} at ply {}: {}",
                    fault.ply, fault.error
                )?,
            }
        }
    }
    out.flush()?;
    Ok(match (wrong, failed) {
        (true, _) => Verdict::Wrong,
        (_, true) => Verdict::Failed,
        _ => Verdict::Done,
    })
}

fn check(
    record: &Record,
    game: &dyn AnyGame,
    library: Option<&Library>,
) -> Result<Option<End>, RecordFault> {
    let end = game.verify(record)?;
    if let Some(library) = library {
        library.rerun(record, game)?;
    }
    Ok(end)
}

fn good(number: usize, record: &Record, end: Option<&End>, rerun: bool) -> String {
    let plies = record.moves.len();
    let same = if rerun { ", and the bots play it again" } else { "" };
    let end = match end {
        Some(end) => format!("{}, ranks {:?}, points {:?}", end.reason, end.ranks, end.points),
        None => "not over".to_string(),
    };
    format!("record {number}: {BOLD}ok{BOLD:#}, {} in {plies} plies: {end}{same}", record.game)
}
