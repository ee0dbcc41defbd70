//! `juez verify`.

use serde::Serialize;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use super::columns::printed;
use super::options::IsolationArgs;
use super::reader;
use super::rerun::{Failure, ScriptFolder, programs};
use super::seed_check::SeedCheck;
use super::text::{BOLD, RED, counted, json_line};
use super::verdict::Verdict;
use juez_core::{Branch, End, Record, Seat, Seed};
use juez_match::registry::{AnyGame, RecordFault};
use juez_pool::Isolation;

/// Arguments of `juez verify`.
#[derive(clap::Args)]
pub(super) struct VerifyArgs {
    /// A file of records, or `-` for standard input
    file: String,
    /// Print one JSON object per record
    #[arg(long)]
    json: bool,
    /// Play the bots again from the sources in DIR and require the same record
    #[arg(long, value_name = "DIR")]
    rerun: Option<PathBuf>,
    /// Check that seeds and deals follow from this tournament seed, and print its hash
    #[arg(long, value_name = "SEED")]
    seed: Option<Seed>,
    #[command(flatten)]
    isolation: IsolationArgs,
}

/// One line of JSON output.
#[derive(Serialize)]
struct Checked<'a> {
    record: usize,
    ok: bool,
    /// The end of a valid record, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<Option<&'a End>>,
    /// Seats of programs, which are not asked again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    skipped: Vec<Seat>,
    #[serde(flatten)]
    wrong: Option<&'a RecordFault>,
}

pub(super) fn run(args: &VerifyArgs) -> anyhow::Result<Verdict> {
    let open = |folder| anyhow::Ok((ScriptFolder::read(folder)?, args.isolation.open()?));
    let rerun = args.rerun.as_deref().map(open).transpose()?;
    let mut out = BufWriter::new(anstream::stdout().lock());
    let mut chance = args.seed.map(SeedCheck::of);
    if let (Some(seed), false) = (args.seed, args.json) {
        writeln!(out, "the BLAKE3 hash of the seed is {}", seed.commitment())?;
    }
    reader::check_each(&args.file, &mut out, |out, number, record, game| {
        let checked = check(record, game, rerun.as_ref(), chance.as_mut());
        if args.json {
            let end = checked.as_ref().ok().map(Option::as_ref);
            let wrong = checked.as_ref().err().map(|failure| match failure {
                Failure::Wrong(fault) | Failure::NotPlayed(fault) => fault,
            });
            let skipped = rerun.iter().flat_map(|_| programs(record)).collect();
            json_line(out, &Checked { record: number, ok: checked.is_ok(), end, skipped, wrong })?;
        } else {
            let text = match &checked {
                Ok(end) => good(number, record, end.as_ref(), args),
                Err(Failure::Wrong(RecordFault { ply, error })) => {
                    format!("{RED}record {number}: wrong{RED:#} at ply {ply}: {error}")
                }
                Err(Failure::NotPlayed(RecordFault { error, .. })) => {
                    format!("{BOLD}record {number}: not played again{BOLD:#}: {error}")
                }
            };
            writeln!(out, "{}", printed(&text))?;
        }
        Ok(checked.is_ok())
    })
}

/// Prints the verification of a record.
pub(super) fn print_one(
    out: &mut impl Write,
    args: &VerifyArgs,
    (record, game): (&Record, &'static dyn AnyGame),
) -> std::io::Result<()> {
    let chance = &mut SeedCheck::of(Seed::from(1));
    let text = match check(record, game, None, None) {
        Ok(end) => {
            let _ = chance.check(record, game);
            good(0, record, end.as_ref(), args)
        }
        Err(Failure::Wrong(fault) | Failure::NotPlayed(fault)) => fault.to_string(),
    };
    writeln!(out, "{}", printed(&text))
}

fn check(
    record: &Record,
    game: &'static dyn AnyGame,
    rerun: Option<&(ScriptFolder, Isolation)>,
    chance: Option<&mut SeedCheck>,
) -> Result<Option<End>, Failure> {
    let end = game.verify(record)?;
    if let Some(chance) = chance {
        chance.check(record, game)?;
    }
    if let Some((library, isolation)) = rerun {
        library.rerun(record, game, isolation)?;
    }
    game.audit(record)?;
    Ok(end)
}

fn good(number: usize, record: &Record, end: Option<&End>, args: &VerifyArgs) -> String {
    let plies = counted(record.moves.len(), "ply", "plies");
    let dealt = if args.seed.is_some() { ", dealt from the seed" } else { "" };
    let same = args.rerun.as_ref().map(|_| same(record)).unwrap_or_default();
    let end = match end {
        Some(end) => format!("{}, ranks {:?}, points {:?}", end.reason, end.ranks, end.points),
        None => "not over".to_string(),
    };
    let origin = record.branch.as_ref().map(origin).unwrap_or_default();
    let game = &record.game;
    format!("record {number}: {BOLD}ok{BOLD:#}, {game} in {plies}{origin}: {end}{dealt}{same}")
}

/// Formats which bots played the match again.
fn same(record: &Record) -> String {
    let skipped = programs(record).map(|seat| seat.to_string()).collect::<Vec<_>>();
    match &skipped[..] {
        [] => ", and the bots play it again".to_string(),
        [seat] => {
            format!(", and the bots play it again; seat {seat} is a program and is not asked")
        }
        seats => {
            let seats = seats.join(" and ");
            format!(", and the bots play it again; seats {seats} are programs and are not asked")
        }
    }
}

/// Formats the origin of a branched match.
fn origin(Branch { of, ply, hands_seen }: &Branch) -> String {
    let of = of.as_ref().map_or("a record".to_string(), |id| format!("match {id}"));
    let seen = if *hands_seen { ", hands were seen" } else { "" };
    format!(" (from {of}, ply {ply}{seen})")
}
