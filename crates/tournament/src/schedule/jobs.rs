//! The matches of a round.

use crate::job::Job;
use crate::round::Round;
use crate::shape::Shape;

/// Returns the matches of a round in schedule order, the first with number `first`: deal by deal,
/// table by table, seating by seating. Seatings that only exchange places of one entrant are one
/// match.
pub fn jobs(round: &Round, shape: &Shape, first: u32) -> Vec<Job> {
    let mut jobs = Vec::new();
    for block in round.first_block..round.first_block + round.blocks {
        for (pairing, entrants) in (0..).zip(&round.pairings) {
            let seatings = shape.at(entrants.len()).seatings(block);
            add(&mut jobs, first, round, (pairing, block), seatings);
        }
    }
    jobs
}

/// Returns the matches of a round of a sample, the first with number `first`. Each table plays its
/// own deal in one seating, the order of its pairing; tables of two play both seatings.
pub fn sampled_jobs(round: &Round, shape: &Shape, first: u32) -> Vec<Job> {
    let mut jobs = Vec::new();
    for (pairing, entrants) in (0..).zip(&round.pairings) {
        let block = round.first_block + pairing;
        let seatings = match entrants.len() {
            2 => shape.seatings(block),
            entries => vec![(0..entries).collect()],
        };
        add(&mut jobs, first, round, (pairing, block), seatings);
    }
    jobs
}

/// Adds the matches of a pairing in a block, one for each distinct order of its entrants in these
/// seatings.
fn add(
    jobs: &mut Vec<Job>,
    first: u32,
    round: &Round,
    (pairing, block): (u32, u32),
    seatings: Vec<Vec<usize>>,
) {
    let (entrants, first_of_table) = (&round.pairings[pairing as usize], jobs.len());
    for (seating, row) in (0..).zip(seatings) {
        let order: Vec<u32> = row.into_iter().map(|place| entrants[place]).collect();
        if jobs[first_of_table..].iter().all(|other| other.order != order) {
            let number = first + jobs.len() as u32;
            jobs.push(Job { number, round: round.number, pairing, block, seating, order });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::lone;

    fn round() -> Round {
        Round {
            number: 2,
            title: "round 3".into(),
            first_block: 6,
            blocks: 3,
            pairings: vec![vec![4, 0], vec![7, 1]],
            byes: vec![],
            against: None,
            continues: None,
        }
    }

    #[test]
    fn matches_go_deal_by_deal_then_table_by_table_then_seating_by_seating() {
        let jobs = jobs(&round(), &lone(2), 100);
        assert_eq!(jobs.len(), 12);
        for (at, job) in jobs.iter().enumerate() {
            assert_eq!(job.number as usize, 100 + at);
            assert_eq!(job.round, 2);
            assert_eq!(job.block as usize, 6 + at / 4);
            assert_eq!(job.pairing as usize, at / 2 % 2);
            assert_eq!(job.seating as usize, at % 2);
        }
        let orders: Vec<&[u32]> = jobs[..4].iter().map(|f| &f.order[..]).collect();
        assert_eq!(orders, [[4, 0], [0, 4], [7, 1], [1, 7]]);
    }
}
