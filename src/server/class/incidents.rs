//! Refused requests, noted for the teacher: what was asked of another's, what came from another site, codes that
//! are wrong, limits that were reached.

use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use std::sync::Arc;

use super::site::ClassSite;
use crate::class::Person;
use crate::server::blocking;
use crate::server::error::RefusedBecause;

pub(in crate::server) async fn note(
    State(site): State<Arc<ClassSite>>,
    request: Request,
    next: Next,
) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_string());
    let response = next.run(request).await;
    let why = response.extensions().get::<RefusedBecause>();
    if let Some(RefusedBecause(why)) =
        why.filter(|_| is_incident(response.status(), &method, &path))
    {
        let person = response.extensions().get::<Person>().map(|person| person.id);
        let what = format!("{method} {path}: {why}");
        // Not to be noted is no reason to answer otherwise.
        let _ = blocking::request(move || site.class().note_incident(person, &what)).await;
    }
    response
}

fn is_incident(status: StatusCode, method: &Method, path: &str) -> bool {
    match status {
        StatusCode::FORBIDDEN | StatusCode::TOO_MANY_REQUESTS | StatusCode::PAYLOAD_TOO_LARGE => {
            true
        }
        // A page that asks before anybody has logged in is none.
        StatusCode::UNAUTHORIZED => *method != Method::GET,
        // The bots of others are as if they were not there.
        StatusCode::NOT_FOUND => path.starts_with("/api/class/bots/"),
        _ => false,
    }
}
