//! The cookie that tells visitors apart.
//!
//! It is given with the first page, film or stream. A browser that comes by a link from another
//! site keeps its cookie to itself, so that such a visitor is given none: it would replace the one
//! that he may have.

use axum::extract::{Request, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

use super::Visitor;
use super::error::Refusal;
use super::words;

/// The name of the cookie.
const NAME: &str = "visitor";
/// Random bytes in it.
const BYTES: usize = 16;
/// Where streams come from.
const STREAM: &str = "/api/stream";
/// How long a browser keeps it, in days.
const DAYS: u32 = 365;

/// Whether the visitor came without a cookie.
#[derive(Clone, Copy)]
pub(super) struct IsNew(pub bool);

/// A visitor whose place is kept for the first one whose page is there: the person who gave the
/// command that opens it.
pub(super) struct Kept {
    visitor: Visitor,
    first: OnceLock<Visitor>,
}

impl Kept {
    /// The place of this visitor.
    pub fn of(visitor: Visitor) -> Kept {
        Kept { visitor, first: OnceLock::new() }
    }

    /// Who that is who came with this cookie.
    fn who(&self, came: Visitor, looks_on: bool) -> Visitor {
        if looks_on {
            self.first.get_or_init(|| came);
        }
        if self.first.get() == Some(&came) { self.visitor } else { came }
    }
}

/// Finds out who asks.
pub(super) async fn tell_apart(
    State(kept): State<Option<Arc<Kept>>>,
    mut request: Request,
    next: Next,
) -> Response {
    let jar = CookieJar::from_headers(request.headers());
    let known = jar.get(NAME).map(Cookie::value).filter(|text| is_ours(text));
    let (text, is_new) = match known {
        Some(text) => (text.to_string(), false),
        None => match draw() {
            Ok(text) => (text, true),
            Err(_) => return Refusal::broken(words::no_random_bits()).into_response(),
        },
    };
    let gives = is_new && may_give(&request);
    let came = Visitor::of(&text);
    let looks_on = !is_new && is_first(&request);
    let visitor = kept.map_or(came, |kept| kept.who(came, looks_on));
    request.extensions_mut().insert(visitor);
    request.extensions_mut().insert(IsNew(is_new));
    let mut response = next.run(request).await;
    if gives && let Some(cookie) = cookie(&text) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// Whether this is what a page asks for before anything else that depends on who asks: the stream of the
/// list of matches, or the film of a match, whose stream comes after it.
fn is_first(request: &Request) -> bool {
    let path = request.uri().path();
    path == STREAM || (path.starts_with("/api/matches/") && path.ends_with("/film"))
}

/// Whether this request is one that is answered with a cookie. Pages ask for several things at once,
/// and two cookies would be two visitors.
fn may_give(request: &Request) -> bool {
    let path = request.uri().path();
    let gives = match path.starts_with("/api/") {
        true => is_first(request) || request.method() == Method::POST,
        false => !path.starts_with("/assets/") && !path.contains('.'),
    };
    gives && comes_with_cookies(request.headers())
}

/// Whether the browser would have sent a cookie if it had one.
fn comes_with_cookies(headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    site.is_none_or(|site| site == b"same-origin" || site == b"none")
}

fn draw() -> Result<String, getrandom::Error> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

fn is_ours(text: &str) -> bool {
    text.len() == 2 * BYTES && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn cookie(text: &str) -> Option<HeaderValue> {
    let mut cookie = Cookie::new(NAME, text);
    cookie.set_path("/");
    cookie.set_http_only(true);
    // A link from elsewhere leads to the same visitor; what changes anything is a POST, and those of
    // other sites are refused.
    cookie.set_same_site(SameSite::Lax);
    format!("{cookie}; Max-Age={}", DAYS * 24 * 60 * 60).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_no_business_of_scripts_or_other_sites() {
        let text = draw().expect("random bits");
        assert!(is_ours(&text), "{text}");
        let cookie = cookie(&text).expect("a header");
        let cookie = cookie.to_str().expect("text");
        let expected = format!("visitor={text}; HttpOnly; SameSite=Lax; Path=/; Max-Age=31536000");
        assert_eq!(cookie, expected);
    }

    #[test]
    fn a_kept_place_is_that_of_the_first_who_looks_on() {
        let [ana, leo, owner] = ["ana", "leo", "owner"].map(Visitor::of);
        let kept = Kept::of(owner);
        assert_eq!(kept.who(leo, false), leo);
        assert_eq!(kept.who(ana, true), owner);
        assert_eq!(kept.who(leo, true), leo);
        assert_eq!(kept.who(ana, false), owner);
    }

    #[test]
    fn only_what_we_gave_is_a_cookie_of_ours() {
        for text in ["", "0", &"g".repeat(32), &"A".repeat(32), &"0".repeat(33)] {
            assert!(!is_ours(text), "{text}");
        }
    }
}
