//! A series of matches of a bot, and the review of the ones that it has lost.

use anyhow::Context;
use indicatif::ProgressBar;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::cases;
use super::findings::Findings;
use super::losses::{Loss, Losses};
use super::mistakes::{Mistake, ReviewedLoss, worst_of};
use super::task::Task;
use crate::cli::columns::printed;
use crate::cli::compare::open_series;
use crate::cli::options::{cores, seed_or_fresh};
use crate::cli::play::match_setup;
use crate::cli::progress::{bar, bar_like};
use crate::cli::table_size::table_size;
use crate::cli::verdict::Verdict;
use crate::cli::writer::Writer;
use juez_core::Seed;
use juez_match::registry::{AnyGame, MatchSetup, Reading, ReviewError, Reviewing, patterns_of};
use juez_tournament::{Series, in_order};

const GAMES: u32 = 40;
/// Lost matches that are reviewed, at most.
const REVIEWED: usize = 20;

/// Plays a series of the first player against the others, and reviews its losses.
pub(super) fn run(
    task: &Task<'_>,
    game: &'static dyn AnyGame,
    players: Vec<String>,
) -> anyhow::Result<Verdict> {
    let args = &task.args.series;
    let seed = seed_or_fresh(args.seed)?;
    let series = open(task, game, players, seed)?;
    let (losses, all_played) = play(task, &series)?;
    let reviewed = review(task, game, &losses.kept)?;
    let decisions: Vec<_> = reviewed.iter().map(|(_, decisions)| decisions.clone()).collect();
    let patterns = patterns_of(&game.patterns(), &decisions);
    let mut examples: Vec<Mistake> = patterns
        .iter()
        .map(|pattern| Mistake::new(&reviewed[pattern.example.0].0, pattern.example.1))
        .collect();
    let mut worst = worst_of(&reviewed);
    for mistake in examples.iter_mut().chain(&mut worst) {
        if !task.is_over() {
            mistake.find_line(series.isolation(), game, &series.players()[0]);
        }
    }
    let mut is_complete = all_played && reviewed.len() == losses.kept.len();
    if let Some(path) = &args.cases {
        let mistakes = worst.iter().chain(&examples).cloned().collect();
        is_complete &= cases::append(task, path, game, mistakes)?;
    }
    let reviewer = losses.kept.first().map(|loss| reviewing(task, game, loss));
    let reviewer = reviewer.transpose()?;
    let findings = Findings {
        game: game.info().id,
        series: &series,
        seed: (seed, args.seed.is_none()),
        losses: &losses,
        reviewed: &reviewed,
        reviewer: reviewer.map(|reviewing| reviewing.reviewer()),
        patterns: &patterns,
        examples: &examples,
        worst: &worst,
        bot: task.args.records[1].display().to_string(),
        cases: args.cases.as_deref(),
        is_complete,
    };
    let mut out = anstream::stdout().lock();
    if task.args.json {
        writeln!(out, "{}", findings.json())?;
    } else {
        write!(out, "{}", printed(&findings.text()))?;
    }
    out.flush()?;
    Ok(if is_complete { Verdict::Done } else { Verdict::Interrupted })
}

/// Opens the series of these players, whose opponents are repeated to fill a table.
fn open(
    task: &Task<'_>,
    game: &'static dyn AnyGame,
    mut players: Vec<String>,
    seed: Seed,
) -> anyhow::Result<Series> {
    let args = &task.args.series;
    let terms = args.limits.terms(&args.rules, game)?;
    let size =
        table_size(game, &MatchSetup { terms, ..MatchSetup::new(Vec::new()) }, players.len())?;
    let opponents = players[1..].to_vec();
    let missing = size - players.len();
    players.extend(opponents.into_iter().cycle().take(missing));
    let reading = Reading { programs: Some(args.clock.time()), ..args.isolation.reading(None) };
    let base = match_setup(&players, game, &reading, &args.rules, &args.limits)?;
    args.clock.check(&base.players)?;
    let (series, _) = open_series(game, base.clone(), seed, &args.isolation, None)?;
    let options = game.info().with_seats(&base.terms.options, series.teams().len());
    if !game.has_reviewer(&options) {
        return Err(ReviewError::NoReviewer(game.info().id).into());
    }
    Ok(series)
}

/// Plays the series. Also returns whether it was played to its end.
fn play(task: &Task<'_>, series: &Series) -> anyhow::Result<(Losses, bool)> {
    let args = &task.args.series;
    let rotations = series.rotations();
    let blocks = args.games.unwrap_or(GAMES).div_ceil(rotations);
    let workers = task.args.concurrency.unwrap_or_else(cores) as usize;
    let mut writer = args.record.as_deref().map(Writer::open).transpose()?;
    let (mut losses, mut written) = (Losses::new(REVIEWED), Ok(()));
    let bar = bar(blocks * rotations);
    series.run_until(0..blocks, workers, &task.stop, |block| {
        for played in &block.matches {
            losses.add(series, played);
            if let (Some(writer), Ok(())) = (&mut writer, &written) {
                written = writer.write(&played.record);
            }
        }
        bar.inc(rotations.into());
        if written.is_err() || task.is_over() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    bar.finish_and_clear();
    written?;
    let is_whole = losses.matches == blocks * rotations;
    Ok((losses, is_whole))
}

/// Returns the reviewer of a match.
pub(super) fn reviewing(
    task: &Task<'_>,
    game: &'static dyn AnyGame,
    loss: &Loss,
) -> Result<Reviewing, ReviewError> {
    Reviewing::new(game, &loss.record, task.args.nodes)
}

/// Reviews the decisions of the player in its losses, up to the first one that is not complete in
/// time.
fn review(
    task: &Task<'_>,
    game: &'static dyn AnyGame,
    losses: &[Arc<Loss>],
) -> anyhow::Result<Vec<ReviewedLoss>> {
    let moves: usize = losses.iter().map(|loss| loss.record.moves.len()).sum();
    let bar = bar_like(moves as u64, "{bar:40} {pos}/{len} moves of lost matches, {eta} left");
    let one = |nth: u32| -> anyhow::Result<Option<ReviewedLoss>> {
        let loss = &losses[nth as usize];
        let reviewed = review_one(task, game, loss, &bar)?;
        Ok(reviewed.map(|decisions| (loss.clone(), decisions)))
    };
    let mut all = Vec::new();
    in_order(
        losses.len() as u32,
        task.reviewers(),
        || &one,
        |reviewed| {
            all.push(reviewed);
            ControlFlow::Continue(())
        },
    )
    .context("cannot review a lost match")?;
    bar.finish_and_clear();
    Ok(all)
}

fn review_one(
    task: &Task<'_>,
    game: &'static dyn AnyGame,
    loss: &Loss,
    bar: &ProgressBar,
) -> Result<Option<Vec<juez_match::registry::Reviewed>>, ReviewError> {
    let (reviewing, mut done) = (reviewing(task, game, loss)?, 0);
    let moves = loss.record.moves.len() as u64;
    let reviewed = reviewing.decisions(&loss.record, &loss.seats, |so_far| {
        let plies = so_far.decisions.last().map_or(0, |decision| u64::from(decision.ply) + 1);
        bar.inc(plies - done);
        done = plies;
        !task.is_over()
    })?;
    bar.inc(moves - done);
    Ok(reviewed)
}
