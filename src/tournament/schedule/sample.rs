//! A balanced sample of a round robin: each entrant plays about as often, meets each other about as
//! often and has every seat about as often.
//!
//! A round tops up what rounds before it have come to, so that a sample can be drawn in parts.

use super::meetings::{Meetings, tables};
use super::pairing::{RoundBasis, named};
use super::round_robin::circle;
use super::seats::SeatCounts;
use crate::core::Seed;
use crate::tournament::round::Round;
use crate::tournament::shape::Shape;

/// The seed of the draw. It is the same for every tournament, so that the same field
/// has the same tables under every seed.
const DRAW_SEED: Seed = Seed::from_bytes(*b"juez: a balanced sample of table");

/// The next round: as many tables as it takes until each entrant has played `each` matches, or one
/// more where that does not come out even; of two at a table an even number, so two more at most.
pub(super) fn next(basis: &RoundBasis<'_>, each: u32) -> Option<Round> {
    let RoundBasis { shape, field, played, .. } = *basis;
    let (count, size) = (field.len(), shape.entries());
    if count < size {
        return None;
    }
    let drawn: Vec<Vec<usize>> = played
        .iter()
        .flat_map(|played| &played.round.pairings)
        .map(|pairing| {
            pairing.iter().filter_map(|who| field.iter().position(|one| one == who)).collect()
        })
        .collect();
    let pairings = match size {
        2 => pairs(count, each.div_ceil(2), drawn.len()),
        _ => seated(count, shape, each, &drawn, played.len()),
    };
    if pairings.is_empty() {
        return None;
    }
    let title = format!("round {}", played.len() + 1);
    let round = basis.after(title, named(field, &pairings), Vec::new());
    Some(Round { blocks: pairings.len() as u32, ..round })
}

/// The number of pairings of a sample in which each of `count` entrants plays `each` matches.
pub(super) fn count(count: usize, size: usize, each: u32) -> u64 {
    match (count, size) {
        (count, size) if count < size => 0,
        (count, 2) => (turns(count, each.div_ceil(2)) * (count / 2)) as u64,
        (count, size) => (count as u64 * u64::from(each)).div_ceil(size as u64),
    }
}

/// The turns of the circle after which each place has had `each` pairs: with an odd number one
/// rests in each, every place once in as many turns as there are places.
fn turns(count: usize, each: u32) -> usize {
    let each = each as usize;
    if count.is_multiple_of(2) { each } else { each + each.div_ceil(count - 1) }
}

/// The pairs that are still to be drawn, turn by turn.
fn pairs(count: usize, each: u32, drawn: usize) -> Vec<Vec<usize>> {
    let all = turns(count, each) * (count / 2);
    circle(count).into_iter().cycle().take(all).skip(drawn).collect()
}

/// The tables that are still to be drawn, each in the order of its seats.
fn seated(
    count: usize,
    shape: &Shape,
    each: u32,
    drawn: &[Vec<usize>],
    part: usize,
) -> Vec<Vec<usize>> {
    let size = shape.entries();
    let (mut met, mut seats) = (Meetings::new(count), SeatCounts::new(count, size));
    let mut due = vec![each; count];
    for table in drawn {
        met.add(table);
        seats.add(table, shape.teams());
        table.iter().for_each(|&place| due[place] = due[place].saturating_sub(1));
    }
    let chance = crate::core::Stream::Deal(part as u32);
    let mut pairings = tables(&due, size, &mut met, &mut DRAW_SEED.child(chance).rng());
    seats.seat(&mut pairings, shape.teams());
    pairings
}

#[cfg(test)]
mod tests;
