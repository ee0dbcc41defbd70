//! The event log of a table: which one a visitor may read.

use std::sync::Arc;

use super::finished::FinishedLogs;
use super::live::LiveState;
use super::log::{JsonLog, LogView};
use super::table::MatchTable;
use crate::core::{Observer, Record, Seat, SeatSet};
use crate::server::{MatchEvent, MatchStatus, VisitorId, observer_name};

impl MatchTable {
    /// The event log for the observer that a visitor wishes, or the public one if the visitor may not
    /// choose that. Stores that an owner has read notes of hidden hands; makes the log of a match that
    /// is over when it is first read.
    pub fn log_view(&self, by: &VisitorId, wish: Observer) -> LogView {
        let is_owner = self.plan.owner == *by;
        let mut live = self.live();
        let is_running = live.status == MatchStatus::Running;
        let may_choose = match wish {
            Observer::Public => true,
            Observer::Open => !is_running,
            Observer::Seat(seat) if is_running => live.seating.seats_of(by).has(seat),
            Observer::Seat(seat) => self.head.hidden && seat.index() < self.plan.players.len(),
        };
        let observer = if may_choose { wish } else { Observer::Public };
        let notes = match is_owner {
            true if is_running => self.notes_for_owner(&mut live),
            // The errors of saved scripts are the owner's alone also afterwards.
            true => SeatSet::ALL,
            false => SeatSet::EMPTY,
        };
        drop(live);
        let finished = if is_running { None } else { self.finished_log(observer) };
        let (observer, log) = finished.unwrap_or_else(|| self.logs.of(observer));
        LogView { head: self.head.clone(), observer, log, notes }
    }

    fn finished_log(&self, observer: Observer) -> Option<(Observer, Arc<JsonLog>)> {
        let mut finished = self.finished.lock();
        Some((observer, finished.as_mut()?.log(self.game, &self.id, observer)))
    }

    /// The seats whose notes the owner reads while the match runs. From then on the owner knows them.
    fn notes_for_owner(&self, live: &mut LiveState) -> SeatSet {
        let writes = |seat: &Seat| self.plan.players[seat.index()].writes_notes();
        let owner = &self.plan.owner;
        let notes = live.seating.notes_for(owner, self.seats().filter(writes).collect());
        let put = |seat: Seat| self.archive.put_knows(&self.id, owner, seat);
        match live.seating.unknown(owner, notes).iter().try_for_each(put) {
            Ok(()) => {
                live.seating.learn(owner, notes);
                notes
            }
            // Notes whose reading cannot be stored are not shown.
            Err(_) => SeatSet::EMPTY,
        }
    }

    /// The record, once the match is over.
    pub fn record(&self) -> Option<Record> {
        let finished = self.finished.lock();
        finished.as_ref()?.record.as_deref().cloned()
    }

    /// Turns to the logs of the record: from now on they are what visitors read.
    pub(super) fn finish_logs(&self, record: Option<Arc<Record>>, times: Arc<[Option<u64>]>) {
        // Locked to the end, so that a reload is either in these logs or added to them.
        let live = self.live();
        let (reloads, logs) = (live.reloads.clone(), Vec::new());
        *self.finished.lock() = Some(FinishedLogs { record, times, reloads, logs });
    }

    /// Makes the logs that all viewers are about to ask for.
    pub(super) fn prepare_logs(&self) {
        for observer in [Observer::Public, Observer::Open] {
            self.finished_log(observer);
        }
    }

    /// Adds a reload to the event log, whether the match runs or is over.
    pub(super) fn add_reload(&self, live: &mut LiveState, reload: MatchEvent) {
        match &mut *self.finished.lock() {
            Some(finished) => finished.add_reload(reload),
            None => {
                self.logs.add(&reload);
                live.reloads.push(reload);
            }
        }
    }

    /// The observers that a visitor who sits in `sits` may choose.
    pub(super) fn observers_for(&self, live: &LiveState, sits: SeatSet) -> Vec<String> {
        let is_over = live.status != MatchStatus::Running;
        let may_choose = |seat: &Seat| self.head.hidden && (is_over || sits.has(*seat));
        let seats = self.seats().filter(may_choose).map(Observer::Seat);
        let observers = [Observer::Public].into_iter().chain(seats);
        observers.chain(is_over.then_some(Observer::Open)).map(observer_name).collect()
    }
}
