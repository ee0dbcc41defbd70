//! Built-in Quoridor bots.

mod greedy;
#[cfg(feature = "masters")]
mod levels;
#[cfg(feature = "masters")]
mod master;
mod minimax;
#[cfg(feature = "masters")]
mod words;

use greedy::Greedy;
#[cfg(feature = "masters")]
pub(super) use levels::STRENGTHS as LEVEL_STRENGTHS;
#[cfg(feature = "masters")]
use master::Master;
use minimax::Minimax;
#[cfg(feature = "masters")]
pub(super) use words::SENTENCES;

use crate::quoridor::Quoridor;
use juez_core::{BuiltIn, typed_options};

/// Returns the Quoridor bots, weakest first.
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
        #[cfg(feature = "masters")]
        BuiltIn::new(
            "master",
            "searches far ahead and weighs paths and walls",
            master::OPTIONS,
            |options| Master::new(typed_options(options)),
        ),
    ]
}
