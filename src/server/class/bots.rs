//! Bots, drafts, versions.

use axum::Json;
use axum::body::Body;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use futures_util::stream::iter;
use serde_json::json;
use std::fs::File;
use std::io::{Seek, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::exercises;
use super::requests::{Answer, ClassApi};
use super::wire::{BotChange, BotPage, DraftRequest, Made};
use crate::class::{BOTS_FILE, BotId, ClassError, Draft, NewBot, Person, PersonId, Saved};
use crate::core::plain;
use crate::server::body::{JsonBody, pieces, uncached};
use crate::server::error::{Refusal, Result};
use crate::server::turns::Turn;
use crate::server::{VisitorId, blocking, words};

/// The bots of the person's team, and those that the teacher has opened; all for the teacher.
pub(super) async fn bots(State(api): State<ClassApi>, Extension(by): Extension<Person>) -> Answer {
    api.answer(move |api| {
        let mut bots = api.class().bots(None)?;
        bots.retain(|bot| bot.team == by.team || bot.open || by.is_teacher());
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

/// A bot with its draft and its versions.
pub(super) async fn bot(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Path(id): Path<BotId>,
) -> Answer {
    api.answer(move |api| {
        let (bot, draft, versions) = api.class().bot_with_source(&by, id)?;
        let (own, may_open) = (bot.team == by.team || by.is_teacher(), by.is_teacher());
        let of_student = api.class().team(bot.team)?.iter().any(|person| !person.is_teacher());
        let classmates_play = of_student && api.class().classmates_play()?;
        Ok::<_, ClassError>(BotPage { bot, own, may_open, classmates_play, draft, versions })
    })
    .await
}

/// Changes a bot. Answers with the number of a version that was made.
pub(super) async fn change_bot(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Path(id): Path<BotId>,
    JsonBody(change): JsonBody<BotChange>,
) -> Answer {
    api.answer(move |api| {
        let class = api.class();
        match change {
            BotChange::Rename { name } => class.rename_bot(&by, id, &name)?,
            BotChange::Open { open } => class.set_bot_open(&by, id, open)?,
            BotChange::Release { version } => class.release(&by, id, version)?,
            BotChange::Delete => class.delete_bot(&by, id)?,
            BotChange::Keep => return class.keep_version(&by, id).map(Some),
        }
        Ok(None)
    })
    .await
}

/// Saves a draft. If another person has changed it, the answer is theirs, and nothing is saved.
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

/// The answer to a draft that another person has changed.
pub(super) fn changed(draft: Draft) -> axum::response::Response {
    let by = draft.by.clone().unwrap_or_default();
    let body = json!({ "error": words::draft_changed(by), "draft": draft });
    uncached((StatusCode::CONFLICT, Json(body)))
}

/// The files of a version.
pub(super) async fn version(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Path((id, number)): Path<(BotId, u32)>,
) -> Answer {
    api.answer(move |api| api.class().version_files(&by, id, number)).await
}

/// All bots of the person's team with all versions, and the records of the matches that the person has started,
/// as a zip.
pub(super) async fn download(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Extension(visitor): Extension<VisitorId>,
) -> Answer {
    let turn = download_turn(&api, &by)?;
    let zip = blocking::read(move || zip_of(&api, &by, &visitor)).await?;
    Ok(sent(zip, turn, "juez-bots.zip"))
}

/// All bots of the class with their versions, by team, as a zip that a tournament takes. For the teacher.
pub(super) async fn download_class(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
) -> Answer {
    by.must_teach()?;
    let turn = download_turn(&api, &by)?;
    let zip = blocking::read(move || zip_of_class(&api)).await?;
    Ok(sent(zip, turn, "juez-class.zip"))
}

fn download_turn(api: &ClassApi, by: &Person) -> Result<Turn<PersonId>> {
    let busy = || Refusal::new(StatusCode::TOO_MANY_REQUESTS, words::one_download());
    api.site.downloads.take(by.id).ok_or_else(busy)
}

/// A zip as the answer to a request.
fn sent(zip: File, turn: Turn<PersonId>, name: &str) -> axum::response::Response {
    let pieces = pieces(zip).inspect(move |_| {
        // Taken until the last piece is sent.
        let _turn = &turn;
    });
    let kind = (CONTENT_TYPE, "application/zip".to_string());
    let name = (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""));
    uncached(([kind, name], Body::from_stream(iter(pieces))).into_response())
}

fn zip_of_class(api: &ClassApi) -> Result<File> {
    let class = api.class();
    let broken = |error: &dyn std::fmt::Display| Refusal::broken(error.to_string());
    let mut zip = ZipWriter::new(tempfile::tempfile().map_err(|error| broken(&error))?);
    let bots = class.exported()?;
    let mut put = |path: String, text: &str| {
        let begun = zip.start_file(path, SimpleFileOptions::default());
        begun.map_err(|error| broken(&error))?;
        zip.write_all(text.as_bytes()).map_err(|error| broken(&error))
    };
    let list = serde_json::to_string_pretty(&bots).map_err(|error| broken(&error))?;
    put(BOTS_FILE.to_string(), &list)?;
    for bot in &bots {
        for version in &bot.versions {
            for (file, text) in class.exported_files(bot.id, version.number)? {
                put(format!("{}/{file}", version.folder), &text)?;
            }
        }
    }
    let mut file = zip.finish().map_err(|error| broken(&error))?;
    file.rewind().map_err(|error| broken(&error))?;
    Ok(file)
}

/// A zip as a file, to be read from its beginning.
fn zip_of(api: &ClassApi, by: &Person, visitor: &VisitorId) -> Result<File> {
    let class = api.class();
    let broken = |error: &dyn std::fmt::Display| Refusal::broken(error.to_string());
    let mut zip = ZipWriter::new(tempfile::tempfile().map_err(|error| broken(&error))?);
    for bot in class.bots(Some(by.team))? {
        let mut folders = vec![("draft".to_string(), class.draft(by, bot.id)?.files)];
        for version in class.versions(by, bot.id)? {
            let number = version.number;
            folders.push((format!("version {number}"), class.version_files(by, bot.id, number)?));
        }
        // A name may hold what a file's may not.
        let plain_name =
            plain(&bot.name).replace(['/', '\\', ':', '*', '?', '"', '<', '>', '|'], "_");
        let name = format!("{} {}", plain_name.trim_start_matches('.'), bot.id);
        for (folder, files) in folders {
            for (file, text) in files {
                let path = format!("{name}/{folder}/{file}");
                zip.start_file(path, SimpleFileOptions::default())
                    .map_err(|error| broken(&error))?;
                zip.write_all(text.as_bytes()).map_err(|error| broken(&error))?;
            }
        }
    }
    zip.start_file("matches.jsonl", SimpleFileOptions::default())
        .map_err(|error| broken(&error))?;
    for listed in api.lobby.past_matches_of(visitor)? {
        let record = api.lobby.table(&listed.id).and_then(|table| table.record_for(visitor));
        let line = record.map(|record| record.to_line() + "\n").unwrap_or_default();
        zip.write_all(line.as_bytes()).map_err(|error| broken(&error))?;
    }
    let mut file = zip.finish().map_err(|error| broken(&error))?;
    file.rewind().map_err(|error| broken(&error))?;
    Ok(file)
}
