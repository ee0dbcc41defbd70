//! Alpha-beta against plain minimax.

use proptest::prelude::*;

use super::random_tree::{RandomTree, minimax, trees};
use super::small_games::{Cycle, Nim};
use crate::{Budget, Search, Settings, Tree, is_proven, won_in};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_plain_search_equals_minimax((tree, depth) in trees(), entries in 1..2000_usize) {
        let mut search = Search::new(Settings::PLAIN, entries);
        // Iterative deepening ends early on a proven win.
        let report =
            search.run(&tree, &tree.root(), &[], &mut Budget::depth(depth)).expect("a move");
        let expected = minimax(&tree, &tree.root(), report.depth);
        prop_assert_eq!(report.score, expected);
        prop_assert!(report.depth == depth || is_proven(report.score));
        let after = tree.play(&tree.root(), report.best);
        let score = -minimax(&tree, &after, report.depth - 1);
        prop_assert_eq!(score, expected, "the best move has this score");
        prop_assert_eq!(report.pv[0], report.best);
    }

    #[test]
    fn a_solved_position_has_the_score_of_minimax((tree, depth) in trees(), nodes in 1..500_u64) {
        let mut search = Search::new(Settings::PLAIN, 1 << 8);
        let (root, mut used) = (tree.root(), 0);
        let everything = &mut Budget::nodes(u64::MAX);
        let score = search.solve(&tree, &root, depth, everything, &mut used);
        prop_assert_eq!(score, Some(minimax(&tree, &root, depth)));
        search.clear();
        let mut again = 0;
        let score = search.solve(&tree, &root, depth, &mut Budget::nodes(nodes), &mut again);
        prop_assert_eq!(score.is_some(), used < nodes);
        prop_assert_eq!(again, used.min(nodes));
    }

    #[test]
    fn an_aspiration_window_does_not_change_the_score((tree, depth) in trees()) {
        let settings = Settings { aspiration_window: 10, ..Settings::PLAIN };
        let mut search = Search::new(settings, 1 << 10);
        let report =
            search.run(&tree, &tree.root(), &[], &mut Budget::depth(depth)).expect("a move");
        prop_assert_eq!(report.score, minimax(&tree, &tree.root(), report.depth));
    }

    #[test]
    fn equal_node_budgets_give_equal_reports((tree, _) in trees(), nodes in 0..3000_u64) {
        let mut search = Search::new(Settings::default(), 1 << 8);
        let run = |search: &mut Search<RandomTree>| {
            search.run(&tree, &tree.root(), &[], &mut Budget::nodes(nodes)).expect("a move")
        };
        let first = run(&mut search);
        prop_assert!(first.nodes <= nodes.max(1), "within the budget");
        for _ in 0..3 {
            search.clear();
            prop_assert_eq!(&run(&mut search), &first, "after clearing");
        }
        let mut fresh = Search::new(Settings::default(), 1 << 8);
        prop_assert_eq!(&run(&mut fresh), &first);
    }

    #[test]
    fn every_budget_returns_a_legal_move((tree, _) in trees(), nodes in 0..50_u64) {
        let mut search = Search::new(Settings::default(), 16);
        let report =
            search.run(&tree, &tree.root(), &[], &mut Budget::nodes(nodes)).expect("a move");
        prop_assert!(u64::from(report.best) < tree.moves(&tree.root()));
    }
}

#[test]
fn a_search_plays_nim_perfectly() {
    for left in 1..40 {
        let mut search = Search::new(Settings::default(), 1 << 12);
        let report =
            search.run(&Nim, &(left, 0), &[], &mut Budget::nodes(300_000)).expect("a move");
        if left % 4 == 0 {
            assert!(report.score <= 0, "{left} left: lost");
        } else {
            assert_eq!(u32::from(report.best), left % 4, "{left} left");
            assert_eq!(report.score, won_in(2 * (left / 4) + 1), "{left} left: plies to the win");
        }
    }
}

#[test]
fn a_root_without_moves_gives_no_report() {
    let mut search = Search::new(Settings::default(), 16);
    assert_eq!(search.run(&Nim, &(0, 0), &[], &mut Budget::depth(3)), None);
}

#[test]
fn a_search_ends_when_its_stop_function_returns_true() {
    let tree =
        RandomTree { seed: 5, width: 6, rare: 1000, has_leaves: false, has_transpositions: false };
    let mut asked = 0;
    let mut stop = || {
        asked += 1;
        asked == 3
    };
    let mut search = Search::new(Settings::default(), 1 << 10);
    let report = search.run(&tree, &tree.root(), &[], &mut Budget::until(&mut stop));
    assert_eq!(report.expect("a move").nodes, 3 * 1024);
}

#[test]
fn a_repetition_is_a_draw() {
    let mut search = Search::new(Settings::PLAIN, 16);
    let run = |search: &mut Search<Cycle>, earlier: &[u64]| {
        search.run(&Cycle, &0, earlier, &mut Budget::depth(9)).expect("a move").score
    };
    assert_eq!(run(&mut search, &[]), 0, "repetition within the search");
    let mut search = Search::new(Settings::PLAIN, 16);
    let before = [Cycle.key(&1)];
    let report = search.run(&Cycle, &0, &before, &mut Budget::depth(2)).expect("a move");
    assert_eq!(report.score, 0, "repetition of an earlier position");
}
