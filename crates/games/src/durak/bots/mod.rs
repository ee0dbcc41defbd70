//! Built-in Durak bots.

mod evaluator;
mod greedy;
mod value;

pub use evaluator::Evaluator;
pub use greedy::Greedy;
pub use value::{Options, Values};

use crate::durak::Durak;
use juez_core::{BuiltIn, typed_options};

/// Returns the Durak bots, weakest first.
pub(super) fn entries() -> Vec<BuiltIn<Durak>> {
    vec![
        BuiltIn::new(
            "greedy",
            "plays its cheapest card and takes rather than spend a high trump early",
            &[],
            |_| Greedy,
        ),
        BuiltIn::new(
            "evaluator",
            "weighs the rest of its hand after each card",
            value::OPTIONS,
            |options| Evaluator(typed_options(options)),
        ),
    ]
}
