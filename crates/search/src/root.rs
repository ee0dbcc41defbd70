//! The root of a search: iterative deepening with aspiration windows.

use crate::alpha_beta::{Search, Searcher};
use crate::budget::MAX_DEPTH;
use crate::score::INFINITE;
use crate::tree::NO_CODE;
use crate::{Budget, Code, Report, Tree, WIN, is_proven};

/// Minimum depth of an aspiration window: the score of shallower iterations still varies much.
const ASPIRATION_MIN_DEPTH: i32 = 4;
/// Factor by which the aspiration window widens when the score is outside.
const WIDENING: i32 = 3;
/// Half the width above which the failed bound of the aspiration window opens, in units of the score.
const MAX_HALF_WIDTH: i32 = 2000;

impl<T: Tree> Search<T> {
    /// Searches `root`; returns `None` if it has no moves. `earlier` holds the keys of earlier
    /// positions that can repeat.
    pub fn run(
        &mut self,
        tree: &T,
        root: &T::Node,
        earlier: &[u64],
        budget: &mut Budget<'_>,
    ) -> Option<Report> {
        self.table.start_search();
        self.move_order.age_history();
        self.path.clear();
        self.path.extend_from_slice(earlier);
        let searcher = Searcher {
            tree,
            budget,
            search: self,
            nodes: 0,
            is_stopped: false,
            root_side: tree.side(root),
            repeatable_from: 0,
        };
        Root { searcher, moves: Vec::new() }.iterate(&mut root.clone())
    }
}

/// The root of a search in progress.
struct Root<'a, 'b, T: Tree> {
    searcher: Searcher<'a, 'b, T>,
    moves: Vec<RootMove<T::Branch>>,
}

struct RootMove<B> {
    branch: B,
    code: Code,
    score: i32,
}

impl<T: Tree> Root<'_, '_, T> {
    /// Searches with increasing depth until the budget ends.
    fn iterate(&mut self, root: &mut T::Node) -> Option<Report> {
        self.list_root_moves(root);
        let first = self.moves.first()?;
        let mut report = Report {
            best: first.code,
            score: self.searcher.tree.evaluate(root),
            depth: 0,
            nodes: 0,
            pv: vec![first.code],
        };
        for depth in 1..=self.searcher.budget.depth.min(MAX_DEPTH) {
            let score = self.search_window(root, depth, report.score);
            // A move becomes first only by beating the moves before it, so the result of a stopped
            // iteration is usable.
            if !self.searcher.search.pvs[0].is_empty() {
                report.pv.clone_from(&self.searcher.search.pvs[0]);
                report.best = self.moves[0].code;
                report.score = self.moves[0].score;
            }
            if self.searcher.is_stopped {
                break;
            }
            (report.score, report.depth) = (score, depth);
            if is_proven(score) && WIN - score.abs() <= depth {
                break;
            }
        }
        report.nodes = self.searcher.nodes;
        Some(report)
    }

    /// Generates the root moves: the table move, the tree's first move, the others by weight.
    fn list_root_moves(&mut self, root: &mut T::Node) {
        let (tree, search) = (self.searcher.tree, &mut *self.searcher.search);
        let table_move = search.table.get(tree.key(root)).map_or(NO_CODE, |entry| entry.code);
        let first = tree.first(root).map_or(NO_CODE, |branch| tree.code(branch));
        let mut list = Vec::new();
        tree.list(root, MAX_DEPTH, &mut list);
        let side = tree.side(root);
        let weight = |branch, weight| match tree.code(branch) {
            code if code == table_move => i32::MAX,
            code if code == first => i32::MAX - 1,
            code => weight + search.move_order.weight(side, 0, NO_CODE, code),
        };
        list.iter_mut().for_each(|entry| entry.weight = weight(entry.branch, entry.weight));
        list.sort_by_key(|entry| -i64::from(entry.weight));
        let root = |branch| RootMove { branch, code: tree.code(branch), score: -INFINITE };
        self.moves = list.iter().map(|entry| root(entry.branch)).collect();
    }

    /// Searches the root with an aspiration window around the last score. Widens it until the score
    /// is inside.
    fn search_window(&mut self, root: &mut T::Node, depth: i32, last: i32) -> i32 {
        let mut width = self.searcher.search.settings.aspiration_window;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if width > 0 && depth >= ASPIRATION_MIN_DEPTH && !is_proven(last) {
            (alpha, beta) = (last - width, last + width);
        }
        loop {
            let score = self.search_root(root, depth, alpha, beta);
            if self.searcher.is_stopped || alpha < score && score < beta {
                return score;
            }
            width = width.saturating_mul(WIDENING);
            let wide = width > MAX_HALF_WIDTH;
            if score <= alpha {
                alpha = if wide { -INFINITE } else { score - width };
            } else {
                beta = if wide { INFINITE } else { score + width };
            }
        }
    }

    fn search_root(&mut self, root: &mut T::Node, depth: i32, alpha: i32, beta: i32) -> i32 {
        self.searcher.count_node();
        self.searcher.search.pvs[0].clear();
        if self.searcher.is_stopped {
            return -INFINITE;
        }
        let mut visit = self.searcher.new_visit(root, depth, 0, NO_CODE, alpha, beta);
        self.searcher.search.path.push(visit.key);
        for nth in 0..self.moves.len() {
            let RootMove { branch, code, .. } = self.moves[nth];
            let score = self.searcher.search_child(root, branch, &visit);
            if self.searcher.is_stopped {
                break;
            }
            self.moves[nth].score = score;
            if self.searcher.record(&mut visit, code, score) && visit.tried > 1 {
                self.moves[..=nth].rotate_right(1);
            }
            if visit.alpha >= beta {
                break;
            }
        }
        self.searcher.search.path.pop();
        if !self.searcher.is_stopped {
            self.searcher.store(&visit, alpha);
        }
        visit.best
    }
}
