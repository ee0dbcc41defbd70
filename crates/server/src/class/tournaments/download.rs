//! Grades and files of tournaments, for the teacher.

use axum::body::Body;
use axum::extract::{Extension, Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::collections::HashSet;

use super::board::{broken, results};
use crate::blocking;
use crate::body::uncached;
use crate::class::requests::{Answer, ClassApi};
use crate::error::{Refusal, Result};
use juez_class::{Person, TournamentId, folder_name};
use juez_grading::report::Tables;
use juez_grading::{MarkScale, Roster, grade_sheet};
use juez_tournament::Store;

#[derive(Deserialize)]
pub(in crate::class) struct GradesQuery {
    /// A scale of marks, such as `score 0-10`.
    marks: Option<String>,
}

/// Responds with the grades as CSV: a row for each person of the class.
pub(in crate::class) async fn grades(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Path(id): Path<TournamentId>,
    Query(GradesQuery { marks }): Query<GradesQuery>,
) -> Answer {
    file(api, by, id, "csv", "text/csv; charset=utf-8", move |api| {
        let marks: Option<MarkScale> = marks
            .filter(|text| !text.trim().is_empty())
            .map(|text| text.parse())
            .transpose()
            .map_err(wrong)?;
        let results = results(&api.site.tournaments.path(id))?;
        let grades = Tables::of(&results).grades();
        let mut seen = HashSet::new();
        let students = api.class().people()?.into_iter().filter(|person| !person.is_teacher());
        let students: Vec<String> =
            students.map(|person| person.name).filter(|name| seen.insert(name.clone())).collect();
        let roster = Roster::of_students(&students);
        let sheet = grade_sheet(&roster, &grades, marks.as_ref());
        let mut bytes = Vec::new();
        roster.write(&mut bytes, &sheet.columns).map_err(broken)?;
        Ok(bytes)
    })
    .await
}

/// Responds with the file of a tournament, for `juez report` and `juez tournament --resume`.
pub(in crate::class) async fn store(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Path(id): Path<TournamentId>,
) -> Answer {
    file(api, by, id, "db", "application/octet-stream", move |api| {
        let folder = tempfile::tempdir().map_err(broken)?;
        let copy = folder.path().join("copy.db");
        Store::copy(&api.site.tournaments.path(id), &copy).map_err(broken)?;
        std::fs::read(&copy).map_err(broken)
    })
    .await
}

fn wrong(error: impl ToString) -> Refusal {
    Refusal::wrong(error.to_string())
}

/// Responds with a file that only the teacher gets.
async fn file(
    api: ClassApi,
    by: Person,
    id: TournamentId,
    ending: &str,
    kind: &'static str,
    bytes: impl FnOnce(&ClassApi) -> Result<Vec<u8>> + Send + 'static,
) -> Result<Response> {
    let made = blocking::request(move || {
        by.must_teach()?;
        let name = api.class().tournament(id)?.plan.name;
        Ok::<_, Refusal>((name, bytes(&api)?))
    });
    let (name, bytes) = made.await?;
    let name: String = folder_name(&name).chars().filter(char::is_ascii).collect();
    let name = if name.trim().is_empty() { "tournament".to_string() } else { name };
    let headers = [
        (header::CONTENT_TYPE, kind.to_string()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.{ending}\"")),
    ];
    Ok(uncached((headers, Body::from(bytes)).into_response()))
}
