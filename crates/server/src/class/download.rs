//! Downloads of bots and matches as a zip.

use axum::body::Body;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use futures_util::stream::{TryStreamExt, iter, once};
use std::fs::File;
use std::io::{self, Seek, Write};
use std::mem;
use tokio::sync::Semaphore;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::requests::{Answer, ClassApi};
use crate::body::{pieces, uncached};
use crate::error::{Refusal, Result};
use crate::{blocking, words};
use juez_class::{BOTS_FILE, Class, ClassError, ClassErrorKind, Person, SourceFiles, folder_name};
use juez_lobby::VisitorId;

/// Limit on the downloads packed at once.
static PACKING: Semaphore = Semaphore::const_new(2);
/// Media type of a zip.
const ZIP: &str = "application/zip";

/// Responds with a zip of all bots of the person's team, with all versions, and the records of the
/// matches that the person has started.
pub(super) async fn download(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Extension(visitor): Extension<VisitorId>,
) -> Answer {
    let owner = by.clone();
    sent(api, &by, ("juez-bots.zip", ZIP), move |api| zip_of(api, &owner, &visitor))
}

/// Responds with a zip of all bots of the class with their versions, by team, which a tournament
/// reads. Only for the teacher.
pub(super) async fn download_class(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
) -> Answer {
    by.must_teach()?;
    sent(api, &by, ("juez-class.zip", ZIP), |api| zip_of_class(api.class()))
}

/// Responds with a file of this name and kind. Sends the header before packing, which can take longer
/// than the response timeout. On an error the response breaks off.
pub(super) fn sent(
    api: ClassApi,
    by: &Person,
    (name, kind): (&str, &str),
    pack: impl FnOnce(&ClassApi) -> Result<File> + Send + 'static,
) -> Answer {
    let busy = || Refusal::new(StatusCode::TOO_MANY_REQUESTS, words::one_download());
    let turn = api.site.downloads.take(by.id).ok_or_else(busy)?;
    let packed = async move {
        let one_of_few = blocking::turn(&PACKING).await;
        let packed = blocking::run(one_of_few, move || Ok((pack(&api)?, turn))).await;
        packed.map_err(|refusal: Refusal| io::Error::other(refusal.why().to_string()))
    };
    let pieces = once(packed).map_ok(|(zip, turn)| {
        iter(pieces(zip).inspect(move |_| {
            // Held until the last piece is sent.
            let _turn = &turn;
        }))
    });
    let kind = (CONTENT_TYPE, kind.to_string());
    let name = (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""));
    Ok(uncached(([kind, name], Body::from_stream(pieces.try_flatten())).into_response()))
}

/// Packs the bots of the class and their list.
fn zip_of_class(class: &Class) -> Result<File> {
    let mut zip = Packing::new()?;
    let mut bots = class.exported()?;
    for bot in &mut bots {
        for version in mem::take(&mut bot.versions) {
            let files = if_there(class.exported_files(bot.id, version.number))?;
            if let Some(files) = files {
                zip.put_files(&version.folder, &files)?;
                bot.versions.push(version);
            }
        }
    }
    bots.retain(|bot| !bot.versions.is_empty());
    let list = serde_json::to_string_pretty(&bots).map_err(broken)?;
    zip.put(BOTS_FILE, &list)?;
    zip.finish()
}

/// Packs the bots of a person's team, and the matches of the person.
fn zip_of(api: &ClassApi, by: &Person, visitor: &VisitorId) -> Result<File> {
    let class = api.class();
    let mut zip = Packing::new()?;
    for bot in class.bots(Some(by.team))? {
        let Some((_, draft, versions)) = if_there(class.bot_with_source(by, bot.id))? else {
            continue;
        };
        let folder = format!("{} {}", folder_name(&bot.name), bot.id);
        zip.put_files(&format!("{folder}/draft"), &draft.files)?;
        for number in versions.into_iter().map(|version| version.number) {
            if let Some(files) = if_there(class.version_files(by, bot.id, number))? {
                zip.put_files(&format!("{folder}/version {number}"), &files)?;
            }
        }
    }
    zip.put("matches.jsonl", "")?;
    for listed in api.lobby.past_matches_of(visitor)? {
        let record = api.lobby.table(&listed.id).and_then(|table| table.record_for(visitor));
        zip.append(&record.map(|record| record.to_line() + "\n").unwrap_or_default())?;
    }
    zip.finish()
}

/// Turns a missing item into `None`: it was deleted after it was listed.
fn if_there<T>(found: Result<T, ClassError>) -> Result<Option<T>> {
    match found {
        Err(error) if error.kind() == ClassErrorKind::Missing => Ok(None),
        found => Ok(Some(found?)),
    }
}

/// A zip being written to an unnamed file.
struct Packing(ZipWriter<File>);

impl Packing {
    fn new() -> Result<Packing> {
        Ok(Packing(ZipWriter::new(tempfile::tempfile().map_err(broken)?)))
    }

    fn put_files(&mut self, folder: &str, files: &SourceFiles) -> Result<()> {
        files.iter().try_for_each(|(name, text)| self.put(&format!("{folder}/{name}"), text))
    }

    fn put(&mut self, path: &str, text: &str) -> Result<()> {
        self.0.start_file(path, SimpleFileOptions::default()).map_err(broken)?;
        self.append(text)
    }

    /// Appends to the last file.
    fn append(&mut self, text: &str) -> Result<()> {
        self.0.write_all(text.as_bytes()).map_err(broken)
    }

    fn finish(self) -> Result<File> {
        let mut file = self.0.finish().map_err(broken)?;
        file.rewind().map_err(broken)?;
        Ok(file)
    }
}

fn broken(error: impl ToString) -> Refusal {
    Refusal::broken(error.to_string())
}
