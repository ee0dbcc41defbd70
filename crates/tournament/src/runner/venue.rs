//! The place where the jobs of a stage are played, and its reports.

use std::io;
use std::sync::mpsc::SyncSender;
use std::thread::Scope;

use super::due::DueJobs;
use super::event::Event;
use crate::job::Summary;
use crate::store::Packed;

/// One try to play a job.
pub struct Attempt {
    /// The index of the job in its stage.
    pub at: usize,
    /// Number of the try, from 1 to [`TRIES`](super::worker::TRIES).
    pub number: u32,
    /// The match and its record, or the reason why it could not be played.
    pub played: Result<(Box<Summary>, Packed), String>,
    /// The worker that played it, if on another machine.
    pub worker: Option<String>,
    /// Called once this and everything before it is stored; otherwise dropped.
    pub stored: Option<Box<dyn FnOnce() + Send>>,
}

/// A message from a venue.
pub enum Report {
    /// A job was tried.
    Attempt(Attempt),
    /// An event for observers of the tournament.
    Event(Event),
    /// A worker reported a match that cannot have been played like this: its results are invalid.
    Distrust {
        /// The worker.
        worker: String,
        /// The reason.
        why: String,
    },
    /// No more matches can be played here; says why.
    Failed(String),
}

/// Threads of this process, or other machines, that play matches.
pub trait Venue: Sync {
    /// Starts threads that play jobs. They end when no job is left or the receiver of `reports` is
    /// gone.
    ///
    /// # Errors
    /// If a thread cannot be started.
    fn start<'s>(
        &'s self,
        scope: &'s Scope<'s, '_>,
        jobs: &'s DueJobs<'s>,
        reports: SyncSender<Report>,
    ) -> io::Result<()>;
}
