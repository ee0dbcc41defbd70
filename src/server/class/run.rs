//! A draft is checked, plays, is asked.

use axum::Json;
use axum::extract::{Extension, Path, State};
use serde::Deserialize;
use std::sync::Arc;

use super::bots::changed;
use super::checks::Checks;
use super::policy::spec_of;
use super::requests::{Answer, ClassApi};
use super::wire::{AskRequest, Problem, RunRequest, Started};
use crate::class::{BotId, Person, Saved, SourceFiles};
use crate::core::{Fault, FaultKind, Hook, Limits};
use crate::pool::{Isolation, PoolError};
use crate::registry::{AnyGame, MatchSetup, Mind, PlayerSpec, Question, SetupError, game};
use crate::script::{BotSpec, LintMessage, LoadError};
use crate::server::body::{JsonBody, uncached};
use crate::server::error::Refusal;
use crate::server::minute_limit::count_start;
use crate::server::{LobbyError, VisitorId, words};

/// Name of the player that is the draft in a match to start.
pub(super) const DRAFT: &str = "draft";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CheckRequest {
    game: String,
    language: String,
    files: SourceFiles,
}

/// Answers with the problems of a source, which is compiled, loaded and linted where bots run.
pub(super) async fn check(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    JsonBody(CheckRequest { game: id, language, files }): JsonBody<CheckRequest>,
) -> Answer {
    let game = game(&id).map_err(|error| Refusal::wrong(error.to_string()))?;
    let spec = spec_of(DRAFT, &language, files)?;
    let person = by.id;
    let problems = Checks::run(api, &by, move |api| {
        let found = api.lobby.with_script(|at, limits| checked(game, spec, at, limits))?;
        Ok::<_, LobbyError>(match found? {
            Checked::Lint(messages) => messages.into_iter().map(lint_problem).collect(),
            Checked::Fails(error) => {
                let problem = problem(&error);
                if takes_too_much(&error) {
                    let what = format!("POST /api/class/check: {}", problem.message);
                    // Not to be noted is no reason to answer otherwise.
                    let _ = api.class().note_incident(Some(person), &what);
                }
                vec![problem]
            }
        })
    });
    Ok(uncached(Json(problems.await??)))
}

enum Checked {
    Lint(Vec<LintMessage>),
    /// The script cannot play.
    Fails(Box<LoadError>),
}

/// True if a script hangs or bloats where it is compiled or loaded.
fn takes_too_much(error: &LoadError) -> bool {
    use FaultKind::{Crashed, OutOfFuel, OutOfMemory, OutOfTime};
    match error {
        LoadError::Deadly(_) | LoadError::Lost(_) => true,
        LoadError::Load { fault, .. } => {
            matches!(fault.kind, OutOfFuel | OutOfMemory | OutOfTime | Crashed)
        }
        LoadError::Read(_) | LoadError::Syntax(_) => false,
    }
}

fn checked(
    game: &dyn AnyGame,
    spec: BotSpec,
    isolation: &Isolation,
    limits: &Limits,
) -> Result<Checked, PoolError> {
    let player = PlayerSpec { name: spec.name.clone(), mind: Mind::Script(spec) };
    Ok(match playable(game, &player, isolation, limits)? {
        Ok(setup) => Checked::Lint(isolation.lint(game, &setup)?),
        Err(error) => Checked::Fails(error),
    })
}

/// A match of a player against itself, or the error that keeps its script from playing.
pub(super) fn playable(
    game: &dyn AnyGame,
    player: &PlayerSpec,
    isolation: &Isolation,
    limits: &Limits,
) -> Result<Result<MatchSetup, Box<LoadError>>, PoolError> {
    let players = vec![player.clone(); game.info().seats.0.into()];
    let setup = MatchSetup { limits: limits.clone(), ..MatchSetup::new(players) };
    match isolation.check_player(game, &setup, player) {
        Err(PoolError::Setup(SetupError::Bot { source, .. })) => Ok(Err(source.into())),
        checked => Ok(checked.map(|()| Ok(setup))?),
    }
}

fn lint_problem(LintMessage { file, line, column, message, .. }: LintMessage) -> Problem {
    let (file, line, column) = (Some(file), Some(line), Some(column));
    Problem { file, line, column, error: false, message }
}

/// A fault as a problem at its line.
pub(super) fn fault_problem(fault: &Fault) -> Problem {
    let (file, line) = (fault.file.clone(), fault.line);
    Problem { file, line, column: None, error: true, message: fault.why.clone() }
}

fn problem(error: &LoadError) -> Problem {
    let message = error.to_string();
    // The excerpt of the source stands in the editor.
    let message = message.lines().next().unwrap_or_default();
    let (file, line, column, message) = match error {
        LoadError::Syntax(error) => {
            (Some(error.file.clone()), error.line, error.column, error.message.clone())
        }
        LoadError::Load { fault, .. } => {
            let why = if fault.why.is_empty() { message.to_string() } else { fault.why.clone() };
            (fault.file.clone(), fault.line, None, why)
        }
        LoadError::Read(_) | LoadError::Lost(_) | LoadError::Deadly(_) => {
            (None, None, None, message.to_string())
        }
    };
    Problem { file, line, column, error: true, message }
}

/// Saves a draft, makes a version of it and starts a match.
pub(super) async fn run(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Extension(visitor): Extension<VisitorId>,
    Path(id): Path<BotId>,
    JsonBody(RunRequest { draft, mut new }): JsonBody<RunRequest>,
) -> Answer {
    count_start(&api.start_limit, Some(visitor))?;
    let person = by.clone();
    let started = Checks::run(api, &person, move |api| {
        let class = api.class();
        let revision = match class.save_draft(&by, id, draft.revision, &draft.files)? {
            Saved::Stored(revision) => revision,
            Saved::Changed(draft) => return Ok(Err(draft)),
        };
        let version = class.keep_version(&by, id)?;
        for player in new.players.iter_mut().filter(|player| *player == DRAFT) {
            *player = format!("bot/{id}/{version}");
        }
        let id = api.lobby.begin(&new, &visitor)?;
        Ok::<_, Refusal>(Ok(Started { id, revision, version }))
    });
    Ok(match started.await?? {
        Ok(started) => uncached(Json(started)),
        Err(draft) => changed(draft),
    })
}

/// Asks a source what it would play at a position of a match that is over.
pub(super) async fn ask(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Extension(visitor): Extension<VisitorId>,
    Path(id): Path<BotId>,
    JsonBody(AskRequest { of, seat, ply, files }): JsonBody<AskRequest>,
) -> Answer {
    let (owner, person) = (by.clone(), by);
    let asked = Checks::run(api, &person, move |api| {
        let bot = api.class().own_bot(&owner, id)?;
        let missing = || Refusal::missing(words::no_such_match());
        let table = api.lobby.table(&of).ok_or_else(missing)?;
        let record = table.record_for(&visitor);
        let record = record.ok_or_else(|| Refusal::wrong(words::no_record_yet()))?;
        let game = game(&record.game).map_err(|error| Refusal::wrong(error.to_string()))?;
        if bot.game != record.game {
            return Err(Refusal::wrong(words::other_game(game.info().title)));
        }
        let spec = spec_of(&bot.name, &bot.language, files)?;
        let player = PlayerSpec { name: bot.name, mind: Mind::Script(spec) };
        let question =
            Question { seat, ply, hook: Hook::NextMove, player: &player, profile: false };
        let ask = |at: &Arc<Isolation>, _: &Limits| at.inspect(game, &record, &question);
        api.lobby.with_script(ask)?.map_err(|error| Refusal::wrong(error.to_string()))
    });
    Ok(uncached(Json(asked.await??)))
}
