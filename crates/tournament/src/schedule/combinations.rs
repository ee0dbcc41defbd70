//! All tables of a size, in an order that keeps numbers of matches even from the start.

/// Returns every combination of `size` of `count` places, each ascending.
///
/// They come in circles: a table and its shifts by one place, until it repeats. After each circle,
/// all places have sat at equally many tables; within a circle, the table whose places have sat at
/// the fewest comes next. Circles of evenly spread tables come first, so that early tables mix
/// strong and weak entrants.
pub(super) fn combinations(count: usize, size: usize) -> Vec<Vec<usize>> {
    let mut circles = circles(count, size);
    circles.sort_by_key(|gaps| gaps.iter().max().copied());
    let mut sat = vec![0_u32; count];
    let mut tables = Vec::new();
    for gaps in &circles {
        let mut left: Vec<Vec<usize>> =
            (0..period(gaps)).map(|start| table(gaps, start, count)).collect();
        while let Some(next) = (0..left.len()).min_by_key(|&at| {
            let played = left[at].iter().map(|&place| sat[place]);
            (played.clone().max(), played.sum::<u32>())
        }) {
            let table = left.remove(next);
            table.iter().for_each(|&place| sat[place] += 1);
            tables.push(table);
        }
    }
    tables
}

/// Returns the gaps between neighbours in one table of each circle; of all rotations, the smallest.
fn circles(count: usize, size: usize) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    if 0 < size && size <= count {
        extend(&mut Vec::new(), count, size, &mut found);
    }
    found
}

fn extend(gaps: &mut Vec<usize>, left: usize, more: usize, found: &mut Vec<Vec<usize>>) {
    let least = gaps.first().copied().unwrap_or(1);
    if more == 1 {
        gaps.push(left);
        if left >= least && rotations(gaps).all(|rotation| *gaps <= rotation) {
            found.push(gaps.clone());
        }
        gaps.pop();
        return;
    }
    for gap in least..=left {
        let others = gaps.first().copied().unwrap_or(gap);
        if left < gap + (more - 1) * others {
            break;
        }
        gaps.push(gap);
        extend(gaps, left - gap, more - 1, found);
        gaps.pop();
    }
}

fn rotations(gaps: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    (1..gaps.len()).map(|by| [&gaps[by..], &gaps[..by]].concat())
}

/// Returns the number of shifts after which a table with these gaps repeats.
fn period(gaps: &[usize]) -> usize {
    let turns = 1 + rotations(gaps).position(|rotation| rotation == gaps).unwrap_or(gaps.len() - 1);
    gaps[..turns].iter().sum()
}

fn table(gaps: &[usize], start: usize, count: usize) -> Vec<usize> {
    let mut places: Vec<usize> = gaps
        .iter()
        .scan(start, |place, gap| {
            let here = *place % count;
            *place += gap;
            Some(here)
        })
        .collect();
    places.sort_unstable();
    places
}

/// Returns the number of ways to choose `k` of `n`; saturates.
pub(super) fn choose(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    let k = k.min(n - k);
    let ways = (0..k).try_fold(1_u128, |ways, chosen| {
        ways.checked_mul((n - chosen).into()).map(|ways| ways / u128::from(chosen + 1))
    });
    ways.and_then(|ways| ways.try_into().ok()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_combination_comes_once() {
        for count in 0..=11 {
            for size in 1..=6 {
                let tables = combinations(count, size);
                let apart: BTreeSet<&Vec<usize>> = tables.iter().collect();
                assert_eq!(apart.len(), tables.len());
                assert_eq!(tables.len() as u64, choose(count as u64, size as u64));
                for table in &tables {
                    assert!(table.is_sorted_by(|a, b| a < b), "{table:?}");
                    assert!(table.len() == size && table.iter().all(|&place| place < count));
                }
            }
        }
    }

    #[test]
    fn nobody_is_ever_more_than_three_tables_ahead_of_anybody() {
        for (count, size) in [(5, 3), (6, 4), (8, 4), (9, 4), (10, 3), (12, 6), (30, 4), (13, 5)] {
            let mut sat = vec![0; count];
            for table in combinations(count, size) {
                table.iter().for_each(|&place| sat[place] += 1);
                let ahead = sat.iter().max().unwrap() - sat.iter().min().unwrap();
                assert!(ahead <= 3, "{count} choose {size}: {sat:?}");
            }
        }
    }

    #[test]
    fn where_tables_divide_the_field_everybody_plays_once_before_anybody_plays_twice() {
        for (count, size) in [(8, 4), (12, 4), (12, 6), (15, 5), (28, 4)] {
            let tables = combinations(count, size);
            let first: BTreeSet<usize> = tables[..count / size].iter().flatten().copied().collect();
            assert_eq!(first.len(), count);
        }
    }
}
