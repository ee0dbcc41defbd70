//! A comparison as people and programs read it.

mod data;
mod text;

use super::gather::Bot;
use crate::core::plain;
use crate::tournament::class::similarity::{Likeness, Lines, Similar, by_likeness};

pub(super) use data::{HEADER, SimilarJson, csv};
pub(super) use text::text;

/// The pairs of all groups with the place of their group, the likest first.
fn pairs(found: &Likeness) -> Vec<(usize, &Similar)> {
    let groups = found.groups.iter().enumerate();
    let mut pairs: Vec<(usize, &Similar)> =
        groups.flat_map(|(at, group)| group.pairs.iter().map(move |pair| (at, pair))).collect();
    pairs.sort_by(|(_, a), (_, b)| by_likeness(a, b));
    pairs
}

/// The names of bots with their languages.
pub(super) fn names(bots: &[Bot]) -> String {
    let named = |bot: &Bot| format!("{} in {}", name(bot), bot.source.language.title);
    bots.iter().map(named).collect::<Vec<_>>().join(", ")
}

/// A name as a terminal may show it.
fn name(bot: &Bot) -> String {
    plain(&bot.source.name)
}

fn range(lines: &Lines) -> String {
    if lines.from == lines.to {
        lines.from.to_string()
    } else {
        format!("{}-{}", lines.from, lines.to)
    }
}
