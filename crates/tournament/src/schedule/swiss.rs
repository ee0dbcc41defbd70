//! Swiss: each round pairs entrants with similar scores.
//!
//! Tables of two are paired as in chess: from the top of the standings, within the group of equal
//! mean scores, upper half against lower half. An entrant without an opponent there plays the best
//! of the next group. A pair is taken only if the others can still be paired with the fewest
//! rematches.

use std::cmp::Reverse;

use super::matching::Matching;
use super::pairing::RoundBasis;
use super::standing::FieldStanding;
use super::swiss_tables;
use crate::round::{Round, whole_rounds};

/// Returns the next round of the entrants not benched. Once all rounds are played, returns missing
/// deals of rounds with fewer than the plan now has.
pub(super) fn next(basis: &RoundBasis<'_>) -> Option<Round> {
    let RoundBasis { plan, shape, field, benched, played } = *basis;
    let whole = whole_rounds(played);
    if whole.len() >= plan.rounds as usize {
        return whole.iter().find_map(|whole| basis.more_of(&whole.round));
    }
    let standing = FieldStanding::of(field, played);
    let ranked = standing.ranked(field, benched);
    let sizes = shape.split(ranked.len());
    if sizes.is_empty() {
        return None;
    }
    let (tables, byes) = match shape.entries() {
        2 => pairs(&standing, &ranked),
        _ => swiss_tables::tables(&standing, &ranked, &sizes, played.is_empty()),
    };
    basis.numbered(&tables, &byes)
}

/// Orders entrants by their turn at smaller tables: fewest smaller tables first, then lower seeds.
/// Results play no part, so the order reveals nothing about performance.
pub(super) fn in_turn(had: &[u32], ranked: &[usize]) -> Vec<usize> {
    let mut order = ranked.to_vec();
    order.sort_by_key(|&place| (had[place], Reverse(place)));
    order
}

/// Orders entrants by their turn for a bye, by the FIDE rule: fewest byes first, then lowest in the
/// standings.
pub(super) fn byes_in_turn(standing: &FieldStanding, ranked: &[usize]) -> Vec<usize> {
    let mut order: Vec<usize> = ranked.iter().rev().copied().collect();
    order.sort_by_key(|&place| standing.byes[place]);
    order
}

/// Returns the pairs of a round and the entrant with a bye: among those with the fewest byes, the
/// one whose absence leaves the fewest rematches; the last in the standings on a tie.
fn pairs(standing: &FieldStanding, ranked: &[usize]) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut byes = vec![None];
    if !ranked.len().is_multiple_of(2) {
        let order = byes_in_turn(standing, ranked);
        let fewest = standing.byes[order[0]];
        byes = order.iter().map(|&place| Some(place)).collect();
        byes.retain(|bye| bye.is_none_or(|place| standing.byes[place] == fewest));
    }
    // A pair is fresh if it has met at most `most` times: never, while any two left have not met;
    // then at most once; and so on.
    for most in 0.. {
        let fresh = |a: usize, b: usize| standing.met(a, b) <= most;
        let mut best: Option<(Option<usize>, Matching<_>)> = None;
        for &bye in &byes {
            let rest: Vec<usize> =
                ranked.iter().copied().filter(|place| Some(*place) != bye).collect();
            let matching = Matching::of(&fresh, &rest);
            let is_perfect = matching.is_perfect();
            if best.as_ref().is_none_or(|(_, best)| matching.pairs() > best.pairs()) {
                best = Some((bye, matching));
            }
            if is_perfect {
                break;
            }
        }
        let (bye, whole) = best.expect("a pairing for each bye, or for none");
        if whole.pairs() > 0 {
            return (draw(standing, &fresh, whole), bye.into_iter().collect());
        }
    }
    unreachable!("two have met a number of times")
}

/// Pairs all entrants from the top, with as many fresh pairs as `whole`.
fn draw<F: Fn(usize, usize) -> bool>(
    standing: &FieldStanding,
    fresh: &F,
    mut whole: Matching<F>,
) -> Vec<Vec<usize>> {
    let mut pairs = Vec::new();
    let mut group: Option<Matching<F>> = None;
    while let Some((&top, others)) = whole.places.split_first() {
        // An entrant that has met all others meets one of its least frequent opponents again.
        let least = others.iter().map(|&other| standing.met(top, other)).min().unwrap_or(0);
        let allowed = |a: usize, b: usize| fresh(a, b) || standing.met(a, b) <= least;
        let choice = ScoreGroup::of(standing, &allowed, top, others);
        let among: Vec<usize> =
            std::iter::once(top).chain(others[..choice.end].iter().copied()).collect();
        let inner = group
            .take()
            .filter(|group| group.places == among)
            .unwrap_or_else(|| Matching::of(fresh, &among));
        let mut order = choice.preference(others);
        order.sort_by_key(|&other| standing.met(top, other));
        // Prefers an opponent of the group that leaves it as many fresh pairs as possible, if that
        // costs no extra rematch.
        let freshest = order.first().map_or(0, |&other| standing.met(top, other));
        let near = |other: &&usize| among.contains(other) && standing.met(top, **other) == freshest;
        let within = order.iter().filter(near).find_map(|&other| {
            let inner = inner.without(top, other)?;
            Some((other, whole.without(top, other)?, Some(inner)))
        });
        let any =
            || order.iter().find_map(|&other| Some((other, whole.without(top, other)?, None)));
        let (other, rest, left) =
            within.or_else(any).expect("an opponent without one more rematch");
        pairs.push(vec![top, other]);
        (whole, group) = (rest, left);
    }
    pairs
}

/// The score group of the top entrant, as indices into the others.
struct ScoreGroup {
    begin: usize,
    /// Index of the preferred opponent of the top entrant.
    first: usize,
    end: usize,
}

impl ScoreGroup {
    /// Returns the entrants with the mean score of the top entrant; otherwise the first group below
    /// with an allowed opponent.
    fn of(
        standing: &FieldStanding,
        allowed: &impl Fn(usize, usize) -> bool,
        top: usize,
        others: &[usize],
    ) -> ScoreGroup {
        let level = |with: usize, from: usize| {
            from + others[from..].iter().take_while(|&&other| standing.level(with, other)).count()
        };
        let own = level(top, 0);
        // With an odd number the last is left over, so it does not count in the halves.
        let mut group = ScoreGroup { begin: 0, first: own.saturating_sub(1) / 2, end: own };
        while group.end < others.len()
            && !others[group.begin..group.end].iter().any(|&other| allowed(top, other))
        {
            let begin = group.end;
            group = ScoreGroup { begin, first: begin, end: level(others[begin], begin) };
        }
        group
    }

    /// Returns the others in the order of preference of the top entrant: from the first choice down
    /// to the end of the group, from there up to its start, then the entrants below it.
    fn preference(&self, others: &[usize]) -> Vec<usize> {
        let down = others[self.first..self.end].iter();
        let up = others[self.begin..self.first].iter().rev();
        down.chain(up).chain(&others[self.end..]).copied().collect()
    }
}

#[cfg(test)]
mod fair;
#[cfg(test)]
mod tests;
