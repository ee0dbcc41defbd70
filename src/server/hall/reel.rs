//! A film on its way to one page, while it may still grow.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::fmt;
use std::io::Write;
use std::str::FromStr;
use std::sync::Arc;

use super::log::Log;
use super::seats::Seats;
use crate::server::Head;

/// A place in a film. A page names it to go on there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::server) struct Cursor {
    /// Which film.
    pub epoch: u64,
    /// Index of the next item.
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

/// What one visitor's eyes read of a match now. Taken again whenever the table has changed: what
/// a visitor may see depends on where he sits.
#[derive(Clone)]
pub struct Reel {
    head: Arc<Head>,
    log: Arc<Log>,
    notes: Seats,
}

impl Reel {
    /// The items of a log with the notes of some seats.
    pub(super) fn new(head: Arc<Head>, log: Arc<Log>, notes: Seats) -> Reel {
        Reel { head, log, notes }
    }

    /// Tells reels apart that do not continue each other: a page that has read of another one begins
    /// again with the head. Differs also from one run of the server to the next.
    pub fn epoch(&self) -> u64 {
        self.log.serial() << 8 | u64::from(self.notes.bits())
    }

    /// What is known of the match before it begins.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.log.len()
    }

    /// Whether nothing has happened yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The items from number `from` on, each as JSON.
    pub fn since(&self, from: usize) -> Vec<Arc<str>> {
        self.log.since(from, self.notes)
    }

    /// All so far as JSON: the head, the items, and as `at` the place from which a stream goes on. May
    /// take milliseconds.
    pub fn text(&self) -> String {
        self.text_of(&self.since(0))
    }

    fn text_of(&self, items: &[Arc<str>]) -> String {
        let at = Cursor { epoch: self.epoch(), next: items.len() };
        let head = serde_json::to_string(&*self.head).expect("a head is plain data");
        format!("{{\"head\":{head},\"items\":[{}],\"at\":\"{at}\"}}", items.join(","))
    }

    /// The text as gzip, if it was asked for since something happened last.
    pub(in crate::server) fn packed_at_hand(&self) -> Option<Arc<[u8]>> {
        self.log.packed(self.notes)
    }

    /// The text as gzip: made once for all who read the same. May take tens of milliseconds.
    pub fn packed(&self) -> Arc<[u8]> {
        self.log.pack_once(self.notes, |items| {
            let text = self.text_of(items);
            let mut packer = GzEncoder::new(Vec::new(), Compression::default());
            let packed = packer.write_all(text.as_bytes()).and_then(|()| packer.finish());
            packed.expect("memory can be compressed").into()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_a_film_survives_the_way_to_the_browser_and_back() {
        let cursor = Cursor { epoch: u64::MAX - 1, next: 17 };
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
        for text in ["", ".", "1", "g.1", "1.-1", "1.2.3", "fffffffffffffffff.1"] {
            assert_eq!(text.parse::<Cursor>(), Err(()), "{text}");
        }
    }
}
