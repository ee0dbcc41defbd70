//! Recreates events from the stored match.

use std::cell::{Cell, RefCell};
use std::ops::Range;

use super::archive::{Archive, StoredMove};
use super::error::ArchiveError;
use super::plan::MatchPlan;
use super::table::MatchTable;
use crate::MatchEvent;
use crate::event_log::EventWriter;
use juez_core::{By, Observer, Outcome, Ply, Record, SeatFault};
use juez_match::referee;
use juez_match::registry::{AnyTable, Onlooker, Step};

/// Number of moves read at once.
const MOVES: u32 = 256;

/// An onlooker of a stored match that keeps some of its events.
pub(super) struct Retelling<'a> {
    pub observer: Observer,
    /// True if positions come with a drawing.
    drawn: bool,
    /// Indexes of the events to keep. The one before is created too, since the next is sent as a
    /// difference.
    pub range: Range<usize>,
    /// Events missing from the stored match, each with its index.
    pub added: &'a [(usize, MatchEvent)],
    pub keep: &'a mut dyn FnMut(usize, MatchEvent),
    /// Index of the next event.
    pub next: usize,
    /// Returns the milliseconds of the move with this number, from 1.
    times: &'a dyn Fn(u32) -> Option<u64>,
}

impl Retelling<'_> {
    /// Emits the added events that are due.
    fn tell_added(&mut self) {
        while let Some((index, event)) = self.added.first().filter(|(index, _)| *index == self.next)
        {
            if self.range.contains(index) {
                (self.keep)(*index, event.clone());
            }
            self.added = &self.added[1..];
            self.next += 1;
        }
    }

    fn tell(&mut self, ms: Option<u64>, what: impl FnOnce(&mut EventWriter<'_>)) {
        self.tell_added();
        let index = self.next;
        self.next += 1;
        if self.range.contains(&index) || index + 1 == self.range.start {
            let keep = &mut *self.keep;
            let (observer, keep) = (self.observer, &mut |event| keep(index, event));
            what(&mut EventWriter { observer, drawn: self.drawn, ms, keep });
        }
    }
}

impl Onlooker for Retelling<'_> {
    fn begins(&mut self, table: &dyn AnyTable) {
        self.tell(None, |log| log.begins(table));
    }

    fn dealt(&mut self, table: &dyn AnyTable) {
        self.tell(None, |log| log.dealt(table));
    }

    fn moved(&mut self, step: &Step<'_>) {
        let ms = (self.times)(step.ply);
        self.tell(ms, |log| log.moved(step));
    }

    fn fault(&mut self, fault: &SeatFault, log: &[String]) {
        self.tell(None, |writer| writer.fault(fault, log));
    }

    fn over(&mut self, outcome: &Outcome, table: &dyn AnyTable) {
        self.tell(None, |log| log.over(outcome, table));
    }

    fn stop(&mut self) -> bool {
        self.tell_added();
        self.next >= self.range.end
    }
}

/// The part of a match to read.
pub(super) struct Part<'a> {
    pub observer: Observer,
    pub range: Range<usize>,
    pub added: &'a [(usize, MatchEvent)],
}

impl Part<'_> {
    fn onlooker<'a>(
        &'a self,
        drawn: bool,
        times: &'a dyn Fn(u32) -> Option<u64>,
        keep: &'a mut dyn FnMut(usize, MatchEvent),
    ) -> Retelling<'a> {
        let (observer, range, added) = (self.observer, self.range.clone(), self.added);
        Retelling { observer, drawn, range, added, keep, next: 0, times }
    }

    /// Recreates the events of a finished match from its record. Returns their number.
    pub fn of_record(
        &self,
        table: &MatchTable,
        record: &Record,
        times: &[Option<u64>],
        keep: &mut dyn FnMut(usize, MatchEvent),
    ) -> usize {
        let times = |number: u32| times.get(number as usize - 1).copied().flatten();
        let mut onlooker = self.onlooker(table.drawn, &times, keep);
        // An error in a stored record ends its log.
        let _ = table.game.retell(record, self.observer, &mut onlooker);
        // The log of a broken match can be shorter than before.
        while let Some((index, _)) = onlooker.added.first() {
            onlooker.next = *index;
            onlooker.tell_added();
        }
        onlooker.next
    }

    /// Recreates the events of a running match from its stored moves. Returns the number of events
    /// up to the end of the range.
    pub fn of_moves(
        &self,
        table: &MatchTable,
        keep: &mut dyn FnMut(usize, MatchEvent),
    ) -> Result<usize, ArchiveError> {
        let (ms, failed) = (Cell::new(None), RefCell::new(Ok(())));
        let played = |stored| match stored {
            Ok(StoredMove { mv: Some(mv), how, ms: taken, .. }) => {
                ms.set(taken);
                Some((mv, how.unwrap_or_else(|| Ply::unasked(By::Bot))))
            }
            Ok(_) => None,
            Err(error) => {
                *failed.borrow_mut() = Err(error);
                None
            }
        };
        let times = |_| ms.get();
        let mut onlooker = self.onlooker(table.drawn, &times, keep);
        if let Ok(mut played_at) = table.game.table(&table.head.options) {
            let moves = StoredMoves::new(&table.archive, &table.id).map_while(played);
            // An impossible stored move ends the log.
            let _ = setup(&table.plan).play_moves(&mut *played_at, moves, &mut onlooker);
        }
        // A match begins, and deals, before it asks whether to stop.
        let next = onlooker.next.min(self.range.end);
        failed.into_inner().map(|()| next)
    }
}

/// Returns the parts of the match's setup that its deals depend on.
fn setup(plan: &MatchPlan) -> referee::MatchSetup<juez_core::Player> {
    let players = plan.players.iter().map(|planned| planned.player.clone()).collect();
    let (seed, deals) = (Some(plan.seed), plan.deals.clone());
    referee::MatchSetup { seed, deals, ..referee::MatchSetup::new(players) }
}

/// An iterator over the stored moves of a match, which reads them in batches.
pub(super) struct StoredMoves<'a> {
    archive: &'a Archive,
    id: &'a str,
    next: u32,
    read: std::vec::IntoIter<StoredMove>,
}

impl<'a> StoredMoves<'a> {
    pub fn new(archive: &'a Archive, id: &'a str) -> StoredMoves<'a> {
        StoredMoves { archive, id, next: 0, read: Vec::new().into_iter() }
    }
}

impl Iterator for StoredMoves<'_> {
    type Item = Result<StoredMove, ArchiveError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.read.len() == 0 {
            match self.archive.moves(self.id, self.next, MOVES) {
                Ok(read) => self.read = read.into_iter(),
                Err(error) => return Some(Err(error)),
            }
        }
        self.next += 1;
        self.read.next().map(Ok)
    }
}
