//! Which parts of a range of bytes are taken.

use std::collections::{BTreeMap, BTreeSet};

/// Lengths are rounded up to a multiple of this, a cache line.
const GRAIN: usize = 64;

/// The free blocks of a range, by offset in bytes. The same calls in the same order always give the
/// same offsets.
#[derive(Clone, Default)]
pub struct Blocks {
    /// The length of each free block. No two touch, and none touches the end.
    free: BTreeMap<usize, usize>,
    lengths: BTreeSet<(usize, usize)>,
    /// Everything from here on is free.
    end: usize,
}

impl Blocks {
    /// Returns the offset after the last block taken.
    pub fn end(&self) -> usize {
        self.end
    }

    /// Takes the smallest block that fits, and returns its offset.
    pub fn take(&mut self, len: usize) -> usize {
        let len = rounded(len);
        match self.lengths.range((len, 0)..).next() {
            Some(&(_, at)) => {
                self.cut(at, len);
                at
            }
            None => {
                self.end += len;
                self.end - len
            }
        }
    }

    /// Gives a block back; `len` is its present length.
    pub fn give(&mut self, at: usize, len: usize) {
        let (mut first, mut last) = (at, at + rounded(len));
        if let Some((&before, &len)) = self.free.range(..at).next_back()
            && before + len == at
        {
            self.remove(before, len);
            first = before;
        }
        if let Some(&len) = self.free.get(&last) {
            self.remove(last, len);
            last += len;
        }
        if last == self.end {
            self.end = first;
        } else {
            self.free.insert(first, last - first);
            self.lengths.insert((last - first, first));
        }
    }

    /// Changes the length of a block, and returns true if it can stay where it is.
    pub fn resize(&mut self, at: usize, old: usize, new: usize) -> bool {
        let (old, new) = (rounded(old), rounded(new));
        if new < old {
            self.give(at + new, old - new);
        }
        if new > old {
            let next = at + old;
            if next == self.end {
                self.end = at + new;
            } else if self.free.get(&next).is_some_and(|len| old + len >= new) {
                self.cut(next, new - old);
            } else {
                return false;
            }
        }
        true
    }

    /// Takes the first bytes of a free block.
    fn cut(&mut self, at: usize, len: usize) {
        let whole = self.free[&at];
        self.remove(at, whole);
        if whole > len {
            self.free.insert(at + len, whole - len);
            self.lengths.insert((whole - len, at + len));
        }
    }

    fn remove(&mut self, at: usize, len: usize) {
        self.free.remove(&at);
        self.lengths.remove(&(len, at));
    }
}

fn rounded(len: usize) -> usize {
    len.next_multiple_of(GRAIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_freed_block_is_joined_with_its_neighbours_and_taken_again() {
        let mut blocks = Blocks::default();
        let [a, b, c] = [(); 3].map(|()| blocks.take(100));
        assert_eq!((a, b, c, blocks.end()), (0, 128, 256, 384));
        blocks.give(a, 100);
        blocks.give(b, 100);
        assert_eq!(blocks.take(200), a);
        assert_eq!(blocks.take(1), c + 128, "the rest of 256 bytes is too short for none");
    }

    proptest! {
        #[test]
        fn blocks_never_overlap_and_all_can_be_given_back(
            steps in prop::collection::vec((any::<prop::sample::Index>(), 1usize..5000, 0..3), 1..200)
        ) {
            let (mut blocks, mut taken) = (Blocks::default(), Vec::<(usize, usize)>::new());
            for (which, len, kind) in steps {
                match kind {
                    0 if !taken.is_empty() => {
                        let (at, len) = taken.swap_remove(which.index(taken.len()));
                        blocks.give(at, len);
                    }
                    1 if !taken.is_empty() => {
                        let index = which.index(taken.len());
                        let (at, old) = taken[index];
                        if blocks.resize(at, old, len) {
                            taken[index].1 = len;
                        }
                    }
                    _ => taken.push((blocks.take(len), len)),
                }
                let mut sorted = taken.clone();
                sorted.sort_unstable();
                let mut ends = sorted.iter().map(|&(at, len)| at + rounded(len));
                for pair in sorted.windows(2) {
                    prop_assert!(ends.next() <= Some(pair[1].0));
                }
                prop_assert!(ends.next().unwrap_or(0) <= blocks.end());
            }
            for (at, len) in taken {
                blocks.give(at, len);
            }
            prop_assert_eq!((blocks.end(), blocks.free.len(), blocks.lengths.len()), (0, 0, 0));
        }
    }
}
