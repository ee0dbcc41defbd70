//! Built-in Durak bots.

mod evaluator;
mod greedy;
#[cfg(feature = "masters")]
mod master;
mod value;
#[cfg(feature = "masters")]
mod words;

pub use evaluator::Evaluator;
pub use greedy::Greedy;
#[cfg(feature = "masters")]
pub(super) use master::Bouts;
pub use value::{Options, Values};
#[cfg(feature = "masters")]
pub(super) use words::SENTENCES;

use crate::durak::Durak;
#[cfg(feature = "masters")]
use crate::masters::Master;
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
        #[cfg(feature = "masters")]
        Master::<Bouts>::entry(),
    ]
}
