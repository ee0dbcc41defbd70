//! Built-in Durak bots.

mod evaluator;
mod greedy;
mod value;

pub use evaluator::Evaluator;
pub use greedy::Greedy;
pub use value::Values;

use super::BuiltIn;
use crate::core::{Allowed, OptionInfo};
use crate::games::Durak;

/// The Durak bots, weakest first.
pub(super) fn entries() -> Vec<BuiltIn<Durak>> {
    vec![
        BuiltIn {
            name: "greedy",
            summary: "plays its cheapest card and takes rather than spend a high trump early",
            options: &[],
            build: Box::new(|_| Box::new(Greedy)),
        },
        BuiltIn {
            name: "evaluator",
            summary: "weighs what is left of its hand after each card",
            options: &[OptionInfo {
                name: "values",
                allowed: Allowed::Words(&["project", "article", "intent"]),
                default: "project",
                doc: "`project` and `article` keep the published slips, `intent` mends them",
            }],
            build: Box::new(|options| {
                let values = match options.get("values").and_then(|values| values.as_str()) {
                    Some("article") => Values::Article,
                    Some("intent") => Values::Intent,
                    _ => Values::Project,
                };
                Box::new(Evaluator::new(values))
            }),
        },
    ]
}
