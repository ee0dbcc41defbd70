//! The event log of a match: facts known before it begins, then the events as seen by one observer.
//! Running matches and records give the same events.
//!
//! `web/src/wire/server.ts` is generated from these types.

use serde::Serialize;
use serde_json::{Map, Value};

use juez_core::{
    Branch, By, Fault, Mark, Observer, Outcome, PerSeat, PlayedBy, Plot, Ply, Reason, Record, Seat,
    SeatFault, Team,
};
use juez_match::registry::{AnyGame, AnyTable, Broken, Onlooker, RecordFault, Snapshot, Step};

/// A match as seen by one observer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct EventLog {
    /// Facts known before it begins.
    pub head: MatchHead,
    /// Events, oldest first.
    pub items: Vec<MatchEvent>,
}

/// The facts known about a match before it begins.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MatchHead {
    /// The game's id.
    pub game: &'static str,
    /// The game's title.
    pub title: &'static str,
    /// True if hands are hidden.
    pub hidden: bool,
    /// Options of the game, every default filled in.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub options: Map<String, Value>,
    /// Players in seat order.
    pub players: Vec<PlayerInfo>,
    /// Team of each seat.
    pub teams: Vec<Team>,
    /// The observer: `public`, `open` or the number of a seat.
    pub observer: String,
    /// The position of another match that this one continues.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<Branch>,
}

/// The player of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayerInfo {
    /// Display name.
    pub name: String,
    /// Kind of player.
    pub bot: PlayedBy,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum MatchEvent {
    /// The match begins.
    Start {
        /// The position.
        #[serde(flatten)]
        snapshot: Snapshot,
    },
    /// A deal was made.
    Deal {
        /// The position after it.
        #[serde(flatten)]
        snapshot: Snapshot,
    },
    /// A move was made.
    #[cfg_attr(feature = "ts", ts(optional_fields))]
    Move {
        /// The seat that made it.
        seat: Seat,
        /// The move as seen by the observer.
        #[serde(rename = "move")]
        mv: String,
        /// Origin of the move; absent while a match with hidden hands runs, since it would reveal
        /// something about the hand.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<By>,
        /// Fuel used.
        #[serde(skip_serializing_if = "Option::is_none")]
        fuel: Option<u64>,
        /// Milliseconds taken by the decision, if measured.
        #[serde(skip_serializing_if = "Option::is_none")]
        ms: Option<u64>,
        /// Lines written by the bot, if visible to the observer.
        #[serde(skip_serializing_if = "Option::is_none")]
        log: Option<Vec<String>>,
        /// Marks drawn by the bot, if visible to the observer.
        #[serde(skip_serializing_if = "Option::is_none")]
        marks: Option<Vec<Mark>>,
        /// Values of the bot's curves, if visible to the observer.
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
        #[serde(skip_serializing_if = "Vec::is_empty")]
        plots: Vec<Plot>,
        /// The position after it.
        #[serde(flatten)]
        snapshot: Snapshot,
    },
    /// A bot committed a fault.
    Fault {
        /// The seat at fault.
        seat: Seat,
        /// Moves made before it.
        ply: u32,
        fault: Fault,
        /// Log of that call, if visible to the observer.
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
        #[serde(skip_serializing_if = "Vec::is_empty")]
        log: Vec<String>,
    },
    /// The file of a playing bot was saved: the new version takes the seat, or cannot play.
    Reload {
        /// The seat of the bot; `None` if the bot is at no seat.
        seat: Option<Seat>,
        /// Moves made before.
        ply: u32,
        /// Number of the version that plays from here on, from 1.
        version: u32,
        /// Error in the newest version.
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<SourceError>,
    },
    /// The match is over.
    Over {
        /// Reason of the end.
        reason: Reason,
        /// The rank of each seat.
        ranks: PerSeat<u8>,
        /// The points of each seat.
        points: PerSeat<i32>,
    },
}

/// The error that keeps a version of a bot from playing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SourceError {
    /// The file within the bundle; empty if unknown.
    pub file: String,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The message.
    pub text: String,
    /// Text of that file, if available.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

impl From<&Broken> for SourceError {
    fn from(broken: &Broken) -> SourceError {
        // The other lines are an excerpt, and pages show the whole file.
        let text = broken.text.lines().next().unwrap_or_default().to_string();
        let file = broken.file.clone().unwrap_or_default();
        SourceError { file, line: broken.line, text, source: None }
    }
}

impl EventLog {
    /// Creates the event log of a record; `drawn` adds a drawing to each position, for pages
    /// without a table for the game.
    ///
    /// # Errors
    /// The first error in its deals and moves.
    pub fn of(
        game: &dyn AnyGame,
        record: &Record,
        observer: Observer,
        drawn: bool,
    ) -> Result<EventLog, RecordFault> {
        let mut items = Vec::new();
        EventLog::each(game, record, observer, drawn, &mut |item| items.push(item))?;
        Ok(EventLog { head: MatchHead::of(game, record, observer)?, items })
    }

    /// Creates the event log of the last position of a record alone, as the seat to move sees it;
    /// `drawn` as in [`EventLog::of`].
    ///
    /// # Errors
    /// The first error in its deals and moves.
    pub fn of_position(
        game: &dyn AnyGame,
        record: &Record,
        drawn: bool,
    ) -> Result<EventLog, RecordFault> {
        let mut replay = game.replay(record)?;
        replay.go_to_end()?;
        let observer = replay.table().to_move().map_or(Observer::Public, Observer::Seat);
        let snapshot = position(replay.table(), observer, drawn);
        let items = vec![MatchEvent::Start { snapshot }];
        Ok(EventLog { head: MatchHead::of(game, record, observer)?, items })
    }

    /// Calls `keep` with each event of a record, for callers that cannot hold all of them; `drawn`
    /// as in [`EventLog::of`].
    ///
    /// # Errors
    /// The first error in its deals and moves.
    pub fn each(
        game: &dyn AnyGame,
        record: &Record,
        observer: Observer,
        drawn: bool,
        keep: &mut dyn FnMut(MatchEvent),
    ) -> Result<(), RecordFault> {
        game.retell(record, observer, &mut EventWriter { observer, drawn, ms: None, keep })
    }
}

impl MatchHead {
    /// Creates the head of a record's event log.
    ///
    /// # Errors
    /// If the options of the record are not playable.
    pub fn of(
        game: &dyn AnyGame,
        record: &Record,
        observer: Observer,
    ) -> Result<MatchHead, RecordFault> {
        let info = game.info();
        let replay = game.replay(record)?;
        let (options, teams) = (replay.table().options_json(), replay.table().teams());
        let seat_name = |seat: usize| format!("seat {seat}");
        let players = (0..teams.len()).map(|seat| match record.players.get(seat) {
            Some(player) => PlayerInfo { name: player.name.clone(), bot: player.bot },
            None => PlayerInfo { name: seat_name(seat), bot: PlayedBy::Builtin },
        });
        Ok(MatchHead {
            game: info.id,
            title: info.title,
            hidden: info.hidden,
            options,
            players: players.collect(),
            teams,
            observer: observer_name(observer),
            branch: record.branch.clone(),
        })
    }
}

/// Returns the position of an observer; `drawn` adds the drawing for pages without a table for the
/// game.
pub(super) fn position(table: &dyn AnyTable, observer: Observer, drawn: bool) -> Snapshot {
    let drawing = drawn.then(|| table.draw(observer).to_string());
    Snapshot { drawing, ..table.snapshot(observer) }
}

/// Converts a match as seen by one observer to events.
pub(super) struct EventWriter<'k> {
    pub observer: Observer,
    /// True if each position comes with a drawing.
    pub drawn: bool,
    /// Milliseconds taken by the decision of the next move, if measured.
    pub ms: Option<u64>,
    pub keep: &'k mut dyn FnMut(MatchEvent),
}

impl EventWriter<'_> {
    fn position(&self, table: &dyn AnyTable) -> Snapshot {
        position(table, self.observer, self.drawn)
    }
}

impl Onlooker for EventWriter<'_> {
    fn begins(&mut self, table: &dyn AnyTable) {
        let snapshot = self.position(table);
        (self.keep)(MatchEvent::Start { snapshot });
    }

    fn dealt(&mut self, table: &dyn AnyTable) {
        let snapshot = self.position(table);
        (self.keep)(MatchEvent::Deal { snapshot });
    }

    fn moved(&mut self, step: &Step<'_>) {
        let Ply { by, fuel, log, marks, plots } = step.how.clone();
        let last = step.table.last_move(self.observer);
        let (seat, mv) = last.unwrap_or_else(|| (step.seat, step.mv.to_string()));
        let (by, ms, snapshot) = (Some(by), self.ms, self.position(step.table));
        (self.keep)(MatchEvent::Move { seat, mv, by, fuel, ms, log, marks, plots, snapshot });
    }

    fn fault(&mut self, fault: &SeatFault, log: &[String]) {
        let SeatFault { seat, ply, fault } = fault.clone();
        (self.keep)(MatchEvent::Fault { seat, ply, fault, log: log.to_vec() });
    }

    fn over(&mut self, outcome: &Outcome, _: &dyn AnyTable) {
        let Outcome { reason, ranks, points } = outcome.clone();
        (self.keep)(MatchEvent::Over { reason, ranks, points });
    }
}

impl MatchEvent {
    /// Returns the event's position, if it has one.
    pub(super) fn snapshot_mut(&mut self) -> Option<&mut Snapshot> {
        match self {
            MatchEvent::Start { snapshot }
            | MatchEvent::Deal { snapshot }
            | MatchEvent::Move { snapshot, .. } => Some(snapshot),
            _ => None,
        }
    }

    /// Returns the seat whose notes the event can contain.
    pub(super) fn seat(&self) -> Option<Seat> {
        match self {
            MatchEvent::Move { seat, .. } | MatchEvent::Fault { seat, .. } => Some(*seat),
            MatchEvent::Reload { seat, .. } => *seat,
            _ => None,
        }
    }

    /// Returns the event without notes, for readers of a running match. With hidden hands the
    /// origin of a move and its time are notes too.
    pub(super) fn without_notes(&self, hidden: bool) -> MatchEvent {
        match self.without_source() {
            MatchEvent::Move { seat, mv, by, ms, snapshot, .. } => {
                let (by, ms) = (by.filter(|_| !hidden), ms.filter(|_| !hidden));
                let (fuel, log, marks, plots) = (None, None, None, Vec::new());
                MatchEvent::Move { seat, mv, by, fuel, ms, log, marks, plots, snapshot }
            }
            MatchEvent::Fault { seat, ply, fault, .. } => {
                let fault = Fault::new(fault.kind, fault.hook, "", "");
                MatchEvent::Fault { seat, ply, fault, log: Vec::new() }
            }
            event => event,
        }
    }

    /// Returns the event without the message and the source of a bot that cannot play: the message
    /// can reveal a hand, and the source is its author's.
    pub(super) fn without_source(&self) -> MatchEvent {
        let mut event = self.clone();
        if let MatchEvent::Reload { error: Some(error), .. } = &mut event {
            (error.text, error.source) = (String::new(), None);
        }
        event
    }
}

/// Returns the name of an observer in requests and in [`MatchHead`].
pub fn observer_name(observer: Observer) -> String {
    match observer {
        Observer::Seat(seat) => seat.to_string(),
        Observer::Public => "public".to_string(),
        Observer::Open => "open".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use juez_games::Quoridor;
    use juez_match::referee::Table;

    #[test]
    fn positions_come_with_their_drawing_where_pages_have_no_table() {
        let table = Table::<Quoridor>::new(&Default::default()).expect("default options");
        let drawing = position(&table, Observer::Public, true).drawing;
        assert_eq!(drawing, Some(table.draw(Observer::Public).to_string()));
        assert_eq!(position(&table, Observer::Public, false).drawing, None);
    }
}
