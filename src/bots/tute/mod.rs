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

const EVAL: OptionInfo = OptionInfo {
    name: "eval",
    allowed: Allowed::Words(&["faithful", "fixed"]),
    default: "faithful",
    doc: "`fixed` counts what the others hold too, where the document compares its hand with nothing",
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
        evaluation: match options.get(EVAL.name) {
            Some(word) if word == "fixed" => Evaluation::Fixed,
            _ => Factors::SEED.evaluation,
        },
    }
}

/// The Tute bots, weakest first.
pub(super) fn entries() -> Vec<BuiltIn<Tute>> {
    let levels = LEVELS.into_iter().map(|level| BuiltIn {
        name: level.name,
        summary: level.summary,
        options: level.options,
        build: Box::new(|options| Box::new(Leveled::new(level, factors(options)))),
    });
    let greedy = BuiltIn {
        name: "greedy",
        summary: "weighs what each card wins or gives away in this trick",
        options: &[],
        build: Box::new(|_| Box::new(Greedy)),
    };
    levels.chain([greedy]).collect()
}
