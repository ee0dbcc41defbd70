//! Built-in dominoes bots.

mod candidates;
mod greedy;
mod individualist;
mod pair;
mod roles;

pub use greedy::Greedy;
pub use individualist::{Individualist, TieBreak};
pub use pair::{Filter, Pair};
pub use roles::{Role, Roles, Why};

use super::BuiltIn;
use crate::core::{Allowed, OptionInfo};
use crate::games::Dominoes;

/// The dominoes bots, weakest first.
pub(super) fn entries() -> Vec<BuiltIn<Dominoes>> {
    vec![
        BuiltIn {
            name: "pair",
            summary: "one partner sheds its heaviest tiles, the other blocks the opponents",
            options: &[
                OptionInfo {
                    name: "filter",
                    allowed: Allowed::Words(&["adversary_first", "partner_first"]),
                    default: "adversary_first",
                    doc: "whom the blocker thinks of first: the text of the article, or its code",
                },
                OptionInfo {
                    name: "signal",
                    allowed: Allowed::Words(&["on", "off"]),
                    default: "on",
                    doc: "whether it uses the signal where the house rules have one",
                },
            ],
            build: Box::new(|options| {
                let is = |name: &str, value: &str| options.get(name).is_some_and(|v| v == value);
                let filter = match is("filter", "partner_first") {
                    true => Filter::PartnerFirst,
                    false => Filter::AdversaryFirst,
                };
                let pair = Pair::new(filter);
                Box::new(if is("signal", "off") { pair.silent() } else { pair })
            }),
        },
        BuiltIn {
            name: "individualist",
            summary: "plays its doubles first, then what leaves the number it has most of",
            options: &[OptionInfo {
                name: "tie",
                allowed: Allowed::Words(&["first", "pips"]),
                default: "first",
                doc: "among equals: the first found, as the article says, or the heaviest, as its code does",
            }],
            build: Box::new(|options| {
                let pips = options.get("tie").is_some_and(|word| word == "pips");
                Box::new(Individualist::new(if pips { TieBreak::Pips } else { TieBreak::First }))
            }),
        },
        BuiltIn {
            name: "greedy",
            summary: "weighs each tile: its pips, what it leaves to play, whom it shuts out",
            options: &[],
            build: Box::new(|_| Box::new(Greedy)),
        },
    ]
}
