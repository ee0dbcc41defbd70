//! Max-n: every seat maximises its own score.

use std::cmp::Reverse;

use crate::budget::{MAX_DEPTH, MAX_PLY};
use crate::score::node_to_root;
use crate::{Branches, Budget, Code, Report, SeatTree, WIN, is_proven, won_in};

/// Max-n search with iterative deepening.
///
/// Between moves of the same score for the seat that moves, a seat other than the one at the root
/// chooses the lowest score of the seat at the root; then the first move in order of weight. A node
/// with an immediate win of the seat to move has no other moves searched. A repetition is a draw
/// with score 0 for every seat.
pub struct MaxN<S: SeatTree<SEATS>, const SEATS: usize> {
    /// Move list of each ply, reused across nodes.
    lists: Vec<Branches<S::Branch>>,
    /// Keys of the positions before the current node, to detect repetitions.
    path: Vec<u64>,
    /// Principal variation from each ply.
    pvs: Vec<Vec<Code>>,
}

impl<S: SeatTree<SEATS>, const SEATS: usize> Default for MaxN<S, SEATS> {
    fn default() -> MaxN<S, SEATS> {
        MaxN {
            lists: (0..MAX_PLY).map(|_| Vec::new()).collect(),
            path: Vec::new(),
            pvs: (0..=MAX_PLY).map(|_| Vec::new()).collect(),
        }
    }
}

impl<S: SeatTree<SEATS>, const SEATS: usize> MaxN<S, SEATS> {
    /// Searches `root`; returns `None` if it has no moves. `earlier` holds the keys of earlier
    /// positions that can repeat. The result does not depend on earlier searches.
    pub fn run(
        &mut self,
        tree: &S,
        root: &S::Node,
        earlier: &[u64],
        budget: &mut Budget<'_>,
    ) -> Option<Report> {
        self.path.clear();
        self.path.extend_from_slice(earlier);
        let root_seat = tree.seat(root);
        let mut searcher = Searcher {
            tree,
            budget,
            search: self,
            root_seat,
            nodes: 0,
            is_stopped: false,
            repeatable_from: 0,
        };
        searcher.iterate(&mut root.clone())
    }
}

/// A search in progress from one root.
struct Searcher<'a, 'b, S: SeatTree<SEATS>, const SEATS: usize> {
    tree: &'a S,
    budget: &'a mut Budget<'b>,
    search: &'a mut MaxN<S, SEATS>,
    root_seat: usize,
    nodes: u64,
    is_stopped: bool,
    /// Index in the path of the first position that can repeat.
    repeatable_from: usize,
}

impl<S: SeatTree<SEATS>, const SEATS: usize> Searcher<'_, '_, S, SEATS> {
    /// Searches with increasing depth until the budget ends.
    fn iterate(&mut self, root: &mut S::Node) -> Option<Report> {
        let mut moves = Vec::new();
        self.list(root, MAX_DEPTH, &mut moves);
        let best = self.tree.code(moves.first()?.branch);
        let score = self.tree.evaluate(root, self.root_seat);
        let mut report = Report { best, score, depth: 0, nodes: 0, pv: vec![best] };
        for depth in 1..=self.budget.depth.min(MAX_DEPTH) {
            self.count_node();
            if self.is_stopped {
                break;
            }
            self.search.path.push(self.tree.key(root));
            let scores = self.search_moves(root, &moves, depth, 0);
            self.search.path.pop();
            // The best move of the last iteration is the first one, so the result of a stopped
            // iteration is usable.
            if let (Some(scores), Some(&best)) = (scores, self.search.pvs[0].first()) {
                (report.best, report.score) = (best, scores[self.root_seat]);
                report.pv.clone_from(&self.search.pvs[0]);
                let nth = moves.iter().position(|entry| self.tree.code(entry.branch) == best);
                moves[..=nth.unwrap_or(0)].rotate_right(1);
            }
            if self.is_stopped {
                break;
            }
            report.depth = depth;
            if is_proven(report.score) && WIN - report.score.abs() <= depth {
                break;
            }
        }
        report.nodes = self.nodes;
        Some(report)
    }

    fn count_node(&mut self) {
        self.nodes += 1;
        self.is_stopped |= self.budget.is_spent(self.nodes);
    }

    /// Fills a list with the moves of the seat to move, in order of weight.
    fn list(&self, node: &mut S::Node, depth: i32, out: &mut Branches<S::Branch>) {
        out.clear();
        let seat = self.tree.seat(node);
        self.tree.list(node, seat, depth, out);
        out.sort_by_key(|entry| Reverse(entry.weight));
    }

    /// Returns the score of each seat; meaningless once the search has stopped.
    fn search_node(&mut self, node: &mut S::Node, depth: i32, ply: usize) -> [i32; SEATS] {
        self.count_node();
        self.search.pvs[ply].clear();
        if self.is_stopped {
            return [0; SEATS];
        }
        if let Some(scores) = self.tree.decided(node) {
            return scores.map(|score| node_to_root(score, ply));
        }
        let key = self.tree.key(node);
        if self.search.path[self.repeatable_from..].contains(&key) {
            return [0; SEATS];
        }
        if depth <= 0 || ply + 1 >= MAX_PLY {
            return std::array::from_fn(|seat| self.tree.evaluate(node, seat));
        }
        let mut list = std::mem::take(&mut self.search.lists[ply]);
        self.list(node, depth, &mut list);
        self.search.path.push(key);
        let scores = self.search_moves(node, &list, depth, ply);
        self.search.path.pop();
        self.search.lists[ply] = list;
        scores.unwrap_or([0; SEATS])
    }

    /// Returns the scores after the best move; `None` if the search stops before the first one is
    /// searched.
    fn search_moves(
        &mut self,
        node: &S::Node,
        list: &Branches<S::Branch>,
        depth: i32,
        ply: usize,
    ) -> Option<[i32; SEATS]> {
        let seat = self.tree.seat(node);
        let fastest_win = node_to_root(won_in(0), ply + 1);
        let mut best: Option<[i32; SEATS]> = None;
        self.search.pvs[ply].clear();
        for entry in list {
            let repeatable_from = self.repeatable_from;
            if self.tree.is_irreversible(entry.branch) {
                self.repeatable_from = self.search.path.len();
            }
            let mut after = self.tree.play(node, entry.branch);
            let scores = self.search_node(&mut after, depth - 1, ply + 1);
            self.repeatable_from = repeatable_from;
            if self.is_stopped {
                break;
            }
            if best.is_none_or(|best| self.is_better(seat, &scores, &best)) {
                best = Some(scores);
                let (before, after) = self.search.pvs.split_at_mut(ply + 1);
                let pv = &mut before[ply];
                pv.clear();
                pv.push(self.tree.code(entry.branch));
                pv.extend_from_slice(&after[0]);
            }
            if scores[seat] >= fastest_win {
                break;
            }
        }
        best
    }

    /// Returns true if `seat` prefers the first scores.
    fn is_better(&self, seat: usize, one: &[i32; SEATS], two: &[i32; SEATS]) -> bool {
        let root = self.root_seat;
        one[seat] > two[seat] || one[seat] == two[seat] && one[root] < two[root]
    }
}
