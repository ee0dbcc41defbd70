//! `juez verify`.

use serde::Serialize;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use super::report::{BOLD, RED};
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

/// A line of `--json`; what does not apply is left out, but for the `end` of an unfinished match.
#[derive(Serialize)]
struct Checked<'a> {
    record: usize,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<&'a Option<End>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

pub(super) fn run(args: &VerifyArgs) -> anyhow::Result<Verdict> {
    let library = args.rerun.as_deref().map(Library::read).transpose()?;
    let mut out = BufWriter::new(anstream::stdout().lock());
    reader::judge_each(&args.file, &mut out, |out, number, record, game| {
        let checked = check(record, game, library.as_ref());
        let fault = checked.as_ref().err();
        if args.json {
            let line = Checked {
                record: number,
                ok: checked.is_ok(),
                end: checked.as_ref().ok(),
                ply: fault.map(|fault| fault.ply),
                error: fault.map(|fault| &fault.error[..]),
            };
            serde_json::to_writer(&mut *out, &line)?;
            writeln!(out)?;
        } else {
            match &checked {
                Ok(end) => {
                    writeln!(out, "{}", good(number, record, end.as_ref(), library.is_some()))?
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
