//! Bots, drafts, versions.

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use serde_json::json;

use super::exercises;
use super::requests::{Answer, ClassApi};
use super::wire::{BotChange, BotPage, DraftRequest, Made};
use crate::body::{JsonBody, uncached};
use crate::error::Refusal;
use crate::{blocking, words};
use juez_class::{BotId, ClassError, Draft, NewBot, Person, Saved};

/// Lists the bots of the person's team and the opened ones; all bots for the teacher.
pub(super) async fn bots(State(api): State<ClassApi>, Extension(by): Extension<Person>) -> Answer {
    api.answer(move |api| {
        let mut bots = api.class().bots(None)?;
        bots.retain(|bot| bot.is_readable(&by));
        Ok::<_, ClassError>(bots)
    })
    .await
}

pub(super) async fn new_bot(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    JsonBody(new): JsonBody<NewBot>,
) -> Answer {
    api.answer(move |api| {
        if let Some(exercise) = &new.exercise {
            exercises::cases(exercise)?;
        }
        let id = api.class().new_bot(&by, new)?;
        Ok::<_, Refusal>(Made { id })
    })
    .await
}

/// Returns a bot with its draft and its versions.
pub(super) async fn bot(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Path(id): Path<BotId>,
) -> Answer {
    api.answer(move |api| {
        let (bot, draft, versions) = api.class().bot_with_source(&by, id)?;
        let (own, may_open) = (bot.is_own(&by), by.is_teacher());
        let of_student = api.class().team(bot.team)?.iter().any(|person| !person.is_teacher());
        let classmates_play = of_student && api.class().classmates_play()?;
        Ok::<_, ClassError>(BotPage { bot, own, may_open, classmates_play, draft, versions })
    })
    .await
}

/// Changes a bot. Returns the number of a new version.
pub(super) async fn change_bot(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Path(id): Path<BotId>,
    JsonBody(change): JsonBody<BotChange>,
) -> Answer {
    api.answer(move |api| {
        let (class, mut kept) = (api.class(), None);
        match change {
            BotChange::Rename { name } => class.rename_bot(&by, id, &name)?,
            BotChange::Open { open } => class.set_bot_open(&by, id, open)?,
            BotChange::Release { version } => class.release(&by, id, version)?,
            BotChange::Ladder { pick } => class.pick_for_ladder(&by, id, pick)?,
            BotChange::Delete => {
                class.delete_bot(&by, id)?;
                // Matches that cannot be changed now are changed when the class starts again.
                api.lobby.forget_deleted_bots()?;
                api.site.tournaments.follow_names(&api.lobby, &[])?;
            }
            BotChange::Keep => kept = Some(class.keep_version(&by, id)?),
        }
        api.site.ladder.changed();
        Ok::<_, Refusal>(kept)
    })
    .await
}

/// Saves a draft. If another person has changed it, saves nothing and returns that draft.
pub(super) async fn save_draft(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Path(id): Path<BotId>,
    JsonBody(DraftRequest { revision, files }): JsonBody<DraftRequest>,
) -> Answer {
    let saved =
        blocking::request(move || api.class().save_draft(&by, id, revision, &files)).await?;
    Ok(match saved {
        Saved::Stored(revision) => uncached(Json(json!({ "revision": revision }))),
        Saved::Changed(draft) => changed(draft),
    })
}

/// Returns the response with a draft that another person has changed.
pub(super) fn changed(draft: Draft) -> axum::response::Response {
    let by = draft.by.clone().unwrap_or_default();
    let body = json!({ "error": words::draft_changed(by), "draft": draft });
    uncached((StatusCode::CONFLICT, Json(body)))
}

/// Returns the files of a version.
pub(super) async fn version(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Path((id, number)): Path<(BotId, u32)>,
) -> Answer {
    api.answer(move |api| api.class().version_files(&by, id, number)).await
}
