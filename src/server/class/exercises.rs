//! The exercises: texts, start files, and tests of a draft.

use axum::Json;
use axum::extract::{Extension, Path, State};
use serde::Deserialize;
use std::collections::BTreeMap;

use super::checks::Checks;
use super::policy::spec_of;
use super::requests::{Answer, ClassApi};
use super::wire::{Exercise, Tick};
use crate::class::{Person, SourceFiles};
use crate::registry::{Case, CaseResult, Expected, Mind, PlayerSpec, cases_of, game};
use crate::server::body::{JsonBody, uncached};
use crate::server::error::{Refusal, Result};
use crate::server::texts::EXERCISES;
use crate::server::words;

/// The file of an exercise.
fn file(exercise: &str, name: &str) -> Option<&'static str> {
    let is_it = |(path, _): &&(&str, &str)| {
        path.strip_prefix(exercise).and_then(|rest| rest.strip_prefix('/')) == Some(name)
    };
    EXERCISES.iter().find(is_it).map(|(_, text)| *text)
}

/// All exercises in order. Those whose cases cannot be read are left out, which a test of the repository
/// excludes.
pub(super) async fn exercises() -> Answer {
    let names = EXERCISES.iter().filter_map(|(path, _)| path.strip_suffix("/cases.jsonl"));
    let exercise = |id: &'static str| {
        let text = file(id, "README.md")?;
        let start =
            |language: &&str| Some((language.to_string(), file(id, &format!("start.{language}"))?));
        Some(Exercise {
            id,
            game: cases(id).ok()?.first()?.record.game.clone(),
            title: text.lines().next().unwrap_or_default().trim_start_matches(['#', ' ']),
            text,
            start: ["lua", "rhai"].iter().filter_map(start).collect::<BTreeMap<_, _>>(),
        })
    };
    Ok(uncached(Json(names.filter_map(exercise).collect::<Vec<_>>())))
}

pub(super) fn cases(exercise: &str) -> Result<Vec<Case>> {
    let text =
        file(exercise, "cases.jsonl").ok_or_else(|| Refusal::missing(words::no_such_page()))?;
    cases_of(text, exercise.as_ref()).map_err(|error| Refusal::broken(error.to_string()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TestRequest {
    language: String,
    files: SourceFiles,
}

/// Tests a source by the cases of an exercise.
pub(super) async fn test(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Path(exercise): Path<String>,
    JsonBody(TestRequest { language, files }): JsonBody<TestRequest>,
) -> Answer {
    let spec = spec_of("draft", &language, files)?;
    let ticks = Checks::run(api, &by, move |api| {
        let player = PlayerSpec { name: spec.name.clone(), mind: Mind::Script(spec) };
        let tick = |(case, number): (Case, usize)| {
            let game =
                game(&case.record.game).map_err(|error| Refusal::broken(error.to_string()))?;
            let name = case.name.clone().unwrap_or_else(|| number.to_string());
            let examined = api.lobby.with_script(|at, _| at.examine(game, &case, &player))?;
            let result = examined.map_err(|error| Refusal::wrong(error.to_string()))?;
            Ok(tick(name, case, result))
        };
        cases(&exercise)?.into_iter().zip(1..).map(tick).collect::<Result<Vec<Tick>>>()
    });
    Ok(uncached(Json(ticks.await??)))
}

fn tick(name: String, case: Case, result: CaseResult) -> Tick {
    let CaseResult { passed, inspection } = result;
    let got = match &case.expected {
        Expected::Move { .. } => inspection.answer.clone(),
        Expected::Call { .. } => inspection.returned.as_ref().map(ToString::to_string),
    };
    let wanted = match &case.expected {
        Expected::Move { allowed, .. } if !allowed.is_empty() => Some(allowed.join(" ")),
        Expected::Move { .. } => None,
        Expected::Call { returns, .. } => Some(returns.to_string()),
    };
    let fault = inspection.fault.map(|fault| super::run::fault_problem(&fault));
    let hint = case.hint.filter(|_| !passed);
    Tick { name, passed, got, wanted, hint, fault, log: inspection.log }
}
