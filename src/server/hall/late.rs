//! The end of a match that cannot be stored, as on a full disk.
//!
//! Its table tells that it is over; in the archive it still runs, and a server that is started then plays
//! it to the same end. So that this need not be, it is tried again for as long as the hall is open and
//! when it closes, on the thread of the match, which has nothing else to do.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::archive::{ArchiveError, Brief};
use super::table::Table;
use crate::core::Record;

/// When it is first tried again.
const FIRST: Duration = Duration::from_secs(1);
/// How often at least it is tried.
const LONGEST: Duration = Duration::from_secs(60);

/// How a match ended.
pub(super) struct End {
    /// What the list tells of it.
    pub brief: Brief,
    /// Why it is broken.
    pub why: Option<String>,
    /// All of it, if it can be told.
    pub record: Option<Arc<Record>>,
    /// Milliseconds of each move.
    pub times: Arc<[Option<u64>]>,
}

/// What is still to be stored.
#[derive(Default)]
pub(super) struct Late {
    owed: Mutex<Owed>,
    wake: Condvar,
}

#[derive(Default)]
struct Owed {
    end: Option<End>,
    /// Whether the next try is the last.
    is_last: bool,
}

impl Late {
    /// Lets it be tried once more, now.
    pub fn close(&self) {
        self.owed().is_last = true;
        self.wake.notify_all();
    }

    fn owed(&self) -> MutexGuard<'_, Owed> {
        self.owed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    /// Stores how the match ended. If that fails it is kept for [`Table::store_late`].
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn store(&self, end: End) -> Result<(), ArchiveError> {
        let stored = self.write(&end);
        if stored.is_err() {
            self.late.owed().end = Some(end);
        }
        stored
    }

    /// Returns when the end of the match is stored, or the hall closes.
    pub(super) fn store_late(&self) {
        let mut owed = self.late.owed();
        let mut pause = FIRST;
        while owed.end.is_some() {
            if !owed.is_last {
                let waited = self.late.wake.wait_timeout(owed, pause);
                owed = waited.unwrap_or_else(PoisonError::into_inner).0;
                pause = LONGEST.min(pause * 2);
            }
            if let Some(end) = owed.end.take_if(|end| self.write(end).is_ok()) {
                self.play().why = end.why;
                return self.changed();
            }
            if owed.is_last {
                return;
            }
        }
    }

    fn write(&self, end: &End) -> Result<(), ArchiveError> {
        let End { brief, why, record, times } = end;
        self.archive.finish(brief, why.as_deref(), record.as_deref(), times)
    }
}
