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

/// A player of the document: a name, a summary, and what each goal is worth to it.
struct Profile {
    name: &'static str,
    summary: &'static str,
    factors: Factors,
}

/// The players of the document, about equally strong; one more is one more entry. Factors in tenths:
/// carte, scopa, settebello, primiera, denari.
const PROFILES: [Profile; 4] = [
    Profile {
        name: "basic",
        summary: "draws a card by its trusts in scopa, denari, carte, settebello and primiera alike",
        factors: factors([10, 10, 10, 10, 10]),
    },
    Profile {
        name: "card",
        summary: "draws a card by its trusts; wants many cards, and not the primiera",
        factors: factors([18, 18, 10, 0, 8]),
    },
    Profile {
        name: "denari",
        summary: "draws a card by its trusts; wants denari, then the primiera",
        factors: factors([5, 8, 10, 26, 38]),
    },
    Profile {
        name: "primiera",
        summary: "draws a card by its trusts; wants sevens",
        factors: factors([8, 8, 50, 50, 18]),
    },
];

const fn factors([carte, scopa, settebello, primiera, denari]: [u32; 5]) -> Factors {
    Factors { carte, scopa, settebello, primiera, denari }
}

/// The scopone bots, weakest first.
pub(super) fn entries() -> Vec<BuiltIn<Scopone>> {
    let profiles = PROFILES.iter().map(|profile| BuiltIn {
        name: profile.name,
        summary: profile.summary,
        options: EVAL,
        build: Box::new(|options| {
            let faithful = options.get("eval").is_some_and(|eval| eval == "faithful");
            let slips = if faithful { Slips::Faithful } else { Slips::Fixed };
            Box::new(Trustful::new(profile.name, profile.factors, slips))
        }),
    });
    let greedy = BuiltIn {
        name: "greedy",
        summary: "takes what is worth most and leaves no table that adds up to an unseen card",
        options: &[],
        build: Box::new(|_| Box::new(Greedy)),
    };
    profiles.chain([greedy]).collect()
}
