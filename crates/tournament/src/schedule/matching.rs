//! Pairs entrants while avoiding unwanted pairs.

use petgraph::algo::maximum_matching;
use petgraph::graph::{NodeIndex, UnGraph};

/// A maximum matching of places by allowed pairs.
pub(super) struct Matching<'a, F> {
    allowed: &'a F,
    pub(super) places: Vec<usize>,
    /// The partner of each place, in their order.
    partners: Vec<Option<usize>>,
    pairs: usize,
}

impl<'a, F: Fn(usize, usize) -> bool> Matching<'a, F> {
    /// Finds a maximum matching of these places.
    pub(super) fn of(allowed: &'a F, places: &[usize]) -> Matching<'a, F> {
        let mut graph: UnGraph<(), ()> = UnGraph::new_undirected();
        let nodes: Vec<NodeIndex> = places.iter().map(|_| graph.add_node(())).collect();
        for (a, &one) in places.iter().enumerate() {
            for (b, &other) in places.iter().enumerate().skip(a + 1) {
                if allowed(one, other) {
                    graph.add_edge(nodes[a], nodes[b], ());
                }
            }
        }
        let found = maximum_matching(&graph);
        let partner = |node: &NodeIndex| found.mate(*node).map(|mate| places[mate.index()]);
        let partners = nodes.iter().map(partner).collect();
        Matching { allowed, places: places.to_vec(), partners, pairs: found.len() }
    }

    /// Returns true if no place is left over.
    pub(super) fn is_perfect(&self) -> bool {
        2 * self.pairs == self.places.len()
    }

    pub(super) fn pairs(&self) -> usize {
        self.pairs
    }

    /// Returns a maximum matching of the other places if two of them play each other, provided that
    /// this costs no allowed pair overall: it has one pair less if the two are an allowed pair,
    /// else equally many.
    pub(super) fn without(&self, a: usize, b: usize) -> Option<Matching<'a, F>> {
        let mut rest = Matching {
            allowed: self.allowed,
            places: self.places.clone(),
            partners: self.partners.clone(),
            pairs: self.pairs,
        };
        let freed = [rest.remove(a), rest.remove(b)];
        let wanted = self.pairs - usize::from((self.allowed)(a, b));
        rest.pairs = match freed {
            [None, None] => self.pairs,
            [Some(x), Some(y)] if x != b && y != a => self.pairs - 2,
            _ => self.pairs - 1,
        };
        // If both leave a partner behind, those two can be the missing pair. Only if they are not
        // allowed is everything matched again.
        if let [Some(x), Some(y)] = freed
            && x != b
            && (self.allowed)(x, y)
        {
            rest.pair(x, y);
            rest.pairs += 1;
        }
        if rest.pairs < wanted {
            rest = Matching::of(self.allowed, &rest.places);
        }
        (rest.pairs == wanted).then_some(rest)
    }

    fn at(&self, place: usize) -> usize {
        let at = self.places.iter().position(|&other| other == place);
        at.expect("one of the places to pair")
    }

    /// Removes a place and frees its partner.
    fn remove(&mut self, place: usize) -> Option<usize> {
        let at = self.at(place);
        self.places.remove(at);
        let partner = self.partners.remove(at);
        if let Some(partner) = partner
            && let Some(at) = self.places.iter().position(|&other| other == partner)
        {
            self.partners[at] = None;
        }
        partner
    }

    fn pair(&mut self, x: usize, y: usize) {
        let (at_x, at_y) = (self.at(x), self.at(y));
        self.partners[at_x] = Some(y);
        self.partners[at_y] = Some(x);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::schedule::testing::most_pairs;

    proptest! {
        #[test]
        fn as_many_pairs_are_found_as_by_trying_all(
            count in 0..=9_usize, edges in prop::collection::vec(any::<bool>(), 81),
        ) {
            let allowed = |a: usize, b: usize| edges[9 * a.min(b) + a.max(b)];
            let places: Vec<usize> = (0..count).collect();
            let matching = Matching::of(&allowed, &places);
            prop_assert_eq!(matching.pairs, most_pairs(&allowed, &places));
            for a in 0..count {
                for b in (0..count).filter(|&b| b != a) {
                    let others: Vec<usize> =
                        places.iter().copied().filter(|&c| c != a && c != b).collect();
                    let most = most_pairs(&allowed, &others);
                    let own = usize::from(allowed(a, b));
                    match matching.without(a, b) {
                        None => prop_assert!(most + own < matching.pairs),
                        Some(rest) => {
                            prop_assert_eq!(most + own, matching.pairs);
                            prop_assert_eq!(rest.pairs, most);
                            prop_assert_eq!(&rest.places, &others);
                            for (at, &place) in others.iter().enumerate() {
                                if let Some(partner) = rest.partners[at] {
                                    prop_assert!(allowed(place, partner));
                                    prop_assert_eq!(rest.partners[rest.at(partner)], Some(place));
                                }
                            }
                            let paired = rest.partners.iter().flatten().count();
                            prop_assert_eq!(paired, 2 * most);
                        }
                    }
                }
            }
        }
    }
}
