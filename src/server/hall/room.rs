//! Room for one more match. A full hall makes it: a match without viewers for a while is
//! stopped, and what was played of it is kept.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

use super::play::Ending;
use super::table::Table;
use super::{Hall, HallError, Tables};
use crate::server::words;

/// How long a match must have been without viewers before it may be stopped for another.
pub(super) const UNWATCHED: Duration = Duration::from_secs(10 * 60);

impl Hall {
    /// Whether one more match may run, if need be in the place of others.
    pub(super) fn has_room(&self, tables: &Tables) -> Result<(), HallError> {
        self.in_the_way(tables).map(drop)
    }

    /// Sees to it that one more match may run. The caller holds the lock of all tables until
    /// that match is among them, so that no place is given twice.
    ///
    /// # Errors
    /// If the hall is full and all matches have viewers.
    pub(super) fn make_room(&self, tables: &Tables) -> Result<(), HallError> {
        let (missing, candidates) = self.in_the_way(tables)?;
        let left = candidates.iter().filter(|table| table.put_out(self.unwatched)).take(missing);
        match left.count() == missing {
            true => Ok(()),
            false => Err(self.full()),
        }
    }

    /// How many places are missing for one more match, and the matches that may give theirs: first
    /// those that wait for a person, of these first the one that was left alone for longest.
    fn in_the_way<'t>(
        &self,
        tables: &'t Tables,
    ) -> Result<(usize, Vec<&'t Arc<Table>>), HallError> {
        if tables.is_closed {
            return Err(HallError::full(words::server_about_to_end()));
        }
        // A match that is about to be over has left its place already.
        let played = || tables.running.iter().filter(|table| table.play().goes_on());
        let missing = (played().count() + 1).saturating_sub(self.most);
        if missing == 0 {
            return Ok((0, Vec::new()));
        }
        let mut left_alone: Vec<_> = played()
            .filter_map(|table| Some((table.left_alone(self.unwatched)?, table)))
            .map(|(time, table)| (Reverse((table.waits_for_a_person(), time)), table))
            .collect();
        left_alone.sort_by_key(|(rank, _)| *rank);
        match left_alone.len() < missing {
            true => Err(self.full()),
            false => Ok((missing, left_alone.into_iter().map(|(_, table)| table).collect())),
        }
    }

    fn full(&self) -> HallError {
        HallError::full(words::all_places_taken(self.most))
    }
}

impl Table {
    /// How long there was no viewer, if that is `least` or more and the match may be stopped for
    /// it.
    fn left_alone(&self, least: Duration) -> Option<Duration> {
        let time = self.watching.absence().filter(|time| *time >= least)?;
        (!self.plan.stays).then_some(time)
    }

    /// Whether nothing happens until a person does something.
    fn waits_for_a_person(&self) -> bool {
        let play = self.play();
        let Some(question) = &play.question else { return false };
        match play.company.sitter(question.seat) {
            Some(_) => self.plan.clock_s.is_none(),
            None => !self.bot_decides(&play, question.seat),
        }
    }

    /// Stops the match for another one, unless a viewer has come; true if it is stopped.
    /// Who comes later finds it stopped.
    fn put_out(&self, least: Duration) -> bool {
        let Some(time) = self.left_alone(least) else { return false };
        let minutes = time.as_secs() / 60;
        self.end(Ending::PutOut(words::made_room(minutes)));
        true
    }
}
