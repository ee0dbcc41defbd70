//! Transposition table of fixed size, with replacement by age and depth.

use crate::Code;
use crate::tree::NO_CODE;

/// The relation of a stored score to the true score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Bound {
    Lower,
    Upper,
    Exact,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    key: u64,
    pub score: i16,
    pub code: Code,
    pub depth: u8,
    pub bound: Bound,
    age: u16,
}

/// An invalid entry: its age is below [`Table::oldest`], which is at least 1.
const EMPTY: Entry =
    Entry { key: 0, score: 0, code: NO_CODE, depth: 0, bound: Bound::Upper, age: 0 };

/// Plies of depth that an entry loses in replacement for each search since it was stored.
const AGE_COST: i32 = 4;
/// Age in searches above which the cost stays the same: it exceeds every depth by then.
const MAX_COUNTED_AGE: u16 = 60;

/// Entries of a bucket, which fills one cache line.
const BUCKET_SIZE: usize = 4;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; BUCKET_SIZE]);

/// A transposition table of fixed size.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    /// Number of the current search. Entries of earlier searches are replaced first; empty entries
    /// have age 0.
    age: u16,
    /// Minimum age of valid entries.
    oldest: u16,
}

impl Table {
    /// Creates a table of at most `entries` entries of 16 bytes, at least 4.
    pub fn new(entries: usize) -> Table {
        let buckets = (entries / BUCKET_SIZE).max(1);
        let buckets =
            if buckets.is_power_of_two() { buckets } else { buckets.next_power_of_two() / 2 };
        Table { buckets: vec![Bucket([EMPTY; BUCKET_SIZE]); buckets], age: 1, oldest: 1 }
    }

    /// Returns the number of entries.
    #[cfg(test)]
    pub fn capacity(&self) -> usize {
        self.buckets.len() * BUCKET_SIZE
    }

    /// Starts a new search. Earlier entries stay valid but are replaced first.
    pub fn start_search(&mut self) {
        match self.age.checked_add(1) {
            Some(age) => self.age = age,
            None => self.erase(),
        }
    }

    /// Invalidates all entries in constant time.
    pub fn clear(&mut self) {
        self.start_search();
        self.oldest = self.age;
    }

    fn erase(&mut self) {
        self.buckets.fill(Bucket([EMPTY; BUCKET_SIZE]));
        (self.age, self.oldest) = (1, 1);
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    /// Returns the entry of a position, if any.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let Bucket(entries) = &self.buckets[self.index(key)];
        entries.iter().find(|entry| entry.key == key && entry.age >= self.oldest).copied()
    }

    /// Stores the result of a node.
    #[inline]
    pub fn put(&mut self, key: u64, depth: i32, bound: Bound, score: i32, code: Code) {
        let (index, age, oldest) = (self.index(key), self.age, self.oldest);
        let Bucket(entries) = &mut self.buckets[index];
        let (mut target, mut lowest, mut old_code) = (0, i32::MAX, NO_CODE);
        for (nth, entry) in entries.iter().enumerate() {
            let is_known = entry.age >= oldest;
            if is_known && entry.key == key {
                (target, old_code) = (nth, entry.code);
                break;
            }
            // Invalid entries count as empty, so the search behaves as with a new table.
            let searches = i32::from((age - entry.age).min(MAX_COUNTED_AGE));
            let value = i32::from(entry.depth) - AGE_COST * searches;
            let value = if is_known { value } else { i32::MIN };
            if value < lowest {
                (target, lowest) = (nth, value);
            }
        }
        let code = if code == NO_CODE { old_code } else { code };
        entries[target] = Entry {
            key,
            score: score as i16,
            code,
            depth: depth.clamp(0, u8::MAX.into()) as u8,
            bound,
            age,
        };
    }
}
