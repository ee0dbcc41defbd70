//! The exact value of a position near the end of a game.

use crate::alpha_beta::{Search, Searcher};
use crate::score::INFINITE;
use crate::tree::NO_CODE;
use crate::{Budget, Tree};

impl<T: Tree> Search<T> {
    /// Returns the score of `root` for its side to move, `plies` plies ahead, without iterations;
    /// `None` once the search has used `nodes`, to which it adds its own.
    ///
    /// The score is exact under [`Settings::PLAIN`](crate::Settings::PLAIN) if every line ends
    /// within `plies`, or if the evaluation is exact there. The table keeps scores from one root to
    /// the next, so a key has everything that the score depends on.
    pub fn solve(
        &mut self,
        tree: &T,
        root: &T::Node,
        plies: i32,
        budget: &mut Budget<'_>,
        nodes: &mut u64,
    ) -> Option<i32> {
        self.solve_within(tree, root, plies, (-INFINITE, INFINITE), budget, nodes)
    }

    /// Returns the score of [`Search::solve`] if it lies strictly between the bounds of `window`;
    /// otherwise a score at or beyond the bound that it reaches. Bounds at the best and the worst
    /// score save the search for better ones.
    pub fn solve_within(
        &mut self,
        tree: &T,
        root: &T::Node,
        plies: i32,
        (low, high): (i32, i32),
        budget: &mut Budget<'_>,
        nodes: &mut u64,
    ) -> Option<i32> {
        self.path.clear();
        let mut searcher = Searcher {
            tree,
            budget,
            search: self,
            nodes: *nodes,
            is_stopped: false,
            root_side: tree.side(root),
            repeatable_from: 0,
        };
        let score = searcher.search_node(&mut root.clone(), plies, 0, NO_CODE, low, high);
        *nodes = searcher.nodes;
        (!searcher.is_stopped).then_some(score)
    }
}
