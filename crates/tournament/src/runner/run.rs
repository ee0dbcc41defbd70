//! Plays the unplayed matches of a tournament.

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
use crate::opening::OpeningError;
use crate::plan::PlanError;
use crate::schedule::{MAX_MATCHES, planned_matches};
use crate::store::{Store, StoreError};
use juez_core::{LimitsError, OtherLanguages};
use juez_match::registry::PlayerSpec;
use juez_pool::Isolation;

/// The settings of a run; none of them changes results.
#[derive(Clone)]
pub struct RunOptions {
    /// Number of matches at once, 1 or more.
    pub concurrency: u32,
    /// When set from outside, the run ends after the current matches.
    pub stop: Arc<AtomicBool>,
    /// The entrants that the store only names: programs, and bots with weights of a file. Commands
    /// and paths in the store are never used, because the file can come from anywhere.
    pub outside: Vec<PlayerSpec>,
}

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The tournament is over.
    Finished,
    /// The run was stopped.
    Interrupted {
        /// Number of unplayed matches, in the rounds drawn so far.
        left: u32,
    },
    /// Matches could not be played, without a fault of a bot: in one round if the next depends on
    /// its results, else in any. Another run tries them again.
    Failed {
        /// Their number.
        matches: u32,
    },
}

/// Why a tournament cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The plan cannot be played here.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// An opening cannot be played.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The revision began with another version of the script languages.
    #[error(
        "the matches of revision {revision} are {other}: scripts may play differently or use more \
         or less fuel, so no match of this version is added to them. The stored matches stay, and \
         `juez report` shows them. To play all of it again as the next revision, repeat the \
         command that began it, with --db; to finish it as it is, use the juez that began it"
    )]
    Languages {
        /// The revision.
        revision: u32,
        /// Its version.
        other: OtherLanguages,
    },
    /// The limits exceed what a file can ask for.
    #[error(transparent)]
    Limits(#[from] LimitsError),
    /// Too few entrants can play.
    #[error("{able} of the entrants can play, and a table needs {needed}")]
    TooFew {
        /// Entrants that can play.
        able: usize,
        /// Entrants at a table.
        needed: usize,
    },
    /// The plan exceeds the maximum number of matches.
    #[error("the plan has {0} matches, and a tournament plays {MAX_MATCHES} at most")]
    TooMany(u64),
    /// No thread could be started.
    #[error("no thread to play matches on: {0}")]
    Thread(#[from] io::Error),
    /// The venue cannot play any more.
    #[error("{0}")]
    Venue(String),
    /// Matches of a distrusted worker are in the store.
    #[error("results of worker {worker} are rejected: {why}")]
    Distrusted {
        /// The worker.
        worker: String,
        /// The reason.
        why: String,
    },
}

/// Plays the unplayed matches of a revision ([`run_timed`]); a time limit counts from now.
///
/// # Errors
/// If the tournament cannot continue. Played matches remain in the store.
pub fn run(
    store: &mut Store,
    revision: u32,
    isolation: &Isolation,
    options: &RunOptions,
    reporter: &mut dyn Reporter,
) -> Result<Ended, RunError> {
    let begun = Instant::now();
    let threads = Threads { isolation, concurrency: options.concurrency, halt: Arc::default() };
    run_timed(store, revision, &threads, options, &|| begun.elapsed(), reporter)
}

/// Plays the unplayed matches of a revision. `clock` returns the elapsed time of the tournament,
/// not counting matches already stored. Only the size of the tournament can depend on it, and each
/// size is stored before it is played. Results are the same at any venue, with any concurrency and
/// after any interruption. Matches of a distrusted worker are removed and played again.
///
/// # Errors
/// If the tournament cannot continue. Played matches remain in the store.
pub fn run_timed(
    store: &mut Store,
    revision: u32,
    venue: &dyn Venue,
    options: &RunOptions,
    clock: &dyn Fn() -> Duration,
    reporter: &mut dyn Reporter,
) -> Result<Ended, RunError> {
    loop {
        match resume(store, revision, venue, options, clock, reporter) {
            // Starts again from the store, which no longer has the worker's matches.
            Err(RunError::Distrusted { worker, why }) => {
                let matches = store.distrust(&worker)?;
                let event = Event::WorkerRefused { worker, matches, why };
                reporter.event(&event, &Vec::new);
            }
            ended => return ended,
        }
    }
}

/// Plays the matches that the store lists as unplayed.
fn resume(
    store: &mut Store,
    revision: u32,
    venue: &dyn Venue,
    options: &RunOptions,
    clock: &dyn Fn() -> Duration,
    reporter: &mut dyn Reporter,
) -> Result<Ended, RunError> {
    let (plan, entrants) = (store.plan(revision)?, store.entrants(revision)?);
    plan.terms.limits.check()?;
    if !store.is_complete(revision)? {
        let other = |other| RunError::Languages { revision, other };
        plan.terms.limits.check_languages().map_err(other)?;
    }
    let (game, shape) = plan.table()?;
    let able = plan.field(&entrants).len();
    if able < shape.entries() {
        return Err(RunError::TooFew { able, needed: shape.entries() });
    }
    // A file can come from anywhere.
    let matches = planned_matches(&plan, &shape, &entrants);
    if matches > MAX_MATCHES {
        return Err(RunError::TooMany(matches));
    }
    let players = entrants
        .iter()
        .map(|entrant| match entrant.error {
            None => match options.outside.iter().find(|spec| spec.player() == entrant.player) {
                Some(player) => Ok(Some(player.clone())),
                None => store.player(game, entrant).map(Some),
            },
            Some(_) => Ok(None),
        })
        .collect::<Result<_, StoreError>>()?;
    let mut tournament = Tournament { game, revision, plan, shape, entrants, players };
    let mut writer = Writer::new(store, revision, &tournament, reporter);
    play(&mut tournament, &mut writer, venue, options, clock)
}
