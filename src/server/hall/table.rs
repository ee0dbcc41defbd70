//! One match: who sits at it, and what has happened.

use std::sync::Arc;
use tokio::sync::watch;

use super::{Hall, HallError, Reel, Visitor};
use crate::core::Record;
use crate::registry::Eyes;
use crate::server::{MoveRequest, SeatRequest, TableState};

/// A match that runs or is stored.
pub struct Table {
    id: String,
}

/// Somebody looks on, until this is dropped.
pub struct Watching {
    table: Arc<Table>,
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = &self.table;
    }
}

impl Table {
    /// The id of the match.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// All that is not in the film, as this visitor sees it.
    pub fn state(&self, by: &Visitor) -> TableState {
        let _ = by;
        unimplemented!()
    }

    /// Counts the changes of the state or the film.
    pub fn changes(&self) -> watch::Receiver<u64> {
        unimplemented!()
    }

    /// What this visitor reads of the match with the eyes he wishes, or with `public` if those are not
    /// his.
    pub fn reel(&self, by: &Visitor, wish: Eyes) -> Reel {
        let _ = (by, wish);
        unimplemented!()
    }

    /// Sits down or gets up.
    ///
    /// # Errors
    /// If that seat is not to be had.
    pub fn sit(&self, by: &Visitor, request: &SeatRequest) -> Result<(), HallError> {
        let _ = (by, request);
        unimplemented!()
    }

    /// Takes a decision. Waits until the referee has judged it, at most a few seconds.
    ///
    /// # Errors
    /// If it is not this visitor's, or the move cannot be made: why.
    pub fn answer(&self, by: &Visitor, request: &MoveRequest) -> Result<(), HallError> {
        let _ = (by, request);
        unimplemented!()
    }

    /// Stops the match.
    ///
    /// # Errors
    /// If it is not this visitor's, or over.
    pub fn stop(&self, by: &Visitor) -> Result<(), HallError> {
        let _ = by;
        unimplemented!()
    }

    /// Starts the match anew with everybody one seat on; its id. Asked for twice it is the same one.
    ///
    /// # Errors
    /// If it is not over, the visitor had no part in it, or no more matches can run.
    pub fn rematch(&self, hall: &Arc<Hall>, by: &Visitor) -> Result<String, HallError> {
        let _ = (hall, by);
        unimplemented!()
    }

    /// The match on paper, once it is over.
    pub fn record(&self) -> Option<Record> {
        unimplemented!()
    }

    /// Counts a page that looks on.
    pub fn watch(self: &Arc<Table>) -> Watching {
        Watching { table: self.clone() }
    }
}
