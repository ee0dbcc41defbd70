//! Seats at the tables of a sample: every entrant has every seat about equally often.

use super::meetings::Meetings;
use juez_core::Team;

/// The seats and partners of earlier tables.
#[derive(Clone, Debug)]
pub(super) struct SeatCounts {
    /// The number of times each place has had each seat.
    pub(super) sat: Vec<Vec<u32>>,
    /// The number of times any two have been partners.
    pub(super) partners: Meetings,
}

impl SeatCounts {
    /// Starts with `count` places and no tables of `size`.
    pub(super) fn new(count: usize, size: usize) -> SeatCounts {
        SeatCounts { sat: vec![vec![0; size]; count], partners: Meetings::new(count) }
    }

    /// Adds a table with these places in seat order.
    pub(super) fn add(&mut self, table: &[usize], teams: &[Team]) {
        self.change(table, teams, 1);
    }

    /// Adds a table `by` times.
    fn change(&mut self, table: &[usize], teams: &[Team], by: i32) {
        for (seat, &place) in table.iter().enumerate() {
            let sat = &mut self.sat[place][seat];
            *sat = sat.wrapping_add_signed(by);
            for other in (0..seat).filter(|&other| teams[other] == teams[seat]) {
                self.partners.change(place, table[other], by);
            }
        }
    }

    /// Puts the places of each table into seat order and adds the tables.
    ///
    /// First gives each place every seat equally often, or once more. Then, to make up for earlier
    /// tables and partners, exchanges seats within a table as long as that evens out how often each
    /// place had every seat and every partner.
    pub(super) fn seat(&mut self, tables: &mut [Vec<usize>], teams: &[Team]) {
        balance(tables, self.sat.len());
        tables.iter().for_each(|table| self.add(table, teams));
        let mut changed = true;
        while changed {
            changed = false;
            for table in tables.iter_mut() {
                for (i, j) in (0..teams.len()).flat_map(|j| (0..j).map(move |i| (i, j))) {
                    if self.gain(table, teams, i, j) < 0 {
                        self.change(table, teams, -1);
                        table.swap(i, j);
                        self.change(table, teams, 1);
                        changed = true;
                    }
                }
            }
        }
    }

    /// Returns the change in the sums of squares if these two seats of a table are exchanged.
    fn gain(&self, table: &[usize], teams: &[Team], i: usize, j: usize) -> i64 {
        // The effect on two squares of one more here and one less there.
        let moved = |less: u32, more: u32| 2 * (i64::from(more) - i64::from(less)) + 2;
        let (a, b) = (table[i], table[j]);
        let seats = moved(self.sat[a][i], self.sat[a][j]) + moved(self.sat[b][j], self.sat[b][i]);
        if teams[i] == teams[j] {
            return seats;
        }
        let beside = |seat: usize| {
            (0..teams.len()).filter(move |&other| other != seat && teams[other] == teams[seat])
        };
        let partner = |from: usize, to: usize, other: usize| {
            moved(self.partners.of(from, table[other]), self.partners.of(to, table[other]))
        };
        let left: i64 = beside(i).map(|other| partner(a, b, other)).sum();
        let come: i64 = beside(j).map(|other| partner(b, a, other)).sum();
        seats + left + come
    }
}

/// Orders the places of each table so that each is first, second, ... equally often, or once more.
///
/// Splits the tables of each place into groups of as many tables as there are seats, and assigns
/// seats so that none repeats in a group or at a table. This is an edge colouring of a bipartite
/// graph whose nodes have at most as many edges as there are seats, so it always exists (D. Kőnig,
/// 1916). If no seat is free on both sides, the free seat of each side is exchanged along the
/// alternating path of the two.
fn balance(tables: &mut [Vec<usize>], count: usize) {
    let size = tables.first().map_or(0, Vec::len);
    let mut sat = vec![0; count];
    let mut groups = vec![0; count];
    // The table of each seat of a group, and the group in each seat of a table.
    let mut table_of: Vec<Vec<Option<usize>>> = Vec::new();
    let mut group_at: Vec<Vec<Option<usize>>> = vec![vec![None; size]; tables.len()];
    let mut places = Vec::new();
    for (table, sitting) in tables.iter().enumerate() {
        for &place in sitting {
            if usize::is_multiple_of(sat[place], size) {
                groups[place] = places.len();
                places.push(place);
                table_of.push(vec![None; size]);
            }
            sat[place] += 1;
            let group = groups[place];
            let free = |seats: &[Option<usize>]| seats.iter().position(Option::is_none);
            let (mine, here) = (free(&table_of[group]), free(&group_at[table]));
            let (Some(mine), Some(here)) = (mine, here) else {
                unreachable!("a group and a table have a seat for each of theirs")
            };
            // The alternating path from this table: the group with my seat here, the table of its
            // other seat, ...
            let (mut path, mut at) = (Vec::new(), table);
            while let Some(next) = group_at[at][mine] {
                path.push((next, at, mine, here));
                let Some(further) = table_of[next][here] else { break };
                path.push((next, further, here, mine));
                at = further;
            }
            for &(group, table, from, _) in &path {
                (table_of[group][from], group_at[table][from]) = (None, None);
            }
            for &(group, table, _, to) in &path {
                (table_of[group][to], group_at[table][to]) = (Some(table), Some(group));
            }
            (table_of[group][mine], group_at[table][mine]) = (Some(table), Some(group));
        }
    }
    for (sitting, groups) in tables.iter_mut().zip(group_at) {
        *sitting = groups.into_iter().flatten().map(|group| places[group]).collect();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::schedule::meetings::{self, Meetings};
    use crate::schedule::testing::{in_pairs, lone};
    use juez_core::Seed;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn everybody_has_every_seat_as_often_as_any_other_or_once_more(
            more in 0..=12_usize, size in 3..=6_usize, each in 1..=13_u32, seed: u32,
        ) {
            let count = size + more;
            let mut rng = Seed::from(u64::from(seed)).rng();
            let mut tables: Vec<Vec<usize>> = (0..each).flat_map(|_| {
                let mut all: Vec<usize> = (0..count).collect();
                rng.shuffle(&mut all);
                all.chunks_exact(size).map(<[usize]>::to_vec).collect::<Vec<_>>()
            }).collect();
            let before: Vec<Vec<usize>> = tables.iter().map(|table| sorted(table)).collect();
            let mut seats = SeatCounts::new(count, size);
            seats.seat(&mut tables, lone(size).teams());
            let after: Vec<Vec<usize>> = tables.iter().map(|table| sorted(table)).collect();
            prop_assert_eq!(before, after);
            for sat in &seats.sat {
                prop_assert!(sat.iter().max().unwrap() - sat.iter().min().unwrap() <= 1, "{:?}", sat);
            }
        }
    }

    fn sorted(table: &[usize]) -> Vec<usize> {
        let mut table = table.to_vec();
        table.sort_unstable();
        table
    }

    #[test]
    fn partners_change_too() {
        let mut met = Meetings::new(9);
        let mut rng = Seed::from(3).rng();
        let mut tables = meetings::tables(&[16; 9], 4, &mut met, &mut rng);
        let mut seats = SeatCounts::new(9, 4);
        seats.seat(&mut tables, &in_pairs());
        assert!(seats.partners.spread() <= 2, "{:?}", seats.partners);
        for sat in &seats.sat {
            assert!(sat.iter().max().unwrap() - sat.iter().min().unwrap() <= 2, "{sat:?}");
        }
    }
}
