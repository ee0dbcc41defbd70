//! The costs of each person's decisions over time, and the positions in which many err, from the
//! reviews of a class.

use axum::extract::{Extension, State};
use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::requests::{Answer, ClassApi};
use super::review_wire::{ClassReviews, CommonPosition, MatchCost, PersonCosts};
use crate::body::{EmptyBody, JsonBody};
use crate::error::{Refusal, Result};
use crate::need_drawings_of;
use juez_class::{Class, ClassError, Person};
use juez_lobby::{EventLog, Lobby, ReviewedMatch, VisitorId};
use juez_match::registry::{Reviewed, game};

/// Most positions in the list.
const MOST_POSITIONS: usize = 8;
/// Fewest people who err in a listed position.
const FEWEST: usize = 2;
/// Most matches whose reviews begin at once.
const MOST_BEGUN: usize = 10;

/// Returns the costs of all students, and the positions that most of them get wrong. Makes no
/// review.
pub(super) async fn reviews(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
) -> Answer {
    api.answer(move |api| {
        by.must_teach()?;
        let (students, visitors) = students(api.class())?;
        // Read first, so that 0 means that all reviews are among the matches.
        let waiting = api.lobby.reviews_waiting();
        let matches = api.lobby.reviewed_matches(&visitors)?;
        let people = students.iter().flat_map(|person| costs(person, &matches)).collect();
        let positions = positions(&matches, &api.lobby);
        Ok::<_, Refusal>(ClassReviews { people, positions, waiting })
    })
    .await
}

/// Begins reviews of the newest matches of all students. Returns their number.
pub(super) async fn review_newest(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    JsonBody(EmptyBody {}): JsonBody<EmptyBody>,
) -> Answer {
    api.answer(move |api| {
        by.must_teach()?;
        let (_, visitors) = students(api.class())?;
        Ok::<_, Refusal>(api.lobby.review_newest(&visitors, MOST_BEGUN)?)
    })
    .await
}

/// Returns the students by name, and each as a visitor.
fn students(class: &Class) -> Result<(Vec<Person>, Vec<VisitorId>), ClassError> {
    let mut people = class.people()?;
    people.retain(|person| !person.is_teacher());
    let visitors = people.iter().map(|person| VisitorId::of_person(person.id)).collect();
    Ok((people, visitors))
}

/// Returns the costs of a person in each game. `matches` are the newest first.
fn costs(person: &Person, matches: &[ReviewedMatch]) -> Vec<PersonCosts> {
    let visitor = VisitorId::of_person(person.id);
    let own = matches.iter().rev().filter(|one| one.owner == visitor && !one.decisions.is_empty());
    let mut by_game: BTreeMap<&'static str, Vec<MatchCost>> = BTreeMap::new();
    for ReviewedMatch { id, game, begun, decisions, .. } in own {
        by_game.entry(game).or_default().push(MatchCost {
            id: id.clone(),
            begun: *begun,
            decisions: decisions.len() as u32,
            cost: decisions.iter().map(|(_, decision)| decision.cost).sum(),
        });
    }
    let costs = |(game, matches)| {
        let (person, name) = (person.id, person.name.clone());
        PersonCosts { person, name, game, matches }
    };
    by_game.into_iter().map(costs).collect()
}

/// The last decision of each person at a position, with its match.
type Met<'m> = BTreeMap<Option<i64>, (&'m ReviewedMatch, &'m Reviewed)>;

/// Returns the positions in which the most people erred. Each person counts by the last decision at
/// a position. `matches` are the newest first.
fn positions(matches: &[ReviewedMatch], lobby: &Lobby) -> Vec<CommonPosition> {
    let mut by_key: BTreeMap<&str, Met<'_>> = BTreeMap::new();
    for one in matches {
        for (key, decision) in one.decisions.iter().rev() {
            let met = by_key.entry(key).or_default();
            met.entry(one.owner.person()).or_insert((one, decision));
        }
    }
    let mut found: Vec<(usize, i32, Met<'_>)> = by_key
        .into_values()
        .map(|met| {
            let erred = met.values().filter(|(_, decision)| decision.severity.is_some()).count();
            let cost: i32 = met.values().map(|(_, decision)| decision.cost).sum();
            (erred, cost / met.len() as i32, met)
        })
        .filter(|(erred, _, _)| *erred >= FEWEST)
        .collect();
    found.sort_by_key(|(erred, mean_cost, _)| Reverse((*erred, *mean_cost)));
    let listed = found.into_iter().filter_map(|(erred, mean_cost, met)| {
        let (one, decision) = met.values().next()?;
        let log = log_at(lobby, one, decision.ply)?;
        let (of, ply, best) = (one.id.clone(), decision.ply, decision.best.clone());
        let pattern = commonest_pattern(met.values().map(|(_, decision)| *decision));
        Some(CommonPosition { of, ply, log, best, pattern, met: met.len(), erred, mean_cost })
    });
    listed.take(MOST_POSITIONS).collect()
}

/// Returns the pattern of the most decisions, on a tie the first by name.
fn commonest_pattern<'m>(decisions: impl Iterator<Item = &'m Reviewed>) -> Option<String> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for pattern in decisions.filter_map(|decision| decision.pattern.as_deref()) {
        *counts.entry(pattern).or_default() += 1;
    }
    counts.into_iter().min_by_key(|&(_, count)| Reverse(count)).map(|(name, _)| name.to_string())
}

fn log_at(lobby: &Lobby, one: &ReviewedMatch, ply: u32) -> Option<EventLog> {
    let game = game(one.game).ok()?;
    let record = lobby.table(&one.id)?.record()?;
    let position = game.position_after(&record, ply).ok()?;
    EventLog::of_position(game, &position, need_drawings_of(one.game)).ok()
}
