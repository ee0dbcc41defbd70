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
pub use value::{Options, Values};
#[cfg(feature = "masters")]
pub(super) use words::SENTENCES;

use crate::durak::Durak;
#[cfg(feature = "masters")]
use crate::masters::learning::policy;
#[cfg(feature = "masters")]
use juez_core::{BotOptions, Reviewer};
use juez_core::{BuiltIn, typed_options};

/// Creates the reviewer with the options of a master.
#[cfg(feature = "masters")]
pub(super) fn reviewer(options: &BotOptions) -> Box<dyn Reviewer<Durak>> {
    Box::new(master::review(typed_options(options), policy(options)))
}

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
        BuiltIn::new(
            "master",
            "imagines the other hands, and plays what is best in most of them",
            master::ALL_OPTIONS,
            |options| master::master(typed_options(options), policy(options)),
        ),
    ]
}
