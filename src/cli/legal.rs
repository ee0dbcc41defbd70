//! `juez legal`.

use serde::Serialize;
use std::io::{BufWriter, Write};

use super::report::tell;
use super::{Verdict, reader};
use crate::core::Seat;

/// Arguments of `juez legal`.
#[derive(clap::Args)]
pub(super) struct LegalArgs {
    /// A file of records, or `-` for standard input
    file: String,
    /// A line for every ply instead of the last one
    #[arg(long)]
    all: bool,
}

#[derive(Serialize)]
struct Position<'a> {
    record: usize,
    ply: u32,
    seat: Option<Seat>,
    legal: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    needs: Option<&'static str>,
}

#[derive(Serialize)]
struct Wrong<'a> {
    record: usize,
    ply: u32,
    error: &'a str,
}

pub(super) fn run(args: &LegalArgs) -> anyhow::Result<Verdict> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let (mut failed, mut wrong) = (false, false);
    for line in reader::lines(&args.file)? {
        let line = line?;
        let record = line.number;
        let (data, game) = match line.record {
            Ok(read) => read,
            Err(error) => {
                out.flush()?;
                tell(format_args!("{}:{}: {error}", args.file, line.line));
                wrong = true;
                continue;
            }
        };
        let walk = game.legal(&data, args.all);
        for position in &walk.lines {
            let needs = position.needs_deal.then_some("deal");
            let (ply, seat, legal) = (position.ply, position.seat, &position.legal[..]);
            serde_json::to_writer(&mut out, &Position { record, ply, seat, legal, needs })
                .map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        if let Some(fault) = &walk.error {
            failed = true;
            let (ply, error) = (fault.ply, &fault.error[..]);
            serde_json::to_writer(&mut out, &Wrong { record, ply, error })
                .map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(match (wrong, failed) {
        (true, _) => Verdict::Wrong,
        (_, true) => Verdict::Failed,
        _ => Verdict::Done,
    })
}
