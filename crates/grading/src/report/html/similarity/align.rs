//! Aligns two programs as blocks in two columns.

use std::ops::Range;

/// Lines shown in one row, counted from 0 over all files of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct AlignedBlock {
    /// The number of the passage, if the block is one.
    pub passage: Option<usize>,
    /// True if its lines of the second program are elsewhere in that program's order.
    pub moved: bool,
    /// The lines of the first program.
    pub first: Range<usize>,
    /// The lines of the second program. Between passages they include lines of moved passages.
    pub second: Range<usize>,
}

/// Returns the blocks of two programs of these lengths, in the order of the first. Each passage,
/// given by its lines in both programs, is a block; the rest forms the blocks between.
pub(super) fn blocks(
    passages: &[(Range<usize>, Range<usize>)],
    lengths: (usize, usize),
) -> Vec<AlignedBlock> {
    let passages: Vec<(Range<usize>, Range<usize>)> = disjoint(passages.iter().map(|p| &p.0))
        .into_iter()
        .zip(disjoint(passages.iter().map(|p| &p.1)))
        .collect();
    let mut order: Vec<usize> = (0..passages.len()).collect();
    order.retain(|&at| !passages[at].0.is_empty() || !passages[at].1.is_empty());
    order.sort_by_key(|&at| (passages[at].0.start, passages[at].1.start));
    let stays = in_order(&passages, &order);
    let mut blocks = Vec::new();
    let (mut first, mut second) = (0, 0);
    let mut push = |block: AlignedBlock| {
        if !block.first.is_empty() || !block.second.is_empty() {
            blocks.push(block);
        }
    };
    for passage in order {
        let (one, two) = passages[passage].clone();
        let moved = !stays.contains(&passage);
        let until = if moved { second } else { two.start };
        push(AlignedBlock {
            passage: None,
            moved: false,
            first: first..one.start.max(first),
            second: second..until,
        });
        first = one.end.max(first);
        second = if moved { second } else { two.end };
        push(AlignedBlock { passage: Some(passage), moved, first: one, second: two });
    }
    push(AlignedBlock {
        passage: None,
        moved: false,
        first: first..lengths.0,
        second: second..lengths.1,
    });
    blocks
}

/// Removes from each range the lines of earlier ones: two passages can share the line where one
/// ends and the next begins.
fn disjoint<'a>(ranges: impl Iterator<Item = &'a Range<usize>>) -> Vec<Range<usize>> {
    let mut taken: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        let is_free = |line: &usize| !taken.iter().any(|range| range.contains(line));
        let start = range.clone().find(is_free).unwrap_or(range.end);
        let end = (start..range.end).take_while(is_free).last().map_or(start, |last| last + 1);
        taken.push(start..end);
    }
    taken
}

/// Returns the longest chain of passages, by lines, that are in the same order in both programs.
fn in_order(passages: &[(Range<usize>, Range<usize>)], order: &[usize]) -> Vec<usize> {
    // The lines of the longest chain that ends with each passage, and the passage before it.
    let mut chains: Vec<(usize, Option<usize>)> = Vec::new();
    for (at, &passage) in order.iter().enumerate() {
        let (one, two) = &passages[passage];
        let before = (0..at).filter(|&before| {
            let (before_one, before_two) = &passages[order[before]];
            before_one.end <= one.start && before_two.end <= two.start
        });
        let before = before.max_by_key(|&before| chains[before].0);
        chains.push((before.map_or(0, |before| chains[before].0) + one.len().max(1), before));
    }
    let mut chain = Vec::new();
    let mut at = (0..chains.len()).max_by_key(|&at| chains[at].0);
    while let Some(here) = at {
        chain.push(order[here]);
        at = chains[here].1;
    }
    chain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(passage: Option<usize>, first: Range<usize>, second: Range<usize>) -> AlignedBlock {
        AlignedBlock { passage, moved: false, first, second }
    }

    #[test]
    fn passages_in_one_order_leave_what_lies_between_side_by_side() {
        assert_eq!(
            blocks(&[(2..10, 0..8), (12..20, 9..17)], (25, 17)),
            [
                block(None, 0..2, 0..0),
                block(Some(0), 2..10, 0..8),
                block(None, 10..12, 8..9),
                block(Some(1), 12..20, 9..17),
                block(None, 20..25, 17..17),
            ]
        );
        assert_eq!(blocks(&[], (0, 0)), []);
    }

    #[test]
    fn of_passages_in_another_order_the_longer_stay() {
        assert_eq!(
            blocks(&[(0..30, 12..42), (30..40, 0..10)], (40, 42)),
            [
                block(None, 0..0, 0..12),
                block(Some(0), 0..30, 12..42),
                AlignedBlock { moved: true, ..block(Some(1), 30..40, 0..10) },
            ]
        );
    }

    #[test]
    fn every_line_stands_in_one_block() {
        let passages = [(3..9, 20..26), (8..15, 25..31), (15..16, 2..3), (20..22, 31..33)];
        let found = blocks(&passages, (30, 40));
        let first: Vec<usize> = found.iter().flat_map(|block| block.first.clone()).collect();
        assert_eq!(first, (0..30).collect::<Vec<_>>());
        let stay = found.iter().filter(|block| !block.moved);
        let second: Vec<usize> = stay.flat_map(|block| block.second.clone()).collect();
        assert_eq!(second, (0..40).collect::<Vec<_>>());
        let moved: Vec<_> = found.iter().filter(|block| block.moved).collect();
        assert_eq!(moved.len(), 1);
        assert_eq!((moved[0].passage, moved[0].second.clone()), (Some(2), 2..3));
    }
}
