//! Max-n search against brute force.

use proptest::prelude::*;

use super::random_seats::{RandomSeats, SEATS, Spot, seat_trees};
use crate::{Budget, MaxN, SeatTree, is_proven};

/// Returns the root-relative scores: every seat maximises its own and, between equals, minimises
/// the one of `root`.
fn brute(tree: &RandomSeats, spot: &Spot, depth: i32, ply: i32, root: usize) -> [i32; SEATS] {
    if let Some(scores) = tree.leaf(spot, depth, ply) {
        return scores;
    }
    let seat = tree.seat(spot);
    let scores = tree
        .moves(spot, seat)
        .into_iter()
        .map(|code| brute(tree, &tree.play(spot, code), depth - 1, ply + 1, root));
    // `min_by_key` returns the first of equals.
    scores.min_by_key(|scores| (-scores[seat], scores[root])).expect("a move")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_max_n_search_equals_brute_force((tree, depth) in seat_trees()) {
        let root = tree.root();
        let me = tree.seat(&root);
        let mut search: MaxN<_, SEATS> = MaxN::default();
        let report = search.run(&tree, &root, &[], &mut Budget::depth(depth)).expect("a move");
        prop_assert_eq!(report.score, brute(&tree, &root, report.depth, 0, me)[me]);
        prop_assert!(report.depth == depth || is_proven(report.score));
        let after = tree.play(&root, report.best);
        prop_assert_eq!(report.score, brute(&tree, &after, report.depth - 1, 1, me)[me]);
        prop_assert_eq!(report.pv[0], report.best);
    }

    #[test]
    fn equal_node_budgets_give_equal_reports((tree, _) in seat_trees(), nodes in 0..1000_u64) {
        let root = tree.root();
        let mut search: MaxN<_, SEATS> = MaxN::default();
        let first = search.run(&tree, &root, &[], &mut Budget::nodes(nodes)).expect("a move");
        prop_assert!(first.nodes <= nodes.max(1), "within the budget");
        prop_assert!(tree.moves(&root, tree.seat(&root)).contains(&first.best));
        let other = search.run(&tree, &tree.play(&root, 0), &[], &mut Budget::nodes(50));
        prop_assert!(other.is_some());
        let again = search.run(&tree, &root, &[], &mut Budget::nodes(nodes)).expect("a move");
        prop_assert_eq!(again, first);
    }
}
