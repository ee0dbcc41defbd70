//! Swiss rounds at tables of more than two.

use super::standing::FieldStanding;
use super::swiss::{byes_in_turn, in_turn};

/// Returns the tables of a round and the entrants with a bye. `sizes` are the sizes of the tables,
/// largest first; entrants beyond them get byes.
///
/// Cuts the standings into tables from the top, separately for the largest and the smaller tables;
/// entrants take turns at smaller ones. In the first round the standings are the seeding, and each
/// table instead takes one entrant from each slice of the field. So the best do not meet at once,
/// just as the upper half plays the lower at tables of two. Then exchanges places as long as that
/// saves rematches.
pub(super) fn tables(
    standing: &FieldStanding,
    ranked: &[usize],
    sizes: &[usize],
    first: bool,
) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut byes = byes_in_turn(standing, ranked);
    byes.truncate(ranked.len() - sizes.iter().sum::<usize>());
    let playing: Vec<usize> =
        ranked.iter().copied().filter(|place| !byes.contains(place)).collect();
    if first {
        return (sliced(&playing, sizes), byes);
    }
    let is_small = |size: &&usize| **size < sizes[0];
    let mut small = in_turn(&standing.small, &playing);
    small.truncate(sizes.iter().filter(is_small).sum());
    let (mut below, mut seats): (Vec<usize>, Vec<usize>) =
        playing.iter().copied().partition(|place| small.contains(place));
    seats.append(&mut below);
    let mut seats = seats.into_iter();
    let mut tables: Vec<Vec<usize>> =
        sizes.iter().map(|&size| seats.by_ref().take(size).collect()).collect();
    for same in tables.chunk_by_mut(|a, b| a.len() == b.len()) {
        let size = same[0].len();
        let mut seats = same.concat();
        spare_rematches(standing, &mut seats, size);
        for (table, seats) in same.iter_mut().zip(seats.chunks(size)) {
            table.copy_from_slice(seats);
        }
    }
    (tables, byes)
}

/// Returns tables of these sizes, each with one entrant from each slice.
fn sliced(playing: &[usize], sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut tables = vec![Vec::new(); sizes.len()];
    let mut left = playing.iter();
    for seat in 0..sizes.first().copied().unwrap_or(0) {
        let open = (0..sizes.len()).filter(|&table| sizes[table] > seat);
        open.zip(&mut left).for_each(|(table, &place)| tables[table].push(place));
    }
    tables
}

/// Exchanges two entrants at different tables if that gives fewer rematches, closest in rank first,
/// until no exchange helps.
fn spare_rematches(standing: &FieldStanding, seats: &mut [usize], size: usize) {
    let mut changed = true;
    while changed {
        changed = false;
        for distance in 1..seats.len() {
            for upper in 0..seats.len() - distance {
                let lower = upper + distance;
                if upper / size == lower / size {
                    continue;
                }
                // The cost of rematches if `who` sat in this seat.
                let repeats = |who: usize, seat: usize| -> u32 {
                    let table = seat / size * size;
                    let others = (table..table + size).filter(|&other| other != seat);
                    others.map(|other| standing.met(who, seats[other]).pow(2)).sum()
                };
                let (high, low) = (seats[upper], seats[lower]);
                let now = repeats(high, upper) + repeats(low, lower);
                if now > 0 && repeats(low, upper) + repeats(high, lower) < now {
                    seats.swap(upper, lower);
                    changed = true;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::format::Format;
    use crate::schedule::next::next_round;
    use crate::schedule::testing::{Chance, byes_are_fair, field, lone, plan, tournament};
    use std::collections::BTreeSet;

    #[test]
    fn the_first_round_seats_one_of_each_slice_of_the_seeding_at_a_table() {
        let plan = plan(Format::Swiss, 3, 1);
        let field: Vec<u32> = (0..13).collect();
        let round = next_round(&plan, &lone(4), &field, &[], &[]).unwrap();
        assert_eq!(round.pairings, [[0, 3, 6, 9], [1, 4, 7, 10], [2, 5, 8, 11]]);
        assert_eq!(round.byes, [12]);
    }

    #[test]
    fn sixteen_at_tables_of_four_meet_nobody_twice_in_three_rounds() {
        let plan = plan(Format::Swiss, 3, 1);
        let played = tournament(&plan, &lone(4), &field(16), &mut Chance::new(1));
        let standing = FieldStanding::of(&field(16), &played);
        let most = (0..16).flat_map(|a| (0..16).map(move |b| (a, b)));
        assert_eq!(most.map(|(a, b)| standing.met(a, b)).max(), Some(1));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn everybody_sits_at_one_table_or_is_spared_in_turn(
            count in 3..=22_usize, size in 3..=6_usize, rounds in 1..=8_u32, seed: u32,
        ) {
            let plan = plan(Format::Swiss, rounds, 1);
            let played = tournament(&plan, &lone(size), &field(count), &mut Chance::new(seed));
            prop_assert_eq!(played.len(), if count < size { 0 } else { rounds as usize });
            for round in played.iter().map(|played| &played.round) {
                let mut there: Vec<u32> = round.pairings.concat();
                prop_assert_eq!(there.len() / size, round.pairings.len());
                prop_assert_eq!(round.byes.len(), count % size);
                there.extend(&round.byes);
                let apart: BTreeSet<u32> = there.iter().copied().collect();
                prop_assert_eq!((there.len(), apart.len()), (count, count));
            }
            byes_are_fair(&field(count), &played);
        }

        #[test]
        fn no_exchange_of_two_would_spare_a_rematch(
            count in 6..=18_usize, size in 3..=4_usize, seed: u32,
        ) {
            let plan = plan(Format::Swiss, 6, 1);
            let field = field(count);
            let played = tournament(&plan, &lone(size), &field, &mut Chance::new(seed));
            for drawn in 1..played.len() {
                let standing = FieldStanding::of(&field, &played[..drawn]);
                let place = |who: &u32| field.iter().position(|other| other == who).unwrap();
                let tables: Vec<Vec<usize>> = played[drawn].round.pairings.iter()
                    .map(|pairing| pairing.iter().map(place).collect()).collect();
                let repeats = |table: &Vec<usize>| -> u32 {
                    let pairs = table.iter().flat_map(|a| table.iter().map(move |b| (*a, *b)));
                    pairs.map(|(a, b)| standing.met(a, b).pow(2)).sum()
                };
                let cost = |tables: &[Vec<usize>]| -> u32 { tables.iter().map(repeats).sum() };
                let now = cost(&tables);
                for (a, b) in (0..tables.len()).flat_map(|b| (0..b).map(move |a| (a, b))) {
                    for (i, j) in (0..size).flat_map(|i| (0..size).map(move |j| (i, j))) {
                        let mut other = tables.clone();
                        (other[a][i], other[b][j]) = (tables[b][j], tables[a][i]);
                        prop_assert!(cost(&other) >= now);
                    }
                }
            }
        }
    }
}
