//! Built-in Tute Cabrero bots: the three levels of the game's first program, and one of ours.

mod greedy;
mod levels;
mod mode;
mod rules;
mod sight;

pub use greedy::Greedy;
pub use levels::{EXPERTO, LEVELS, Level, Leveled, MEDIO, NOVATO, Plan};
pub use mode::{Factors, Judge, Mode};
pub use rules::Rule;
pub use sight::Sight;

use super::{BotOptions, BuiltIn};
use crate::core::{Allowed, OptionInfo};
use crate::games::Tute;

const THRESHOLD: OptionInfo = OptionInfo {
    name: "threshold",
    allowed: Allowed::Range(0, 120),
    default: "35",
    doc: "card points in hand above which it opens for the most",
};
const TRUMP_WORTH: OptionInfo = OptionInfo {
    name: "trump_worth",
    allowed: Allowed::Range(0, 40),
    default: "10",
    doc: "points that a trump in hand is counted for",
};

/// The numbers that options set.
fn factors(options: &BotOptions) -> Factors {
    let number = |name: &str, default: i32| {
        let given = options.get(name).and_then(|value| value.as_i64());
        given.and_then(|value| value.try_into().ok()).unwrap_or(default)
    };
    Factors {
        threshold: number(THRESHOLD.name, Factors::SEED.threshold),
        trump_worth: number(TRUMP_WORTH.name, Factors::SEED.trump_worth),
    }
}

/// The Tute bots, weakest first.
pub(super) fn entries() -> Vec<BuiltIn<Tute>> {
    vec![
        BuiltIn {
            name: NOVATO.name,
            summary: NOVATO.summary,
            options: &[THRESHOLD],
            build: |options| Box::new(Leveled::new(&NOVATO, factors(options))),
        },
        BuiltIn {
            name: MEDIO.name,
            summary: MEDIO.summary,
            options: &[TRUMP_WORTH],
            build: |options| Box::new(Leveled::new(&MEDIO, factors(options))),
        },
        BuiltIn {
            name: EXPERTO.name,
            summary: EXPERTO.summary,
            options: &[TRUMP_WORTH],
            build: |options| Box::new(Leveled::new(&EXPERTO, factors(options))),
        },
        BuiltIn {
            name: "greedy",
            summary: "weighs what each card wins or gives away in this trick",
            options: &[],
            build: |_| Box::new(Greedy),
        },
    ]
}
