//! `juez learn`: weights for the bot `master` from the matches that it has lost.
//!
//! | file | contents |
//! |---|---|
//! | `losses` | the lost matches of files of records, stores and class folders |
//! | `rivals` | the opponents of a trial, and the strength at which the bot meets each |

mod losses;
mod rivals;

use anyhow::{Context, ensure};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use self::losses::Losses;
use self::rivals::Rivals;
use super::interrupt::stop_flag;
use super::options::{IsolationArgs, cores, seed_or_fresh};
use super::progress::bar_like;
use super::text::{BOLD, DIM, tell};
use super::verdict::Verdict;
use super::writer::{check_replaceable, replace};
use juez_core::{Seed, Stream, Weights, clip};
use juez_match::registry::{AnyGame, game, read_weights};
use juez_pool::Isolation;
use juez_tournament::{Decision, Trial, in_order};

/// Percent of the bar for lessons; the rest is for the training.
const LESSONS: u64 = 50;

#[derive(clap::Args)]
#[command(after_help = "\
At Quoridor, each generation plays lessons from the positions in which a lost match turned and \
trains on them. In games with hidden hands it learns from the choices of the winners how others \
choose. It then meets the older one in a trial: both play the same openings against built-in bots of other \
styles, against the older generation, and against the bots of --against. It takes the place of the \
older one only if an SPRT says that it is better. The file of the best generation so far is \
`master:weights=FILE`; one that fails is kept in FILE.failed. docs/levels.md has an example.

Exit code: 0 a better generation was found, 1 none was, 2 error, 130 Ctrl-C, which keeps the last \
whole generation.")]
pub(super) struct LearnArgs {
    /// The game, one whose master learns
    game: String,
    /// Files of records, stores of juez serve, class folders, or tournaments
    #[arg(required = true)]
    from: Vec<PathBuf>,
    /// File of the new weights, replaced by each better generation
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
    /// Weights to begin with: a file, or none [default: the built-in ones]
    #[arg(long, value_name = "FILE")]
    weights: Option<String>,
    /// Time after which no other generation begins
    #[arg(long, value_name = "DURATION", default_value = "10m", value_parser = humantime::parse_duration)]
    time: Duration,
    /// Most generations, whatever the time
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    generations: Option<u32>,
    /// Training positions that each generation adds, in games with lessons: Quoridor
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(100..=5_000_000))]
    positions: u32,
    /// Most matches of a generation against each opponent of its trial
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    trial: u32,
    /// Another opponent of the trials: a script or a built-in bot; may be repeated
    #[arg(long, value_name = "BOT")]
    against: Vec<String>,
    /// Threads to use [default: number of CPUs]
    #[arg(short = 'j', long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: Option<u32>,
    /// Random seed: a number or 64 hex digits [default: random]
    #[arg(long)]
    seed: Option<Seed>,
    #[command(flatten)]
    isolation: IsolationArgs,
}

pub(super) fn run(args: &LearnArgs) -> anyhow::Result<Verdict> {
    let game = game(&args.game)?;
    let built_in = game.built_in_weights();
    let built_in = built_in.with_context(|| format!("no bot of {} learns", game.info().id))?;
    for file in [args.to.clone(), failed(&args.to)] {
        let is_ours = || Ok(read_weights(&file.to_string_lossy(), game).is_ok());
        check_replaceable(&file, "weights of this game", is_ours)?;
    }
    let folder = args.to.parent().filter(|folder| !folder.as_os_str().is_empty());
    ensure!(
        folder.is_none_or(Path::is_dir),
        "cannot write {}: there is no such folder",
        args.to.display()
    );
    let first = args.weights.as_deref().map(|path| read_weights(path, game));
    let first = first.transpose().map_err(anyhow::Error::msg)?;
    let losses = Losses::read(&args.from, game)?;
    tell(losses.summary());
    ensure!(
        !losses.is_empty(),
        "there is nothing to learn: master has lost no match in these files"
    );
    let mut rivals = Rivals::read(game, &losses.rules(), &args.against, &args.isolation)?;
    let seed = seed_or_fresh(args.seed)?;
    if args.seed.is_none() {
        tell(format_args!("seed {seed}"));
    }
    let school = School {
        game,
        args,
        losses: &losses,
        seed,
        workers: args.concurrency.unwrap_or_else(cores) as usize,
        isolation: Arc::new(args.isolation.open()?),
        stop: stop_flag(None)?,
    };
    let mut out = anstream::stdout().lock();
    let begun = Instant::now();
    let (mut best, mut positions, mut has_learnt) = (first, Vec::new(), false);
    for number in 1..=args.generations.unwrap_or(u32::MAX) {
        let Some(next) = school.teach(number, best.as_ref(), &mut positions)? else { break };
        if next.bytes() == best.as_ref().unwrap_or(built_in).bytes() {
            tell(format_args!("generation {number} is the one before: it has nothing to learn"));
            break;
        }
        let Some((decision, report)) = school.try_out(number, best.as_ref(), &next, &mut rivals)?
        else {
            break;
        };
        let is_better = decision == Decision::AcceptH1;
        let file = if is_better { args.to.clone() } else { failed(&args.to) };
        replace(&file, next.bytes())?;
        let verdict = if is_better { "better" } else { "not better" };
        writeln!(
            out,
            "generation {number}, {}: {BOLD}{verdict}{BOLD:#}, in {}\n{report}",
            next.hash(),
            file.display()
        )?;
        out.flush()?;
        if is_better {
            (best, has_learnt) = (Some(next), true);
        }
        if begun.elapsed() >= args.time {
            break;
        }
    }
    Ok(match (school.stop.load(Ordering::Relaxed), has_learnt) {
        (true, _) => Verdict::Interrupted,
        (false, true) => Verdict::Done,
        (false, false) => Verdict::Failed,
    })
}

struct School<'a> {
    game: &'static dyn AnyGame,
    args: &'a LearnArgs,
    losses: &'a Losses,
    seed: Seed,
    workers: usize,
    isolation: Arc<Isolation>,
    stop: Arc<AtomicBool>,
}

impl School<'_> {
    /// Adds the positions of generation `number` to `positions`, and trains its weights on all of
    /// them; `None` if the program is to stop.
    fn teach(
        &self,
        number: u32,
        best: Option<&Weights>,
        positions: &mut Vec<u8>,
    ) -> anyhow::Result<Option<Weights>> {
        let seed = self.seed.child(Stream::Match(number));
        let learner = self.game.learner(best, self.losses.matches(), seed)?;
        let bar = bar_like(100, "{bar:20} {pos} % of {msg}");
        bar.set_message(format!("generation {number}"));
        let size = learner.position_bytes();
        let (already, added) = (positions.len(), self.args.positions as usize * size);
        let lessons = if added > 0 { LESSONS } else { 0 };
        let player = || {
            let mut lesson = learner.lessons();
            move |number| {
                let is_over = self.stop.load(Ordering::Relaxed);
                io::Result::Ok((!is_over).then(|| lesson(number)))
            }
        };
        let count = if added > 0 { u32::MAX } else { 0 };
        in_order(count, self.workers, player, |lesson| {
            positions.extend(lesson);
            let share = (positions.len() - already) as f64 / added as f64;
            bar.set_position((lessons as f64 * share.min(1.0)) as u64);
            if positions.len() < already + added {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })
        .context("cannot start a thread")?;
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let bytes = learner.train(positions, &mut |share| {
            bar.set_position(lessons + ((100 - lessons) as f64 * share) as u64);
            !self.stop.load(Ordering::Relaxed)
        });
        bar.finish_and_clear();
        Ok(bytes.map(Weights::new))
    }

    /// Plays the trial of new weights. Returns its decision with a report, or `None` if the program
    /// is to stop.
    fn try_out(
        &self,
        number: u32,
        best: Option<&Weights>,
        next: &Weights,
        rivals: &mut Rivals,
    ) -> anyhow::Result<Option<(Decision, String)>> {
        let seed = self.seed.child(Stream::Match(number)).child(Stream::Opening);
        let pairings = rivals.pairings(best, next, seed, &self.isolation)?;
        let mut trial = Trial::new(self.game, pairings, seed, &self.isolation)?;
        let bar = bar_like(100, "{spinner} trial of {msg}");
        let decision = trial.run(self.args.trial, self.workers, &self.stop, |trial| {
            let matches: usize = trial.rows().iter().map(|row| 2 * row.matches).sum();
            bar.set_message(format!("generation {number}: {matches} matches"));
            bar.tick();
        })?;
        bar.finish_and_clear();
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let mut report = String::new();
        for row in trial.rows() {
            let [old, new] = row.scores.map(|score| 100.0 * score);
            report += &format!(
                "  {DIM}against {:24}{new:5.1} % ({old:.1} % before), {} matches of each{DIM:#}\n",
                clip(&*row.opponent, 22),
                row.matches
            );
        }
        Ok(Some((decision, report)))
    }
}

fn failed(to: &Path) -> PathBuf {
    let mut name = to.as_os_str().to_owned();
    name.push(".failed");
    PathBuf::from(name)
}
