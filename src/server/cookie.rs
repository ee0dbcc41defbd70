//! The cookie that tells visitors apart.
//!
//! It is set with the first page, event log or stream. A browser that follows a link from another site
//! does not send its cookie, so such a request is given none: a new cookie would replace the old one.

use axum::extract::{Request, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::{Cookie, CookieJar};
use std::sync::{Arc, OnceLock};

use super::error::Refusal;
use super::{VisitorId, words};

/// The name of the cookie.
const NAME: &str = "visitor";
/// Random bytes of a cookie.
const RANDOM_BYTES: usize = 16;
/// The path of streams.
const STREAM_PATH: &str = "/api/stream";
/// Days for which a browser keeps the cookie.
const LIFETIME_DAYS: u32 = 365;

/// True for a visitor who came without a cookie.
#[derive(Clone, Copy)]
pub(super) struct IsNewVisitor(pub bool);

/// An identity that is reserved for the first visitor with a page: the person who gave the command that
/// opens it.
pub(super) struct ReservedVisitor {
    visitor: VisitorId,
    first: OnceLock<VisitorId>,
}

impl ReservedVisitor {
    pub fn new(visitor: VisitorId) -> ReservedVisitor {
        ReservedVisitor { visitor, first: OnceLock::new() }
    }

    /// The identity of the visitor with the cookie `came`.
    fn identify(&self, came: VisitorId, has_page: bool) -> VisitorId {
        if has_page {
            self.first.get_or_init(|| came);
        }
        if self.first.get() == Some(&came) { self.visitor } else { came }
    }
}

/// Identifies the visitor by the cookie, and sets one where there is none.
pub(super) async fn identify(
    State(reserved): State<Option<Arc<ReservedVisitor>>>,
    mut request: Request,
    next: Next,
) -> Response {
    let jar = CookieJar::from_headers(request.headers());
    let known = jar.get(NAME).map(Cookie::value).filter(|text| is_ours(text));
    let (text, is_new) = match known {
        Some(text) => (text.to_string(), false),
        None => match random_text() {
            Ok(text) => (text, true),
            Err(_) => return Refusal::broken(words::no_random_bits()).into_response(),
        },
    };
    let gives = is_new && may_give(&request);
    let came = VisitorId::of(&text);
    let has_page = !is_new && is_first(&request);
    let visitor = reserved.map_or(came, |reserved| reserved.identify(came, has_page));
    request.extensions_mut().insert(visitor);
    request.extensions_mut().insert(IsNewVisitor(is_new));
    let mut response = next.run(request).await;
    if gives && let Some(cookie) = cookie(&text) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// True for the first request of a page that depends on the visitor: the stream of the list of matches, or
/// the event log of a match, whose stream comes after it.
fn is_first(request: &Request) -> bool {
    let path = request.uri().path();
    path == STREAM_PATH || (path.starts_with("/api/matches/") && path.ends_with("/event-log"))
}

/// True if the response may set a cookie. Pages send several requests at once, and two cookies would be
/// two visitors.
fn may_give(request: &Request) -> bool {
    let path = request.uri().path();
    let gives = match path.starts_with("/api/") {
        true => is_first(request) || request.method() == Method::POST,
        false => !path.starts_with("/assets/") && !path.contains('.'),
    };
    gives && comes_with_cookies(request.headers())
}

/// True if the browser would have sent a cookie if it had one.
fn comes_with_cookies(headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    site.is_none_or(|site| site == b"same-origin" || site == b"none")
}

fn random_text() -> Result<String, getrandom::Error> {
    let mut bytes = [0; RANDOM_BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

fn is_ours(text: &str) -> bool {
    text.len() == 2 * RANDOM_BYTES
        && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn cookie(text: &str) -> Option<HeaderValue> {
    let seconds = LIFETIME_DAYS * 24 * 60 * 60;
    // A link from another site leads to the same visitor. Changes need a POST, and those of other sites
    // are refused.
    format!("{NAME}={text}; HttpOnly; SameSite=Lax; Path=/; Max-Age={seconds}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_hidden_from_scripts_and_other_sites() {
        let text = random_text().expect("random bits");
        assert!(is_ours(&text), "{text}");
        let cookie = cookie(&text).expect("a header");
        let cookie = cookie.to_str().expect("text");
        let expected = format!("visitor={text}; HttpOnly; SameSite=Lax; Path=/; Max-Age=31536000");
        assert_eq!(cookie, expected);
    }

    #[test]
    fn a_reserved_identity_goes_to_the_first_visitor_with_a_page() {
        let [ana, leo, owner] = ["ana", "leo", "owner"].map(VisitorId::of);
        let reserved = ReservedVisitor::new(owner);
        assert_eq!(reserved.identify(leo, false), leo);
        assert_eq!(reserved.identify(ana, true), owner);
        assert_eq!(reserved.identify(leo, true), leo);
        assert_eq!(reserved.identify(ana, false), owner);
    }

    #[test]
    fn other_texts_are_no_cookie_of_ours() {
        for text in ["", "0", &"g".repeat(32), &"A".repeat(32), &"0".repeat(33)] {
            assert!(!is_ours(text), "{text}");
        }
    }
}
