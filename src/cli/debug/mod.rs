//! `juez debug`.

mod step;

use anyhow::{Context, anyhow, bail, ensure};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

use super::colours::coloured;
use super::fault_card::{FaultCard, Row, inspect, most, rows, seen, spent};
use super::options::{IsolationArgs, read_seat};
use super::reader;
use super::rerun::ScriptFolder;
use super::text::{BOLD, DIM, json_line};
use super::verdict::Verdict;
use juez_core::{By, Hook, Limits, Observer, PlayedBy, Record, Seat, SeatFault};
use juez_match::referee::Inspection;
use juez_match::registry::{AnyGame, PlayerSpec, Question, RecordFault};
use juez_pool::Isolation;

/// Arguments of `juez debug`.
#[derive(clap::Args)]
#[command(after_help = "\
The bot plays the match again: it is started and asked as it was then, and the recorded moves are \
played whatever it answers. So it has the memory it had at that ply.

Exit code: 0 done, 1 the bot commits a fault, 2 wrong input.")]
pub(super) struct DebugArgs {
    /// A file of records
    record: String,
    /// Ply to replay: moves made before the decision
    #[arg(long, value_name = "N", required_unless_present = "step")]
    ply: Option<u32>,
    /// Step on from there, ply by ply
    #[arg(long, conflicts_with = "hook")]
    step: bool,
    /// Seat to inspect [default: the faulty one there, or the one to move]
    #[arg(long, value_name = "S", value_parser = read_seat)]
    seat: Option<Seat>,
    /// Hook to call [default: the one that failed there, or next_move]
    #[arg(long)]
    hook: Option<Hook>,
    /// Ask this bot instead: another version, or a built-in bot such as minimax
    #[arg(long, value_name = "BOT")]
    bot: Option<String>,
    /// Record to read, counted from 0
    #[arg(long, value_name = "I", default_value_t = 0)]
    record_number: usize,
    /// Folder to search for the scripts of the match
    #[arg(long, value_name = "DIR", default_value = ".")]
    bots: PathBuf,
    /// Profile fuel by line
    #[arg(long)]
    profile: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    isolation: IsolationArgs,
}

pub(super) fn run(args: &DebugArgs) -> anyhow::Result<Verdict> {
    let (record, game) = reader::nth(&args.record, args.record_number)?;
    let isolation = args.isolation.open()?;
    let inspector = Inspector { args, record, game, isolation };
    let mut out = anstream::stdout().lock();
    if args.step {
        step::walk(&inspector, &mut out)
    } else {
        inspector.ask(args.ply.unwrap_or_default(), &mut out)
    }
}

/// Asks a built-in bot at the beginning, in the middle, after the end of a record, and at each
/// fault. Ignores errors in the record.
pub(super) fn print_all(
    out: &mut impl Write,
    args: &DebugArgs,
    (record, game): (&Record, &'static dyn AnyGame),
) {
    let (record, last) = (record.clone(), record.moves.len() as u32);
    let failed: Vec<u32> = record.faults().iter().map(|fault| fault.ply).take(2).collect();
    let inspector = Inspector { args, record, game, isolation: Isolation::Thread };
    for ply in [0, last / 2, last].into_iter().chain(failed) {
        let _ = inspector.ask(ply, out);
    }
}

/// A match whose bots are asked again.
struct Inspector<'a> {
    args: &'a DebugArgs,
    record: Record,
    game: &'static dyn AnyGame,
    isolation: Isolation,
}

impl Inspector<'_> {
    /// Asks the bot at a ply and prints the result.
    fn ask(&self, ply: u32, out: &mut impl Write) -> anyhow::Result<Verdict> {
        let Inspector { args, record, game, isolation } = self;
        record.limits.as_ref().map_or(Ok(()), Limits::check)?;
        let (seat, hook) = self.asked_of(ply)?;
        let player = self.player(seat)?;
        let question = Question { seat, ply, hook, player: &player, profile: args.profile };
        let inspection = inspect(isolation, *game, record, &question)?;
        let verdict = if inspection.fault.is_some() { Verdict::Failed } else { Verdict::Done };
        let compared = Compared { recorded: RecordedPly::of(record, &inspection), inspection };
        if args.json {
            json_line(out, &compared)?;
            return Ok(verdict);
        }
        let inspection = &compared.inspection;
        let (name, Inspection { hook, ply, .. }) = (&player.name, inspection);
        let moves = record.moves.len();
        writeln!(out, "{BOLD}{name}{BOLD:#} (seat {seat}) in {hook} at ply {ply} of {moves}")?;
        if let (Some(Err(other)), Some(_)) =
            (record.limits.as_ref().map(Limits::check_languages), player.mind.script())
        {
            writeln!(out, "note: {other}, so the bot may answer differently")?;
        }
        if matches!(hook, Hook::NextMove | Hook::Finish) {
            let drawing = game.draw_for(record, *ply, Observer::Seat(seat))?;
            let drawing = drawing.with_marks(&inspection.marks).with_plots(&inspection.plots);
            writeln!(out, "\n{}", coloured(&drawing).trim_end())?;
        }
        // Each row begins a new line.
        let rows = rows(compared.rows(), 0);
        if !rows.is_empty() {
            writeln!(out, "{rows}")?;
        }
        if let Some(fault) = &inspection.fault {
            let fault = SeatFault { seat, ply: *ply, fault: fault.clone() };
            // The log is printed above already.
            let card = FaultCard::new(&fault, &player);
            writeln!(out, "\n{}", FaultCard { inspection: Some(inspection), ..card })?;
        }
        Ok(verdict)
    }

    /// Returns the seat and hook from the arguments, or suggested by the record.
    fn asked_of(&self, ply: u32) -> anyhow::Result<(Seat, Hook)> {
        let Inspector { args, record, game, .. } = self;
        let faults = record.faults().iter().filter(|fault| {
            fault.ply == ply
                && args.seat.is_none_or(|seat| fault.seat == seat)
                && args.hook.is_none_or(|hook| fault.fault.hook == hook)
        });
        // Faults in moves come before faults in other hooks.
        let fault = faults.min_by_key(|fault| fault.fault.hook != Hook::NextMove);
        let hook = args.hook.or(fault.map(|fault| fault.fault.hook)).unwrap_or(Hook::NextMove);
        if let Some(seat) = args.seat.or(fault.map(|fault| fault.seat)) {
            return Ok((seat, hook));
        }
        ensure!(hook == Hook::NextMove, "choose the seat whose {hook} is called with --seat");
        let walk = game.legal(record, true);
        let seat = walk.lines.iter().find(|line| line.ply == ply).and_then(|line| line.seat);
        match (seat, walk.error, record.moves.len()) {
            (Some(seat), ..) => Ok((seat, hook)),
            (None, _, moves) if ply as usize > moves => {
                bail!("no ply {ply}: the record has {moves} moves, so choose ply 0 to {moves}")
            }
            (None, Some(RecordFault { ply, error }), _) => {
                bail!("the record is wrong at ply {ply}: {error}")
            }
            (None, None, _) => bail!(
                "at ply {ply} no seat is to move: choose an earlier ply, or finish with --hook \
                 finish --seat S"
            ),
        }
    }

    /// Returns the bot to ask.
    fn player(&self, seat: Seat) -> anyhow::Result<PlayerSpec> {
        let Inspector { args, record, game, .. } = self;
        if let Some(text) = &args.bot {
            let player = args.isolation.reading(None).player(text, *game);
            return player.with_context(|| format!("cannot ask {text}"));
        }
        let player =
            record.players.get(seat.index()).with_context(|| match record.players.len() {
                0 => "the record does not say who played: name a bot with --bot FILE".to_string(),
                seats => {
                    format!("no seat {seat}: this match has seats 0 to {}", seats - 1)
                }
            })?;
        ScriptFolder::read(&args.bots)?.player(player, *game).map_err(|why| {
            let folder = args.bots.display();
            match player.bot {
                PlayedBy::Human | PlayedBy::External => {
                    anyhow!("{why}: choose another bot with --bot FILE")
                }
                _ => anyhow!(
                    "{why} below {folder}: name its folder with --bots DIR, or choose another \
                     version with --bot FILE"
                ),
            }
        })
    }
}

/// The record's entry at the ply in question.
#[derive(Serialize)]
struct RecordedPly {
    #[serde(rename = "move")]
    mv: Option<String>,
    by: Option<By>,
    fault: Option<String>,
}

impl RecordedPly {
    fn of(record: &Record, inspection: &Inspection) -> RecordedPly {
        let ply = inspection.ply as usize;
        let next_move = inspection.hook == Hook::NextMove;
        let fault = record.faults().iter().find(|fault| {
            (fault.seat, fault.ply, fault.fault.hook)
                == (inspection.seat, inspection.ply, inspection.hook)
        });
        RecordedPly {
            mv: record.moves.get(ply).filter(|_| next_move).cloned(),
            by: record.plies.get(ply).filter(|_| next_move).map(|ply| ply.by),
            fault: fault.map(|fault| fault.fault.to_string()),
        }
    }
}

/// An inspection and the record's entry.
#[derive(Serialize)]
struct Compared {
    #[serde(flatten)]
    inspection: Inspection,
    recorded: RecordedPly,
}

impl Compared {
    fn rows(&self) -> Vec<Row> {
        let Compared { inspection, recorded } = self;
        let offends = inspection.fault.is_some();
        // A fault card has these rows already.
        let mut rows = if offends { Vec::new() } else { seen(inspection, 0) };
        rows.push(("log", inspection.log.clone()));
        if let Some(answer) = &inspection.answer {
            let other = recorded.mv.as_ref().filter(|mv| *mv != answer).map(|mv| {
                let not = if matches!(recorded.by, None | Some(By::Bot)) {
                    ""
                } else {
                    ", not by the bot,"
                };
                format!("  {DIM}in the record{not} it is{DIM:#} {mv}")
            });
            let other = other.unwrap_or_default();
            rows.push(("answer", vec![format!("{BOLD}{answer}{BOLD:#}{other}")]));
        }
        match (&recorded.fault, &recorded.mv) {
            (Some(fault), _) if !offends => {
                rows.push(("record", vec![format!("has a fault here: {fault}")]));
            }
            (None, Some(mv)) if offends => {
                rows.push(("record", vec![format!("has no fault here, but the move {mv}")]));
            }
            _ => {}
        }
        if !offends {
            rows.extend(spent(inspection));
            rows.extend(most(inspection));
        }
        rows
    }
}
