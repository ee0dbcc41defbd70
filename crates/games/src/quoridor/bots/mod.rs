//! Built-in Quoridor bots.

mod greedy;
#[cfg(feature = "masters")]
mod levels;
#[cfg(feature = "masters")]
mod master;
mod minimax;
#[cfg(feature = "masters")]
mod review;
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
#[cfg(feature = "masters")]
use crate::quoridor::master::net::Net;
#[cfg(feature = "masters")]
use juez_core::{BotOptions, OptionInfo, Reviewer};
use juez_core::{BuiltIn, typed_options};

#[cfg(feature = "masters")]
const MASTER_OPTIONS: &[OptionInfo] = &[master::OPTIONS[0], master::OPTIONS[1], master::WEIGHTS];

/// Returns the network of the weights that the options name; `None` for `none`.
#[cfg(feature = "masters")]
fn net(options: &BotOptions) -> Option<Net> {
    match &options.weights {
        None => Some(Net::built_in()),
        Some(weights) => Net::read(weights.bytes()),
    }
}

#[cfg(feature = "masters")]
fn master(options: &BotOptions) -> Master {
    Master::new(typed_options(options), net(options))
}

/// Creates the reviewer with the options of a master.
#[cfg(feature = "masters")]
pub(super) fn reviewer(options: &BotOptions) -> Box<dyn Reviewer<Quoridor>> {
    Box::new(review::Review::new(master(options)))
}

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
            MASTER_OPTIONS,
            master,
        ),
    ]
}
