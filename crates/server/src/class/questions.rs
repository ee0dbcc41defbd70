//! Positions that the teacher puts to all: what should the bot play here? A position is a case, as in
//! an exercise; a person answers by a draft, or chooses a move.

use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::{Json, response::Response};
use serde_json::{Value, json};

use super::checks::Checks;
use super::policy::spec_of;
use super::requests::{Answer, ClassApi};
use super::review_wire::{AnswerRequest, Answered, QuestionPage, QuestionRequest};
use super::run::fault_problem;
use crate::body::{EmptyBody, JsonBody, uncached};
use crate::error::{Refusal, Result};
use crate::{blocking, need_drawings_of, words};
use juez_class::{Answer as StoredAnswer, BotId, Person, Question, QuestionId};
use juez_core::Record;
use juez_lobby::EventLog;
use juez_match::referee::Inspection;
use juez_match::registry::{AnyGame, Case, Expected, Mind, PlayerSpec, Reviewed, Reviewing, game};

/// Returns the questions, newest first.
pub(super) async fn questions(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
) -> Answer {
    api.answer(move |api| {
        let questions = api.class().questions()?;
        questions.iter().map(|question| page(api, &by, question)).collect::<Result<Vec<_>>>()
    })
    .await
}

fn page(api: &ClassApi, by: &Person, question: &Question) -> Result<QuestionPage> {
    let (case, game) = case_of(question)?;
    let answers = api.class().answers(by, question.id)?;
    let log = EventLog::of_position(game, &case.record, need_drawings_of(game.info().id))
        .map_err(broken)?;
    let legal = game.legal(&case.record, false).lines.pop().map(|position| position.legal);
    let found = |listed: &juez_class::ListedAnswer| listed.answer.found;
    let knows = by.is_teacher() || answers.iter().any(found);
    let best = best_of(&case).filter(|_| knows);
    Ok(QuestionPage { id: question.id, log, legal: legal.unwrap_or_default(), best, answers })
}

/// Puts a decision of a finished match to all.
pub(super) async fn put(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    JsonBody(QuestionRequest { of, ply }): JsonBody<QuestionRequest>,
) -> Answer {
    by.must_teach()?;
    let teacher = by.clone();
    let put = Checks::run(api, &by, move |api| {
        let table = api.lobby.table(&of);
        let table = table.ok_or_else(|| Refusal::missing(juez_lobby::no_such_match()))?;
        let record = table.record().filter(|record| record.end.is_some());
        let record = record.ok_or_else(|| Refusal::wrong(juez_lobby::no_record_yet()))?;
        let game = game(&record.game).map_err(broken)?;
        let position = game.position_after(&record, ply).map_err(wrong)?;
        let played = record.moves.get(ply as usize).map_or("", String::as_str);
        let best = valued(api, game, &position, played)?.best;
        let mut case = serde_json::to_value(&position).map_err(broken)?;
        case["case"] = json!({ "name": format!("after {ply} moves"), "allowed": [best] });
        Ok::<_, Refusal>(api.class().put_question(&teacher, &case.to_string())?)
    });
    Ok(uncached(Json(json!({ "id": put.await?? }))))
}

/// Deletes a question with its answers; only for the teacher.
pub(super) async fn delete(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Path(id): Path<QuestionId>,
    JsonBody(EmptyBody {}): JsonBody<EmptyBody>,
) -> Answer {
    blocking::request(move || api.class().delete_question(&by, id)).await?;
    Ok(uncached(StatusCode::NO_CONTENT))
}

/// Answers a question. The move is right if it costs less than an inaccuracy.
pub(super) async fn answer(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Path(id): Path<QuestionId>,
    JsonBody(request): JsonBody<AnswerRequest>,
) -> Result<Response> {
    let person = by.clone();
    let answered = Checks::run(api, &by, move |api| {
        let (case, game) = case_of(&api.class().question(id)?)?;
        let (mv, bot, log) = match request {
            AnswerRequest::Move(mv) => (mv, None, Vec::new()),
            AnswerRequest::Bot(bot) => {
                let (name, Inspection { answer, fault, log, .. }) =
                    asked(api, &person, (game, &case), bot)?;
                let Some(mv) = answer else {
                    let fault = fault.as_ref().map(fault_problem);
                    return Ok(Answered { answer: None, fault, log });
                };
                (mv, Some(name), log)
            }
        };
        let Reviewed { played, cost, severity, .. } = valued(api, game, &case.record, &mv)?;
        let answer = StoredAnswer { mv: played, bot, cost, found: severity.is_none() };
        api.class().answer(&person, id, &answer)?;
        Ok::<_, Refusal>(Answered { answer: Some(answer), fault: None, log })
    });
    Ok(uncached(Json(answered.await??)))
}

/// Asks the draft of a person's bot, as a test of an exercise does. Returns the name of the bot too.
fn asked(
    api: &ClassApi,
    by: &Person,
    (game, case): (&dyn AnyGame, &Case),
    bot: BotId,
) -> Result<(String, Inspection)> {
    let bot = api.class().own_bot(by, bot)?;
    if bot.game != case.record.game {
        return Err(Refusal::wrong(words::other_game(game.info().title)));
    }
    let files = api.class().draft(by, bot.id)?.files;
    let mind = Mind::Script(spec_of(&bot.name, &bot.language, files)?);
    let player = PlayerSpec { name: bot.name.clone(), mind };
    let result = api.lobby.with_script(|at, _| at.examine(game, case, &player))?;
    Ok((bot.name, result.map_err(wrong)?.inspection))
}

/// Returns the value of a move at the last position of a record.
fn valued(
    api: &ClassApi,
    game: &'static dyn AnyGame,
    record: &Record,
    mv: &str,
) -> Result<Reviewed> {
    let reviewing = Reviewing::new(game, record, None).map_err(wrong)?;
    let ply = record.moves.len() as u32;
    let value = api.lobby.with_isolation(|_, _| reviewing.review_move(record, ply, mv))?;
    value.map_err(wrong)?.ok_or_else(|| Refusal::wrong(words::no_decision_there()))
}

fn case_of(question: &Question) -> Result<(Case, &'static dyn AnyGame)> {
    let value: Value = serde_json::from_str(&question.case).map_err(broken)?;
    let case = Case::from_json(value).map_err(broken)?;
    let game = game(&case.record.game).map_err(broken)?;
    Ok((case, game))
}

fn best_of(case: &Case) -> Option<String> {
    match &case.expected {
        Expected::Move { allowed, .. } => allowed.first().cloned(),
        Expected::Call { .. } => None,
    }
}

fn wrong(error: impl ToString) -> Refusal {
    Refusal::wrong(error.to_string())
}

fn broken(error: impl ToString) -> Refusal {
    Refusal::broken(error.to_string())
}
