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

use super::{BotOptions, BuiltIn};
use crate::core::{Allowed, OptionInfo};
use crate::games::Dominoes;

const END: OptionInfo = OptionInfo {
    name: "end",
    allowed: Allowed::Words(&["left", "low", "high", "random"]),
    default: "left",
    doc: "at which end a tile goes that fits both, where the rest leaves it open",
};

/// The options of the cooperative pair.
const PAIR: &[OptionInfo] = &[
    OptionInfo {
        name: "tie",
        allowed: Allowed::Words(&["random", "first"]),
        default: "random",
        doc: "of the heaviest tiles the first: of the hand as it was dealt, or of a sorted one",
    },
    END,
    OptionInfo {
        name: "filter",
        allowed: Allowed::Words(&["adversary_first", "partner_first"]),
        default: "adversary_first",
        doc: "what the blocker sieves by first: the text of the article, or its code",
    },
    OptionInfo {
        name: "blocks",
        allowed: Allowed::Words(&["any", "both", "next"]),
        default: "any",
        doc: "the opponents that must have passed on a number for it to block",
    },
    OptionInfo {
        name: "swap",
        allowed: Allowed::Words(&["on", "off"]),
        default: "on",
        doc: "whether the partners exchange their parts when the one who sheds has passed twice",
    },
    OptionInfo {
        name: "signal",
        allowed: Allowed::Words(&["on", "off"]),
        default: "on",
        doc: "whether it uses the signal where the house rules have one",
    },
];

/// The options of the individualist.
const INDIVIDUALIST: &[OptionInfo] = &[
    OptionInfo {
        name: "tie",
        allowed: Allowed::Words(&["random", "first", "pips"]),
        default: "random",
        doc: "of equals the first: of the hand as it was dealt, or of a sorted one; or the heaviest, as the article's code has it",
    },
    END,
    OptionInfo {
        name: "group",
        allowed: Allowed::Words(&["off", "on"]),
        default: "off",
        doc: "whether it plays at the end that more of its tiles fit, as the article's code does",
    },
];

fn tie(options: &BotOptions) -> TieBreak {
    match options.get("tie").and_then(|word| word.as_str()) {
        Some("first") => TieBreak::First,
        Some("pips") => TieBreak::Pips,
        _ => TieBreak::Random,
    }
}

fn end(options: &BotOptions) -> End {
    match options.get("end").and_then(|word| word.as_str()) {
        Some("low") => End::Low,
        Some("high") => End::High,
        Some("random") => End::Random,
        _ => End::Left,
    }
}

fn pair(options: &BotOptions) -> Pair {
    let word = |name: &str| options.get(name).and_then(|word| word.as_str());
    Pair {
        filter: match word("filter") {
            Some("partner_first") => Filter::PartnerFirst,
            _ => Filter::AdversaryFirst,
        },
        blocks: match word("blocks") {
            Some("both") => Blocks::Both,
            Some("next") => Blocks::Next,
            _ => Blocks::Any,
        },
        tie: tie(options),
        end: end(options),
        swap: word("swap") != Some("off"),
        signal: word("signal") != Some("off"),
    }
}

fn individualist(options: &BotOptions) -> Individualist {
    let group = options.get("group").is_some_and(|word| word == "on");
    Individualist { tie: tie(options), end: end(options), group }
}

/// The dominoes bots, weakest first.
pub(super) fn entries() -> Vec<BuiltIn<Dominoes>> {
    vec![
        BuiltIn {
            name: "pair",
            summary: "one partner sheds its heaviest tiles, the other blocks the opponents",
            options: PAIR,
            build: Box::new(|options| Box::new(pair(options))),
        },
        BuiltIn {
            name: "individualist",
            summary: "plays its doubles first, then what leaves the number it has most of",
            options: INDIVIDUALIST,
            build: Box::new(|options| Box::new(individualist(options))),
        },
        BuiltIn {
            name: "greedy",
            summary: "weighs each tile: its pips, what it leaves to play, the seats it shuts out",
            options: &[],
            build: Box::new(|_| Box::new(Greedy)),
        },
    ]
}
