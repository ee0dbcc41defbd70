//! Reviews of the matches in files.

use anyhow::{Context, ensure};
use indicatif::ProgressBar;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use super::file::ReviewFile;
use super::task::Task;
use super::text;
use crate::cli::progress::bar_like;
use crate::cli::reader;
use crate::cli::text::tell;
use crate::cli::verdict::Verdict;
use juez_core::{Record, plain_lines};
use juez_match::registry::{AnyGame, Review, ReviewError, Reviewing};
use juez_tournament::in_order;

pub(super) fn run(task: &Task<'_>) -> anyhow::Result<Verdict> {
    let mut out = anstream::stdout().lock();
    let mut verdict = Verdict::Done;
    for path in &task.args.records {
        let reviewed = task.review(path, &mut out)?;
        verdict = if reviewed == Verdict::Done { verdict } else { reviewed };
        if verdict == Verdict::Interrupted {
            break;
        }
    }
    Ok(verdict)
}

struct Numbered {
    number: usize,
    record: Record,
    reviewing: Reviewing,
    /// Its review, if the file already has it.
    known: Option<Review>,
}

impl Task<'_> {
    /// Reviews the matches of a file, and prints and keeps each review once it is complete.
    fn review(&self, path: &PathBuf, out: &mut impl Write) -> anyhow::Result<Verdict> {
        let mut verdict = Verdict::Done;
        let mut file = ReviewFile::open(path)?;
        let mut records = Vec::new();
        for line in reader::lines(path)? {
            let line = line?;
            match line
                .record
                .and_then(|(record, game)| self.numbered(line.number, record, game, &file))
            {
                Ok(numbered) => records.push(numbered),
                Err(error) => {
                    tell(plain_lines(&format!("{}:{}: {error}", path.display(), line.line)));
                    verdict = Verdict::Failed;
                }
            }
        }
        ensure!(
            !records.is_empty() || verdict == Verdict::Failed,
            "{} holds no record",
            path.display()
        );
        let unknown = records.iter().filter(|one| one.known.is_none());
        let moves: usize = unknown.map(|one| one.record.moves.len()).sum();
        let bar = bar_like(moves as u64, "{bar:40} {pos}/{len} moves, {eta} left");
        let mut problem = None;
        let worker = || |nth: u32| io::Result::Ok(self.review_one(&records[nth as usize], &bar));
        in_order(
            records.len() as u32,
            self.reviewers(),
            worker,
            |(numbered, reviewed): (&Numbered, _)| match self
                .show(numbered, reviewed, &mut file, out)
            {
                Ok(good) => {
                    verdict = if good { verdict } else { Verdict::Failed };
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    problem = Some(error);
                    ControlFlow::Break(())
                }
            },
        )
        .context("cannot start a thread")?;
        bar.finish_and_clear();
        problem.map_or(Ok(()), Err)?;
        Ok(if self.is_over() { Verdict::Interrupted } else { verdict })
    }

    fn numbered(
        &self,
        number: usize,
        record: Record,
        game: &'static dyn AnyGame,
        file: &ReviewFile,
    ) -> anyhow::Result<Numbered> {
        let reviewing = Reviewing::new(game, &record, self.args.nodes)?;
        let known = file.find(&reviewing.key(&record));
        Ok(Numbered { number, record, reviewing, known })
    }

    /// Returns the review of a record; `None` if time is over before it is complete.
    fn review_one<'n>(
        &self,
        numbered: &'n Numbered,
        bar: &ProgressBar,
    ) -> Option<(&'n Numbered, Result<Review, ReviewError>)> {
        if let Some(known) = &numbered.known {
            return Some((numbered, Ok(known.clone())));
        }
        let mut done = 0;
        let reviewed = numbered.reviewing.review(&numbered.record, |so_far| {
            let plies = so_far.decisions.last().map_or(0, |decision| decision.ply + 1);
            bar.inc(u64::from(plies - done));
            done = plies;
            !self.is_over()
        });
        reviewed.transpose().map(|reviewed| (numbered, reviewed))
    }

    /// Keeps and prints a review, or reports why there is none. Returns whether there is one.
    fn show(
        &self,
        numbered: &Numbered,
        reviewed: Result<Review, ReviewError>,
        file: &mut ReviewFile,
        out: &mut impl Write,
    ) -> anyhow::Result<bool> {
        let Numbered { number, record, reviewing, known } = numbered;
        match reviewed {
            Ok(review) => {
                if known.is_none() {
                    file.add(&review)?;
                }
                if self.args.json {
                    writeln!(out, "{}", review.to_line())?;
                } else {
                    writeln!(out, "{}", text::of(reviewing.game(), *number, record, &review))?;
                }
                out.flush()?;
                Ok(true)
            }
            Err(error) => {
                tell(plain_lines(&format!("record {number}: {error}")));
                Ok(false)
            }
        }
    }
}
