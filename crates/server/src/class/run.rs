//! Checks a draft, plays it, and asks it.

use axum::Json;
use axum::extract::{Extension, Path, State};
use serde::Deserialize;
use std::sync::Arc;

use super::bots::changed;
use super::checks::Checks;
use super::policy::{offered, spec_of};
use super::requests::{Answer, ClassApi};
use super::review_wire::{AnswerReview, DraftAnswer};
use super::wire::{AskRequest, Problem, RunRequest, Started};
use crate::body::{JsonBody, uncached};
use crate::error::Refusal;
use crate::minute_limit::count_start;
use crate::words;
use juez_class::{BotId, Person, Saved, SourceFiles};
use juez_core::{Fault, FaultKind, Hook, Limits, Terms};
use juez_lobby::{LobbyError, VisitorId};
use juez_match::registry::{AnyGame, MatchSetup, Mind, PlayerSpec, Question, SetupError, game};
use juez_pool::{Isolation, PoolError};
use juez_script::{BotSpec, LintMessage, LoadError};

/// Name of the draft as a player of a new match.
pub(super) const DRAFT: &str = "draft";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CheckRequest {
    game: String,
    language: String,
    files: SourceFiles,
}

/// Compiles, loads and lints a source in the sandbox of the bots. Responds with its problems.
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
                    // A failure to note it must not change the response.
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
    Fails(Box<LoadError>),
}

/// True if a script takes too much time or memory to compile or load.
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

/// Returns a match of a player against itself, or the error that keeps its script from playing.
pub(super) fn playable(
    game: &dyn AnyGame,
    player: &PlayerSpec,
    isolation: &Isolation,
    limits: &Limits,
) -> Result<Result<MatchSetup, Box<LoadError>>, PoolError> {
    let players = vec![player.clone(); game.info().seats.0.into()];
    let terms = Terms { limits: limits.clone(), ..Terms::default() };
    let setup = MatchSetup { terms, ..MatchSetup::new(players) };
    match isolation.check_player(game, &setup, player) {
        Err(PoolError::Setup(SetupError::Bot { source, .. })) => Ok(Err(source.into())),
        checked => Ok(checked.map(|()| Ok(setup))?),
    }
}

fn lint_problem(LintMessage { file, line, column, message, .. }: LintMessage) -> Problem {
    let (file, line, column) = (Some(file), Some(line), Some(column));
    Problem { file, line, column, error: false, message }
}

/// Converts a fault to a problem at its line.
pub(super) fn fault_problem(fault: &Fault) -> Problem {
    let (file, line) = (fault.file.clone(), fault.line);
    Problem { file, line, column: None, error: true, message: fault.why.clone() }
}

fn problem(error: &LoadError) -> Problem {
    let message = error.to_string();
    // The editor shows the source, so the excerpt is left out.
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
    JsonBody(RunRequest { draft, new }): JsonBody<RunRequest>,
) -> Answer {
    count_start(&api.start_limit, Some(visitor))?;
    let person = by.clone();
    let started = Checks::run(api, &person, move |api| {
        let saved = api.class().save_and_keep(&by, id, draft.revision, draft.files)?;
        let (revision, bot) = match saved {
            Saved::Stored(saved) => saved,
            Saved::Changed(draft) => return Ok(Err(draft)),
        };
        if bot.bot.game != new.game {
            let game = game(&new.game).map_err(|error| Refusal::wrong(error.to_string()))?;
            return Err(Refusal::wrong(words::other_game(game.info().title)));
        }
        api.site.ladder.changed();
        let (version, bot) = (bot.version, offered(&by, bot)?);
        let id = api.lobby.begin_naming(Some((DRAFT, &bot)), &new, &visitor)?;
        Ok::<_, Refusal>(Ok(Started { id, revision, version }))
    });
    Ok(match started.await?? {
        Ok(started) => uncached(Json(started)),
        Err(draft) => changed(draft),
    })
}

/// Asks a source for its move at a position of a finished match. If the match has a review, says
/// whether the move is better than the one played.
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
        let missing = || Refusal::missing(juez_lobby::no_such_match());
        let table = api.lobby.table(&of).ok_or_else(missing)?;
        let record = table.record_for(&visitor);
        let record = record.ok_or_else(|| Refusal::wrong(juez_lobby::no_record_yet()))?;
        let game = game(&record.game).map_err(|error| Refusal::wrong(error.to_string()))?;
        if bot.game != record.game {
            return Err(Refusal::wrong(words::other_game(game.info().title)));
        }
        let files = match files {
            Some(files) => files,
            None => api.class().draft(&owner, id)?.files,
        };
        let spec = spec_of(&bot.name, &bot.language, files)?;
        let player = PlayerSpec { name: bot.name, mind: Mind::Script(spec) };
        let question =
            Question { seat, ply, hook: Hook::NextMove, player: &player, profile: false };
        let ask = |at: &Arc<Isolation>, _: &Limits| at.inspect(game, &record, &question);
        let inspection = api.lobby.with_script(ask)?;
        let inspection = inspection.map_err(|error| Refusal::wrong(error.to_string()))?;
        let compare = |mv: &String| api.lobby.review_move(&table, ply, mv);
        let review = inspection.answer.as_ref().map(compare).transpose()?.flatten();
        Ok(DraftAnswer { inspection, review: review.map(AnswerReview::new) })
    });
    Ok(uncached(Json(asked.await??)))
}
