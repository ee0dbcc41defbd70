//! The newest events of a match in the form for readers, and the cursors of readers.
//!
//! Each event is converted to JSON once for all readers. An event with notes (the bot's log,
//! drawings and fuel, and the texts of its faults) is kept in two forms, and each reader gets the
//! permitted one without a copy.
//!
//! While a match with hidden hands runs, the origin and the time of a move are notes too, since
//! they reveal whether the hand left a choice. The text of a fault can contain anything, so it is a
//! note in every game.

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use crate::MatchEvent;
use crate::changes::{Positions, written};
use crate::event_log::{EventWriter, observer_name};
use juez_core::{Observer, Seat, SeatSet};
use juez_match::registry::Onlooker;

/// Maximum bytes of the newest events kept per observer.
const MAX_NEWEST_BYTES: usize = 256 << 10;
/// Time without viewers after which they are dropped: a page fetches the log before it opens the
/// stream.
const GRACE: Duration = Duration::from_secs(10);
/// Bits of the serial number of a log; with the bits of [`SeatSet`] they add up to 64.
const SERIAL_BITS: u32 = 56;

/// Random number of this run of the program, so that logs of different runs have different numbers.
static RUN: LazyLock<u64> = LazyLock::new(|| getrandom::u64().unwrap_or_default());

pub(super) struct LogEntry {
    /// The event without notes, for everyone.
    plain: Arc<str>,
    /// The seat with notes, and the event including them.
    full: Option<(Seat, Arc<str>)>,
}

/// Converts the events of one log to entries.
pub(super) struct EntryWriter {
    positions: Positions,
    /// True if hands are hidden.
    hidden: bool,
    /// True if the match is over, and its notes are public except for `private` seats.
    over: bool,
    private: SeatSet,
}

impl EntryWriter {
    pub fn new(hidden: bool, over: bool, private: SeatSet) -> EntryWriter {
        EntryWriter { positions: Positions::default(), hidden, over, private }
    }

    /// Tracks the position of an event that is not read.
    pub fn skip(&mut self, mut event: MatchEvent) {
        self.positions.take(&mut event);
    }

    pub fn entry(&mut self, mut full: MatchEvent) -> LogEntry {
        let change = self.positions.take(&mut full);
        let is_private = full.seat().is_some_and(|seat| self.private.has(seat));
        let plain = match self.over {
            true if is_private => full.without_notes(false),
            true => full.without_source(),
            false => full.without_notes(self.hidden),
        };
        let notes = full.seat().filter(|_| plain != full);
        let text = |event: &MatchEvent| -> Arc<str> { written(event, &change).into() };
        LogEntry { plain: text(&plain), full: notes.map(|seat| (seat, text(&full))) }
    }
}

impl LogEntry {
    /// Returns the form for a reader who may read the notes of these seats.
    pub fn read(&self, notes: SeatSet) -> &Arc<str> {
        match &self.full {
            Some((seat, full)) if notes.has(*seat) => full,
            _ => &self.plain,
        }
    }

    fn bytes(&self) -> usize {
        self.plain.len() + self.full.as_ref().map_or(0, |(_, full)| full.len())
    }
}

/// The newest events of one observer.
struct Newest {
    observer: Observer,
    first: usize,
    entries: VecDeque<LogEntry>,
    bytes: usize,
    writer: EntryWriter,
}

impl Newest {
    fn push(&mut self, event: MatchEvent) {
        let entry = self.writer.entry(event);
        self.bytes += entry.bytes();
        self.entries.push_back(entry);
        while self.bytes > MAX_NEWEST_BYTES {
            let Some(oldest) = self.entries.pop_front() else { break };
            self.bytes -= oldest.bytes();
            self.first += 1;
        }
    }
}

/// The events of a match: their number, those missing from the stored match, and the newest ones
/// for the watched observers. Other events are recreated from the archive on demand.
pub(super) struct MatchEvents {
    /// True if positions come with a drawing.
    drawn: bool,
    hidden: bool,
    /// Seats whose notes stay private after the match.
    private: SeatSet,
    over: bool,
    /// Number of events; `None` if not counted yet.
    pub count: Option<usize>,
    /// Events missing from the stored match, each with its index.
    pub added: Vec<(usize, MatchEvent)>,
    newest: Vec<Newest>,
    /// Time of the last request for a log.
    asked: Instant,
}

impl MatchEvents {
    /// Creates the events of a match before its first one.
    pub fn new(drawn: bool, hidden: bool, private: SeatSet) -> MatchEvents {
        let (added, newest, asked) = (Vec::new(), Vec::new(), Instant::now());
        MatchEvents { drawn, hidden, private, over: false, count: Some(0), added, newest, asked }
    }

    /// Switches to the events of the record.
    pub fn end(&mut self) {
        self.added.retain(|(_, event)| matches!(event, MatchEvent::Reload { .. }));
        (self.over, self.count) = (true, None);
        self.drop_newest();
    }

    /// Keeps the events of an observer from now on, until it is no longer watched.
    pub fn watch(&mut self, observer: Observer) {
        self.asked = Instant::now();
        let Some(first) = self.count else { return };
        if self.newest.iter().all(|newest| newest.observer != observer) {
            let writer = EntryWriter::new(self.hidden, self.over, self.private);
            let entries = VecDeque::new();
            self.newest.push(Newest { observer, first, entries, bytes: 0, writer });
        }
    }

    /// Returns the events from index `from` on, up to about `most` bytes; `None` if they are not
    /// kept.
    pub fn newest(
        &self,
        observer: Observer,
        notes: SeatSet,
        from: usize,
        most: usize,
    ) -> Option<Vec<Arc<str>>> {
        let newest = self.newest.iter().find(|newest| newest.observer == observer)?;
        let skip = from.checked_sub(newest.first)?;
        let mut bytes = 0;
        let fits = |text: &&Arc<str>| {
            let before = bytes;
            bytes += text.len();
            before < most
        };
        let texts = newest.entries.iter().skip(skip).map(|entry| entry.read(notes));
        Some(texts.take_while(fits).cloned().collect())
    }

    /// Returns true if events are kept that no page has asked for recently.
    pub fn is_unwatched(&self, viewers: usize) -> bool {
        viewers == 0 && !self.newest.is_empty() && self.asked.elapsed() > GRACE
    }

    pub fn drop_newest(&mut self) {
        self.newest = Vec::new();
    }

    /// Sends an event to each watched observer; `what` must cause exactly one. A move took `ms`
    /// milliseconds.
    pub fn tell(&mut self, ms: Option<u64>, what: impl Fn(&mut dyn Onlooker)) {
        let drawn = self.drawn;
        for newest in &mut self.newest {
            let observer = newest.observer;
            let mut keep = |event| newest.push(event);
            what(&mut EventWriter { observer, drawn, ms, keep: &mut keep });
        }
        self.count = self.count.map(|count| count + 1);
    }

    /// Adds an event that is the same for all observers and missing from the stored match.
    pub fn add(&mut self, index: usize, event: MatchEvent) {
        self.newest.iter_mut().for_each(|newest| newest.push(event.clone()));
        self.added.push((index, event));
        self.count = Some(index + 1);
    }
}

/// Returns the number of the log of a match for an observer, with notes: a page that has read
/// another log starts again from the head. It differs between runs of the server, but not when a
/// match is read from the archive again.
pub(super) fn epoch(id: &str, over: bool, observer: Observer, notes: SeatSet) -> u64 {
    let mut hasher = blake3::Hasher::new();
    let live = if over { "" } else { " live" };
    let name = format!("{id}{live} {}", observer_name(observer));
    hasher.update(&RUN.to_le_bytes()).update(name.as_bytes());
    let hash = hasher.finalize();
    let (first, _) = hash.as_bytes().split_first_chunk().expect("32 bytes");
    let serial = u64::from_le_bytes(*first) >> (u64::BITS - SERIAL_BITS);
    serial << 8 | u64::from(notes.bits())
}

/// A position in an event log, from which a page continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cursor {
    /// The number of the log and of the notes read with it.
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

    #[test]
    fn what_is_kept_of_the_newest_events_is_bounded() {
        let mut events = MatchEvents::new(false, false, SeatSet::EMPTY);
        events.watch(Observer::Public);
        let reload = |version| MatchEvent::Reload { seat: None, ply: 0, version, error: None };
        for number in 0..20_000 {
            events.add(number, reload(number as u32));
        }
        let newest = &events.newest[0];
        assert!(newest.bytes <= MAX_NEWEST_BYTES && newest.first > 0);
        assert_eq!(newest.first + newest.entries.len(), 20_000);
        let read = |from| events.newest(Observer::Public, SeatSet::EMPTY, from, 1);
        assert_eq!(read(0), None, "it is made again");
        assert!(read(19_999).is_some_and(|last| last.len() == 1 && last[0].contains("19999")));
        assert_eq!(read(20_000), Some(Vec::new()));
    }
}
