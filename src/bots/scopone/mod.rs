//! Built-in scopone bots.

mod bdi;
mod greedy;

pub use bdi::{Factors, Slips, Trustful};
pub use greedy::Greedy;

use super::BuiltIn;
use crate::core::{Allowed, OptionInfo};
use crate::games::Scopone;

/// What can be set for the bots of the document.
const EVAL: &[OptionInfo] = &[OptionInfo {
    name: "eval",
    allowed: Allowed::Words(&["fixed", "faithful"]),
    default: "fixed",
    doc: "`faithful` keeps two published slips: no trust in a true scopa, trust in a D7 that captures nothing",
}];

/// Bots of the document: a name, a summary, and what each goal is worth to it in tenths.
macro_rules! profiles {
    ($($name:literal, $summary:literal, [
        carte $carte:literal, scopa $scopa:literal, settebello $settebello:literal,
        primiera $primiera:literal, denari $denari:literal
    ];)+) => {
        vec![$(BuiltIn {
            name: $name,
            summary: $summary,
            options: EVAL,
            build: |options| {
                let faithful = options.get("eval").is_some_and(|eval| eval == "faithful");
                let slips = if faithful { Slips::Faithful } else { Slips::Fixed };
                Box::new(Trustful::new($name, Factors {
                    carte: $carte,
                    scopa: $scopa,
                    settebello: $settebello,
                    primiera: $primiera,
                    denari: $denari,
                }, slips))
            },
        }),+]
    };
}

/// The scopone bots, weakest first; the profiles of the document are about equally strong.
pub(super) fn entries() -> Vec<BuiltIn<Scopone>> {
    let mut bots: Vec<BuiltIn<Scopone>> = profiles! {
        "basic", "draws a card by its trusts in scopa, denari, carte, settebello and primiera alike",
            [carte 10, scopa 10, settebello 10, primiera 10, denari 10];
        "card", "draws a card by its trusts; wants many cards, and not the primiera",
            [carte 18, scopa 18, settebello 10, primiera 0, denari 8];
        "denari", "draws a card by its trusts; wants denari, then the primiera",
            [carte 5, scopa 8, settebello 10, primiera 26, denari 38];
        "primiera", "draws a card by its trusts; wants sevens",
            [carte 8, scopa 8, settebello 50, primiera 50, denari 18];
    };
    bots.push(BuiltIn {
        name: "greedy",
        summary: "takes what is worth most and leaves no table that adds up to an unseen card",
        options: &[],
        build: |_| Box::new(Greedy),
    });
    bots
}
