//! The documentation, for machines that can reach only this server.

use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use axum::{Json, Router, routing::get};
use serde::Serialize;

use super::body::uncached;
use super::error::{Refusal, Result};
use super::texts::PAGES;
use super::words;

/// A page of the documentation in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct DocsPage {
    path: &'static str,
    title: &'static str,
}

pub(super) fn routes() -> Router {
    Router::new().route("/api/docs", get(list)).route("/api/docs/{*path}", get(page))
}

async fn list() -> Response {
    let title = |text: &'static str| text.lines().find_map(|line| line.strip_prefix("# "));
    let page =
        |(path, text): &(&'static str, &'static str)| Some(DocsPage { path, title: title(text)? });
    uncached(Json(PAGES.iter().filter_map(page).collect::<Vec<_>>()))
}

/// Returns a page as Markdown. The path is only compared with known paths.
async fn page(Path(path): Path<String>) -> Result<Response> {
    let found = PAGES.iter().find(|(known, _)| *known == path);
    let (_, text) = found.ok_or_else(|| Refusal::missing(words::no_such_page()))?;
    Ok(uncached(([(CONTENT_TYPE, "text/markdown; charset=utf-8")], *text)))
}
