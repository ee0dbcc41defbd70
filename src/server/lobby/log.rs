//! Event logs as readers get them.
//!
//! An event is made into JSON once for all readers. An event with notes (what a bot wrote, drew and
//! spent, its faults in its own words) is kept in two forms, and each reader is given the one it may
//! see: nothing is copied for a reader.
//!
//! While a match with hidden hands runs, the origin of a move and the time it took are notes too, since
//! they tell whether the hand gave a choice. A fault may hold anything in its text, so in every game the
//! text is a note.

use parking_lot::{Mutex, RwLock};
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use crate::core::{GameInfo, Observer, Seat, SeatSet, gzip};
use crate::registry::Onlooker;
use crate::server::event_log::{EventWriter, observer_name};
use crate::server::wire::json;
use crate::server::{MatchEvent, MatchHead};

/// Bits of the serial number of a log; together with the bits of [`SeatSet`] it fits into 64.
const SERIAL_BITS: u32 = 56;

/// Random number of this run of the program, so that no two runs number logs alike.
static RUN: LazyLock<u64> = LazyLock::new(|| getrandom::u64().unwrap_or_default());

/// The events that one observer sees, as JSON, to which events may still be added.
pub(super) struct JsonLog {
    serial: u64,
    entries: RwLock<Vec<LogEntry>>,
    /// The latest packed form; locked while it is made, so that it is made once.
    packed: Mutex<Option<PackedLog>>,
}

struct LogEntry {
    /// The event without notes.
    plain: Arc<str>,
    /// The seat whose notes there are, and the event with them.
    full: Option<(Seat, Arc<str>)>,
}

struct PackedLog {
    /// Seats whose notes are in it.
    notes: SeatSet,
    /// Number of events.
    len: usize,
    bytes: Arc<[u8]>,
}

impl JsonLog {
    /// An empty log. In one run of the program logs of equal `name` and `observer` have one serial
    /// number, however often a match is read from the archive.
    pub fn new(name: &str, observer: Observer) -> JsonLog {
        let name = format!("{name} {}", observer_name(observer));
        let mut hasher = blake3::Hasher::new();
        hasher.update(&RUN.to_le_bytes()).update(name.as_bytes());
        let hash = hasher.finalize();
        let (first, _) = hash.as_bytes().split_first_chunk().expect("32 bytes");
        let serial = u64::from_le_bytes(*first) >> (u64::BITS - SERIAL_BITS);
        JsonLog { serial, entries: RwLock::default(), packed: Mutex::default() }
    }

    /// Adds an event that is `full` to those who may read its notes, `plain` to all others.
    pub fn push(&self, plain: &MatchEvent, full: &MatchEvent) {
        let full = full.seat().filter(|_| plain != full).map(|seat| (seat, json(full).into()));
        self.entries.write().push(LogEntry { plain: json(plain).into(), full });
    }
}

/// The logs of a running match, one for each observer.
pub(super) struct ObserverLogs {
    /// True if hands are hidden; otherwise one log serves all observers.
    hidden: bool,
    /// The public log first, then one for each seat.
    logs: Vec<(Observer, Arc<JsonLog>)>,
}

impl ObserverLogs {
    /// Empty logs of a match.
    pub fn new(id: &str, game: &GameInfo, seats: u8) -> ObserverLogs {
        let hidden = game.hidden;
        let seats = Seat::all(if hidden { seats } else { 0 }).map(Observer::Seat);
        let log = |observer| (observer, Arc::new(JsonLog::new(&format!("{id} live"), observer)));
        let logs = [Observer::Public].into_iter().chain(seats).map(log).collect();
        ObserverLogs { hidden, logs }
    }

    /// The log for an observer, or the public one, and whose it is.
    pub fn of(&self, observer: Observer) -> (Observer, Arc<JsonLog>) {
        let found = self.logs.iter().find(|(whose, _)| *whose == observer);
        found.unwrap_or(&self.logs[0]).clone()
    }

    /// Tells the log of each observer what happens; a move took `ms` milliseconds.
    pub fn tell(&self, ms: Option<u64>, what: impl Fn(&mut dyn Onlooker)) {
        for (observer, log) in &self.logs {
            let mut keep = |event| self.push(log, &event);
            what(&mut EventWriter { observer: *observer, ms, keep: &mut keep });
        }
    }

    /// Adds an event that is the same to all observers.
    pub fn add(&self, event: &MatchEvent) {
        self.logs.iter().for_each(|(_, log)| self.push(log, event));
    }

    fn push(&self, log: &JsonLog, event: &MatchEvent) {
        log.push(&event.without_notes(self.hidden), event);
    }
}

/// A position in an event log, by which a page names where it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::server) struct Cursor {
    /// The log, and the notes that are read with it.
    pub epoch: u64,
    /// Index of the next event.
    pub next: usize,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}.{}", self.epoch, self.next)
    }
}

impl FromStr for Cursor {
    type Err = ();

    fn from_str(text: &str) -> Result<Cursor, ()> {
        let (epoch, next) = text.split_once('.').ok_or(())?;
        let epoch = u64::from_str_radix(epoch, 16).map_err(|_| ())?;
        Ok(Cursor { epoch, next: next.parse().map_err(|_| ())? })
    }
}

/// The event log of a match as one visitor may read it now. Taken again whenever the table has changed,
/// since that depends on the seat in which the visitor sits.
#[derive(Clone)]
pub struct LogView {
    pub(super) head: Arc<MatchHead>,
    pub(super) observer: Observer,
    pub(super) log: Arc<JsonLog>,
    /// Seats whose notes the visitor may read.
    pub(super) notes: SeatSet,
}

impl LogView {
    /// Number of the log with its notes: a page that has read another one starts again with the head.
    /// Differs also between runs of the server.
    pub fn epoch(&self) -> u64 {
        self.log.serial << 8 | u64::from(self.notes.bits())
    }

    /// Facts known of the match before it begins.
    pub fn head(&self) -> MatchHead {
        MatchHead { observer: observer_name(self.observer), ..MatchHead::clone(&self.head) }
    }

    /// Number of events.
    pub fn len(&self) -> usize {
        self.log.entries.read().len()
    }

    /// True if nothing has happened yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The events from index `from` on, each as JSON.
    pub fn since(&self, from: usize) -> Vec<Arc<str>> {
        let read = |entry: &LogEntry| match &entry.full {
            Some((seat, full)) if self.notes.has(*seat) => full.clone(),
            _ => entry.plain.clone(),
        };
        self.log.entries.read().iter().skip(from).map(read).collect()
    }

    /// The whole log as JSON: the head, the events, and as `at` the cursor where a stream goes on.
    /// Takes milliseconds for a long match.
    pub fn text(&self) -> String {
        self.text_of(&self.since(0))
    }

    fn text_of(&self, events: &[Arc<str>]) -> String {
        let at = Cursor { epoch: self.epoch(), next: events.len() };
        let head = json(&self.head());
        format!("{{\"head\":{head},\"items\":[{}],\"at\":\"{at}\"}}", events.join(","))
    }

    /// The text as gzip, made once for all who read the same. May block for tens of milliseconds.
    pub fn packed(&self) -> Arc<[u8]> {
        let mut latest = self.log.packed.lock();
        let events = self.since(0);
        let (notes, len) = (self.notes, events.len());
        if let Some(packed) = latest.as_ref().filter(|it| (it.notes, it.len) == (notes, len)) {
            return packed.bytes.clone();
        }
        let bytes: Arc<[u8]> = gzip::pack(self.text_of(&events).as_bytes()).into();
        *latest = Some(PackedLog { notes, len, bytes: bytes.clone() });
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_survives_the_way_to_the_browser_and_back() {
        let cursor = Cursor { epoch: u64::MAX - 1, next: 17 };
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
        for text in ["", ".", "1", "g.1", "1.-1", "1.2.3", "fffffffffffffffff.1"] {
            assert_eq!(text.parse::<Cursor>(), Err(()), "{text}");
        }
    }
}
