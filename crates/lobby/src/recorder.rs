//! Records the events of a match: first in the archive, then in the event logs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::archive::{DecidedBy, StoredMove};
use super::error::ArchiveError;
use super::live::{EarlyEnd, LiveState, Phase};
use super::table::MatchTable;
use crate::SourceError;
use crate::event_log::EventWriter;
use juez_core::{By, FaultKind, Hook, Observer, Outcome, Ply, SeatFault};
use juez_match::referee::{Call, Judge};
use juez_match::registry::{AnyTable, LiveBot, Mind, News, Onlooker, Step};

pub(super) struct Recorder {
    table: Arc<MatchTable>,
    /// Number of moves stored before the server was restarted.
    past: u32,
    /// Calls stored by then that must not be made again.
    crashes: Vec<SeatFault>,
    /// Bots that can change while they play.
    live_bots: Vec<Arc<LiveBot>>,
    /// Tracks the seats that are out of the match.
    judge: Judge,
}

impl Recorder {
    /// Creates the recorder of a match of these bots.
    pub fn new(
        table: Arc<MatchTable>,
        bots: &[Option<Mind>],
        past: u32,
        crashes: Vec<SeatFault>,
    ) -> Recorder {
        let live_bot = |bot: &Option<Mind>| match bot {
            Some(Mind::Live(live)) => Some(live.clone()),
            _ => None,
        };
        let judge = Judge::new(&table.plan.terms.limits, table.head.teams.clone());
        let live_bots = bots.iter().filter_map(live_bot).collect();
        Recorder { table, past, crashes, live_bots, judge }
    }

    /// Shows which bots were saved since the last move.
    fn show_reloads(&self) {
        for live in &self.live_bots {
            for News { seat, number, failed, .. } in live.news() {
                match failed {
                    None => self.table.reloaded(Some(seat), number, None),
                    Some((fault, plays_on)) => {
                        let newest = live.newest();
                        let files = &newest.spec.bundle.files;
                        let file = fault.file.as_ref().filter(|_| newest.number == number);
                        let error = SourceError {
                            file: fault.file.clone().unwrap_or_default(),
                            line: fault.line,
                            text: fault.why.clone(),
                            source: file.and_then(|file| files.get(file)).cloned(),
                        };
                        self.table.reloaded(Some(seat), plays_on, Some(error));
                    }
                }
            }
        }
    }

    /// Stores a move. A move from before a restart must be the same again.
    fn store(
        &self,
        step: &Step<'_>,
        taken: Option<(DecidedBy, u64)>,
    ) -> Result<StoredMove, String> {
        let (ply, plain) = (step.ply - 1, |error: ArchiveError| error.plain());
        let past = self.table.past_move(self.past, ply).map_err(plain)?;
        if let Some(stored @ StoredMove { mv: Some(mv), .. }) = &past {
            let (number, seat, now) = (step.ply, step.seat, step.mv);
            if (stored.seat, &**mv) != (seat, now) {
                return Err(format!("move {number} was {mv}, and now seat {seat} plays {now}"));
            }
            if stored.how.is_some() {
                return Ok(stored.clone());
            }
        }
        let mut made = StoredMove {
            seat: step.seat,
            decided: taken.map_or(DecidedBy::Unasked, |(decided, _)| decided),
            mv: Some(step.mv.to_string()),
            ms: taken.map(|(_, ms)| ms),
            how: Some(step.how.clone()),
        };
        if let Some(StoredMove { mv: Some(_), ms, .. }) = past {
            made.ms = ms;
        }
        self.table.archive.put_move(&self.table.id, ply, &made).map_err(plain)?;
        Ok(made)
    }

    /// Delays a forced move to the table's pace, so that its timing does not reveal that it was
    /// forced.
    fn keep_pace(&self) {
        let mut live = self.table.live();
        while !live.is_ending() {
            match live.pace_left() {
                Duration::ZERO => return,
                left => self.table.wait(&mut live, Some(Instant::now() + left)),
            };
        }
    }

    /// Makes a visible change, unless the match ends early.
    fn show(&self, change: impl FnOnce(&MatchTable, &mut LiveState)) {
        let mut live = self.table.live();
        if !live.is_ending() {
            if self.table.events.lock().is_unwatched(live.viewers) {
                self.table.drop_logs();
            }
            change(&self.table, &mut live);
            live.last_shown = Instant::now();
            drop(live);
            self.table.changed();
        }
    }
}

impl Onlooker for Recorder {
    fn begins(&mut self, sight: &dyn AnyTable) {
        self.show(|table, _| table.events.lock().tell(None, |log| log.begins(sight)));
    }

    fn calling(&mut self, _: Call) {
        self.table.live().bot_called = true;
    }

    fn returned(&mut self, _: Call) {
        self.table.live().bot_called = false;
    }

    fn dealt(&mut self, sight: &dyn AnyTable) {
        self.show(|table, _| table.events.lock().tell(None, |log| log.dealt(sight)));
    }

    fn moved(&mut self, step: &Step<'_>) {
        let taken = self.table.live().taken.take();
        let taken = taken
            .filter(|taken| taken.ply + 1 == step.ply)
            .map(|taken| (taken.decided, taken.ms()));
        let is_past = self.past >= step.ply;
        if taken.is_none() && step.how.by != By::Given && !is_past {
            self.keep_pace();
        }
        if self.stop() {
            return;
        }
        let stored = match self.store(step, taken) {
            Ok(stored) => stored,
            Err(why) => return self.table.end(EarlyEnd::Broken(why)),
        };
        self.show_reloads();
        self.show(|table, live| {
            table.events.lock().tell(stored.ms, |log| log.moved(step));
            live.add_move(step.seat, step.mv);
            let by = stored.how.as_ref().map_or(step.how.by, |how| how.by);
            live.was_played |= table.is_played(step.seat, by);
        });
        self.table.list.changed();
    }

    fn takes(&mut self, _: Ply) -> Option<Ply> {
        // The archive has it.
        None
    }

    fn fault(&mut self, fault: &SeatFault, log: &[String]) {
        let SeatFault { seat, fault: what, .. } = fault;
        if what.hook != Hook::Finish {
            self.judge.fault(*seat, what.kind);
        }
        let is_lost = matches!(what.kind, FaultKind::Crashed | FaultKind::OutOfTime);
        if is_lost
            && !self.crashes.contains(fault)
            && !self.stop()
            && let Err(error) = self.table.archive.put_crash(&self.table.id, fault)
        {
            return self.table.end(EarlyEnd::Broken(error.plain()));
        }
        self.show(|table, live| {
            add(table, |writer| writer.fault(fault, log));
            live.faults.push(fault.clone());
            for seat in table.seats().filter(|seat| self.judge.is_out(*seat)) {
                live.seating.put_out(seat);
            }
        });
    }

    fn over(&mut self, outcome: &Outcome, sight: &dyn AnyTable) {
        self.show(|table, live| {
            add(table, |log| log.over(outcome, sight));
            live.phase = Phase::Decided;
        });
    }

    fn stop(&mut self) -> bool {
        self.table.live().is_ending()
    }
}

/// Adds an event that is the same for all observers and has no position.
fn add(table: &MatchTable, what: impl FnOnce(&mut dyn Onlooker)) {
    let mut keep = |event| table.add_event(event);
    what(&mut EventWriter { observer: Observer::Public, drawn: false, ms: None, keep: &mut keep });
}
