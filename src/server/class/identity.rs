//! The person who sends a request: a session in a cookie, or a token in `Authorization: Bearer`.
//!
//! Everything below `/api` is for people who are logged in, but for the few paths in [`OPEN`]. A person whose
//! account is paused reads and changes nothing.

use axum::extract::{Request, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::{Cookie, CookieJar};
use std::sync::Arc;

use super::site::ClassSite;
use crate::class::{ClassError, Person, SessionKind};
use crate::server::connections::Peer;
use crate::server::cookie::IsNewVisitor;
use crate::server::error::Refusal;
use crate::server::{VisitorId, blocking, words};

/// The name of the cookie.
pub(super) const COOKIE: &str = "session";
/// Hex digits of a secret.
const SECRET_DIGITS: usize = 64;
/// Paths below `/api` for everybody: a prefix if it ends in a slash.
const OPEN: [&str; 8] = [
    "/api/class",
    "/api/class/join",
    "/api/class/return",
    "/api/class/teach",
    "/api/rules/",
    "/api/reference/",
    "/api/docs",
    "/api/docs/",
];

/// The one change that a person makes whose account is paused.
const LEAVE: &str = "/api/class/leave";

/// The secret with which a request came.
#[derive(Clone)]
pub(super) struct Secret(pub String);

/// Finds the person who sends a request, and refuses those that need one and have none.
pub(in crate::server) async fn identify(
    State(site): State<Arc<ClassSite>>,
    mut request: Request,
    next: Next,
) -> Response {
    if let Some(peer) = request.extensions().get::<Peer>() {
        site.met(*peer);
    }
    if !request.uri().path().starts_with("/api/") {
        return next.run(request).await;
    }
    let person = match find(&site, request.headers()).await {
        Ok(found) => found,
        Err(error) => return Refusal::from(error).into_response(),
    };
    let path = request.uri().path();
    let is_open = OPEN.iter().any(|open| match open.ends_with('/') {
        true => path.starts_with(open),
        false => path == *open,
    });
    let Some((person, secret)) = person else {
        return match is_open {
            true => next.run(request).await,
            false => Refusal::new(StatusCode::UNAUTHORIZED, words::log_in_first()).into_response(),
        };
    };
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if !reads
        && !is_open
        && path != LEAVE
        && let Err(error) = person.must_be_active()
    {
        let mut refused = Refusal::from(error).into_response();
        refused.extensions_mut().insert(person);
        return refused;
    }
    let _turn = site.requests.turn(person.id).await;
    let extensions = request.extensions_mut();
    extensions.insert(VisitorId::of_person(person.id));
    extensions.insert(IsNewVisitor(false));
    extensions.insert(person.clone());
    extensions.insert(Secret(secret));
    let mut response = next.run(request).await;
    response.extensions_mut().insert(person);
    response
}

async fn find(
    site: &Arc<ClassSite>,
    headers: &HeaderMap,
) -> Result<Option<(Person, String)>, ClassError> {
    let Some((secret, kind)) = secret(headers) else { return Ok(None) };
    let site = site.clone();
    blocking::request(move || {
        let person = site.class().session(&secret, kind)?;
        Ok(person.map(|person| (person, secret)))
    })
    .await
}

fn secret(headers: &HeaderMap) -> Option<(String, SessionKind)> {
    let is_secret = |text: &str| {
        text.len() == SECRET_DIGITS
            && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    let (text, kind) = match headers.get(AUTHORIZATION) {
        // A request with a token is that of a program: its cookies do not count.
        Some(value) => {
            (value.to_str().ok()?.strip_prefix("Bearer ")?.to_string(), SessionKind::Token)
        }
        None => {
            let jar = CookieJar::from_headers(headers);
            (jar.get(COOKIE).map(Cookie::value)?.to_string(), SessionKind::Cookie)
        }
    };
    is_secret(&text).then_some((text, kind))
}
