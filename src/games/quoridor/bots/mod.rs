//! Built-in Quoridor bots.

mod greedy;
mod minimax;

pub use greedy::Greedy;
pub use minimax::{Evaluation, Minimax};

use crate::core::{BuiltIn, typed_options};
use crate::games::quoridor::Quoridor;
use minimax::{OPTIONS, Options};

/// The Quoridor bots, weakest first.
pub(super) fn entries() -> Vec<BuiltIn<Quoridor>> {
    vec![
        BuiltIn::new(
            "minimax",
            "looks a few plies ahead and weighs the two shortest paths",
            OPTIONS,
            |options| {
                let Options { depth, eval } = typed_options(options);
                Minimax::new(depth, eval)
            },
        ),
        BuiltIn::new(
            "greedy",
            "walks its shortest path; builds the wall that costs a leader most when behind",
            &[],
            |_| Greedy,
        ),
    ]
}
