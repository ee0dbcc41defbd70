//! Grades and files of tournaments, for the teacher.

use axum::extract::{Extension, Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use serde::Deserialize;
use std::fs::File;

use super::board::{broken, results};
use crate::blocking;
use crate::body::uncached;
use crate::class::download::sent;
use crate::class::requests::{Answer, ClassApi};
use crate::error::{Refusal, Result};
use juez_class::{Class, Person, TournamentId, folder_name};
use juez_grading::report::Tables;
use juez_grading::{MarkScale, Roster, grade_sheet};
use juez_tournament::Store;

#[derive(Deserialize)]
pub(in crate::class) struct GradesQuery {
    /// A scale of marks, such as `score 0-10`; empty: no marks.
    #[serde(default)]
    marks: String,
}

/// Responds with the grades as CSV: a row for each person of the class.
pub(in crate::class) async fn grades(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Path(id): Path<TournamentId>,
    Query(GradesQuery { marks }): Query<GradesQuery>,
) -> Answer {
    let made = blocking::request(move || {
        by.must_teach()?;
        let name = file_name(api.class(), id, "csv")?;
        let marks = match marks.trim() {
            "" => None,
            scale => {
                Some(scale.parse::<MarkScale>().map_err(|why| Refusal::wrong(why.to_string()))?)
            }
        };
        let results = results(&api.site.tournaments.path(id))?;
        let students = api.class().people()?.into_iter().filter(|person| !person.is_teacher());
        let roster = Roster::of_students(&students.map(|person| person.name).collect::<Vec<_>>());
        let sheet = grade_sheet(&roster, &Tables::of(&results).grades(), marks.as_ref());
        let mut bytes = Vec::new();
        roster.write(&mut bytes, &sheet.columns).map_err(broken)?;
        Ok::<_, Refusal>((name, bytes))
    });
    let (name, bytes) = made.await?;
    let kind = (CONTENT_TYPE, "text/csv; charset=utf-8".to_string());
    let name = (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""));
    Ok(uncached(([kind, name], bytes).into_response()))
}

/// Responds with the file of a tournament, for `juez report` and `juez tournament --resume`.
pub(in crate::class) async fn store(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Path(id): Path<TournamentId>,
) -> Answer {
    by.must_teach()?;
    let named = api.clone();
    let name = blocking::request(move || file_name(named.class(), id, "db")).await?;
    sent(api, &by, (&name, "application/octet-stream"), move |api| {
        let folder = tempfile::tempdir().map_err(broken)?;
        let copy = folder.path().join("copy.db");
        Store::copy(&api.site.tournaments.path(id), &copy).map_err(broken)?;
        // The open file outlives its name.
        File::open(&copy).map_err(broken)
    })
}

/// Returns the name of a file of a tournament, in letters that each header can have.
fn file_name(class: &Class, id: TournamentId, ending: &str) -> Result<String> {
    let name = folder_name(&class.tournament(id)?.plan.name);
    let name: String = name.chars().filter(char::is_ascii).collect();
    let name = if name.trim().is_empty() { "tournament" } else { name.trim() };
    Ok(format!("{name}.{ending}"))
}
