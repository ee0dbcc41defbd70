//! Built-in dominoes bots.

mod candidates;
mod greedy;
mod individualist;
mod pair;
mod roles;

pub use candidates::{End, TieBreak};
pub use greedy::Greedy;
pub use individualist::Individualist;
pub use pair::{Blocks, Filter, Pair};
pub use roles::{Role, Roles, Why};

use crate::dominoes::Dominoes;
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
    ]
}
