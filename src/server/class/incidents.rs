//! Refused requests, noted for the teacher: what was asked of another's, what came from another site, codes that
//! are wrong, limits that were reached.

use axum::extract::{Request, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use axum_extra::extract::cookie::CookieJar;
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
    let headers = request.headers();
    let has_secret = headers.contains_key(AUTHORIZATION)
        || CookieJar::from_headers(headers).get(&site.session_cookie).is_some();
    let response = next.run(request).await;
    let why = response.extensions().get::<RefusedBecause>();
    if let Some(RefusedBecause(why)) =
        why.filter(|_| is_incident(response.status(), &method, &path, has_secret))
    {
        let person = response.extensions().get::<Person>().map(|person| person.id);
        // Paths that a stranger makes up would push out what others did.
        let path = if person.is_some() { &path } else { family(&path) };
        let what = format!("{method} {path}: {why}");
        // Not to be noted is no reason to answer otherwise.
        let _ = blocking::request(move || site.class().note_incident(person, &what)).await;
    }
    response
}

/// The first three parts of a path.
fn family(path: &str) -> &str {
    path.match_indices('/').nth(3).map_or(path, |(end, _)| &path[..end])
}

fn is_incident(status: StatusCode, method: &Method, path: &str, has_secret: bool) -> bool {
    match status {
        StatusCode::FORBIDDEN
        | StatusCode::TOO_MANY_REQUESTS
        | StatusCode::PAYLOAD_TOO_LARGE
        | StatusCode::REQUEST_TIMEOUT => true,
        // A page that asks before a person has logged in is none.
        StatusCode::UNAUTHORIZED => *method != Method::GET || has_secret,
        // A name that another person has.
        StatusCode::CONFLICT => path == "/api/class/join",
        // The bots of others are as if they were not there.
        StatusCode::NOT_FOUND => path.starts_with("/api/class/bots/"),
        _ => false,
    }
}
