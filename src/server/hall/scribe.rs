//! Writes down what happens at a table: first into the archive, then for all to see.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::archive::{Decided, StoredMove};
use super::play::{Ending, Made, Play};
use super::run::Run;
use super::table::Table;
use crate::core::{By, FaultKind, Hook, Outcome, SeatFault};
use crate::referee::Judge;
use crate::registry::{LiveBot, Mind, News, Onlooker, Sight, Step};
use crate::server::SourceError;

/// The onlooker of one match.
pub(super) struct Scribe {
    table: Arc<Table>,
    /// The moves that were stored before the server was restarted.
    past: Arc<[StoredMove]>,
    /// The calls that were stored then as not to be made again.
    crashes: Vec<SeatFault>,
    /// The bots that may change while they play.
    live: Vec<Arc<LiveBot>>,
    /// Who is out of the match.
    judge: Judge,
}

impl Scribe {
    /// The scribe of a match.
    pub fn new(run: &Run) -> Scribe {
        let live = |bot: &Option<Mind>| match bot {
            Some(Mind::Live(live)) => Some(live.clone()),
            _ => None,
        };
        Scribe {
            table: run.table.clone(),
            past: run.past.clone(),
            crashes: run.crashes.clone(),
            live: run.bots.iter().filter_map(live).collect(),
            judge: Judge::new(&run.table.plan.limits, run.table.teams().to_vec()),
        }
    }

    /// Tells what has become of the bots that were saved since the last move.
    fn tell_news(&self) {
        for live in &self.live {
            for news in live.news() {
                match news {
                    News::TakesOver { seat, number, .. } => {
                        self.table.reloaded(Some(seat), number, None);
                    }
                    News::Fails { seat, number, plays_on, fault, .. } => {
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

    /// A move as it is stored. What was stored earlier must come out again.
    fn stored(
        &self,
        step: &Step<'_>,
        settled: Option<(Decided, u64)>,
    ) -> Result<StoredMove, String> {
        let ply = step.ply - 1;
        let earlier = self.past.get(ply as usize);
        if let Some(stored @ StoredMove { mv: Some(mv), .. }) = earlier {
            if (stored.seat, &**mv) != (step.seat, step.mv) {
                let number = step.ply;
                let (seat, now) = (step.seat, step.mv);
                return Err(format!("move {number} was {mv}, and now seat {seat} plays {now}"));
            }
            return Ok(stored.clone());
        }
        let made = StoredMove {
            seat: step.seat,
            decided: settled.map_or(Decided::Nobody, |(decided, _)| decided),
            mv: Some(step.mv.to_string()),
            ms: settled.map(|(_, ms)| ms),
        };
        let put = self.table.archive.put_move(&self.table.id, ply, &made);
        put.map_err(|error| error.plain())?;
        Ok(made)
    }

    /// Whether the move was made before the server was restarted.
    fn is_past(&self, step: &Step<'_>) -> bool {
        self.past.len() >= step.ply as usize
    }

    /// Keeps a forced move back until people can follow it: it also shall not be told from one that
    /// a player chose.
    fn keep_pace(&self) {
        let mut play = self.table.play();
        while play.ending.is_none() {
            match play.pace_left() {
                Duration::ZERO => return,
                left => play = self.table.wait(play, Some(left)),
            }
        }
    }

    fn show(&self, show: impl FnOnce(&Table, &mut Play)) {
        let mut play = self.table.play();
        if play.ending.is_none() {
            show(&self.table, &mut play);
            play.last_shown = Instant::now();
            drop(play);
            self.table.changed();
        }
    }
}

impl Onlooker for Scribe {
    fn begins(&mut self, table: &dyn Sight) {
        self.show(|shown, _| shown.logs.begins(table));
    }

    fn dealt(&mut self, table: &dyn Sight) {
        self.show(|shown, _| shown.logs.dealt(table));
    }

    fn moved(&mut self, step: &Step<'_>) {
        let settled = self.table.play().settled.take();
        let settled = settled
            .filter(|settled| settled.ply + 1 == step.ply)
            .map(|settled| (settled.decided, settled.ms()));
        if settled.is_none() && step.how.by != By::Given && !self.is_past(step) {
            self.keep_pace();
        }
        if self.stop() {
            return;
        }
        let stored = match self.stored(step, settled) {
            Ok(stored) => stored,
            Err(why) => return self.table.end(Ending::Broken(why)),
        };
        self.tell_news();
        self.show(|shown, play| {
            shown.logs.moved(step, stored.ms);
            play.make(Made {
                seat: step.seat,
                mv: step.mv.to_string(),
                how: step.how.clone(),
                ms: stored.ms,
            });
        });
        self.table.lobby.moved();
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
            return self.table.end(Ending::Broken(error.plain()));
        }
        self.show(|shown, play| {
            shown.logs.fault(fault, log);
            play.faults.push(fault.clone());
            for seat in shown.seats().filter(|seat| self.judge.is_out(*seat)) {
                play.company.put_out(seat);
            }
        });
    }

    fn over(&mut self, outcome: &Outcome, _: &dyn Sight) {
        self.show(|shown, play| {
            shown.logs.over(outcome);
            play.ended = true;
        });
    }

    fn stop(&mut self) -> bool {
        self.table.play().ending.is_some()
    }
}
