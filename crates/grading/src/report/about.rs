//! The tournament in words.

use serde::Serialize;
use serde_json::Value;

use super::figure::{count, listed};
use juez_core::{Limits, OnFault};
use juez_tournament::LadderDay;
use juez_tournament::Plan;
use juez_tournament::Results;
use juez_tournament::{Openings, Partners};

/// The tournament in words.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct About {
    /// The name of the tournament.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// The format, such as `round robin` or `Swiss`.
    pub format: String,
    /// Number of entrants in the contest.
    pub entrants: u32,
    /// House rules, such as `seats=4`.
    pub options: Vec<String>,
    /// Rounds, deals, openings, partners and limits, in a few words each.
    pub terms: Vec<String>,
    /// [`Seed::commitment`](juez_core::Seed::commitment) of the seed, published before the first
    /// match.
    pub seed_hash: String,
    /// The seed of all randomness; `None` until the last match, and in a ladder until the next day.
    pub seed: Option<String>,
    /// The day of a ladder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<String>,
    /// The earlier days of the ladder, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub days: Vec<AboutDay>,
}

/// A finished day of a ladder.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AboutDay {
    /// The day, `2026-11-22`.
    pub date: String,
    /// [`Seed::commitment`](juez_core::Seed::commitment) of its seed.
    pub seed_hash: String,
    pub seed: String,
}

impl About {
    /// Returns the time of the seed's publication, in words.
    pub(super) fn seed_comes(&self) -> &'static str {
        match self.day {
            None => "after the last match",
            Some(_) => "with the first matches of the next day",
        }
    }
}

pub(super) fn about(results: &Results) -> About {
    let plan = &results.plan;
    let (today, before) = results.days.split_last().unzip();
    let is_shown = today.map_or(results.complete, |today| today.is_over);
    let day = |day: &LadderDay| AboutDay {
        date: day.date.to_string(),
        seed_hash: day.seed.commitment(),
        seed: day.seed.to_string(),
    };
    let option = |(name, value): (&String, &Value)| {
        format!("{name}={}", value.as_str().map_or_else(|| value.to_string(), str::to_string))
    };
    About {
        name: plan.name.clone(),
        game: plan.game.clone(),
        format: plan.format.to_string(),
        entrants: (results.entrants.len() - plan.yardsticks.len()) as u32,
        options: plan.terms.options.iter().map(option).collect(),
        terms: terms(plan, results),
        seed_hash: plan.seed.commitment(),
        seed: is_shown.then(|| plan.seed.to_string()),
        day: plan.day.map(|day| day.to_string()),
        days: before.into_iter().flatten().map(day).collect(),
    }
}

fn terms(plan: &Plan, results: &Results) -> Vec<String> {
    let ladder = plan.day.map(|day| {
        format!("{} of a ladder to {day}", count(results.days.len() as u64, "day", "days"))
    });
    let sample = plan.matches_each.filter(|_| plan.is_sample());
    let extent = match sample {
        Some(each) => Some(format!("a sample of {} each", count(each.into(), "match", "matches"))),
        None if plan.format.is_elimination() => None,
        None => Some(count(plan.rounds.into(), "round", "rounds")),
    };
    let first = match &plan.openings {
        Openings::None => None,
        Openings::Random { plies } => {
            Some(count((*plies).into(), "random move first", "random moves first"))
        }
        Openings::Positions(list) => {
            let number = list.len() as u64;
            Some(count(number, "position to begin from", "positions to begin from"))
        }
    };
    let (one, many) = match first {
        None => ("deal a pairing", "deals a pairing"),
        Some(_) => ("opening a pairing", "openings a pairing"),
    };
    let deals = sample.is_none().then(|| count(plan.deals.into(), one, many));
    let mixed = results.shape.has_partners() && plan.partners == Partners::Mixed;
    let Limits { move_ms, on_fault, strikes, .. } = plan.terms.limits;
    let fault = match on_fault {
        OnFault::Forfeit => "a fault forfeits".to_string(),
        OnFault::Substitute => format!("strike {strikes} forfeits"),
    };
    let benching = (plan.bench_after > 0).then(|| {
        let after = count(plan.bench_after.into(), "faulted match", "faulted matches in a row");
        format!("benched after {after}")
    });
    // In a ladder, yardsticks are former versions of bots.
    let named = plan.yardsticks.iter().filter(|_| plan.day.is_none());
    let yardsticks = named.map(|&number| results.entrants[number as usize].name());
    let yardsticks = match yardsticks.collect::<Vec<&str>>()[..] {
        [] => None,
        [one] => Some(format!("yardstick {one}")),
        ref all => Some(format!("yardsticks {}", listed(all))),
    };
    let terms = [
        ladder,
        extent,
        deals,
        first,
        mixed.then(|| "mixed partners".to_string()),
        Some(format!("{move_ms} ms of fuel a move")),
        Some(fault),
        plan.terms.hide_names.then(|| "names hidden from bots".to_string()),
        benching,
        yardsticks,
        (!plan.terms.without.is_empty())
            .then(|| format!("without {}", plan.terms.without.join(", "))),
    ];
    terms.into_iter().flatten().collect()
}
