//! Built-in Tute Cabrero bots: the three levels of the rules' source, and one of ours.
//!
//! The Novato plays its highest card even if that wins nothing, and is not stronger than random
//! play; the others are.

mod greedy;
mod levels;
mod mode;
mod rules;
mod sight;

pub use greedy::Greedy;
pub use levels::{EXPERTO, LEVELS, Level, Leveled, MEDIO, NOVATO, Plan};
pub use mode::{Evaluation, Factors, Judge, Mode};
pub use rules::Rule;
pub use sight::Sight;

use crate::tute::Tute;
use juez_core::{BuiltIn, typed_options};

/// Returns the Tute bots, weakest first.
pub(super) fn entries() -> Vec<BuiltIn<Tute>> {
    let levels = LEVELS.into_iter().map(|level| {
        BuiltIn::new(level.name, level.summary, level.options, move |options| {
            Leveled::new(level, typed_options(options))
        })
    });
    let summary = "weighs the points each card wins or gives away in this trick";
    let greedy = BuiltIn::new("greedy", summary, &[], |_| Greedy);
    levels.chain([greedy]).collect()
}
