//! The exercises in several languages: texts, start files, and tests of a draft.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Extension, Path, Query, State};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::checks::Checks;
use super::policy::spec_of;
use super::requests::{Answer, ClassApi};
use super::wire::{Exercise, Tick};
use crate::body::{JsonBody, uncached};
use crate::error::{Refusal, Result};
use crate::texts::EXERCISES;
use crate::words;
use juez_class::{BotId, Person, SourceFiles};
use juez_core::{Hook, Lang, Observer};
use juez_match::registry::{AnyGame, Case, CaseResult, Expected, Mind, PlayerSpec, cases_of, game};

/// Script languages and their comment markers.
const COMMENTS: [(&str, &str); 2] = [("lua", "-- "), ("rhai", "// ")];

/// The words of an exercise in another language, by the English ones.
type Words = BTreeMap<String, String>;

/// Returns a file of an exercise.
fn file(exercise: &str, name: &str) -> Option<&'static str> {
    let is_it = |(path, _): &&(&str, &str)| {
        path.strip_prefix(exercise).and_then(|rest| rest.strip_prefix('/')) == Some(name)
    };
    EXERCISES.iter().find(is_it).map(|(_, text)| *text)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Spoken {
    lang: Option<String>,
}

/// Lists all exercises in order, in a language of people; English by default.
pub(super) async fn exercises(query: Result<Query<Spoken>, QueryRejection>) -> Answer {
    let Query(Spoken { lang }) = query.map_err(|error| Refusal::wrong(error.body_text()))?;
    let lang = lang.and_then(|lang| lang.parse().ok()).unwrap_or(Lang::En);
    Ok(uncached(Json(all_in(lang))))
}

fn ids() -> impl Iterator<Item = &'static str> {
    EXERCISES.iter().filter_map(|(path, _)| path.strip_suffix("/cases.jsonl"))
}

/// Returns all exercises in a language, parsed once. Skips exercises with invalid cases; a test of
/// the repository makes sure that there are none.
fn all_in(lang: Lang) -> &'static [Exercise] {
    static ALL: [OnceLock<Vec<Exercise>>; 3] = [const { OnceLock::new() }; 3];
    ALL[lang as usize].get_or_init(|| ids().filter_map(|id| exercise(id, lang)).collect())
}

fn exercise(id: &'static str, lang: Lang) -> Option<Exercise> {
    let (page, words) = match lang {
        Lang::En => (file(id, "README.md")?, Words::new()),
        _ => {
            let words = file(id, &format!("words/{lang}.json"))?;
            (file(id, &format!("README.{lang}.md"))?, serde_json::from_str(words).ok()?)
        }
    };
    let start = |(language, sign): &(&str, &str)| {
        let text = file(id, &format!("start.{language}"))?;
        Some((language.to_string(), translated(text, sign, &words)))
    };
    let start = COMMENTS.iter().filter_map(start).collect();
    let cases = cases(id).ok()?;
    let case_names = cases.iter().filter_map(|case| case.name.clone()).collect();
    let (text, hints) = task(page);
    let title = page.lines().next().unwrap_or_default().trim_start_matches(['#', ' ']);
    let game = cases.first()?.record.game.clone();
    Some(Exercise { id, game, title, text, hints, start, cases: case_names, words })
}

/// Splits a page into the task and its hints. The last two sections are the hints, a numbered list,
/// and how to run it with `juez test`.
fn task(page: &str) -> (String, Vec<String>) {
    let mut sections: Vec<&str> = page.split("\n## ").collect();
    let hints = sections.split_off(sections.len().saturating_sub(2));
    let hints = hints.first().and_then(|section| section.split_once('\n'));
    let mut found: Vec<String> = Vec::new();
    for line in hints.map(|(_, list)| list.lines()).into_iter().flatten() {
        let item = line.split_once(". ").filter(|(number, _)| number.parse::<u8>().is_ok());
        match (item, found.last_mut()) {
            (Some((_, text)), _) => found.push(text.to_string()),
            (None, Some(last)) if !line.trim().is_empty() => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => {}
        }
    }
    (sections.join("\n## "), found)
}

/// Translates whole comments of a source.
fn translated(source: &str, sign: &str, words: &Words) -> String {
    let line = |line: &str| match line.split_once(sign) {
        Some((before, comment)) => match words.get(comment) {
            Some(other) => format!("{before}{sign}{other}\n"),
            None => format!("{line}\n"),
        },
        None => format!("{line}\n"),
    };
    source.lines().map(line).collect()
}

pub(super) fn cases(exercise: &str) -> Result<Vec<Case>> {
    let text =
        file(exercise, "cases.jsonl").ok_or_else(|| Refusal::missing(words::no_such_page()))?;
    cases_of(text, exercise.as_ref()).map_err(|error| Refusal::broken(error.to_string()))
}

/// Returns the ticks of the bots of the person's team; of all bots for the teacher.
pub(super) async fn ticks(State(api): State<ClassApi>, Extension(by): Extension<Person>) -> Answer {
    api.answer(move |api| api.class().ticks(&by)).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TestRequest {
    /// The bot whose ticks are updated.
    bot: Option<BotId>,
    language: String,
    files: SourceFiles,
}

/// Tests a source on the cases of an exercise. Updates the ticks of a bot that belongs to the
/// exercise.
pub(super) async fn test(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Path(exercise): Path<String>,
    JsonBody(TestRequest { bot, language, files }): JsonBody<TestRequest>,
) -> Answer {
    let spec = spec_of("draft", &language, files)?;
    let owner = by.clone();
    let ticks = Checks::run(api, &by, move |api| {
        if let Some(bot) = bot {
            let bot = api.class().own_bot(&owner, bot)?;
            if bot.exercise.as_deref() != Some(&*exercise) {
                return Err(Refusal::wrong(words::other_exercise()));
            }
        }
        let player = PlayerSpec { name: spec.name.clone(), mind: Mind::Script(spec) };
        let tick = |(case, number): (Case, usize)| {
            let game =
                game(&case.record.game).map_err(|error| Refusal::broken(error.to_string()))?;
            let name = case.name.clone().unwrap_or_else(|| number.to_string());
            let examined = api.lobby.with_script(|at, _| at.examine(game, &case, &player))?;
            let result = examined.map_err(|error| Refusal::wrong(error.to_string()))?;
            Ok(tick(name, game, case, result))
        };
        let ticks = cases(&exercise)?.into_iter().zip(1..).map(tick).collect::<Result<Vec<_>>>()?;
        if let Some(bot) = bot {
            let passed: Vec<bool> = ticks.iter().map(|tick| tick.passed).collect();
            api.class().note_ticks(&owner, bot, &passed)?;
        }
        Ok(ticks)
    });
    Ok(uncached(Json(ticks.await??)))
}

/// Returns the facts that `juez test` prints for a case.
fn tick(name: String, game: &dyn AnyGame, case: Case, result: CaseResult) -> Tick {
    let at_move = result.inspection.hook == Hook::NextMove;
    let ply = if at_move { result.inspection.ply } else { case.record.moves.len() as u32 };
    let observer = Observer::Seat(result.inspection.seat);
    let drawn = (!result.passed).then(|| game.draw_for(&case.record, ply, observer).ok());
    let (unwanted, unordered, tolerance) = match &case.expected {
        Expected::Move { forbidden, .. } => (forbidden.clone(), false, 0.0),
        Expected::Call { strictness, .. } => {
            (Vec::new(), strictness.unordered, strictness.tolerance)
        }
    };
    Tick {
        name,
        passed: result.passed,
        position: drawn.flatten().map(|drawing| drawing.to_string().trim_end().to_string()),
        asked: case.expected.question(),
        got: result.given(),
        wanted: case.expected.wanted(),
        unwanted,
        unordered,
        tolerance,
        hint: case.hint.filter(|_| !result.passed),
        fault: result.inspection.fault.as_ref().map(super::run::fault_problem),
        log: result.inspection.log,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LANGUAGES: [Lang; 3] = [Lang::En, Lang::Es, Lang::It];

    /// Returns the comments of a start file without its first line, which names the game.
    fn comments(source: &str, sign: &str) -> Vec<String> {
        let comment = |line: &str| line.split_once(sign).map(|(_, comment)| comment.to_string());
        source.lines().skip(1).filter_map(comment).collect()
    }

    #[test]
    fn every_exercise_has_its_task_and_hints_in_every_language() {
        for id in ids() {
            let all = LANGUAGES
                .map(|lang| exercise(id, lang).unwrap_or_else(|| panic!("{id} in {lang}")));
            let [english, others @ ..] = &all;
            assert!(english.hints.len() >= 3 && !english.text.contains("juez test"), "{id}");
            for other in others {
                assert_eq!(other.hints.len(), english.hints.len(), "{id}: {:?}", other.hints);
                assert_ne!(other.title, english.title, "{id}");
                let shape = |exercise: &Exercise| {
                    let of = |sign: &str| exercise.text.matches(sign).count();
                    (of("\n## "), of("\n|"), of("\n1. "), of("\n2. "), of("\n   - "))
                };
                assert_eq!(shape(other), shape(english), "{id}: {}", other.text);
            }
        }
    }

    #[test]
    fn every_name_hint_and_comment_is_translated() {
        for (id, lang) in ids().flat_map(|id| [(id, Lang::Es), (id, Lang::It)]) {
            let exercise = exercise(id, lang).unwrap_or_else(|| panic!("{id} in {lang}"));
            let cases = cases(id).unwrap_or_else(|_| panic!("cases of {id}"));
            let of_cases = cases.iter().flat_map(|case| [case.name.clone(), case.hint.clone()]);
            let of_starts = COMMENTS.iter().flat_map(|(language, sign)| {
                comments(file(id, &format!("start.{language}")).unwrap_or_default(), sign)
            });
            for english in of_cases.flatten().chain(of_starts) {
                assert!(exercise.words.contains_key(&english), "{id} in {lang} lacks {english:?}");
            }
            for (language, sign) in COMMENTS {
                let start = &exercise.start[language];
                let untouched = |comment: &String| exercise.words.contains_key(comment);
                let left: Vec<_> = comments(start, sign).into_iter().filter(untouched).collect();
                assert!(left.is_empty(), "{id} in {lang}: {left:?}");
            }
        }
    }

    #[test]
    fn no_start_file_speaks_of_a_file_that_is_not_there() {
        for (path, text) in EXERCISES.iter().filter(|(path, _)| path.contains("/start.")) {
            assert!(!text.contains("README"), "{path}");
        }
    }
}
