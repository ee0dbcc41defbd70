//! Built-in Tute Cabrero bots: the three levels of the rules' source, and one of ours.
//!
//! The Novato plays its highest card even if that wins nothing, and is not stronger than random
//! play; the others are.

mod greedy;
mod levels;
#[cfg(feature = "masters")]
mod master;
mod mode;
mod rules;
mod sight;
#[cfg(feature = "masters")]
mod words;

pub use greedy::Greedy;
pub use levels::{EXPERTO, LEVELS, Level, Leveled, MEDIO, NOVATO, Plan};
#[cfg(feature = "masters")]
pub(super) use master::Tricks;
pub use mode::{Evaluation, Factors, Judge, Mode};
pub use rules::Rule;
pub use sight::Sight;
#[cfg(feature = "masters")]
pub(super) use words::SENTENCES;

#[cfg(feature = "masters")]
use crate::masters::Master;
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
    levels
        .chain([
            greedy,
            #[cfg(feature = "masters")]
            Master::<Tricks>::entry(),
        ])
        .collect()
}
