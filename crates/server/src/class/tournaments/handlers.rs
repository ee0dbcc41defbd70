//! The routes of tournaments.

use axum::extract::{Extension, Path, State};
use serde_json::json;

use super::board::summary;
pub(in crate::class) use super::download::{grades, store};
use super::wire::{TournamentChange, TournamentRequest, TournamentSummary};
use crate::body::JsonBody;
use crate::class::requests::{Answer, ClassApi};
use crate::error::Refusal;
use juez_class::{Person, TournamentId};

/// Returns all tournaments, newest first.
pub(in crate::class) async fn tournaments(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
) -> Answer {
    api.answer(move |api| {
        let trouble = |id| if by.is_teacher() { api.site.tournaments.trouble(id) } else { None };
        let all = api.class().tournaments()?;
        let listed =
            all.iter().map(|one| TournamentSummary { trouble: trouble(one.id), ..summary(one) });
        Ok::<_, Refusal>(listed.collect::<Vec<_>>())
    })
    .await
}

pub(in crate::class) async fn tournament(
    State(api): State<ClassApi>,
    Path(id): Path<TournamentId>,
) -> Answer {
    api.answer(move |api| api.site.tournaments.board(id)).await
}

pub(in crate::class) async fn plan(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    JsonBody(request): JsonBody<TournamentRequest>,
) -> Answer {
    api.answer(move |api| {
        by.must_teach()?;
        let id = api.site.tournaments.plan(&api.lobby, &request)?;
        Ok::<_, Refusal>(json!({ "id": id }))
    })
    .await
}

/// Starts, pauses, stops or deletes a tournament.
pub(in crate::class) async fn change(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Path(id): Path<TournamentId>,
    JsonBody(change): JsonBody<TournamentChange>,
) -> Answer {
    api.done(move |api| {
        by.must_teach()?;
        api.site.tournaments.change(&api.lobby, id, change)
    })
    .await
}
