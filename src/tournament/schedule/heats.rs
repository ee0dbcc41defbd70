//! A knockout of more than two at a table: heats, of each of which the better half goes on, down to a
//! final of one table.

use std::collections::BTreeSet;

use super::stage::{Contest, Draw, Stage};

/// The entrants that are still in, the best seed first.
pub(super) struct Heats {
    left: Vec<usize>,
    size: usize,
}

/// The tables of a stage: how many, and how many go on from each.
struct Split {
    tables: usize,
    advance: usize,
}

impl Heats {
    /// Heats of `count` entrants at tables of `size`.
    pub(super) fn of(count: usize, size: usize) -> Heats {
        Heats { left: (0..count).collect(), size }
    }
}

/// Splits `left` entrants into as many tables as there can be, unless that would leave too
/// few for the final; near the end one table from which only the surplus drops out. `None` without a
/// full table.
fn split(left: usize, size: usize) -> Option<Split> {
    if left < size {
        return None;
    }
    if left == size {
        return Some(Split { tables: 1, advance: 1 });
    }
    let surplus = left - size;
    let advance = size.div_ceil(2);
    Some(match (left / size).min(surplus / (size - advance)) {
        0 => Split { tables: 1, advance: size - surplus },
        tables => Split { tables, advance },
    })
}

impl Draw for Heats {
    fn stage(&self, _: &[usize]) -> Option<Stage> {
        let Split { tables, advance } = split(self.left.len(), self.size)?;
        let is_last = self.left.len() == self.size;
        let title = if is_last { "final".into() } else { format!("round of {}", self.left.len()) };
        let (byes, playing) = self.left.split_at(self.left.len() - tables * self.size);
        let mut contests: Vec<Contest> =
            (0..tables).map(|_| Contest { seeds: Vec::new(), advance }).collect();
        // To and fro, so that the tables are about equally strong.
        for (turn, seeds) in playing.chunks(tables).enumerate() {
            for (at, &seed) in seeds.iter().enumerate() {
                let table = if turn.is_multiple_of(2) { at } else { tables - 1 - at };
                contests[table].seeds.push(seed);
            }
        }
        Some(Stage { title, contests, byes: byes.to_vec(), is_last })
    }

    fn go_on(&mut self, survivors: &BTreeSet<usize>) {
        self.left.retain(|seed| survivors.contains(seed));
    }
}

/// The pairings and rounds of heats of so many without tie-breaks.
pub(super) fn count(entrants: usize, size: usize) -> (u64, u32) {
    let (mut left, mut pairings, mut rounds) = (entrants, 0, 0);
    while let Some(Split { tables, advance }) = split(left, size) {
        pairings += tables as u64;
        rounds += 1;
        left -= tables * (size - advance);
    }
    (pairings, rounds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stage_but_the_last_leaves_at_least_a_table() {
        for size in 3..=6 {
            for count in size..=60 {
                let mut left = count;
                while left > size {
                    let Split { tables, advance } = split(left, size).unwrap();
                    assert!(tables >= 1 && tables * size <= left && (1..size).contains(&advance));
                    left -= tables * (size - advance);
                    assert!(left >= size, "{count} at tables of {size}");
                }
                assert_eq!(left, size);
            }
        }
    }

    #[test]
    fn the_strong_are_spread_over_the_tables_and_the_strongest_rest() {
        let stage = Heats::of(14, 4).stage(&[]).unwrap();
        assert_eq!((stage.title.as_str(), &stage.byes[..]), ("round of 14", &[0, 1][..]));
        let tables: Vec<Vec<usize>> = stage.contests.into_iter().map(|table| table.seeds).collect();
        assert_eq!(tables, [[2, 7, 8, 13], [3, 6, 9, 12], [4, 5, 10, 11]]);
    }

    #[test]
    fn near_the_end_only_the_surplus_drops_out() {
        let stage = Heats::of(5, 4).stage(&[]).unwrap();
        assert_eq!((stage.byes.len(), stage.contests.len()), (1, 1));
        assert_eq!((stage.contests[0].advance, stage.is_last), (3, false));
    }
}
