//! Built-in Tute Cabrero bots: the three levels of the document the rules come from, and one of ours.
//!
//! The Novato plays its highest card also where that wins nothing, and is no stronger than random
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

use crate::core::{BuiltIn, typed_options};
use crate::games::tute::Tute;

/// The Tute bots, weakest first.
pub(super) fn entries() -> Vec<BuiltIn<Tute>> {
    let levels = LEVELS.into_iter().map(|level| {
        BuiltIn::new(level.name, level.summary, level.options, move |options| {
            Leveled::new(level, typed_options(options))
        })
    });
    let summary = "weighs what each card wins or gives away in this trick";
    let greedy = BuiltIn::new("greedy", summary, &[], |_| Greedy);
    levels.chain([greedy]).collect()
}
