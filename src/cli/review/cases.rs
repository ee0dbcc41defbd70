//! The worst decisions of a bot as cases for `juez test`.

use anyhow::Context;
use std::ops::ControlFlow;
use std::path::Path;

use super::mistakes::Mistake;
use super::series::reviewing;
use super::task::Task;
use crate::cli::progress::bar_like;
use crate::cli::writer::Writer;
use juez_core::{Record, Severity};
use juez_match::registry::{AnyGame, Case, Expected, read_cases};
use juez_tournament::in_order;

/// Appends the positions of decisions that cost at least a mistake to a file, unless it has them. A
/// case accepts each move that costs less than a mistake. Returns false if time is over before all
/// are written.
///
/// # Errors
/// If the file cannot be written, or it holds something else.
pub(super) fn append(
    task: &Task<'_>,
    path: &Path,
    game: &'static dyn AnyGame,
    mistakes: Vec<Mistake>,
) -> anyhow::Result<bool> {
    let mut known = Vec::new();
    if path.metadata().is_ok_and(|about| about.len() > 0) {
        for filed in read_cases(path)? {
            known.extend(filed.case.map(|case| case.record));
        }
    }
    let mut new: Vec<(Mistake, Record)> = Vec::new();
    for mistake in mistakes {
        let position = position(game, &mistake)?;
        let is_same =
            |other: &Record| (&other.moves, &other.deals) == (&position.moves, &position.deals);
        let is_small = mistake.decision.severity < Some(Severity::Mistake);
        if !is_small && !known.iter().any(is_same) {
            known.push(position.clone());
            new.push((mistake, position));
        }
    }
    if new.is_empty() {
        return Ok(true);
    }
    let mut writer = Writer::plain(path)?;
    let bar = bar_like(new.len() as u64, "{bar:40} {pos}/{len} cases, {eta} left");
    let one = |nth: u32| -> anyhow::Result<Option<Case>> {
        let (mistake, position) = &new[nth as usize];
        case(task, game, mistake, position)
    };
    let (mut count, mut written) = (0, Ok(()));
    in_order(
        new.len() as u32,
        task.reviewers(),
        || &one,
        |case| {
            count += 1;
            bar.inc(1);
            written = writer.write_line(case.to_line());
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        },
    )?;
    bar.finish_and_clear();
    written?;
    Ok(count == new.len())
}

/// Returns the position of a decision, with the limits and chance of its match.
fn position(game: &dyn AnyGame, mistake: &Mistake) -> anyhow::Result<Record> {
    let record = &mistake.loss.record;
    let position = game.position_after(record, mistake.decision.ply)?;
    Ok(Record { seed: record.seed, limits: record.limits.clone(), ..position })
}

/// Makes a case of a decision; `None` if time is over before.
fn case(
    task: &Task<'_>,
    game: &'static dyn AnyGame,
    mistake: &Mistake,
    position: &Record,
) -> anyhow::Result<Option<Case>> {
    let decision = &mistake.decision;
    let (reviewing, record) = (reviewing(task, game, &mistake.loss)?, &mistake.loss.record);
    let valued = reviewing.alternatives(record, decision.ply, None, || !task.is_over());
    let Some(valued) = valued.context("cannot value the moves of a case")? else {
        return Ok(None);
    };
    let good = valued.into_iter().filter(|one| one.cost < Severity::Mistake.least());
    let what = decision.pattern.as_ref().map(|name| format!(": {name}")).unwrap_or_default();
    let patterns = game.patterns();
    let pattern = patterns.iter().find(|info| decision.pattern.as_deref() == Some(info.name));
    Ok(Some(Case {
        record: position.clone(),
        name: Some(format!("{}{what}", mistake.location())),
        seat: Some(decision.seat),
        relive: true,
        expected: Expected::Move {
            allowed: good.map(|one| one.played).collect(),
            forbidden: Vec::new(),
        },
        hint: pattern.map(|info| info.advice.to_string()),
    }))
}
