//! Paranoid search against brute force.

use proptest::prelude::*;

use super::random_seats::{RandomSeats, SEATS, Spot, seat_trees};
use crate::{
    BestFirst, BestFirstSettings, Budget, Paranoid, Search, SeatTree, Settings, is_proven,
};

/// Returns the root-relative score of `me`: it maximises it, all others minimise it.
fn brute(tree: &RandomSeats, spot: &Spot, depth: i32, ply: i32, me: usize) -> i32 {
    if let Some(scores) = tree.leaf(spot, depth, ply) {
        return scores[me];
    }
    let seat = tree.seat(spot);
    let scores = tree
        .moves(spot, seat)
        .into_iter()
        .map(|code| brute(tree, &tree.play(spot, code), depth - 1, ply + 1, me));
    let best = if seat == me { scores.max() } else { scores.min() };
    best.expect("a move")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_paranoid_search_equals_brute_force((tree, depth) in seat_trees(), entries in 1..2000_usize) {
        let root = tree.root();
        let me = tree.seat(&root);
        let paranoid: Paranoid<_, SEATS> = Paranoid::new(tree, me);
        let mut search = Search::new(Settings::PLAIN, entries);
        let report = search.run(&paranoid, &root, &[], &mut Budget::depth(depth)).expect("a move");
        prop_assert_eq!(report.score, brute(&tree, &root, report.depth, 0, me));
        prop_assert!(report.depth == depth || is_proven(report.score));
        let after = tree.play(&root, report.best);
        prop_assert_eq!(report.score, brute(&tree, &after, report.depth - 1, 1, me));
    }

    #[test]
    fn a_best_first_search_proves_only_true_paranoid_wins((tree, _) in seat_trees()) {
        let root = tree.root();
        let me = tree.seat(&root);
        let paranoid: Paranoid<_, SEATS> = Paranoid::new(tree, me);
        let mut search = BestFirst::new(BestFirstSettings::default(), 1 << 12);
        let report = search.run(&paranoid, &root, &[], &mut Budget::nodes(4000)).expect("a move");
        let plies = crate::WIN - report.score.abs();
        if is_proven(report.score) && plies <= 8 {
            let exact = brute(&tree, &root, plies, 0, me);
            prop_assert!(is_proven(exact) && exact.signum() == report.score.signum());
        }
    }
}
