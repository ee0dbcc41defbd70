//! Counts the matches of a series that differ from each other.

use std::collections::BTreeSet;
use std::fmt;

use super::text::DIM;
use crate::core::Record;
use crate::tournament::Fingerprint;

/// The matches of a series so far, block by block: a block is one seed in every seating.
pub(super) struct Repeats {
    matches: usize,
    /// The matches so far of the block that is not whole yet.
    block: Vec<Fingerprint>,
    blocks: usize,
    distinct: BTreeSet<Vec<Fingerprint>>,
}

impl Repeats {
    /// No match yet; each block has so many.
    pub fn of(matches: u32) -> Repeats {
        let matches = matches as usize;
        Repeats { matches, block: Vec::new(), blocks: 0, distinct: BTreeSet::new() }
    }

    /// Adds the next match.
    pub fn add(&mut self, record: &Record) {
        self.block.push(Fingerprint::of(record));
        if self.block.len() == self.matches {
            self.blocks += 1;
            self.distinct.insert(std::mem::take(&mut self.block));
        }
    }
}

impl fmt::Display for Repeats {
    /// A line where blocks repeat each other; else nothing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (blocks, distinct) = (self.blocks, self.distinct.len());
        if distinct == blocks {
            return Ok(());
        }
        let (different, all) = (distinct * self.matches, blocks * self.matches);
        writeln!(
            f,
            "{DIM}only {different} of {all} matches differ, move for move: the others prove nothing more{DIM:#}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(matches: u32, moves: &[&str]) -> String {
        let mut repeats = Repeats::of(matches);
        for mv in moves {
            repeats.add(&Record { moves: vec![mv.to_string()], ..Record::new("quoridor") });
        }
        anstream::adapter::strip_str(&repeats.to_string()).to_string()
    }

    #[test]
    fn blocks_that_repeat_each_other_are_told() {
        assert!(
            reported(2, &["e2", "e3", "e2", "e3", "e2", "e4"]).starts_with("only 4 of 6 matches")
        );
        assert_eq!(reported(2, &["e2", "e3", "e3", "e2"]), "", "the seats are changed");
        assert_eq!(reported(1, &["e2"]), "");
        assert_eq!(reported(2, &["e2", "e3", "e2"]), "", "a block is not whole");
    }
}
