//! `juez review`: where matches were lost.
//!
//! | file | contents |
//! |---|---|
//! | `file` | the file of reviews next to a file of records |
//! | `text` | a review as text |

mod file;
pub(super) mod text;

use anyhow::{Context, ensure};
use indicatif::ProgressBar;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub(super) use self::file::ReviewFile;
use super::interrupt::stop_flag;
use super::options::cores;
use super::progress::bar_like;
use super::reader;
use super::text::tell;
use super::verdict::Verdict;
use juez_core::{Record, plain_lines};
use juez_match::registry::{AnyGame, Review, ReviewError, Reviewing};
use juez_tournament::in_order;

#[derive(clap::Args)]
#[command(after_help = "\
The highest level of the bot `master` reviews each decision: it values the best move and the move \
played, as expected scores. A decision that costs 5 points in a hundred is an inaccuracy, 10 a \
mistake, and 20 a blunder. Reviews are kept in FILE.review, and no match is reviewed twice with as many \
positions. docs/review.md has an example.

Exit code: 0 done, 1 some matches cannot be reviewed, 2 error, 130 Ctrl-C or --time, after the \
reviews that are complete.")]
pub(super) struct ReviewArgs {
    /// Files of records, compressed or not
    #[arg(required = true)]
    records: Vec<PathBuf>,
    /// Positions that each search looks at [default: as many as when the bot plays]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    nodes: Option<u32>,
    /// Time after which no other match is reviewed
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    time: Option<Duration>,
    /// Matches to review at once [default: half of the CPUs]
    #[arg(short = 'j', long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: Option<u32>,
    /// Print each review as one line of JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &ReviewArgs) -> anyhow::Result<Verdict> {
    let task = Task {
        args,
        stop: stop_flag(None)?,
        deadline: args.time.map(|time| Instant::now() + time),
    };
    let mut out = anstream::stdout().lock();
    let mut verdict = Verdict::Done;
    for path in &args.records {
        let reviewed = task.review(path, &mut out)?;
        verdict = if reviewed == Verdict::Done { verdict } else { reviewed };
        if verdict == Verdict::Interrupted {
            break;
        }
    }
    Ok(verdict)
}

struct Task<'a> {
    args: &'a ReviewArgs,
    stop: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

struct Numbered {
    number: usize,
    record: Record,
    reviewing: Reviewing,
    /// Its review, if the file already has it.
    known: Option<Review>,
}

impl Task<'_> {
    fn is_over(&self) -> bool {
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        is_late || self.stop.load(Ordering::Relaxed)
    }

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
        let workers = self.args.concurrency.unwrap_or_else(|| cores().div_ceil(2)) as usize;
        let mut problem = None;
        let worker = || |nth: u32| io::Result::Ok(self.review_one(&records[nth as usize], &bar));
        in_order(records.len() as u32, workers, worker, |(numbered, reviewed): (&Numbered, _)| {
            match self.show(numbered, reviewed, &mut file, out) {
                Ok(good) => {
                    verdict = if good { verdict } else { Verdict::Failed };
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    problem = Some(error);
                    ControlFlow::Break(())
                }
            }
        })
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
