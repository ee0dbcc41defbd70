//! The tournament in words.

use serde::Serialize;
use serde_json::Value;

use super::figure::count;
use crate::core::{Limits, OnFault};
use crate::tournament::format::{Openings, Partners};
use crate::tournament::ladder::LadderDay;
use crate::tournament::plan::Plan;
use crate::tournament::results::Results;

/// The tournament in words.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct About {
    /// The name of the tournament.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// The format: `round robin`, `Swiss`.
    pub format: String,
    /// Entrants of the contest.
    pub entrants: u32,
    /// House rules that are set, `seats=4`.
    pub options: Vec<String>,
    /// Rounds, deals, openings, partners, limits: a few words each.
    pub terms: Vec<String>,
    /// [`Seed::commitment`](crate::core::Seed::commitment) of the seed: shown before the first
    /// match.
    pub seed_hash: String,
    /// The seed of all chance; `None` while a match is to come, and in a ladder until the next day.
    pub seed: Option<String>,
    /// The day of a ladder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<String>,
    /// The days of the ladder before it, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub days: Vec<AboutDay>,
}

/// A day of a ladder that is over.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AboutDay {
    /// The day, `2026-11-22`.
    pub date: String,
    /// [`Seed::commitment`](crate::core::Seed::commitment) of its seed.
    pub seed_hash: String,
    /// Its seed.
    pub seed: String,
}

impl About {
    /// The moment from which the seed is shown.
    pub(super) fn seed_comes(&self) -> &'static str {
        match self.day {
            None => "after the last match",
            Some(_) => "with the first matches of the next day",
        }
    }
}

pub(super) fn about(results: &Results) -> About {
    let plan = &results.plan;
    let (today, before) = match &results.days[..] {
        [before @ .., today] => (Some(today), before),
        [] => (None, &[][..]),
    };
    let is_shown = today.map_or(results.complete, |today| today.is_over);
    let day = |day: &LadderDay| AboutDay {
        date: day.date.to_string(),
        seed_hash: day.seed.commitment(),
        seed: day.seed.to_string(),
    };
    let option = |(name, value): (&String, &Value)| match value {
        Value::String(text) => format!("{name}={text}"),
        other => format!("{name}={other}"),
    };
    About {
        name: plan.name.clone(),
        game: plan.game.clone(),
        format: plan.format.to_string(),
        entrants: (results.entrants.len() - plan.yardsticks.len()) as u32,
        options: plan.options.iter().map(option).collect(),
        terms: terms(plan, results),
        seed_hash: plan.seed.commitment(),
        seed: is_shown.then(|| plan.seed.to_string()),
        day: plan.day.map(|day| day.to_string()),
        days: before.iter().map(day).collect(),
    }
}

fn terms(plan: &Plan, results: &Results) -> Vec<String> {
    let mut terms = Vec::new();
    if let Some(day) = plan.day {
        let days = count(results.days.len() as u64, "day", "days");
        terms.push(format!("{days} of a ladder to {day}"));
    }
    let sample = plan.matches_each.filter(|_| plan.is_sample());
    if let Some(each) = sample {
        terms.push(format!("a sample of {} each", count(each.into(), "match", "matches")));
    } else if !plan.format.is_elimination() {
        terms.push(count(plan.rounds.into(), "round", "rounds"));
    }
    let (one, many) = match &plan.openings {
        Openings::None => ("deal a pairing", "deals a pairing"),
        _ => ("opening a pairing", "openings a pairing"),
    };
    if sample.is_none() {
        terms.push(count(plan.deals.into(), one, many));
    }
    match &plan.openings {
        Openings::None => {}
        Openings::Random { plies } => {
            terms.push(count((*plies).into(), "random move first", "random moves first"));
        }
        Openings::Positions(list) => {
            terms.push(count(
                list.len() as u64,
                "position to begin from",
                "positions to begin from",
            ));
        }
    }
    if results.shape.has_partners() && plan.partners == Partners::Mixed {
        terms.push("mixed partners".to_string());
    }
    let Limits { move_ms, on_fault, strikes, .. } = plan.limits;
    terms.push(format!("{} ms of fuel a move", move_ms));
    terms.push(match on_fault {
        OnFault::Forfeit => "a fault forfeits".to_string(),
        OnFault::Substitute => format!("strike {strikes} forfeits"),
    });
    if plan.hide_names {
        terms.push("names hidden from bots".to_string());
    }
    if plan.bench_after > 0 {
        let faulty = count(plan.bench_after.into(), "faulted match", "faulted matches in a row");
        terms.push(format!("benched after {faulty}"));
    }
    let yardsticks = plan.yardsticks.iter().map(|&number| results.entrants[number as usize].name());
    let yardsticks: Vec<&str> = yardsticks.collect();
    match yardsticks[..] {
        [] => {}
        [one] => terms.push(format!("yardstick {one}")),
        _ => terms.push(format!("yardsticks {}", yardsticks.join(", "))),
    }
    if !plan.without.is_empty() {
        terms.push(format!("without {}", plan.without.join(", ")));
    }
    terms
}
