//! Identifies the person who sends a request, by a session in a cookie or a token in
//! `Authorization: Bearer`.
//!
//! Everything below `/api` requires a login, except for the paths in [`OPEN`]. A person with a
//! paused account can read but not change anything.

use axum::extract::{Request, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

use super::site::{ClassSite, is_secret};
use crate::connections::Peer;
use crate::cookie::IsNewVisitor;
use crate::error::Refusal;
use crate::{blocking, words};
use juez_class::{ClassError, Person, SessionKind};
use juez_lobby::VisitorId;

/// Paths below `/api` without a login: a prefix if it ends in a slash.
const OPEN: [&str; 9] = [
    "/api/class",
    "/api/class/join",
    "/api/class/enter",
    "/api/class/return",
    "/api/class/teach",
    "/api/rules/",
    "/api/reference/",
    "/api/docs",
    "/api/docs/",
];

/// The only change allowed with a paused account.
const LEAVE: &str = "/api/class/leave";

/// The secret of the session or token of a request.
#[derive(Clone)]
pub(super) struct Secret(pub String);

/// Finds the person who sends a request. Refuses requests that need a person and have none.
pub(crate) async fn identify(
    State(site): State<Arc<ClassSite>>,
    mut request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get::<Peer>().copied();
    peer.inspect(|peer| site.met(*peer));
    if !request.uri().path().starts_with("/api/") {
        return next.run(request).await;
    }
    let address = peer.and_then(|Peer(address)| address);
    let person = match find(&site, request.headers(), address).await {
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
    let _turn = site.requests.wait(person.id).await;
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
    address: Option<IpAddr>,
) -> Result<Option<(Person, String)>, ClassError> {
    let Some((secret, kind)) = secret(site, headers) else { return Ok(None) };
    let site = site.clone();
    blocking::request(move || {
        let person = site.class().session(&secret, kind, address)?;
        Ok(person.map(|person| (person, secret)))
    })
    .await
}

fn secret(site: &ClassSite, headers: &HeaderMap) -> Option<(String, SessionKind)> {
    // A request with a token comes from a program, so its cookies are ignored.
    if let Some(value) = headers.get(AUTHORIZATION) {
        let token = value.to_str().ok()?.strip_prefix("Bearer ")?;
        return is_secret(token).then(|| (token.to_string(), SessionKind::Token));
    }
    Some((ClassSite::secret(headers, &site.session_cookie)?, SessionKind::Cookie))
}
