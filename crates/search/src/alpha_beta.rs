//! Alpha-beta with a transposition table, principal variation search and late move reductions.

use crate::budget::{MAX_DEPTH, MAX_PLY};
use crate::fixed::{LOG2_BITS, log2};
use crate::order::MoveOrder;
use crate::score::{INFINITE, node_to_root, root_to_node};
use crate::table::{Bound, Table};
use crate::tree::NO_CODE;
use crate::{Branches, Budget, Code, Settings, Tree};

/// Alpha-beta search. Keeps its transposition table and move ordering from one position of a match
/// to the next.
pub struct Search<T: Tree> {
    pub(crate) settings: Settings,
    pub(crate) table: Table,
    pub(crate) move_order: MoveOrder,
    /// Move list of each ply, reused across nodes.
    lists: Vec<Branches<T::Branch>>,
    reductions: Vec<[u8; LMR_MOVES]>,
    /// Keys of the positions before the current node, to detect repetitions.
    pub(crate) path: Vec<u64>,
    /// Principal variation from each ply.
    pub(crate) pvs: Vec<Vec<Code>>,
}

impl<T: Tree> Search<T> {
    /// Creates a search with a transposition table of at most `entries` entries, at least 4.
    pub fn new(settings: Settings, entries: usize) -> Search<T> {
        Search {
            settings,
            table: Table::new(entries),
            move_order: MoveOrder::new(T::CODES),
            lists: (0..MAX_PLY).map(|_| Vec::with_capacity(LIST_CAPACITY)).collect(),
            reductions: reductions(&settings),
            path: Vec::new(),
            pvs: (0..=MAX_PLY).map(|_| Vec::with_capacity(MAX_PLY)).collect(),
        }
    }

    /// Clears all state, so the next search does not depend on earlier ones.
    pub fn clear(&mut self) {
        self.table.clear();
        self.move_order.clear();
    }
}

/// Initial capacity of a move list, enough for most nodes; the lists grow.
const LIST_CAPACITY: usize = 64;
/// Number of columns of the reduction table; later moves use the last column.
const LMR_MOVES: usize = 64;
/// Minimum depth of nodes with late move reductions: a reduced move keeps at least one ply.
const LMR_MIN_DEPTH: usize = 3;

/// Returns the late move reductions in plies, by depth and move number.
fn reductions(settings: &Settings) -> Vec<[u8; LMR_MOVES]> {
    let reduction = |depth: usize, number: usize| {
        if settings.late_move_reduction == 0
            || depth < LMR_MIN_DEPTH
            || number < settings.full_depth_moves
        {
            return 0;
        }
        let late = number - settings.full_depth_moves + 2;
        let product = log2(depth as u64) * log2(late as u64);
        (product * settings.late_move_reduction as u32 / (100 << (2 * LOG2_BITS))) as u8
    };
    let row = |depth| std::array::from_fn(|number| reduction(depth, number));
    (0..=MAX_DEPTH as usize).map(row).collect()
}

/// A search in progress from one root.
pub(crate) struct Searcher<'a, 'b, T: Tree> {
    pub tree: &'a T,
    pub budget: &'a mut Budget<'b>,
    pub search: &'a mut Search<T>,
    pub nodes: u64,
    pub is_stopped: bool,
    pub root_side: usize,
    /// Index in the path of the first position that can repeat; an irreversible move follows the
    /// earlier ones.
    pub repeatable_from: usize,
}

/// A node whose moves are being searched.
pub(crate) struct Visit {
    pub key: u64,
    side: usize,
    depth: i32,
    ply: usize,
    /// Move that led here, or [`NO_CODE`].
    previous: Code,
    pub alpha: i32,
    beta: i32,
    pub best: i32,
    code: Code,
    pub tried: usize,
}

impl Visit {
    /// Returns true if the children are evaluated without a search; their order hardly matters.
    #[inline]
    fn has_leaf_children(&self) -> bool {
        self.depth <= 1
    }
}

impl<T: Tree> Searcher<'_, '_, T> {
    pub fn new_visit(
        &self,
        node: &T::Node,
        depth: i32,
        ply: usize,
        previous: Code,
        alpha: i32,
        beta: i32,
    ) -> Visit {
        let (key, side) = (self.tree.key(node), self.tree.side(node));
        Visit {
            key,
            side,
            depth,
            ply,
            previous,
            alpha,
            beta,
            best: -INFINITE,
            code: NO_CODE,
            tried: 0,
        }
    }

    /// Counts a node and checks the budget.
    #[inline]
    pub fn count_node(&mut self) {
        self.nodes += 1;
        if self.budget.is_spent(self.nodes) {
            self.is_stopped = true;
        }
    }

    /// Returns the score of a node for the side to move; meaningless once the search has stopped.
    pub fn search_node(
        &mut self,
        node: &mut T::Node,
        depth: i32,
        ply: usize,
        previous: Code,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        self.count_node();
        self.search.pvs[ply].clear();
        if self.is_stopped {
            return 0;
        }
        if let Some(score) = self.tree.decided(node) {
            return node_to_root(score, ply);
        }
        let mut visit = self.new_visit(node, depth, ply, previous, alpha, beta);
        if self.search.path[self.repeatable_from..].contains(&visit.key) {
            let draw = self.search.settings.repetition_score;
            return if visit.side == self.root_side { draw } else { -draw };
        }
        if depth <= 0 || ply + 1 >= MAX_PLY {
            return self.tree.evaluate(node);
        }
        let is_null_window = beta - alpha == 1;
        let settings = self.search.settings;
        let mut table_move = NO_CODE;
        if depth >= settings.table_min_depth
            && let Some(entry) = self.search.table.get(visit.key)
        {
            table_move = entry.code;
            let score = node_to_root(entry.score.into(), ply);
            let is_cutoff = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if is_null_window && is_cutoff && i32::from(entry.depth) >= depth {
                return score;
            }
        }
        // Internal iterative reduction.
        if table_move == NO_CODE && settings.iir_min_depth > 0 && depth >= settings.iir_min_depth {
            visit.depth -= 1;
        }
        self.search.path.push(visit.key);
        self.search_moves(node, &mut visit, table_move);
        self.search.path.pop();
        if self.is_stopped {
            return 0;
        }
        if depth >= settings.table_min_depth {
            self.store(&visit, alpha);
        }
        visit.best
    }

    /// Searches moves until a beta cutoff: the table move, the tree's first move, the others by
    /// weight.
    fn search_moves(&mut self, node: &mut T::Node, visit: &mut Visit, table_move: Code) {
        let tree = self.tree;
        let (mut tried_table_move, mut first) = (NO_CODE, NO_CODE);
        if table_move != NO_CODE
            && let Some(branch) = tree.recall(node, table_move)
        {
            tried_table_move = table_move;
            if self.search_move(node, branch, table_move, visit) {
                return;
            }
        }
        if let Some(branch) = tree.first(node) {
            first = tree.code(branch);
            if first != tried_table_move && self.search_move(node, branch, first, visit) {
                return;
            }
        }
        let mut list = std::mem::take(&mut self.search.lists[visit.ply]);
        list.clear();
        tree.list(node, visit.depth, &mut list);
        let is_ordered = !visit.has_leaf_children();
        if is_ordered {
            let (move_order, side, ply) = (&self.search.move_order, visit.side, visit.ply);
            for entry in &mut list {
                let code = tree.code(entry.branch);
                entry.weight += move_order.weight(side, ply, visit.previous, code);
                if code == table_move {
                    entry.weight = i32::MAX;
                }
            }
        }
        for nth in 0..list.len() {
            if is_ordered {
                select_best(&mut list, nth);
            }
            let branch = list[nth].branch;
            let code = tree.code(branch);
            if code == tried_table_move || code == first {
                continue;
            }
            if self.search_move(node, branch, code, visit) {
                if is_ordered && !self.is_stopped {
                    for entry in &list[..nth] {
                        self.search.move_order.penalize(
                            visit.side,
                            visit.depth,
                            tree.code(entry.branch),
                        );
                    }
                }
                break;
            }
        }
        self.search.lists[visit.ply] = list;
    }

    /// Searches one move. Returns true on a beta cutoff, or once the search has stopped.
    #[inline]
    fn search_move(
        &mut self,
        node: &T::Node,
        branch: T::Branch,
        code: Code,
        visit: &mut Visit,
    ) -> bool {
        let score = self.search_child(node, branch, visit);
        if self.is_stopped {
            return true;
        }
        self.record(visit, code, score);
        let is_cutoff = visit.alpha >= visit.beta;
        if is_cutoff && !visit.has_leaf_children() {
            self.search.move_order.reward(visit.side, visit.ply, visit.depth, visit.previous, code);
        }
        is_cutoff
    }

    /// Returns the score of a move for the side that makes it. Searches a null window first,
    /// reduced for late moves, and the full window if the score falls inside it.
    #[inline]
    pub fn search_child(&mut self, node: &T::Node, branch: T::Branch, visit: &Visit) -> i32 {
        let (depth, ply) = (visit.depth, visit.ply + 1);
        if visit.has_leaf_children()
            && let Some(score) = self.tree.leaf(node, branch)
        {
            self.count_node();
            self.search.pvs[ply].clear();
            return node_to_root(score, ply);
        }
        let mut after = self.tree.play(node, branch);
        let code = self.tree.code(branch);
        let repeatable_from = self.repeatable_from;
        if self.tree.is_irreversible(branch) {
            self.repeatable_from = self.search.path.len();
        }
        let (alpha, beta) = (visit.alpha, visit.beta);
        // The child has the scores of the other side, unless the same side moves again.
        let sign = if self.tree.side(&after) == visit.side { 1 } else { -1 };
        let window = |low: i32, high: i32| if sign == 1 { (low, high) } else { (-high, -low) };
        let mut score = 0;
        let mut needs_full_window = visit.tried == 0;
        if !needs_full_window {
            let reduction = self.reduction(visit);
            let (low, high) = window(alpha, alpha + 1);
            score =
                sign * self.search_node(&mut after, depth - 1 - reduction, ply, code, low, high);
            if reduction > 0 && score > alpha && !self.is_stopped {
                score = sign * self.search_node(&mut after, depth - 1, ply, code, low, high);
            }
            needs_full_window = score > alpha && score < beta && !self.is_stopped;
        }
        if needs_full_window {
            let (low, high) = window(alpha, beta);
            score = sign * self.search_node(&mut after, depth - 1, ply, code, low, high);
        }
        self.repeatable_from = repeatable_from;
        score
    }

    /// Returns the late move reduction of the next move in plies.
    #[inline]
    fn reduction(&self, visit: &Visit) -> i32 {
        let row = &self.search.reductions[visit.depth.min(MAX_DEPTH) as usize];
        i32::from(row[visit.tried.min(LMR_MOVES - 1)]).min((visit.depth - 2).max(0))
    }

    /// Records the score of a move. Returns true if it raises alpha.
    #[inline]
    pub fn record(&mut self, visit: &mut Visit, code: Code, score: i32) -> bool {
        visit.tried += 1;
        if score <= visit.best {
            return false;
        }
        (visit.best, visit.code) = (score, code);
        if score <= visit.alpha {
            return false;
        }
        visit.alpha = score;
        let (before, after) = self.search.pvs.split_at_mut(visit.ply + 1);
        let pv = &mut before[visit.ply];
        pv.clear();
        pv.push(code);
        pv.extend_from_slice(&after[0]);
        true
    }

    pub fn store(&mut self, visit: &Visit, alpha: i32) {
        let bound = if visit.best >= visit.beta {
            Bound::Lower
        } else if visit.best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let score = root_to_node(visit.best, visit.ply);
        self.search.table.put(visit.key, visit.depth, bound, score, visit.code);
    }
}

/// Swaps the entry of highest weight in `list[nth..]` to `nth`.
#[inline]
fn select_best<B>(list: &mut Branches<B>, nth: usize) {
    let mut best = nth;
    for other in nth + 1..list.len() {
        if list[other].weight > list[best].weight {
            best = other;
        }
    }
    list.swap(nth, best);
}
