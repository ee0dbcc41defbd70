//! What has happened at a table, in the form in which pages read it.
//!
//! An item is made into JSON once for all readers. Where it has notes of a bot (what it wrote and
//! drew, what it spent, what it did wrong in its own words) it is kept in two forms, and a reader is
//! given the one that is his to see: nothing is copied for a reader.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use super::id::fresh_serial;
use super::seats::Seats;
use crate::core::Seat;
use crate::server::{Item, SourceError};

/// An item as it is read.
struct Entry {
    /// Without notes.
    plain: Arc<str>,
    /// Whose notes there are, and the item with them.
    full: Option<(Seat, Arc<str>)>,
}

/// The items for one set of eyes, to which items may still be added.
pub(super) struct Log {
    serial: u64,
    entries: RwLock<Vec<Entry>>,
    /// What was packed last.
    packed: Mutex<Option<Packed>>,
    /// Held while it is packed, so that it is once.
    packing: Mutex<()>,
}

/// All items as one reader gets them, packed.
struct Packed {
    /// With whose notes.
    notes: Seats,
    /// How many items.
    len: usize,
    bytes: Arc<[u8]>,
}

impl Log {
    /// A log of nothing so far.
    pub fn new() -> Log {
        Log::numbered(fresh_serial())
    }

    /// A log of items that all its readers may see, under a number of its own.
    pub fn of(items: &[Item], serial: u64) -> Log {
        let log = Log::numbered(serial);
        items.iter().for_each(|item| log.push_news(item));
        log
    }

    fn numbered(serial: u64) -> Log {
        let (packed, packing) = (Mutex::default(), Mutex::default());
        Log { serial, entries: RwLock::default(), packed, packing }
    }

    /// Adds an item. What is wrong with a saved script may tell of a hand, and its source is its
    /// author's: that is for those who may read the notes of its seat.
    pub fn push_news(&self, item: &Item) {
        let Item::Reload { seat, ply, version, error: Some(error) } = item else {
            return self.push(item);
        };
        let bare = SourceError { text: String::new(), source: None, ..error.clone() };
        let (seat, ply, version) = (*seat, *ply, *version);
        let plain = Item::Reload { seat, ply, version, error: Some(bare) };
        match seat {
            Some(seat) => self.push_noted(&plain, seat, item),
            None => self.push(&plain),
        }
    }

    /// Adds an item that all may see.
    pub fn push(&self, item: &Item) {
        self.add(Entry { plain: json(item), full: None });
    }

    /// Adds an item that is `full` to those who may read the notes of a seat.
    pub fn push_noted(&self, plain: &Item, seat: Seat, full: &Item) {
        let full = (plain != full).then(|| (seat, json(full)));
        self.add(Entry { plain: json(plain), full });
    }

    fn add(&self, entry: Entry) {
        self.entries.write().unwrap_or_else(PoisonError::into_inner).push(entry);
    }

    /// Tells this log from every other.
    pub fn serial(&self) -> u64 {
        self.serial
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.entries.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// The items from number `from` on, with the notes of these seats.
    pub fn since(&self, from: usize, notes: Seats) -> Vec<Arc<str>> {
        let entries = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        let read = |entry: &Entry| match &entry.full {
            Some((seat, full)) if notes.contains(*seat) => full.clone(),
            _ => entry.plain.clone(),
        };
        entries.iter().skip(from).map(read).collect()
    }

    /// All items with these notes, packed, if that was done since the last one came.
    pub fn packed(&self, notes: Seats) -> Option<Arc<[u8]>> {
        let len = self.len();
        let packed = self.packed.lock().unwrap_or_else(PoisonError::into_inner);
        let found = packed.as_ref().filter(|packed| (packed.notes, packed.len) == (notes, len));
        found.map(|packed| packed.bytes.clone())
    }

    /// All items with these notes, packed so. Who comes meanwhile waits and is given the same.
    pub fn pack_once(
        &self,
        notes: Seats,
        pack: impl FnOnce(&[Arc<str>]) -> Arc<[u8]>,
    ) -> Arc<[u8]> {
        let _turn = self.packing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = self.packed(notes) {
            return bytes;
        }
        let items = self.since(0, notes);
        let bytes = pack(&items);
        let packed = Packed { notes, len: items.len(), bytes: bytes.clone() };
        *self.packed.lock().unwrap_or_else(PoisonError::into_inner) = Some(packed);
        bytes
    }
}

fn json(item: &Item) -> Arc<str> {
    serde_json::to_string(item).expect("an item is plain data").into()
}
