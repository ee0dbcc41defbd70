//! A balanced sample of a round robin: all entrants play about equally often, meet each other about
//! equally often and have every seat about equally often.
//!
//! A round completes the rounds before it, so that a sample can be drawn in parts.

use super::meetings::{Meetings, tables};
use super::pairing::{RoundBasis, named};
use super::round_robin::circle;
use super::seats::SeatCounts;
use crate::round::Round;
use crate::shape::Shape;
use juez_core::Seed;

/// The seed of the draw. It is fixed, so that the same field has the same tables under every
/// tournament seed.
const DRAW_SEED: Seed = Seed::from_bytes(*b"juez: a balanced sample of table");

/// Returns the next round: tables until each entrant has played `each` matches, or one more if the
/// numbers do not divide. At tables of two the number is even, so up to two more.
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

/// Returns the number of pairings of a sample, if each of `count` entrants plays `each` matches.
pub(super) fn count(count: usize, size: usize, each: u32) -> u64 {
    match (count, size) {
        (count, size) if count < size => 0,
        (count, 2) => (turns(count, each.div_ceil(2)) * (count / 2)) as u64,
        (count, size) => (count as u64 * u64::from(each)).div_ceil(size as u64),
    }
}

/// Returns the number of turns of the circle after which each place has had `each` pairs. With an
/// odd count one place rests in each turn, and every place once in `count` turns.
fn turns(count: usize, each: u32) -> usize {
    let each = each as usize;
    if count.is_multiple_of(2) { each } else { each + each.div_ceil(count - 1) }
}

/// Returns the pairs still to draw, turn by turn.
fn pairs(count: usize, each: u32, drawn: usize) -> Vec<Vec<usize>> {
    let all = turns(count, each) * (count / 2);
    circle(count).into_iter().cycle().take(all).skip(drawn).collect()
}

/// Returns the tables still to draw, each in seat order.
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
    let chance = juez_core::Stream::Deal(part as u32);
    let mut pairings = tables(&due, size, &mut met, &mut DRAW_SEED.child(chance).rng());
    seats.seat(&mut pairings, shape.teams());
    pairings
}

#[cfg(test)]
mod tests;
