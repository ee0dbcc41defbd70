//! `juez debug --step`: from ply to ply.

use anyhow::bail;
use std::io::{self, BufRead, IsTerminal, Write};

use super::super::text::{BOLD, DIM};
use super::Inspector;
use crate::cli::verdict::Verdict;
use crate::core::{By, Hook, PlayedBy, Seat};

/// A ply on the way.
struct StepPly {
    ply: u32,
    seat: Seat,
    /// The only legal move, if there was no choice.
    only: Option<String>,
}

/// A command that goes to another ply.
enum StepCommand {
    Next,
    Back,
    To(u32),
    Leave,
}

/// Walks over the plies of the match, asking each bot that had a choice; with a seat, over its own plies
/// only. At a terminal each step waits for a command.
pub(super) fn walk(inspector: &Inspector<'_>, out: &mut impl Write) -> anyhow::Result<Verdict> {
    let plies = plies(inspector)?;
    let (first, moves) = (inspector.args.ply.unwrap_or(0), inspector.record.moves.len());
    if first as usize > moves {
        bail!(
            "there is no ply {first}: the record has {moves} moves, so begin at ply 0 to {moves}"
        );
    }
    let Some(mut at) = plies.iter().position(|stop| stop.ply >= first) else {
        match inspector.args.seat {
            Some(seat) => bail!("seat {seat} is not to move from ply {first} on"),
            None => bail!("no seat is to move from ply {first} on"),
        }
    };
    let waits = io::stdin().is_terminal() && io::stdout().is_terminal() && !inspector.args.json;
    let mut verdict = Verdict::Done;
    while let Some(stop) = plies.get(at) {
        let asked = visit(inspector, stop, out)?;
        // One offence on the way is what the command has to tell.
        if verdict == Verdict::Done {
            verdict = asked;
        }
        at = match if waits { whereto(out)? } else { StepCommand::Next } {
            StepCommand::Next => at + 1,
            StepCommand::Back => at.saturating_sub(1),
            StepCommand::To(ply) => {
                plies.iter().position(|stop| stop.ply >= ply).unwrap_or(plies.len() - 1)
            }
            StepCommand::Leave => break,
        };
        if !inspector.args.json {
            writeln!(out)?;
        }
    }
    Ok(verdict)
}

/// The plies at which a seat moved, and the one after them where a forfeit ended the match.
fn plies(inspector: &Inspector<'_>) -> anyhow::Result<Vec<StepPly>> {
    let Inspector { args, record, game, .. } = inspector;
    let walk = game.legal(record, true);
    if let Some(wrong) = walk.error {
        bail!("the record is wrong at ply {}: {}", wrong.ply, wrong.error);
    }
    let ours = |seat: Seat| args.seat.is_none_or(|wanted| wanted == seat);
    let forfeited = record.end.iter().flat_map(|end| &end.faults).any(|fault| {
        fault.ply as usize == record.moves.len() && fault.fault.hook == Hook::NextMove
    });
    let last = record.moves.len() + usize::from(forfeited || record.end.is_none());
    let lines = walk.lines.into_iter().take(last);
    Ok(lines
        .filter_map(|line| {
            let seat = line.seat.filter(|seat| ours(*seat))?;
            let only = match &line.legal[..] {
                [only] => Some(only.clone()),
                _ => None,
            };
            Some(StepPly { ply: line.ply, seat, only })
        })
        .collect())
}

fn visit(
    inspector: &Inspector<'_>,
    stop: &StepPly,
    out: &mut impl Write,
) -> anyhow::Result<Verdict> {
    let StepPly { ply, seat, only } = stop;
    let by = inspector.record.plies.get(*ply as usize).map(|ply| ply.by);
    let player = inspector.record.players.get(seat.index());
    let person = player.is_some_and(|player| player.bot == PlayedBy::Human);
    let unasked = match (only, by) {
        (Some(_), _) => Some("the only legal move"),
        (None, Some(By::Human)) => Some("chosen by a person"),
        (None, Some(By::Takeover)) if person => Some("chosen by a bot that stood in"),
        (None, Some(By::Takeover)) => Some("chosen by a person who had taken the seat"),
        (None, Some(By::Substitute)) if person => Some("played by the referee at random"),
        (None, Some(By::Given)) if inspector.args.bot.is_none() => Some("given"),
        _ => None,
    };
    let Some(why) = unasked else { return inspector.ask(*ply, out) };
    if !inspector.args.json {
        let mv = inspector.record.moves.get(*ply as usize).or(only.as_ref());
        let mv = mv.map(String::as_str).unwrap_or_default();
        writeln!(out, "ply {ply}  seat {seat} {BOLD}{mv}{BOLD:#}, {why}")?;
    }
    Ok(Verdict::Done)
}

/// Asks the person where to go.
fn whereto(out: &mut impl Write) -> anyhow::Result<StepCommand> {
    loop {
        write!(out, "\n{DIM}Enter: next   b: back   a number: that ply   q: quit >{DIM:#} ")?;
        out.flush()?;
        let mut line = String::new();
        if io::stdin().lock().read_line(&mut line)? == 0 {
            return Ok(StepCommand::Leave);
        }
        match line.trim() {
            "" | "n" => return Ok(StepCommand::Next),
            "b" => return Ok(StepCommand::Back),
            "q" => return Ok(StepCommand::Leave),
            text => match text.parse() {
                Ok(ply) => return Ok(StepCommand::To(ply)),
                Err(_) => writeln!(out, "{text:?} is no ply")?,
            },
        }
    }
}
