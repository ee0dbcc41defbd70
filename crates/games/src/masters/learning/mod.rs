//! Learning of the policies of masters: how others choose, from the choices of players who have
//! beaten them.
//!
//! | file | contents |
//! |---|---|
//! | `weights` | bounded weights, their declaration and their file |
//! | `fit` | the weights with the lowest cost |
//! | `learner` | the choices of lost matches, and weights that explain them |

mod fit;
mod learner;
#[cfg(test)]
pub(crate) mod testing;
mod weights;

pub(crate) use learner::learning;
pub(crate) use weights::{Bounds, WeightList, weights};

use juez_core::{Allowed, BotOptions, Game, MoveOf, OptionInfo, Weights};

/// The option of a master whose policy learns.
pub(crate) const WEIGHTS: OptionInfo = OptionInfo {
    name: "weights",
    allowed: Allowed::Weights,
    default: "none",
    doc: "how it expects the others to choose, from `juez learn`",
};

/// The way in which others are expected to choose: it plays them in playouts, and judges how likely
/// their choices were. Its default is hand-made.
pub(crate) trait Policy: WeightList {
    type Game: Game;
    /// A choice in a match, with all hands known.
    type Choice: Send + Sync;

    /// Returns the choice of a move in a state; `None` if this policy does not make it.
    fn choice(state: &<Self::Game as Game>::State, mv: MoveOf<Self::Game>) -> Option<Self::Choice>;

    /// Returns how much the choices of one seat in a match surprise, in 1/256 bit.
    fn surprisal(&self, choices: &[Self::Choice]) -> u64;
}

/// Returns the policy of the weights that the options of a bot name.
pub(crate) fn policy<P: Policy>(options: &BotOptions) -> P {
    let read = |weights: &Weights| weights::read::<P::Game, P>(weights.bytes()).ok();
    options.weights.as_ref().and_then(read).unwrap_or_default()
}
