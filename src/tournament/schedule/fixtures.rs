//! The matches of a round.

use super::{Fixture, Round};
use crate::tournament::Shape;

/// The matches of a round in the order of the schedule, the first with number `first`: deal by
/// deal, table by table, seating by seating. Seatings that only exchange places of one entrant are
/// one match.
pub fn fixtures(round: &Round, shape: &Shape, first: u32) -> Vec<Fixture> {
    let mut fixtures = Vec::new();
    for block in round.first_block..round.first_block + round.blocks {
        for (pairing, entrants) in round.pairings.iter().enumerate() {
            let first_of_table = fixtures.len();
            let seatings = shape.at(entrants.len()).seatings(block);
            for (seating, row) in seatings.iter().enumerate() {
                let order: Vec<u32> = row.iter().map(|&place| entrants[place]).collect();
                if fixtures[first_of_table..].iter().any(|other: &Fixture| other.order == order) {
                    continue;
                }
                fixtures.push(Fixture {
                    number: first + fixtures.len() as u32,
                    round: round.number,
                    pairing: pairing as u32,
                    block,
                    seating: seating as u32,
                    order,
                });
            }
        }
    }
    fixtures
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::schedule::testing::lone;

    fn round() -> Round {
        Round {
            number: 2,
            title: "round 3".into(),
            first_block: 6,
            blocks: 3,
            pairings: vec![vec![4, 0], vec![7, 1]],
            byes: vec![],
            against: None,
        }
    }

    #[test]
    fn matches_go_deal_by_deal_then_table_by_table_then_seating_by_seating() {
        let fixtures = fixtures(&round(), &lone(2), 100);
        assert_eq!(fixtures.len(), 12);
        for (at, fixture) in fixtures.iter().enumerate() {
            assert_eq!(fixture.number as usize, 100 + at);
            assert_eq!(fixture.round, 2);
            assert_eq!(fixture.block as usize, 6 + at / 4);
            assert_eq!(fixture.pairing as usize, at / 2 % 2);
            assert_eq!(fixture.seating as usize, at % 2);
        }
        let orders: Vec<&[u32]> = fixtures[..4].iter().map(|f| &f.order[..]).collect();
        assert_eq!(orders, [[4, 0], [0, 4], [7, 1], [1, 7]]);
    }
}
