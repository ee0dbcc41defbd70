//! `juez verify`.

use serde::Serialize;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use super::options::Place;
use super::rerun::Library;
use super::text::{BOLD, RED};
use super::{Verdict, reader};
use crate::core::{End, Record};
use crate::pool::Isolation;
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
    #[command(flatten)]
    place: Place,
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
    let rerun = match &args.rerun {
        Some(folder) => Some((Library::read(folder)?, args.place.open()?)),
        None => None,
    };
    let mut out = BufWriter::new(anstream::stdout().lock());
    reader::judge_each(&args.file, &mut out, |out, number, record, game| {
        let checked = check(record, game, rerun.as_ref());
        if args.json {
            let ok = checked.is_ok();
            let found = match &checked {
                Ok(end) => Found::Good { end: end.as_ref() },
                Err(fault) => Found::Wrong { ply: fault.ply, error: &fault.error },
            };
            serde_json::to_writer(&mut *out, &Checked { record: number, ok, found })?;
            writeln!(out)?;
        } else {
            match &checked {
                Ok(end) => {
                    writeln!(out, "{}", good(number, record, end.as_ref(), rerun.is_some()))?
                }
                Err(RecordFault { ply, error }) => {
                    writeln!(out, "{RED}record {number}: wrong{RED:#} at ply {ply}: {error}")?;
                }
            }
        }
        Ok(checked.is_ok())
    })
}

fn check(
    record: &Record,
    game: &'static dyn AnyGame,
    rerun: Option<&(Library, Isolation)>,
) -> Result<Option<End>, RecordFault> {
    let end = game.verify(record)?;
    if let Some((library, place)) = rerun {
        library.rerun(record, game, place)?;
    }
    Ok(end)
}

fn good(number: usize, record: &Record, end: Option<&End>, rerun: bool) -> String {
    let plies = record.moves.len();
    let plural = if plies == 1 { "ply" } else { "plies" };
    let same = if rerun { ", and the bots play it again" } else { "" };
    let end = match end {
        Some(end) => format!("{}, ranks {:?}, points {:?}", end.reason, end.ranks, end.points),
        None => "not over".to_string(),
    };
    format!("record {number}: {BOLD}ok{BOLD:#}, {} in {plies} {plural}: {end}{same}", record.game)
}
