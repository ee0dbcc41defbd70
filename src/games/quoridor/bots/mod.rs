//! Built-in Quoridor bots.

mod greedy;
mod minimax;

pub use greedy::Greedy;
pub use minimax::{Evaluation, Minimax, Options};

use crate::core::{BuiltIn, typed_options};
use crate::games::quoridor::Quoridor;

/// The Quoridor bots, weakest first.
pub(super) fn entries() -> Vec<BuiltIn<Quoridor>> {
    vec![
        BuiltIn::new(
            "minimax",
            "looks a few plies ahead and weighs the two shortest paths",
            minimax::OPTIONS,
            |options| Minimax::new(typed_options(options)),
        ),
        BuiltIn::new(
            "greedy",
            "walks its shortest path; builds the wall that costs a leader most when behind",
            &[],
            |_| Greedy,
        ),
    ]
}
