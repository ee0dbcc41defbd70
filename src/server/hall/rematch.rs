//! The same match once more, with everybody one seat on.

use std::sync::{Arc, PoisonError};

use super::archive::Sitter;
use super::begin::Start;
use super::roster::seed;
use super::{Hall, HallError, Table, Visitor};
use crate::server::Status;
use crate::server::words;

impl Table {
    /// Takes those who look at this match on to the next of its series, once they have seen its
    /// end.
    pub fn followed_by(&self, id: &str) {
        self.play().next = Some(id.to_string());
        self.changed();
    }

    /// Starts the match again with a fresh seed; its id. Asked for twice it is the same one.
    ///
    /// Players move down one seat, and the first takes the last: in a match of two they change
    /// sides, partners stay partners. People who sit at the table at the end come along with the
    /// seat they sit in, and it is theirs from the beginning; a seat that a person left is its
    /// bot's again, or free. The match has the owner of this one.
    ///
    /// # Errors
    /// If it is not over, the visitor had no part in it, or no more matches can run.
    pub fn rematch(&self, hall: &Arc<Hall>, by: &Visitor) -> Result<String, HallError> {
        let _one_at_a_time = self.rematching.lock().unwrap_or_else(PoisonError::into_inner);
        let mut sitters: Vec<Option<Sitter>> = {
            let play = self.play();
            if play.status == Status::Running {
                return Err(HallError::conflict(words::is_not_over()));
            }
            if self.plan.owner != *by && play.company.seats_of(by).count() == 0 {
                return Err(HallError::forbidden(words::only_players_rematch()));
            }
            if let Some(id) = &play.rematch {
                return Ok(id.clone());
            }
            play.company.sitters()
        };
        let mut plan = self.plan.clone();
        plan.seed = seed(None)?;
        plan.places.rotate_left(1);
        sitters.rotate_left(1);
        let scripts = self.archive.scripts(&plan);
        let scripts = scripts.map_err(|error| HallError::conflict(error.plain()))?;
        let bots = plan.bots(self.game, &scripts).map_err(HallError::conflict)?;
        let rematch_of = Some(self.id.clone());
        let id = hall.start(Start { game: self.game, plan, scripts, bots, sitters, rematch_of })?;
        self.play().rematch = Some(id.clone());
        self.changed();
        Ok(id)
    }
}
