//! `juez debug --step`: from ply to ply.

use anyhow::{Context, bail, ensure};
use std::io::{self, BufRead, IsTerminal, Write};

use super::super::text::{BOLD, DIM};
use super::Inspector;
use crate::cli::verdict::Verdict;
use juez_core::{By, Hook, PlayedBy, Seat};
use juez_match::referee::Position;

/// Walks over the plies of the match and asks each bot that had a choice; with a seat, over its
/// plies only. Waits for a command after each step at a terminal.
pub(super) fn walk(inspector: &Inspector<'_>, out: &mut impl Write) -> anyhow::Result<Verdict> {
    let plies = plies(inspector)?;
    let (first, moves) = (inspector.args.ply.unwrap_or(0), inspector.record.moves.len());
    ensure!(
        first as usize <= moves,
        "no ply {first}: the record has {moves} moves, so begin at ply 0 to {moves}"
    );
    let mut at = from(&plies, first).with_context(|| match inspector.args.seat {
        Some(seat) => format!("seat {seat} is not to move from ply {first} on"),
        None => format!("no seat is to move from ply {first} on"),
    })?;
    let waits = io::stdin().is_terminal() && io::stdout().is_terminal() && !inspector.args.json;
    let mut verdict = Verdict::Done;
    while let Some(stop) = plies.get(at) {
        let asked = visit(inspector, stop, out)?;
        // The first offence is the verdict of the command.
        if verdict == Verdict::Done {
            verdict = asked;
        }
        let next = if waits { whereto(out, &plies, at)? } else { Some(at + 1) };
        let Some(next) = next else { break };
        at = next;
        if !inspector.args.json {
            writeln!(out)?;
        }
    }
    Ok(verdict)
}

/// Returns the index of the first ply from `ply` on.
fn from(plies: &[Position], ply: u32) -> Option<usize> {
    plies.iter().position(|stop| stop.ply >= ply)
}

/// Returns the plies at which a seat moved, and one more if a forfeit ended the match.
fn plies(inspector: &Inspector<'_>) -> anyhow::Result<Vec<Position>> {
    let Inspector { args, record, game, .. } = inspector;
    let walk = game.legal(record, true);
    if let Some(wrong) = walk.error {
        bail!("the record is wrong at ply {}: {}", wrong.ply, wrong.error);
    }
    let ours = |seat: Seat| args.seat.is_none_or(|wanted| wanted == seat);
    let forfeited = record.faults().iter().any(|fault| {
        fault.ply as usize == record.moves.len() && fault.fault.hook == Hook::NextMove
    });
    let last = record.moves.len() + usize::from(forfeited || record.end.is_none());
    Ok(walk.lines.into_iter().take(last).filter(|stop| stop.seat.is_some_and(ours)).collect())
}

fn visit(
    inspector: &Inspector<'_>,
    stop: &Position,
    out: &mut impl Write,
) -> anyhow::Result<Verdict> {
    let Position { ply, seat: Some(seat), legal, .. } = stop else { return Ok(Verdict::Done) };
    let only = legal.first().filter(|_| legal.len() == 1);
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
        let mv = inspector.record.moves.get(*ply as usize).or(only);
        let mv = mv.map(String::as_str).unwrap_or_default();
        writeln!(out, "ply {ply}  seat {seat} {BOLD}{mv}{BOLD:#}, {why}")?;
    }
    Ok(Verdict::Done)
}

/// Asks the person for the next index; `None` to leave.
fn whereto(out: &mut impl Write, plies: &[Position], at: usize) -> anyhow::Result<Option<usize>> {
    loop {
        write!(out, "\n{DIM}Enter: next   b: back   a number: that ply   q: quit >{DIM:#} ")?;
        out.flush()?;
        let mut line = String::new();
        if io::stdin().lock().read_line(&mut line)? == 0 {
            return Ok(None);
        }
        match line.trim() {
            "" | "n" => return Ok(Some(at + 1)),
            "b" => return Ok(Some(at.saturating_sub(1))),
            "q" => return Ok(None),
            text => match text.parse() {
                Ok(ply) => return Ok(Some(from(plies, ply).unwrap_or(plies.len() - 1))),
                Err(_) => writeln!(out, "{text:?} is neither a command nor a ply")?,
            },
        }
    }
}
