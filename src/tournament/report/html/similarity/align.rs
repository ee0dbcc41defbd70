//! Passages in the order of two programs: which of them can stand side by side.

use std::ops::Range;

/// What stands side by side: lines of either program, counted from 0 over all its files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Block {
    /// The number of the passage, if it is one.
    pub passage: Option<usize>,
    /// The lines of the first.
    pub first: Range<usize>,
    /// The lines of the second.
    pub second: Range<usize>,
}

/// The programs as blocks from top to bottom. Passages that both have in the same order are blocks of their
/// own, as many lines of them as possible; all else lies between. `lengths` are the lines of the programs.
pub(super) fn blocks(
    passages: &[(Range<usize>, Range<usize>)],
    lengths: (usize, usize),
) -> Vec<Block> {
    let mut blocks = Vec::new();
    let (mut first, mut second) = (0, 0);
    let mut push = |block: Block| {
        if !block.first.is_empty() || !block.second.is_empty() {
            blocks.push(block);
        }
    };
    for passage in in_order(passages) {
        // Two passages may share the line where one ends and the next begins.
        let (one, two) = &passages[passage];
        let (one, two) = (one.start.max(first)..one.end, two.start.max(second)..two.end);
        if one.is_empty() || two.is_empty() {
            continue;
        }
        push(Block { passage: None, first: first..one.start, second: second..two.start });
        (first, second) = (one.end, two.end);
        push(Block { passage: Some(passage), first: one, second: two });
    }
    push(Block { passage: None, first: first..lengths.0, second: second..lengths.1 });
    blocks
}

/// The passages of the longest chain, by lines, in which each begins behind the one before in both.
fn in_order(passages: &[(Range<usize>, Range<usize>)]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..passages.len()).collect();
    order.sort_by_key(|&at| (passages[at].0.start, passages[at].1.start));
    // For each the lines of the longest chain that ends with it, and the one before it.
    let mut chains: Vec<(usize, Option<usize>)> = Vec::new();
    for (at, &passage) in order.iter().enumerate() {
        let (one, two) = &passages[passage];
        let goes_before = |&before: &usize| {
            let (before_one, before_two) = &passages[order[before]];
            before_one.start < one.start
                && before_one.end <= one.start + 1
                && before_two.start < two.start
                && before_two.end <= two.start + 1
        };
        let before = (0..at).filter(goes_before).max_by_key(|&before| chains[before].0);
        chains.push((before.map_or(0, |before| chains[before].0) + one.len(), before));
    }
    let mut chain = Vec::new();
    let mut at = (0..chains.len()).max_by_key(|&at| chains[at].0);
    while let Some(here) = at {
        chain.push(order[here]);
        at = chains[here].1;
    }
    chain.reverse();
    chain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(passage: Option<usize>, first: Range<usize>, second: Range<usize>) -> Block {
        Block { passage, first, second }
    }

    #[test]
    fn passages_in_one_order_stand_side_by_side() {
        let found = blocks(&[(2..10, 0..8), (12..20, 9..17)], (25, 17));
        assert_eq!(
            found,
            [
                block(None, 0..2, 0..0),
                block(Some(0), 2..10, 0..8),
                block(None, 10..12, 8..9),
                block(Some(1), 12..20, 9..17),
                block(None, 20..25, 17..17),
            ]
        );
    }

    #[test]
    fn of_passages_in_another_order_the_longer_stay() {
        let found = blocks(&[(0..30, 12..42), (30..40, 0..10)], (40, 42));
        assert_eq!(
            found,
            [block(None, 0..0, 0..12), block(Some(0), 0..30, 12..42), block(None, 30..40, 42..42)]
        );
    }

    #[test]
    fn every_line_stands_in_one_block() {
        let passages = [(3..9, 20..26), (8..15, 25..31), (15..16, 2..3), (20..22, 31..33)];
        let found = blocks(&passages, (30, 40));
        let first: Vec<usize> = found.iter().flat_map(|block| block.first.clone()).collect();
        let second: Vec<usize> = found.iter().flat_map(|block| block.second.clone()).collect();
        assert_eq!(first, (0..30).collect::<Vec<_>>());
        assert_eq!(second, (0..40).collect::<Vec<_>>());
        assert_eq!(blocks(&[], (0, 0)), []);
    }
}
