//! Built-in Durak bots.

mod evaluator;
mod greedy;
mod value;

pub use evaluator::Evaluator;
pub use greedy::Greedy;
pub use value::{Values, Weights};

use super::{BotOptions, BuiltIn};
use crate::core::{Allowed, OptionInfo};
use crate::games::Durak;

/// The options of the evaluator: the way to count, and the weights of the article.
const EVALUATOR: &[OptionInfo] = &[
    OptionInfo {
        name: "values",
        allowed: Allowed::Words(&["project", "article", "intent"]),
        default: "project",
        doc: "`project` and `article` keep the published slips, `intent` mends them",
    },
    OptionInfo {
        name: "rank_worth",
        allowed: Allowed::Range(0, 10_000),
        default: "100",
        doc: "what one step of rank counts",
    },
    OptionInfo {
        name: "trump_worth",
        allowed: Allowed::Range(0, 10_000),
        default: "1300",
        doc: "what a trump counts beside its rank",
    },
    OptionInfo {
        name: "same_rank",
        allowed: Allowed::Range(0, 10_000),
        default: "1, with `intent` 100",
        doc: "what the bonus for cards of one rank is multiplied by",
    },
    OptionInfo {
        name: "unbalanced",
        allowed: Allowed::Range(0, 10_000),
        default: "200",
        doc: "what it costs to have twice as many cards of a suit as of the average one, or none",
    },
    OptionInfo {
        name: "many_cards",
        allowed: Allowed::Range(0, 10_000),
        default: "600",
        doc: "what it costs to hold as many cards as there are elsewhere",
    },
];

fn evaluator(options: &BotOptions) -> Evaluator {
    let values = match options.get("values").and_then(|values| values.as_str()) {
        Some("article") => Values::Article,
        Some("intent") => Values::Intent,
        _ => Values::Project,
    };
    let usual = Weights::of(values);
    let weight = |name: &str, usual: i32| {
        let given = options.get(name).and_then(|weight| weight.as_i64());
        given.and_then(|weight| weight.try_into().ok()).unwrap_or(usual)
    };
    Evaluator::new(values).weighing(Weights {
        rank: weight("rank_worth", usual.rank),
        trump: weight("trump_worth", usual.trump),
        same_rank: weight("same_rank", usual.same_rank),
        unbalanced: weight("unbalanced", usual.unbalanced),
        many_cards: weight("many_cards", usual.many_cards),
    })
}

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
            options: EVALUATOR,
            build: Box::new(|options| Box::new(evaluator(options))),
        },
    ]
}
