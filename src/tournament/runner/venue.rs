//! Where the jobs of a stage are played, and the reports that come back from there.

use std::io;
use std::sync::mpsc::SyncSender;
use std::thread::Scope;

use super::due::DueJobs;
use super::event::Event;
use crate::tournament::job::Summary;
use crate::tournament::store::Packed;

/// One try to play a job.
pub struct Attempt {
    /// Index of the job in its stage.
    pub at: usize,
    /// Number of the try, from 1 to [`TRIES`](super::worker::TRIES).
    pub number: u32,
    /// The match and its record, or why it could not be played.
    pub played: Result<(Box<Summary>, Packed), String>,
    /// The machine that played it, if it was another.
    pub worker: Option<String>,
    /// Called once everything that was sent up to this is stored; dropped if it never is.
    pub stored: Option<Box<dyn FnOnce() + Send>>,
}

/// News from a venue.
pub enum Report {
    /// A job was tried.
    Attempt(Attempt),
    /// Something for those who follow the tournament.
    Event(Event),
    /// A worker reported a match that cannot have been played so: nothing that it played counts.
    Distrust {
        /// The worker.
        worker: String,
        /// The reason.
        why: String,
    },
    /// No further match can be played here, in words.
    Failed(String),
}

/// Threads of this process or other machines, which play matches.
pub trait Venue: Sync {
    /// Starts threads that play jobs until none is left, and end when they are done or the receiver of
    /// `reports` is gone.
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
