//! Built-in scopone bots.

mod bdi;
mod greedy;
#[cfg(feature = "masters")]
mod master;

use bdi::{Slips, Trustful};
use greedy::Greedy;
#[cfg(feature = "masters")]
pub(super) use master::Captures;

#[cfg(feature = "masters")]
use crate::masters::Master;
use crate::scopone::Scopone;
use juez_core::{Allowed, BotInfo, BotOptions, BuiltIn, OptionInfo};

/// The players of the document, about equally strong. Their own factors for carte, scopa,
/// settebello, primiera and denari are the defaults of their options.
const PROFILES: [BotInfo; 4] = [
    BotInfo {
        name: "basic",
        summary: "draws a card by its trusts in scopa, denari, carte, settebello and primiera alike",
        options: &options(["1", "1", "1", "1", "1"]),
    },
    BotInfo {
        name: "card",
        summary: "draws a card by its trusts; wants many cards, and not the primiera",
        options: &options(["1.8", "1.8", "1", "0", "0.8"]),
    },
    BotInfo {
        name: "denari",
        summary: "draws a card by its trusts; wants denari, then the primiera",
        options: &options(["0.5", "0.8", "1", "2.6", "3.8"]),
    },
    BotInfo {
        name: "primiera",
        summary: "draws a card by its trusts; wants sevens",
        options: &options(["0.8", "0.8", "5", "5", "1.8"]),
    },
];

/// Returns the options of a player of the document with these factors as defaults.
const fn options(
    [carte, scopa, settebello, primiera, denari]: [&'static str; 5],
) -> [OptionInfo; 6] {
    const fn factor(name: &'static str, default: &'static str, doc: &'static str) -> OptionInfo {
        OptionInfo { name, allowed: Allowed::Decimal(0, 100), default, doc }
    }
    [
        OptionInfo {
            name: "eval",
            allowed: Allowed::Words(&["fixed", "faithful"]),
            default: "fixed",
            doc: "`faithful` keeps two published slips: no trust in a true scopa, trust in a D7 that captures nothing",
        },
        factor("carte", carte, "the factor of trust in many cards"),
        factor("scopa", scopa, "the factor of trust in emptying the table"),
        factor("settebello", settebello, "the factor of trust in the seven of denari"),
        factor("primiera", primiera, "the factor of trust in sevens"),
        factor("denari", denari, "the factor of trust in denari"),
    ]
}

/// Returns a factor in hundredths: the given one, or the profile's own.
fn factor(profile: &BotInfo, options: &BotOptions, name: &str) -> u32 {
    let info = profile.options.iter().find(|info| info.name == name);
    let usual = info.map(|info| info.allowed.parse(info.default));
    let value = options.values.get(name).or(usual.as_ref()).and_then(|value| value.as_f64());
    (100.0 * value.unwrap_or_default()).round() as u32
}

fn trustful(profile: &BotInfo, options: &BotOptions) -> Trustful {
    let faithful = options.values.get("eval").is_some_and(|eval| eval == "faithful");
    let slips = if faithful { Slips::Faithful } else { Slips::Fixed };
    Trustful::new(profile.name, |goal| factor(profile, options, goal), slips)
}

/// Returns the scopone bots, weakest first.
pub(super) fn entries() -> Vec<BuiltIn<Scopone>> {
    let profiles = PROFILES.iter().map(|profile| {
        BuiltIn::new(profile.name, profile.summary, profile.options, move |options| {
            trustful(profile, options)
        })
    });
    let summary =
        "takes the most valuable cards and leaves no table that adds up to an unseen card";
    let greedy = BuiltIn::new("greedy", summary, &[], |_| Greedy);
    profiles
        .chain([
            greedy,
            #[cfg(feature = "masters")]
            Master::<Captures>::entry(),
        ])
        .collect()
}
