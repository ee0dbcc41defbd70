//! Tests of the search against plain minimax on small random trees.

use proptest::prelude::*;

use crate::table::Table;
use crate::{Branches, Budget, Code, Search, Settings, Tree, Weighted, is_proven, lost_in, won_in};

/// A random tree: a hash of the path to a position determines the position.
#[derive(Clone, Debug)]
struct RandomTree {
    seed: u64,
    width: u64,
    /// One position in this many is decided: lost or drawn.
    rare: u64,
    /// True if moves know the evaluation of their child.
    has_leaves: bool,
    has_transpositions: bool,
}

#[derive(Clone)]
struct Spot {
    path: u64,
    ply: u32,
}

fn mix(word: u64) -> u64 {
    let mut word = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word ^= word >> 29;
    word = word.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word ^ word >> 32
}

impl RandomTree {
    fn root(&self) -> Spot {
        Spot { path: mix(self.seed), ply: 0 }
    }

    fn hash(&self, spot: &Spot) -> u64 {
        mix(spot.path ^ u64::from(spot.ply) << 56)
    }
}

impl Tree for RandomTree {
    type Node = Spot;
    type Branch = Code;
    const CODES: usize = 16;

    fn key(&self, spot: &Spot) -> u64 {
        self.hash(spot)
    }

    fn side(&self, spot: &Spot) -> usize {
        (spot.ply % 2) as usize
    }

    fn decided(&self, spot: &Spot) -> Option<i32> {
        let hash = self.hash(spot) >> 20;
        match hash % (2 * self.rare) {
            _ if spot.ply == 0 => None,
            0 => Some(lost_in(0)),
            1 => Some(0),
            _ => None,
        }
    }

    fn evaluate(&self, spot: &Spot) -> i32 {
        (self.hash(spot) >> 40) as i32 % 200 - 100
    }

    fn code(&self, branch: Code) -> Code {
        branch
    }

    fn recall(&self, spot: &mut Spot, code: Code) -> Option<Code> {
        (u64::from(code) < self.moves(spot)).then_some(code)
    }

    fn list(&self, spot: &mut Spot, _: i32, out: &mut Branches<Code>) {
        let hash = self.hash(spot);
        out.extend(
            (0..self.moves(spot))
                .map(|nth| Weighted { branch: nth as Code, weight: (hash >> nth & 7) as i32 }),
        );
    }

    fn play(&self, spot: &Spot, branch: Code) -> Spot {
        let step = 1 + u64::from(branch);
        let path = if self.has_transpositions {
            spot.path.wrapping_add(step * step)
        } else {
            mix(spot.path + step)
        };
        Spot { path, ply: spot.ply + 1 }
    }

    fn leaf(&self, spot: &Spot, branch: Code) -> Option<i32> {
        self.has_leaves.then(|| {
            let after = self.play(spot, branch);
            -self.decided(&after).unwrap_or_else(|| self.evaluate(&after))
        })
    }
}

impl RandomTree {
    fn moves(&self, spot: &Spot) -> u64 {
        1 + (self.hash(spot) >> 10) % self.width
    }
}

/// Returns the root-relative minimax score for the side to move.
fn minimax(tree: &RandomTree, spot: &Spot, depth: i32) -> i32 {
    let plies = spot.ply as i32;
    if let Some(score) = tree.decided(spot) {
        return if is_proven(score) { score - score.signum() * plies } else { score };
    }
    if depth == 0 {
        return tree.evaluate(spot);
    }
    let mut list = Vec::new();
    tree.list(&mut spot.clone(), depth, &mut list);
    let after = list.iter().map(|entry| tree.play(spot, entry.branch));
    after.map(|after| -minimax(tree, &after, depth - 1)).max().expect("a move")
}

fn trees() -> impl Strategy<Value = (RandomTree, i32)> {
    let parts = (any::<u64>(), 1..6_i32, 1..7_u64, 3..40_u64, any::<bool>(), any::<bool>());
    parts.prop_map(|(seed, depth, width, rare, has_leaves, has_transpositions)| {
        (RandomTree { seed, width, rare, has_leaves, has_transpositions }, depth)
    })
}

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

/// Nim with one heap: a move takes one to three, and the player who takes the last one wins.
struct Nim;

impl Tree for Nim {
    type Node = (u32, usize);
    type Branch = u32;
    const CODES: usize = 4;

    fn key(&self, &(left, side): &(u32, usize)) -> u64 {
        mix(u64::from(left) * 2 + side as u64 + 1)
    }

    fn side(&self, node: &(u32, usize)) -> usize {
        node.1
    }

    fn decided(&self, node: &(u32, usize)) -> Option<i32> {
        (node.0 == 0).then_some(lost_in(0))
    }

    fn evaluate(&self, _: &(u32, usize)) -> i32 {
        0
    }

    fn code(&self, taken: u32) -> Code {
        taken as Code
    }

    fn recall(&self, node: &mut (u32, usize), code: Code) -> Option<u32> {
        (1..=node.0.min(3)).contains(&code.into()).then_some(code.into())
    }

    fn list(&self, node: &mut (u32, usize), _: i32, out: &mut Branches<u32>) {
        out.extend((1..=node.0.min(3)).map(|branch| Weighted { branch, weight: 0 }));
    }

    fn play(&self, &(left, side): &(u32, usize), taken: u32) -> (u32, usize) {
        (left - taken, 1 - side)
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
fn a_table_has_at_most_the_requested_entries() {
    for entries in [1, 4, 5, 1000, 1024, 5000] {
        let table = Table::new(entries);
        assert!(table.capacity() <= entries.max(4), "{entries}");
        assert!(2 * table.capacity() >= entries.min(1 << 20), "{entries}");
    }
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
    /// A cycle of four positions with one move each and a bad evaluation for the side to move.
    struct Cycle;
    impl Tree for Cycle {
        type Node = u32;
        type Branch = u32;
        const CODES: usize = 8;
        fn key(&self, node: &u32) -> u64 {
            mix(u64::from(*node) + 1)
        }
        fn side(&self, node: &u32) -> usize {
            (*node % 2) as usize
        }
        fn decided(&self, _: &u32) -> Option<i32> {
            None
        }
        fn evaluate(&self, _: &u32) -> i32 {
            -50
        }
        fn code(&self, branch: u32) -> Code {
            branch as Code
        }
        fn recall(&self, _: &mut u32, code: Code) -> Option<u32> {
            Some(code.into())
        }
        fn list(&self, _: &mut u32, _: i32, out: &mut Branches<u32>) {
            out.push(Weighted { branch: 0, weight: 0 });
        }
        fn play(&self, node: &u32, _: u32) -> u32 {
            (node + 1) % 4
        }
    }
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
