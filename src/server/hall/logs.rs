//! What each set of eyes is told while a match runs.
//!
//! In a game with hidden hands no viewer is told whether a seat had a choice, for that tells of its
//! hand: how a move came about and how long it took are notes like what the bot wrote. A fault may
//! hold anything in its text, so in every game that is for those who may read the notes.

use std::sync::Arc;

use super::log::Log;
use crate::core::{Fault, Outcome, Ply, Seat, SeatFault};
use crate::registry::{Eyes, Sight, Step};
use crate::server::Item;

/// The logs of a match that runs.
pub(super) struct Logs {
    /// Whether hands are hidden: otherwise one log is for all eyes.
    hidden: bool,
    /// For the public, then for each seat.
    logs: Vec<(Eyes, Arc<Log>)>,
}

impl Logs {
    /// Logs of nothing so far.
    pub fn new(seats: u8, hidden: bool) -> Logs {
        let seats = Seat::all(if hidden { seats } else { 0 }).map(Eyes::Seat);
        let eyes = [Eyes::Public].into_iter().chain(seats);
        Logs { hidden, logs: eyes.map(|eyes| (eyes, Arc::new(Log::new()))).collect() }
    }

    /// The log for some eyes, and whose it is.
    pub fn of(&self, eyes: Eyes) -> (Eyes, Arc<Log>) {
        let found = self.logs.iter().find(|(whose, _)| *whose == eyes);
        found.unwrap_or(&self.logs[0]).clone()
    }

    /// The table before anything has happened.
    pub fn begins(&self, table: &dyn Sight) {
        self.push(|eyes| Item::Start { frame: table.frame(eyes) });
    }

    /// A deal was made.
    pub fn dealt(&self, table: &dyn Sight) {
        self.push(|eyes| Item::Deal { frame: table.frame(eyes) });
    }

    /// A move was made, so many milliseconds after the player was asked.
    pub fn moved(&self, step: &Step<'_>, took: Option<u64>) {
        for (eyes, log) in &self.logs {
            let last = step.table.last_move(*eyes);
            let (seat, mv) = last.unwrap_or_else(|| (step.seat, step.mv.to_string()));
            let frame = step.table.frame(*eyes);
            let Ply { by, fuel, log: lines, marks, plots } = step.how.clone();
            let told = (!self.hidden).then_some(by);
            let ms = took.filter(|_| !self.hidden);
            let plain = Item::Move {
                seat,
                mv: mv.clone(),
                by: told,
                fuel: None,
                ms,
                log: None,
                marks: None,
                plots: Vec::new(),
                frame: frame.clone(),
            };
            let (by, ms) = (Some(by), took);
            let full = Item::Move { seat, mv, by, fuel, ms, log: lines, marks, plots, frame };
            log.push_noted(&plain, seat, &full);
        }
    }

    /// A bot did something wrong, or a person gave up.
    pub fn fault(&self, fault: &SeatFault, log: &[String]) {
        let SeatFault { seat, ply, fault } = fault.clone();
        let bare = Fault::new(fault.kind, fault.hook, "", "");
        let plain = Item::Fault { seat, ply, fault: bare, log: Vec::new() };
        let full = Item::Fault { seat, ply, fault, log: log.to_vec() };
        self.logs.iter().for_each(|(_, log)| log.push_noted(&plain, seat, &full));
    }

    /// A bot has changed.
    pub fn reloaded(&self, news: &Item) {
        self.logs.iter().for_each(|(_, log)| log.push_news(news));
    }

    /// The match is over.
    pub fn over(&self, outcome: &Outcome) {
        let Outcome { reason, ranks, points } = outcome.clone();
        self.push(|_| Item::Over { reason, ranks, points });
    }

    fn push(&self, item: impl Fn(Eyes) -> Item) {
        self.logs.iter().for_each(|(eyes, log)| log.push(&item(*eyes)));
    }
}
