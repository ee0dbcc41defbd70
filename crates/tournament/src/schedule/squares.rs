//! Balanced designs of seatings.
//!
//! - n lone entrants (or sides): n matches, each entrant once in every seat. The rows are the
//!   zigzag 0, 1, n-1, 2, n-2, ... and its shifts (E. J. Williams, "Experimental designs balanced
//!   for the estimation of residual effects of treatments", 1949). For even n each entrant sits
//!   directly after every other exactly once; for odd n exactly twice in a square and its mirror
//!   together. At a round table the first seat also follows the last, and one square alone cannot
//!   be balanced. So successive blocks use squares with renamed entrants, and with up to six
//!   entrants each follows every other equally often in any n-1 consecutive blocks.
//! - Entrants who share sides: the rows are a group of permutations that takes any two seats to any
//!   two seats. So any two entrants sit in any two seats equally often, hence each in every seat,
//!   with every partner and after every other. Four entrants in two pairs need twelve matches:
//!   balanced partnerships (6) need a multiple of 3, balanced seats (4) a multiple of 4.

use std::collections::BTreeSet;

use crate::shape::Shape;

impl Shape {
    /// Returns the seatings of a pairing in a block, one match each: for each entry of the match,
    /// the place in the pairing of its entrant. Their number is the same for every block.
    ///
    /// Within a block each entrant has every entry equally often and, if sides are shared, every
    /// other entrant as partner equally often.
    ///
    /// ```
    /// use juez_core::Team;
    /// use juez_tournament::Shape;
    /// let duel = Shape::new(vec![Team(0), Team(1)], 2);
    /// assert_eq!(duel.seatings(0), [[0, 1], [1, 0]]);
    /// ```
    pub fn seatings(&self, block: u32) -> Vec<Vec<usize>> {
        if self.has_partners() {
            group(&generators(self.entries()))
        } else {
            square(self.entries(), block as usize)
        }
    }
}

/// Returns the zigzag and its shifts, with entrants renamed in each block.
fn square(n: usize, block: usize) -> Vec<Vec<usize>> {
    let names = if n.is_multiple_of(2) { opposites(n, block) } else { multiples(n, block) };
    let zigzag = |at: usize| if at.is_multiple_of(2) { n - at / 2 } else { at.div_ceil(2) };
    (0..n).map(|shift| (0..n).map(|at| names[(zigzag(at) + shift) % n]).collect()).collect()
}

/// Returns names for even n. The zigzag ends n/2 away from its start, so at a round table opposites
/// follow each other once too often. Each block has other opposites, by the circle method.
fn opposites(n: usize, block: usize) -> Vec<usize> {
    let circle = n - 1;
    let turn = block % circle;
    let mut names = vec![turn; n];
    names[n / 2] = n - 1;
    for step in 1..n / 2 {
        names[step] = (turn + step) % circle;
        names[step + n / 2] = (turn + circle - step) % circle;
    }
    names
}

/// Returns names for odd n: multiples modulo n. The negative of a multiple gives the mirror of its
/// square, in the next block.
fn multiples(n: usize, block: usize) -> Vec<usize> {
    let coprime =
        |&factor: &usize| (2..=factor).all(|d| !(factor.is_multiple_of(d) && n.is_multiple_of(d)));
    let factors: Vec<usize> =
        (1..=n / 2).filter(coprime).flat_map(|factor| [factor, n - factor]).collect();
    let factor = factors.get(block % factors.len().max(1)).copied().unwrap_or(1);
    (0..n).map(|name| name * factor % n).collect()
}

/// Returns permutations that generate the smallest group that takes any two places to any two
/// places: x -> ax + b over the fields of 3, 4 and 5 elements, and PSL(2, 5) on its line of 6.
fn generators(n: usize) -> Vec<Vec<usize>> {
    match n {
        3 => vec![vec![1, 2, 0], vec![1, 0, 2]],
        4 => vec![vec![1, 0, 3, 2], vec![1, 2, 0, 3]],
        5 => vec![vec![1, 2, 3, 4, 0], vec![0, 2, 4, 1, 3]],
        6 => vec![vec![1, 2, 3, 4, 0, 5], vec![5, 4, 2, 3, 1, 0]],
        _ => unreachable!("sides are shared by three to six"),
    }
}

/// Returns all products of these permutations, ascending.
fn group(generators: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut found = BTreeSet::new();
    let mut fresh: Vec<Vec<usize>> = vec![(0..generators[0].len()).collect()];
    while let Some(row) = fresh.pop() {
        for generator in generators {
            fresh.push(generator.iter().map(|&at| row[at]).collect());
        }
        fresh.retain(|row| !found.contains(row));
        found.insert(row);
    }
    found.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::{in_pairs, lone};
    use juez_core::Team;

    /// Counts how often each entrant has each entry.
    fn seats(rows: &[Vec<usize>]) -> Vec<Vec<u32>> {
        let n = rows[0].len();
        let mut counts = vec![vec![0; n]; n];
        for row in rows {
            row.iter().enumerate().for_each(|(entry, &who)| counts[who][entry] += 1);
        }
        counts
    }

    /// Counts how often each entrant sits directly after every other, at a round table or in a row.
    fn followers(rows: &[Vec<usize>], round: bool) -> Vec<Vec<u32>> {
        let n = rows[0].len();
        let mut counts = vec![vec![0; n]; n];
        for row in rows {
            (0..n - usize::from(!round)).for_each(|at| counts[row[at]][row[(at + 1) % n]] += 1);
        }
        counts
    }

    /// Returns `times` everywhere off the diagonal, 0 on it.
    fn all_but_oneself(n: usize, times: u32) -> Vec<Vec<u32>> {
        (0..n).map(|a| (0..n).map(|b| if a == b { 0 } else { times }).collect()).collect()
    }

    #[test]
    fn everybody_sits_once_in_every_seat_within_a_block() {
        for n in 2..=6 {
            for block in 0..12 {
                let rows = lone(n).seatings(block);
                assert_eq!(rows.len(), n);
                assert_eq!(seats(&rows), vec![vec![1; n]; n]);
            }
        }
    }

    #[test]
    fn neighbours_are_balanced_in_a_block_of_an_even_and_in_two_of_an_odd_number() {
        for block in 0..12 {
            for n in [2, 4, 6] {
                assert_eq!(followers(&lone(n).seatings(block), false), all_but_oneself(n, 1));
            }
            for n in [3, 5] {
                let rows = [lone(n).seatings(2 * block), lone(n).seatings(2 * block + 1)].concat();
                assert_eq!(followers(&rows, false), all_but_oneself(n, 2));
            }
        }
    }

    #[test]
    fn at_a_round_table_everybody_follows_everybody_equally_often_in_n_minus_1_blocks() {
        for n in 2..=6 {
            for first in 0..12 {
                let blocks = (first..first + n as u32 - 1).flat_map(|b| lone(n).seatings(b));
                let rows: Vec<Vec<usize>> = blocks.collect();
                assert_eq!(followers(&rows, true), all_but_oneself(n, n as u32));
            }
        }
    }

    #[test]
    fn a_square_is_the_published_one_but_for_the_names() {
        for (n, published) in [(4, vec![0, 1, 3, 2]), (6, vec![0, 1, 5, 2, 4, 3])] {
            let names = opposites(n, 3);
            let row: Vec<usize> = published.iter().map(|&at| names[at]).collect();
            assert_eq!(square(n, 3)[0], row);
        }
    }

    #[test]
    fn a_pair_that_is_one_entrant_has_each_side_once() {
        let pairs = Shape::new(in_pairs(), 2);
        assert!(!pairs.has_partners());
        assert_eq!(pairs.seatings(5), [[0, 1], [1, 0]]);
    }

    #[test]
    fn four_in_mixed_pairs_play_twelve_matches_with_each_partner_in_each_seat_equally_often() {
        let mixed = Shape::new(in_pairs(), 4);
        let rows = mixed.seatings(0);
        assert_eq!(rows.len(), 12);
        assert_eq!(seats(&rows), vec![vec![3; 4]; 4]);
        let mut partners = vec![vec![0; 4]; 4];
        for row in &rows {
            for (a, b) in [(0, 2), (2, 0), (1, 3), (3, 1)] {
                partners[row[a]][row[b]] += 1;
            }
        }
        assert_eq!(partners, all_but_oneself(4, 4));
        assert_eq!(followers(&rows, true), all_but_oneself(4, 4));
        assert_eq!(mixed.seatings(1).len(), 12);
    }

    #[test]
    fn every_two_who_share_sides_sit_in_every_two_seats_equally_often() {
        for (n, rows_of_n) in [(3, 6), (4, 12), (5, 20), (6, 60)] {
            let teams = (0..n).map(|seat| Team(u8::from(seat > 0))).collect();
            let rows = Shape::new(teams, n).seatings(0);
            assert_eq!(rows.len(), rows_of_n);
            let times = rows_of_n / (n * (n - 1));
            for a in 0..n {
                for b in (0..n).filter(|&b| b != a) {
                    for x in 0..n {
                        for y in (0..n).filter(|&y| y != x) {
                            let sits = |row: &&Vec<usize>| row[a] == x && row[b] == y;
                            assert_eq!(rows.iter().filter(sits).count(), times);
                        }
                    }
                }
            }
        }
    }
}
