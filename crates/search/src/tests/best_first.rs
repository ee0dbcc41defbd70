//! Best-first search: proofs, limits and repeated searches.

use proptest::prelude::*;

use super::random_tree::{RandomTree, minimax, trees};
use super::small_games::{Cycle, Nim};
use crate::{BestFirst, BestFirstSettings, Budget, Tree, WIN, is_proven, won_in};

const MAX_MINIMAX_DEPTH: i32 = 8;

fn search<T: Tree>(entries: usize) -> BestFirst<T> {
    BestFirst::new(BestFirstSettings::default(), entries)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_win_of_minimax_is_found((tree, depth) in trees()) {
        let exact = minimax(&tree, &tree.root(), depth);
        if is_proven(exact) {
            let budget = &mut Budget::nodes(2_000_000);
            let report = search(1 << 20).run(&tree, &tree.root(), &[], budget).expect("a move");
            prop_assert!(is_proven(report.score), "{} for {exact}", report.score);
            prop_assert_eq!(report.score > 0, exact > 0);
        }
    }

    #[test]
    fn a_proven_score_is_true((tree, _) in trees(), nodes in 1..5000_u64) {
        let root = tree.root();
        let budget = &mut Budget::nodes(nodes);
        let report = search(1 << 14).run(&tree, &root, &[], budget).expect("a move");
        let plies = WIN - report.score.abs();
        if is_proven(report.score) && plies <= MAX_MINIMAX_DEPTH {
            let exact = minimax(&tree, &root, plies);
            prop_assert!(is_proven(exact) && exact.signum() == report.score.signum());
            // There can be a shorter win or a longer defence, but the move keeps its result.
            let after = -minimax(&tree, &tree.play(&root, report.best), plies - 1);
            prop_assert!(is_proven(after) && after.signum() == report.score.signum());
            prop_assert!(report.score < 0 || exact >= report.score);
        }
    }

    #[test]
    fn every_budget_and_size_returns_a_listed_move(
        (tree, _) in trees(),
        nodes in 0..200_u64,
        entries in 0..60_usize,
    ) {
        let budget = &mut Budget::nodes(nodes);
        let report = search(entries).run(&tree, &tree.root(), &[], budget).expect("a move");
        prop_assert!(u64::from(report.best) < tree.moves(&tree.root()));
        prop_assert!(report.nodes <= nodes.max(1));
        prop_assert_eq!(report.pv[0], report.best);
    }

    #[test]
    fn earlier_searches_do_not_change_the_report((tree, _) in trees(), nodes in 0..3000_u64) {
        let mut used = search(1 << 10);
        let mut run = |root: &_, nodes| used.run(&tree, root, &[], &mut Budget::nodes(nodes));
        let first = run(&tree.root(), nodes).expect("a move");
        run(&tree.play(&tree.root(), 0), 100);
        prop_assert_eq!(run(&tree.root(), nodes).expect("a move"), first.clone());
        let fresh = search(1 << 10).run(&tree, &tree.root(), &[], &mut Budget::nodes(nodes));
        prop_assert_eq!(fresh.expect("a move"), first);
    }
}

#[test]
fn a_best_first_search_solves_nim() {
    for left in 1..14 {
        let budget = &mut Budget::nodes(3_000_000);
        let report = search(1 << 20).run(&Nim, &(left, 0), &[], budget).expect("a move");
        assert!(is_proven(report.score), "{left} left");
        assert_eq!(report.score > 0, left % 4 != 0, "{left} left");
        if left % 4 != 0 {
            assert_eq!(u32::from(report.best), left % 4, "{left} left");
        }
        if left < 4 {
            assert_eq!(report.score, won_in(1), "{left} left");
        }
    }
}

/// A wide tree with few decided positions.
const WIDE: RandomTree =
    RandomTree { seed: 5, width: 6, rare: 1000, has_leaves: false, has_transpositions: false };

#[test]
fn a_full_tree_ends_the_search_with_an_answer() {
    for entries in [0, 1, 100, 1000] {
        let budget = &mut Budget::nodes(u64::MAX);
        let report = search(entries).run(&WIDE, &WIDE.root(), &[], budget).expect("a move");
        assert!(u64::from(report.best) < WIDE.moves(&WIDE.root()), "{entries}");
    }
}

#[test]
fn a_search_ends_at_the_depth_of_its_budget() {
    let budget = &mut Budget::depth(4);
    let report = search(1 << 16).run(&WIDE, &WIDE.root(), &[], budget).expect("a move");
    assert_eq!(report.depth, 4);
}

#[test]
fn a_search_ends_when_its_stop_function_returns_true() {
    let mut asked = 0;
    let mut stop = || {
        asked += 1;
        asked == 3
    };
    let report = search(1 << 16).run(&WIDE, &WIDE.root(), &[], &mut Budget::until(&mut stop));
    assert_eq!(report.expect("a move").nodes, 3 * 1024);
}

#[test]
fn a_root_without_moves_gives_no_report() {
    assert_eq!(search(16).run(&Nim, &(0, 0), &[], &mut Budget::nodes(9)), None);
}

#[test]
fn a_repetition_is_a_draw() {
    let run = |earlier: &[u64]| {
        search(64).run(&Cycle, &0, earlier, &mut Budget::nodes(1000)).expect("a move")
    };
    let report = run(&[]);
    assert_eq!((report.score, report.depth), (0, 4), "within the search");
    let report = run(&[Cycle.key(&1)]);
    assert_eq!((report.score, report.depth), (0, 1), "of an earlier position");
}
