//! The event log of a table: chooses the log that a visitor may read, and creates it.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::panic::resume_unwind;
use std::sync::{Arc, mpsc};
use std::{mem, thread};

use super::archive::StoredMove;
use super::error::ArchiveError;
use super::live::LiveState;
use super::log::{Cursor, EntryWriter, LogEntry, epoch};
use super::retelling::Part;
use super::table::MatchTable;
use crate::wire::json;
use crate::{MatchEvent, MatchHead, VisitorId, observer_name};
use juez_core::{Observer, Record, Seat, SeatSet};

/// Bytes of events read at once, which are in memory for each stream that is behind.
const PIECE_BYTES: usize = 64 << 10;
/// Number of events passed between threads at once.
const CHUNK_EVENTS: usize = 64;
/// Maximum number of such chunks made before they are written.
const MAX_CHUNKS: usize = 2;
/// Maximum number of packed logs kept while a table is watched.
const MAX_PACKED: usize = 2;

/// Milliseconds per move.
type Times = Arc<[Option<u64>]>;

/// The record of a finished match.
pub(super) struct MatchRecord {
    /// The record, if it is not in the archive.
    pub kept: Option<Arc<Record>>,
    /// Milliseconds per move; empty for a stored record, whose times are in the archive.
    pub times: Times,
}

/// The event log of a match that one visitor may read now. It depends on the seat of the visitor,
/// so take it again whenever the table has changed.
pub struct LogView<'t> {
    table: &'t MatchTable,
    observer: Observer,
    /// True if the match is over.
    over: bool,
    /// Seats whose notes the visitor may read.
    notes: SeatSet,
}

/// A whole log as gzip.
pub(super) struct PackedLog {
    at: Cursor,
    bytes: Arc<[u8]>,
}

impl MatchTable {
    /// Returns the event log for the requested observer, or the public one if the visitor may not
    /// choose that. Stores that an owner has read notes of hidden hands.
    pub fn log_view(&self, by: &VisitorId, wish: Observer) -> LogView<'_> {
        let mut live = self.live();
        let is_running = live.over().is_none();
        let may_choose = match wish {
            Observer::Public => true,
            Observer::Open => !is_running,
            Observer::Seat(seat) if is_running => live.seating.seats_of(by).has(seat),
            Observer::Seat(seat) => self.head.hidden && seat.index() < self.plan.players.len(),
        };
        let observer = if may_choose { wish } else { Observer::Public };
        let readable = self.readable_notes(by);
        let notes =
            if is_running { self.notes_of_running(&mut live, by, readable) } else { readable };
        drop(live);
        LogView { table: self, observer, over: !is_running, notes }
    }

    /// Returns the seats whose notes a visitor may read: of a script if its author allows it, of all
    /// others if the visitor owns the match. (Errors of saved scripts are always for the owner alone, even
    /// after the match.)
    fn readable_notes(&self, by: &VisitorId) -> SeatSet {
        let is_owner = self.plan.owner == *by;
        let may_read = |seat: &Seat| match self.plan.players[seat.index()].author {
            Some(author) => self.policy.may_read(by, author),
            None => is_owner,
        };
        self.seats().filter(may_read).collect()
    }

    /// Returns the seats among `readable` whose notes a visitor reads while the match runs. From
    /// then on the visitor knows their hands.
    fn notes_of_running(&self, live: &mut LiveState, by: &VisitorId, readable: SeatSet) -> SeatSet {
        if !self.head.hidden {
            return readable;
        }
        let writes = |seat: &Seat| self.plan.players[seat.index()].writes_notes();
        let writers: SeatSet =
            self.seats().filter(|seat| readable.has(*seat) && writes(seat)).collect();
        let notes = live.seating.notes_for(by, writers);
        let put = |seat: Seat| self.archive.put_knows(&self.id, by, seat);
        match live.seating.unknown(by, notes).iter().try_for_each(put) {
            Ok(()) => {
                live.seating.learn(by, notes);
                notes
            }
            // Notes are shown only if that is stored.
            Err(_) => SeatSet::EMPTY,
        }
    }

    /// Returns the move after `ply` moves, if it is one of the `past` moves stored before the
    /// server was restarted.
    pub(super) fn past_move(
        &self,
        past: u32,
        ply: u32,
    ) -> Result<Option<StoredMove>, ArchiveError> {
        if ply < past { Ok(self.archive.moves(&self.id, ply, 1)?.pop()) } else { Ok(None) }
    }

    /// Returns the record of a finished match, if it has one, without the notes hidden from a
    /// visitor.
    pub fn record_for(&self, by: &VisitorId) -> Option<Record> {
        let (record, _) = self.record_and_times()?;
        let mut record = Record::clone(&record);
        let readable = self.readable_notes(by);
        let kept: SeatSet =
            self.plan.private().iter().filter(|seat| !readable.has(*seat)).collect();
        if !kept.is_empty() {
            // A record that was replayed once is valid.
            let _ = self.game.forget_notes(&mut record, kept);
        }
        Some(record)
    }

    /// Returns the record of a finished match, if it has one, for the server itself.
    pub fn record(&self) -> Option<Record> {
        self.record_and_times().map(|(record, _)| Record::clone(&record))
    }

    fn record_and_times(&self) -> Option<(Arc<Record>, Times)> {
        let over = self.over.lock();
        let over = over.as_ref()?;
        match &over.kept {
            Some(record) => Some((record.clone(), over.times.clone())),
            None => {
                let stored = self.archive.stored(&self.id).ok()??;
                let mut record = stored.record?;
                self.name_record(&mut record);
                Some((Arc::new(record), stored.times.into()))
            }
        }
    }

    /// Switches to the events of the record, which visitors read from now on.
    pub(super) fn end_log(&self, record: MatchRecord) {
        let mut events = self.events.lock();
        *self.over.lock() = Some(record);
        events.end();
    }

    /// Records that the archive has the record now.
    pub(super) fn stored(&self) {
        *self.over.lock() = Some(MatchRecord { kept: None, times: Arc::default() });
    }

    /// Drops the data kept for readers.
    pub(super) fn drop_logs(&self) {
        self.events.lock().drop_newest();
        // A log being made is for a reader who is about to watch.
        if let Some(mut packed) = self.packed.try_lock() {
            packed.clear();
        }
    }

    /// Adds an event that is missing from the stored match.
    pub(super) fn add_event(&self, event: MatchEvent) {
        let count = self.count_events();
        self.events.lock().add(count, event);
    }

    /// Returns the number of events. Counts them when a finished match is first read.
    fn count_events(&self) -> usize {
        let count = self.events.lock().count;
        count.unwrap_or_else(|| {
            let added = self.events.lock().added.clone();
            let part = Part { observer: Observer::Public, range: 0..0, added: &added };
            let count = match self.record_and_times() {
                Some((record, times)) => part.of_record(self, &record, &times, &mut |_, _| {}),
                // A match that broke before it began has no events.
                None => 0,
            };
            self.events.lock().count = Some(count);
            count
        })
    }

    /// Returns the observers available to a visitor who sits in `sits`.
    pub(super) fn observers_for(&self, live: &LiveState, sits: SeatSet) -> Vec<String> {
        let is_over = live.over().is_some();
        let may_choose = |seat: &Seat| self.head.hidden && (is_over || sits.has(*seat));
        let seats = self.seats().filter(may_choose).map(Observer::Seat);
        let observers = [Observer::Public].into_iter().chain(seats);
        observers.chain(is_over.then_some(Observer::Open)).map(observer_name).collect()
    }
}

impl LogView<'_> {
    /// Returns the number of the log with its notes: a page that has read another log starts again
    /// from the head. It differs between runs of the server.
    pub fn epoch(&self) -> u64 {
        epoch(&self.table.id, self.over, self.observer, self.notes)
    }

    /// Returns the facts known about the match before it begins.
    pub fn head(&self) -> MatchHead {
        MatchHead { observer: observer_name(self.observer), ..MatchHead::clone(&self.table.head) }
    }

    /// Returns the number of events.
    pub fn len(&self) -> usize {
        self.table.count_events()
    }

    /// Returns true if there are no events yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the events from index `from` on, as JSON, up to a limit but at least one if there is
    /// one. They are recreated from the stored match if they are not among the newest.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn since(&self, from: usize) -> Result<Vec<Arc<str>>, ArchiveError> {
        let count = self.len();
        {
            let mut events = self.table.events.lock();
            events.watch(self.observer);
            if from >= count {
                return Ok(Vec::new());
            }
            let newest = events.newest(self.observer, self.notes, from, PIECE_BYTES);
            if let Some(newest) = newest.filter(|newest| !newest.is_empty()) {
                return Ok(newest);
            }
        }
        let (mut texts, mut bytes) = (Vec::new(), 0);
        self.retell(from, count, &mut |entry| {
            if bytes < PIECE_BYTES {
                let text = entry.read(self.notes).clone();
                bytes += text.len();
                texts.push(text);
            }
        })?;
        Ok(texts)
    }

    /// Recreates the events from one index to another. Returns the total number of events.
    fn retell(
        &self,
        from: usize,
        to: usize,
        keep: &mut dyn FnMut(LogEntry),
    ) -> Result<usize, ArchiveError> {
        let added = self.table.events.lock().added.clone();
        let part = Part { observer: self.observer, range: from..to, added: &added };
        let mut writer =
            EntryWriter::new(self.table.head.hidden, self.over, self.table.plan.private());
        let mut keep = |index: usize, event: MatchEvent| match index < from {
            true => writer.skip(event),
            false => keep(writer.entry(event)),
        };
        if !self.over {
            return part.of_moves(self.table, &mut keep);
        }
        let Some((record, times)) = self.table.record_and_times() else { return Ok(0) };
        // Computing positions takes about as long as writing their differences.
        thread::scope(|scope| {
            let (send, made) = mpsc::sync_channel(MAX_CHUNKS);
            let retelling = scope.spawn(move || {
                let mut chunk = Vec::new();
                let next = part.of_record(self.table, &record, &times, &mut |index, event| {
                    chunk.push((index, event));
                    if chunk.len() == CHUNK_EVENTS {
                        // The reader stays until the end.
                        let _ = send.send(mem::take(&mut chunk));
                    }
                });
                let _ = send.send(chunk);
                next
            });
            made.iter().flatten().for_each(|(index, event)| keep(index, event));
            Ok(retelling.join().unwrap_or_else(|panic| resume_unwind(panic)))
        })
    }

    /// Returns the whole log as gzip: JSON with the head, the events, and as `at` the cursor where
    /// a stream continues. Made once for all readers of the same log. Can block for a second if the
    /// match is long.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn packed(&self) -> Result<Arc<[u8]>, ArchiveError> {
        let mut packed = self.table.packed.lock();
        let epoch = self.epoch();
        let count = {
            let mut events = self.table.events.lock();
            // A page that fetches the log is about to follow it.
            events.watch(self.observer);
            events.count
        };
        let known =
            |known: &&PackedLog| count.is_some_and(|next| known.at == Cursor { epoch, next });
        if let Some(known) = packed.iter().find(known) {
            return Ok(known.bytes.clone());
        }
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        let mut write =
            |text: &str| gzip.write_all(text.as_bytes()).expect("memory can be written");
        write(&format!("{{\"head\":{},\"items\":[", json(&self.head())));
        let mut comma = "";
        let next = self.retell(0, count.unwrap_or(usize::MAX), &mut |entry| {
            write(comma);
            write(entry.read(self.notes));
            comma = ",";
        })?;
        let at = Cursor { epoch, next };
        write(&format!("],\"at\":\"{at}\"}}"));
        let bytes: Arc<[u8]> = gzip.finish().expect("memory can be written").into();
        packed.retain(|known| known.at.epoch != epoch);
        packed.truncate(MAX_PACKED - 1);
        packed.insert(0, PackedLog { at, bytes: bytes.clone() });
        self.table.events.lock().count.get_or_insert(next);
        Ok(bytes)
    }
}
