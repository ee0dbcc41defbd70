//! `juez legal`.

use serde::Serialize;
use std::io::{BufWriter, Write};

use super::reader;
use super::text::json_line;
use super::verdict::Verdict;
use juez_match::registry::RecordFault;

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
struct Wrong<'a> {
    record: usize,
    #[serde(flatten)]
    wrong: &'a RecordFault,
}

pub(super) fn run(args: &LegalArgs) -> anyhow::Result<Verdict> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    reader::check_each(&args.file, &mut out, |out, record, data, game| {
        let mut lines = Vec::new();
        let walked = game.legal_lines(data, record, args.all, &mut lines);
        out.write_all(&lines)?;
        if let Err(wrong) = &walked {
            json_line(out, &Wrong { record, wrong })?;
        }
        Ok(walked.is_ok())
    })
}
