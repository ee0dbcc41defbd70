//! Best-first search: a tree in memory grows by one position per visit (PUCT).

mod arena;
mod prior;
mod settings;

pub use settings::BestFirstSettings;

use crate::budget::MAX_DEPTH;
use crate::score::score_at;
use crate::{Branches, Budget, Report, Tree, expected_score};
use arena::{Arena, ONE, ROOT};

/// The score of a repetition.
const DRAW: i32 = 0;

/// Best-first search with priors. The tree in memory holds no positions: each visit plays the moves
/// from the root, and every position played is a node.
///
/// Wins, losses and draws that are certain are propagated towards the root.
pub struct BestFirst<T: Tree> {
    settings: BestFirstSettings,
    arena: Arena<T::Branch>,
    list: Branches<T::Branch>,
    priors: Vec<u16>,
    /// Keys of the positions before the current one, to detect repetitions.
    path: Vec<u64>,
    /// The positions of the current visit, from the root.
    line: Vec<Step>,
}

/// A position on the way from the root.
#[derive(Clone, Copy)]
struct Step {
    at: usize,
    /// The side that moved here; at the root, the side to move.
    mover: usize,
}

impl<T: Tree> BestFirst<T> {
    /// Creates a search with a tree of at most `entries` positions of about 32 bytes; the root and
    /// its moves are always part of the tree.
    pub fn new(settings: BestFirstSettings, entries: usize) -> BestFirst<T> {
        BestFirst {
            settings,
            arena: Arena::new(entries),
            list: Vec::new(),
            priors: Vec::new(),
            path: Vec::new(),
            line: Vec::new(),
        }
    }

    /// Searches `root`; returns `None` if it has no moves. `earlier` holds the keys of earlier
    /// positions that can repeat. The search ends with the budget, when a line reaches its depth,
    /// when the tree is full, or when the result of `root` is certain. The result does not depend
    /// on earlier searches.
    pub fn run(
        &mut self,
        tree: &T,
        root: &T::Node,
        earlier: &[u64],
        budget: &mut Budget<'_>,
    ) -> Option<Report> {
        self.arena.clear();
        self.path.clear();
        self.path.extend_from_slice(earlier);
        self.path.push(tree.key(root));
        let searcher =
            Searcher { tree, root, budget, search: self, nodes: 0, depth: 0, is_stopped: false };
        searcher.run()
    }
}

/// A search in progress from one root.
struct Searcher<'a, 'b, T: Tree> {
    tree: &'a T,
    root: &'a T::Node,
    budget: &'a mut Budget<'b>,
    search: &'a mut BestFirst<T>,
    nodes: u64,
    /// Length of the longest line in plies.
    depth: i32,
    is_stopped: bool,
}

impl<T: Tree> Searcher<'_, '_, T> {
    fn run(mut self) -> Option<Report> {
        self.count_node();
        let mut root = self.root.clone();
        self.expand(ROOT, &mut root, MAX_DEPTH);
        self.search.arena.best(ROOT)?;
        let value = self.expected(self.tree.evaluate(self.root));
        self.search.arena.at_mut(ROOT).add(value);
        let earlier = self.search.path.len();
        while !self.is_stopped
            && self.depth < self.budget.depth
            && self.search.arena.at(ROOT).score.is_none()
        {
            self.search.path.truncate(earlier);
            if let Some(value) = self.visit() {
                self.back_up(value);
            }
        }
        self.report()
    }

    fn count_node(&mut self) {
        self.nodes += 1;
        self.is_stopped |= self.budget.is_spent(self.nodes);
    }

    /// Returns the value of a score.
    fn expected(&self, score: i32) -> i32 {
        expected_score(score, self.search.settings.likely, ONE)
    }

    /// Adds the moves of a position to the tree. The search stops if there are none, or no room.
    fn expand(&mut self, at: usize, node: &mut T::Node, depth: i32) {
        let BestFirst { settings, arena, list, priors, .. } = &mut *self.search;
        list.clear();
        self.tree.list(node, depth, list);
        prior::priors(settings, list, priors);
        self.is_stopped |= list.is_empty() || !arena.expand(at, list, priors);
    }

    /// Walks to a position that is new or whose score is known. Returns its value for the side that
    /// moved there; `None` if the search stops before.
    fn visit(&mut self) -> Option<i32> {
        let tree = self.tree;
        let mut node = self.root.clone();
        let mut repeatable_from = 0;
        let mut step = Step { at: ROOT, mover: tree.side(&node) };
        self.search.line.clear();
        loop {
            self.search.line.push(step);
            let Step { at, mover } = step;
            let side = tree.side(&node);
            if !self.search.arena.at(at).is_expanded() {
                self.expand(at, &mut node, self.search.settings.list_depth);
                if self.is_stopped {
                    return None;
                }
            }
            let arena = &self.search.arena;
            let value = for_side(arena.at(at).value(), side == mover);
            let next = arena.select(at, value, &self.search.settings);
            let branch = arena.at(next).branch?;
            self.count_node();
            if self.is_stopped {
                return None;
            }
            if tree.is_irreversible(branch) {
                repeatable_from = self.search.path.len();
            }
            node = tree.play(&node, branch);
            step = Step { at: next, mover: side };
            let key = tree.key(&node);
            if self.search.arena.at(next).visits == 0 {
                let value = self.first_visit(step, &node, key, repeatable_from);
                self.search.line.push(step);
                return Some(value);
            }
            if let Some(value) = self.search.arena.known_value(next, self.search.settings.likely) {
                self.search.line.push(step);
                return Some(value);
            }
            self.search.path.push(key);
        }
    }

    /// Returns the value of a new position for the side that moved there.
    fn first_visit(&mut self, step: Step, node: &T::Node, key: u64, from: usize) -> i32 {
        let is_same = self.tree.side(node) == step.mover;
        let known = self.tree.decided(node);
        let known = known.or_else(|| self.search.path[from..].contains(&key).then_some(DRAW));
        let score = known.unwrap_or_else(|| self.tree.evaluate(node));
        let score = if is_same { score } else { -score };
        if known.is_some() {
            self.search.arena.at_mut(step.at).score = Some(score as i16);
        }
        self.expected(score)
    }

    /// Adds the value of the last position of the line to all of its positions, and propagates
    /// known scores.
    fn back_up(&mut self, mut value: i32) {
        let likely = self.search.settings.likely;
        self.depth = self.depth.max(self.search.line.len() as i32 - 1);
        let arena = &mut self.search.arena;
        let mut below: Option<Step> = None;
        for &step in self.search.line.iter().rev() {
            if let Some(below) = below {
                let is_same = below.mover == step.mover;
                value = for_side(value, is_same);
                if arena.at(below.at).score.is_some() && arena.solve(step.at, is_same) {
                    value = arena.known_value(step.at, likely).unwrap_or(value);
                }
            }
            arena.at_mut(step.at).add(value);
            below = Some(step);
        }
    }

    fn report(&self) -> Option<Report> {
        let (tree, arena) = (self.tree, &self.search.arena);
        let best = arena.best(ROOT)?;
        let mut pv = Vec::new();
        let mut at = best;
        loop {
            pv.push(tree.code(arena.at(at).branch?));
            match arena.best(at) {
                Some(next) if arena.at(next).visits > 0 => at = next,
                _ => break,
            }
        }
        let entry = arena.at(best);
        let score = match entry.move_score() {
            Some(score) => score,
            None if entry.visits == 0 => tree.evaluate(self.root),
            None => score_at(entry.value(), self.search.settings.likely, ONE),
        };
        Some(Report { best: pv[0], score, depth: self.depth, nodes: self.nodes, pv })
    }
}

/// Returns a value for the same side or for the other one.
fn for_side(value: i32, is_same: bool) -> i32 {
    if is_same { value } else { ONE - value }
}
