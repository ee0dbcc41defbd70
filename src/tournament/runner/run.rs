//! Plays what is still to be played of a tournament.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::event::{Event, Reporter};
use super::rounds::play;
use super::setups::Tournament;
use super::venue::Venue;
use super::worker::Threads;
use super::writer::Writer;
use crate::core::{LimitsError, OtherLanguages};
use crate::pool::Isolation;
use crate::registry::PlayerSpec;
use crate::tournament::opening::OpeningError;
use crate::tournament::plan::PlanError;
use crate::tournament::schedule::{MAX_MATCHES, planned_matches};
use crate::tournament::store::{Store, StoreError};

/// The way in which a tournament is played; nothing here changes its results.
#[derive(Clone)]
pub struct RunOptions {
    /// Matches at once, 1 or more.
    pub concurrency: u32,
    /// Set from outside, it ends the tournament after the matches that are running.
    pub stop: Arc<AtomicBool>,
    /// The programs from outside among the entrants. The store tells their commands, and is not
    /// believed: a file may come from anywhere.
    pub programs: Vec<PlayerSpec>,
}

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// To its end.
    Finished,
    /// It was stopped.
    Interrupted {
        /// Scheduled matches that are left, of the rounds drawn so far.
        left: u32,
    },
    /// To the end of rounds in which matches could not be played, for no fault of a bot: of one
    /// round where the next follows from its results, else of all. To go on is to try them again.
    Failed {
        /// Their number.
        matches: u32,
    },
}

/// Why a tournament cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A plan that cannot be played here.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A position that cannot be begun from.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A revision that began with another version of the script languages.
    #[error(
        "the matches of revision {revision} are {other}: scripts may play otherwise or use other \
         fuel, so no match of this version is added to them. What is stored stays as it is, and `juez report` shows it. To play all of it \
         again, as the next revision, give the command that began it, with --db; to finish it as it is, use the \
         juez that began it"
    )]
    Languages {
        /// The revision.
        revision: u32,
        /// Its version.
        other: OtherLanguages,
    },
    /// Limits that a file may not ask for.
    #[error(transparent)]
    Limits(#[from] LimitsError),
    /// Too few entrants that can play.
    #[error("{able} of the entrants can play, and a table needs {needed}")]
    TooFew {
        /// Entrants that can play.
        able: usize,
        /// Entrants at a table.
        needed: usize,
    },
    /// More matches than a tournament plays.
    #[error("the plan is of {0} matches, and a tournament plays {MAX_MATCHES} at most")]
    TooMany(u64),
    /// The system gave no thread.
    #[error("no thread to play matches on: {0}")]
    Thread(#[from] io::Error),
    /// The venue can play no more.
    #[error("{0}")]
    Venue(String),
    /// Matches of a worker that is not believed are in the store.
    #[error("worker {worker} is not believed: {why}")]
    Distrusted {
        /// The worker.
        worker: String,
        /// The reason.
        why: String,
    },
}

/// Plays what is still to be played of a revision ([`run_timed`]); its time, if it is to take one,
/// counts from now.
///
/// # Errors
/// If it cannot go on. What was played is in the store.
pub fn run(
    store: &mut Store,
    revision: u32,
    isolation: &Isolation,
    options: &RunOptions,
    reporter: &mut dyn Reporter,
) -> Result<Ended, RunError> {
    let begun = Instant::now();
    let threads = Threads { isolation, concurrency: options.concurrency };
    run_timed(store, revision, &threads, options, &|| begun.elapsed(), reporter)
}

/// Plays what is still to be played of a revision. `clock` tells how much of its time has gone by,
/// beside that of matches that are stored already; only how much is played may depend on it, and
/// that is stored before it is. What comes out is the same at any venue, with any concurrency and after
/// any interruption. Matches of a worker that turns out to be wrong are removed and played again.
///
/// # Errors
/// If it cannot go on. What was played is in the store.
pub fn run_timed(
    store: &mut Store,
    revision: u32,
    venue: &dyn Venue,
    options: &RunOptions,
    clock: &dyn Fn() -> Duration,
    reporter: &mut dyn Reporter,
) -> Result<Ended, RunError> {
    loop {
        match go_on(store, revision, venue, options, clock, reporter) {
            // From the store, which no longer has them.
            Err(RunError::Distrusted { worker, why }) => {
                let matches = store.distrust(&worker)?;
                let event = Event::WorkerRefused { worker, matches, why };
                reporter.event(&event, &Vec::new);
            }
            ended => return ended,
        }
    }
}

/// Plays what the store says is still to be played.
fn go_on(
    store: &mut Store,
    revision: u32,
    venue: &dyn Venue,
    options: &RunOptions,
    clock: &dyn Fn() -> Duration,
    reporter: &mut dyn Reporter,
) -> Result<Ended, RunError> {
    let (plan, entrants) = (store.plan(revision)?, store.entrants(revision)?);
    plan.limits.check()?;
    if !store.is_complete(revision)? {
        let other = |other| RunError::Languages { revision, other };
        plan.limits.check_languages().map_err(other)?;
    }
    let (game, shape) = plan.table()?;
    let able = plan.field(&entrants).len();
    if able < shape.entries() {
        return Err(RunError::TooFew { able, needed: shape.entries() });
    }
    // A file may come from anywhere.
    let matches = planned_matches(&plan, &shape, &entrants);
    if matches > MAX_MATCHES {
        return Err(RunError::TooMany(matches));
    }
    let players = entrants
        .iter()
        .map(|entrant| match entrant.error {
            None => match options.programs.iter().find(|spec| spec.player() == entrant.player) {
                Some(program) => Ok(Some(program.clone())),
                None => store.player(game, entrant).map(Some),
            },
            Some(_) => Ok(None),
        })
        .collect::<Result<_, StoreError>>()?;
    let mut tournament = Tournament { game, revision, plan, shape, entrants, players };
    let mut writer = Writer::new(store, revision, &tournament, reporter);
    play(&mut tournament, &mut writer, venue, options, clock)
}
