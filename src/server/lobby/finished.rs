//! The event logs of a match that is over, made from its record when they are first read.

use std::sync::Arc;

use super::log::JsonLog;
use crate::core::{Observer, Record};
use crate::registry::AnyGame;
use crate::server::{EventLog, MatchEvent};

/// A match that is over, with its logs.
pub(super) struct FinishedLogs {
    /// The record, if the match has one.
    pub record: Option<Arc<Record>>,
    /// Milliseconds of each move.
    pub times: Arc<[Option<u64>]>,
    /// Events of bots that changed while they played.
    pub reloads: Vec<MatchEvent>,
    /// Logs made so far.
    pub logs: Vec<(Observer, Arc<JsonLog>)>,
}

impl FinishedLogs {
    /// The log of the match `id` for an observer. Takes tens of milliseconds for a long match that is
    /// read for the first time. A match that broke before it began has no events.
    pub fn log(&mut self, game: &dyn AnyGame, id: &str, observer: Observer) -> Arc<JsonLog> {
        if let Some((_, log)) = self.logs.iter().find(|(whose, _)| *whose == observer) {
            return log.clone();
        }
        let log = Arc::new(JsonLog::new(id, observer));
        for event in self.events(game, observer) {
            log.push(&event.without_source(), &event);
        }
        self.logs.push((observer, log.clone()));
        log
    }

    /// The events of the record for an observer, with the times of the moves and the reloads.
    fn events(&self, game: &dyn AnyGame, observer: Observer) -> Vec<MatchEvent> {
        let record = self.record.as_deref();
        let log = record.and_then(|record| EventLog::of(game, record, observer).ok());
        let mut events = log.map_or_else(Vec::new, |log| log.items);
        let moves = events.iter_mut().filter_map(|event| match event {
            MatchEvent::Move { ms, .. } => Some(ms),
            _ => None,
        });
        moves.zip(&*self.times).for_each(|(ms, time)| *ms = *time);
        for reload in &self.reloads {
            let MatchEvent::Reload { ply: before, .. } = reload else { continue };
            let is_later = |event: &MatchEvent| match event {
                MatchEvent::Move { snapshot, .. } => snapshot.ply > *before,
                _ => false,
            };
            let at = events.iter().position(is_later).unwrap_or(events.len());
            events.insert(at, reload.clone());
        }
        events
    }

    /// Adds a reload that came after the end.
    pub fn add_reload(&mut self, reload: MatchEvent) {
        self.logs.iter().for_each(|(_, log)| log.push(&reload.without_source(), &reload));
        self.reloads.push(reload);
    }
}
