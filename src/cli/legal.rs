//! `juez legal`.

use serde::Serialize;
use std::io::BufWriter;

use super::reader;
use super::text::json_line;
use super::verdict::Verdict;
use crate::core::Seat;
use crate::registry::RecordFault;

/// Arguments of `juez legal`.
#[derive(clap::Args)]
pub(super) struct LegalArgs {
    /// A file of records, or `-` for standard input
    file: String,
    /// Print every ply, not only the last
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
    #[serde(flatten)]
    wrong: &'a RecordFault,
}

pub(super) fn run(args: &LegalArgs) -> anyhow::Result<Verdict> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    reader::check_each(&args.file, &mut out, |out, record, data, game| {
        let walk = game.legal(data, args.all);
        for position in &walk.lines {
            let needs = position.needs_deal.then_some("deal");
            let (ply, seat, legal) = (position.ply, position.seat, &position.legal[..]);
            json_line(out, &Position { record, ply, seat, legal, needs })?;
        }
        if let Some(wrong) = &walk.error {
            json_line(out, &Wrong { record, wrong })?;
        }
        Ok(walk.error.is_none())
    })
}
