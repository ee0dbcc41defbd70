//! Built-in dominoes bots.

mod candidates;
mod greedy;
mod individualist;
#[cfg(feature = "masters")]
mod master;
mod pair;
mod roles;
#[cfg(feature = "masters")]
mod words;

pub use candidates::{End, TieBreak};
pub use greedy::Greedy;
pub use individualist::Individualist;
#[cfg(feature = "masters")]
pub(super) use master::Tiles;
pub use pair::{Blocks, Filter, Pair};
pub use roles::{Role, Roles, Why};
#[cfg(feature = "masters")]
pub(super) use words::SENTENCES;

use crate::dominoes::Dominoes;
#[cfg(feature = "masters")]
use crate::masters::Master;
use juez_core::{BuiltIn, typed_options};

/// Returns the dominoes bots, weakest first.
pub(super) fn entries() -> Vec<BuiltIn<Dominoes>> {
    vec![
        BuiltIn::new(
            "pair",
            "one partner sheds its heaviest tiles, the other blocks the opponents",
            pair::OPTIONS,
            typed_options::<Pair>,
        ),
        BuiltIn::new(
            "individualist",
            "plays its doubles first, then the tile that leaves the number it has most of",
            individualist::OPTIONS,
            typed_options::<Individualist>,
        ),
        BuiltIn::new(
            "greedy",
            "weighs each tile: its pips, the tiles it leaves to play, the seats it shuts out",
            &[],
            |_| Greedy,
        ),
        #[cfg(feature = "masters")]
        Master::<Tiles>::entry(),
    ]
}
