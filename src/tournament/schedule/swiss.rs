//! In each round those meet who have done about equally well.
//!
//! At tables of two the pairing is that of chess: from the top of the standings, within the group
//! of those with the same mean score, upper half against lower half; an entrant without one there
//! plays the best of the next group. A pair is taken only if the others can still be paired with the
//! fewest rematches.

use std::cmp::Reverse;

use super::matching::Matching;
use super::pairing::RoundBasis;
use super::standing::FieldStanding;
use super::swiss_tables;
use crate::tournament::round::{Round, whole_rounds};

/// The next round of the entrants who are not benched; once all are played, more deals of those that have
/// fewer than the plan says now.
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

/// The order in which entrants sit at smaller tables: first one that has sat there less often, then
/// the lower seed. Results play no part, so the order reveals nothing about performance.
pub(super) fn in_turn(had: &[u32], ranked: &[usize]) -> Vec<usize> {
    let mut order = ranked.to_vec();
    order.sort_by_key(|&place| (had[place], Reverse(place)));
    order
}

/// The order in which entrants get a bye, by the FIDE rule: fewest byes first, then lowest in the
/// standings.
pub(super) fn byes_in_turn(standing: &FieldStanding, ranked: &[usize]) -> Vec<usize> {
    let mut order: Vec<usize> = ranked.iter().rev().copied().collect();
    order.sort_by_key(|&place| standing.byes[place]);
    order
}

/// The pairs of a round, and the entrant with a bye: among those with the fewest byes, the one whose
/// absence leaves the fewest rematches, the last in the standings of several.
fn pairs(standing: &FieldStanding, ranked: &[usize]) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut byes = vec![None];
    if !ranked.len().is_multiple_of(2) {
        let order = byes_in_turn(standing, ranked);
        let fewest = standing.byes[order[0]];
        byes = order.iter().map(|&place| Some(place)).collect();
        byes.retain(|bye| bye.is_none_or(|place| standing.byes[place] == fewest));
    }
    // As long as two are left who have not met, a pair is fresh if it is such a one; then, if it
    // has met once only; and so on.
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

/// Pairs everybody, from the top, with as many fresh pairs as `whole` has.
fn draw<F: Fn(usize, usize) -> bool>(
    standing: &FieldStanding,
    fresh: &F,
    mut whole: Matching<F>,
) -> Vec<Vec<usize>> {
    let mut pairs = Vec::new();
    let mut group: Option<Matching<F>> = None;
    while let Some((&top, others)) = whole.places.split_first() {
        // An entrant that has met all others meets again one that it has met least often.
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
        // First one of the group who leaves as many pairs in it as can be, if that is no rematch
        // more.
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

/// The group in which the one at the top is paired, as places among the others.
struct ScoreGroup {
    begin: usize,
    /// The preferred opponents of the one at the top.
    first: usize,
    end: usize,
}

impl ScoreGroup {
    /// The entrants with the same mean score as the one at the top; or else of the groups below the
    /// first in which it finds an allowed opponent.
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
        // Of an odd number the last is left over, so it is not counted into the halves.
        let mut group = ScoreGroup { begin: 0, first: own.saturating_sub(1) / 2, end: own };
        while group.end < others.len()
            && !others[group.begin..group.end].iter().any(|&other| allowed(top, other))
        {
            let begin = group.end;
            group = ScoreGroup { begin, first: begin, end: level(others[begin], begin) };
        }
        group
    }

    /// The others in the order in which the one at the top would meet them: from the first choice
    /// down to the end of the group, from there up to its begin, then those below it.
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
