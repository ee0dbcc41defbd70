//! Limits on the work of a search.

/// Maximum depth of iterative deepening, in plies.
pub(crate) const MAX_DEPTH: i32 = 80;
/// One more than the maximum distance of a node from the root, in plies; above [`MAX_DEPTH`].
pub(crate) const MAX_PLY: usize = 96;
/// Nodes between two calls of [`Budget::stop`]: a few tenths of a millisecond.
const NODES_PER_CALL: u64 = 1024;

/// Upper limit on the work of a search. The search returns a move under any budget.
pub struct Budget<'a> {
    /// Maximum number of nodes.
    pub nodes: u64,
    /// Maximum depth in plies.
    pub depth: i32,
    /// Called at intervals; the search ends once it returns true.
    pub stop: Option<&'a mut dyn FnMut() -> bool>,
}

impl<'a> Budget<'a> {
    /// Creates a budget of `nodes` nodes.
    pub fn nodes(nodes: u64) -> Budget<'a> {
        Budget { nodes, depth: i32::MAX, stop: None }
    }

    /// Creates a budget of `depth` plies.
    pub fn depth(depth: i32) -> Budget<'a> {
        Budget { nodes: u64::MAX, depth, stop: None }
    }

    /// Creates a budget without limits that ends once `stop` returns true.
    pub fn until(stop: &'a mut dyn FnMut() -> bool) -> Budget<'a> {
        Budget { nodes: u64::MAX, depth: i32::MAX, stop: Some(stop) }
    }

    /// Returns true once `nodes` nodes exhaust the budget.
    #[inline]
    pub(crate) fn is_spent(&mut self, nodes: u64) -> bool {
        nodes >= self.nodes
            || nodes.is_multiple_of(NODES_PER_CALL) && self.stop.as_mut().is_some_and(|stop| stop())
    }

    /// Returns true if the budget has no room for `more` nodes after `nodes`, or its function ends
    /// the search. For work in large units: it calls the function each time.
    pub(crate) fn lacks_room(&mut self, nodes: u64, more: u64) -> bool {
        nodes.saturating_add(more) > self.nodes || self.stop.as_mut().is_some_and(|stop| stop())
    }
}
