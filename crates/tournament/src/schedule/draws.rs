//! The two kinds of knockout. With two at a table: a bracket whose best seeds meet as late as
//! possible. With more: heats whose better half advances, down to a final of one table.

use std::collections::BTreeSet;

use super::stage::{Contest, Draw, Stage};

/// A bracket of a power of two of lines; neighbours can meet next.
pub(super) struct Bracket {
    lines: Vec<Option<usize>>,
    third_place: bool,
}

impl Bracket {
    /// Makes a bracket of `count` entrants. Surplus lines are byes of the best seeds.
    pub(super) fn of(count: usize, third_place: bool) -> Bracket {
        let seeds = seeded(count.next_power_of_two());
        let lines = seeds.into_iter().map(|seed| (seed < count).then_some(seed)).collect();
        Bracket { lines, third_place }
    }
}

impl Draw for Bracket {
    fn stage(&self, fallen: &[usize]) -> Option<Stage> {
        let title = match self.lines.len() {
            0 | 1 => return None,
            2 => "final".to_string(),
            4 => "semi-finals".to_string(),
            8 => "quarter-finals".to_string(),
            lines => format!("round of {lines}"),
        };
        let is_last = self.lines.len() == 2;
        let (mut contests, mut byes) = (Vec::new(), Vec::new());
        if is_last && self.third_place && fallen.len() == 2 {
            contests.push(duel(fallen[0], fallen[1]));
        }
        for lines in self.lines.chunks(2) {
            match (lines[0], lines[1]) {
                (Some(a), Some(b)) => contests.push(duel(a, b)),
                (a, b) => byes.extend(a.or(b)),
            }
        }
        byes.sort_unstable();
        Some(Stage { title, contests, byes, is_last })
    }

    fn advance(&mut self, survivors: &BTreeSet<usize>) {
        let on = |lines: &[Option<usize>]| {
            lines.iter().flatten().copied().find(|seed| survivors.contains(seed))
        };
        self.lines = self.lines.chunks(2).map(on).collect();
    }
}

fn duel(a: usize, b: usize) -> Contest {
    Contest { seeds: vec![a.min(b), a.max(b)], advance: 1 }
}

/// Returns the seeds of a bracket with a power of two of lines, line by line. If the better seed
/// always wins, the two seeds of every pairing in a round have the same sum.
fn seeded(lines: usize) -> Vec<usize> {
    let mut seeds = vec![0];
    while seeds.len() < lines {
        let last = 2 * seeds.len() - 1;
        seeds = seeds.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    seeds
}

/// Counts the pairings and rounds of a bracket, without tie-breaks.
pub(super) fn count(entrants: usize, third_place: bool) -> (u64, u32) {
    let third = u64::from(third_place && entrants >= 4);
    let rounds = entrants.next_power_of_two().trailing_zeros();
    ((entrants as u64).saturating_sub(1) + third, rounds)
}

/// The remaining entrants, best seed first.
pub(super) struct Heats {
    left: Vec<usize>,
    size: usize,
}

/// The tables of a stage: their number, and how many advance from each.
struct Split {
    tables: usize,
    advance: usize,
}

impl Heats {
    /// Makes heats of `count` entrants at tables of `size`.
    pub(super) fn of(count: usize, size: usize) -> Heats {
        Heats { left: (0..count).collect(), size }
    }
}

/// Splits `left` entrants into as many tables as possible while enough advance to fill the final;
/// near the end, into one table that eliminates only the surplus. `None` without a full table.
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
        // Back and forth, so that the tables are about equally strong.
        for (turn, seeds) in playing.chunks(tables).enumerate() {
            for (at, &seed) in seeds.iter().enumerate() {
                let table = if turn.is_multiple_of(2) { at } else { tables - 1 - at };
                contests[table].seeds.push(seed);
            }
        }
        Some(Stage { title, contests, byes: byes.to_vec(), is_last })
    }

    fn advance(&mut self, survivors: &BTreeSet<usize>) {
        self.left.retain(|seed| survivors.contains(seed));
    }
}

/// Counts the pairings and rounds of heats, without tie-breaks.
pub(super) fn count_heats(entrants: usize, size: usize) -> (u64, u32) {
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
    fn the_first_plays_the_last_and_the_eighth_the_ninth() {
        let numbers: Vec<usize> = seeded(16).into_iter().map(|seed| seed + 1).collect();
        assert_eq!(numbers, [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]);
    }

    #[test]
    fn the_best_seeds_have_the_byes_of_the_first_round() {
        for count in 2..=40_usize {
            let stage = Bracket::of(count, false).stage(&[]).unwrap();
            let byes = count.next_power_of_two() - count;
            assert_eq!(stage.byes, (0..byes).collect::<Vec<usize>>());
            assert_eq!(stage.contests.len(), count - count.next_power_of_two() / 2);
        }
    }

    #[test]
    fn stages_have_the_names_everybody_knows() {
        let title = |count| Bracket::of(count, false).stage(&[]).map(|stage| stage.title);
        let titles: Vec<Option<String>> = [0, 1, 2, 3, 8, 9, 33].into_iter().map(title).collect();
        let expected = [
            None,
            None,
            Some("final"),
            Some("semi-finals"),
            Some("quarter-finals"),
            Some("round of 16"),
            Some("round of 64"),
        ];
        assert_eq!(titles, expected.map(|title| title.map(str::to_string)));
    }

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
