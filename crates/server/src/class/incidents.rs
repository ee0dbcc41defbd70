//! Notes refused requests for the teacher: access to other people's items, requests from other
//! sites, wrong codes, exceeded limits.

use axum::extract::{Request, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use std::sync::Arc;

use super::site::ClassSite;
use crate::blocking;
use crate::cookie;
use crate::error::RefusedBecause;
use juez_class::Person;

pub(crate) async fn note(
    State(site): State<Arc<ClassSite>>,
    request: Request,
    next: Next,
) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_string());
    let headers = request.headers();
    let has_secret = headers.contains_key(AUTHORIZATION)
        || cookie::value_of(headers, &site.session_cookie).is_some();
    let response = next.run(request).await;
    let why = response.extensions().get::<RefusedBecause>();
    if let Some(RefusedBecause(why)) =
        why.filter(|_| is_incident(response.status(), &method, &path, has_secret))
    {
        let person = response.extensions().get::<Person>().map(|person| person.id);
        // Arbitrary paths from strangers would push out other incidents.
        let path = if person.is_some() { &path } else { family(&path) };
        let what = format!("{method} {path}: {why}");
        // A failure to note it must not change the response.
        let _ = blocking::request(move || site.class().note_incident(person, &what)).await;
    }
    response
}

/// Returns the first three parts of a path.
fn family(path: &str) -> &str {
    path.match_indices('/').nth(3).map_or(path, |(end, _)| &path[..end])
}

fn is_incident(status: StatusCode, method: &Method, path: &str, has_secret: bool) -> bool {
    match status {
        StatusCode::FORBIDDEN
        | StatusCode::TOO_MANY_REQUESTS
        | StatusCode::PAYLOAD_TOO_LARGE
        | StatusCode::REQUEST_TIMEOUT => true,
        // Pages ask before a person has logged in; that is not an incident.
        StatusCode::UNAUTHORIZED => *method != Method::GET || has_secret,
        // The name is taken.
        StatusCode::CONFLICT => path == "/api/class/join",
        // Other people's bots are reported as missing.
        StatusCode::NOT_FOUND => path.starts_with("/api/class/bots/"),
        _ => false,
    }
}
