//! Best-reply search against brute force.

use proptest::prelude::*;

use super::random_seats::{RandomSeats, SEATS, Spot, seat_trees};
use crate::{BestReply, Budget, Code, Search, SeatTree, Settings, Tree};

/// Returns the root-relative score of `me`, with one move of any other seat in its reply.
fn brute(tree: &RandomSeats, spot: &Spot, depth: i32, ply: i32, me: usize) -> i32 {
    if let Some(scores) = tree.leaf(spot, depth, ply) {
        return scores[me];
    }
    let score = |after: &Spot| brute(tree, after, depth - 1, ply + 1, me);
    if tree.seat(spot) == me {
        let codes = tree.moves(spot, me).into_iter();
        return codes.map(|code| score(&tree.play(spot, code))).max().expect("a move");
    }
    let mut lowest = i32::MAX;
    for seat in (0..SEATS).filter(|&seat| seat != me) {
        for code in tree.moves(spot, seat) {
            let after = tree.play(&tree.with_turn(spot, seat), code);
            lowest = lowest.min(score(&tree.with_turn(&after, me)));
        }
    }
    lowest
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_best_reply_search_equals_brute_force((tree, depth) in seat_trees(), entries in 1..2000_usize) {
        let root = tree.root();
        let me = tree.seat(&root);
        let replies: BestReply<_, SEATS> = BestReply::new(tree, me);
        let mut search = Search::new(Settings::PLAIN, entries);
        let report = search.run(&replies, &root, &[], &mut Budget::depth(depth)).expect("a move");
        prop_assert_eq!(report.score, brute(&tree, &root, report.depth, 0, me));
        let after = tree.play(&root, report.best);
        prop_assert_eq!(report.score, brute(&tree, &after, report.depth - 1, 1, me));
    }

    #[test]
    fn the_codes_of_all_replies_differ((tree, _) in seat_trees()) {
        let root = tree.root();
        let me = tree.seat(&root);
        let replies: BestReply<_, SEATS> = BestReply::new(tree, me);
        let list = |mut node: Spot| {
            let mut list = Vec::new();
            replies.list(&mut node, 1, &mut list);
            list.iter().map(|entry| replies.code(entry.branch)).collect::<Vec<Code>>()
        };
        let own = list(root.clone());
        let mut others = list(tree.with_turn(&root, (me + 1) % SEATS));
        prop_assert!(own.iter().all(|&code| usize::from(code) < RandomSeats::CODES));
        let count = others.len();
        others.sort_unstable();
        others.dedup();
        prop_assert_eq!(others.len(), count);
        prop_assert!(others.iter().all(|&code| usize::from(code) >= RandomSeats::CODES));
    }
}
