//! `juez similar`: finds similar bots of a class for a person to look at.

mod data;
mod gather;
mod text;

use anyhow::{Context, ensure};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::text::{json_line, tell};
use juez_grading::Deadline;
use juez_grading::report::similarity_page;
use juez_grading::similarity::compare;
use juez_script::open_file;

use gather::{Bot, Compared, base, bots, names};

/// Arguments of `juez similar`.
#[derive(clap::Args)]
#[command(after_help = "\
Compares all pairs of bots in the same language by their code alone: names, comments, layout, \
numbers and strings do not count. Code written by `juez new` or found in --base does not count \
either, nor does code shared by more than half of at least six different bots; the omitted code is \
shown. Bots with the same code are always shown. Similarity is a reason to look, not a proof.

A folder of submissions counts as one bot for each student: the newest version before the deadline that \
compiles.")]
pub(super) struct SimilarArgs {
    /// Scripts, bot folders, or folders of submissions
    #[arg(required = true, value_name = "FILES|FOLDER")]
    bots: Vec<PathBuf>,
    /// Handed-out code to ignore: a script or a folder of scripts
    #[arg(long, value_name = "FILE")]
    base: Vec<PathBuf>,
    /// Ignore later submissions: 2026-12-01 23:59, or 2026-12-01 23:59 Europe/Madrid
    #[arg(long, value_name = "TIME")]
    deadline: Option<Deadline>,
    /// Lowest similarity to show, 0 to 1
    #[arg(long, default_value = "0.3", value_parser = share)]
    min: f64,
    /// Also write the pairs into FILE
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Also write a page with the pairs side by side into FILE
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1, such as 0.3".to_string())
}

/// Writes a file, if `path` is free, empty, or begins with `beginning` as files of earlier
/// comparisons do. Also writes to links that are not regular files, such as /dev/stdout.
fn replace(path: &Path, beginning: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let shown = path.display();
    let cannot = || format!("cannot write {shown}");
    let mut there = Vec::new();
    if path.is_file() || (path.exists() && !path.is_symlink()) {
        let file = open_file(path).with_context(cannot)?;
        file.take(beginning.len() as u64).read_to_end(&mut there).with_context(cannot)?;
    }
    let is_ours = there.is_empty() || there == beginning.as_bytes();
    ensure!(is_ours, "{shown} holds other data: name another file");
    fs::write(path, bytes).with_context(cannot)
}

pub(super) fn run(args: &SimilarArgs) -> anyhow::Result<()> {
    let bots = bots(&args.bots, args.deadline.as_ref())?;
    if let Some(deadline) = &args.deadline {
        tell(format_args!("deadline {deadline}"));
    }
    let sources: Vec<_> = bots.iter().map(|bot| bot.source.clone()).collect();
    let of_language = |bot: &Bot| {
        bots.iter().filter(|other| other.source.language.id == bot.source.language.id).count()
    };
    let most = bots.iter().map(of_language).max().context("no bots to compare")?;
    ensure!(
        most > 1,
        "nothing to compare: expected two bots or more in one language, found {}",
        names(&bots)
    );
    let base = base(&args.base)?;
    let found = compare(&sources, &base, args.min);
    let compared = Compared { bots, base, found, min: args.min };
    if let Some(path) = &args.csv {
        let mut table = Vec::new();
        data::csv(&compared, &mut table)?;
        replace(path, data::HEADER, &table)?;
    }
    if let Some(path) = &args.html {
        let page = similarity_page(&sources, &compared.base, &compared.found, args.min);
        let head = page.split("<style>").next().unwrap_or_default();
        replace(path, head, page.as_bytes())?;
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        json_line(&mut out, &data::SimilarJson::of(&compared))?;
    } else {
        text::text(&mut out, &compared)?;
    }
    Ok(())
}
