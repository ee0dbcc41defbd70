//! The cookie that distinguishes visitors.
//!
//! It is set with the first page, event log or stream. A browser that follows a link from another
//! site does not send its cookie, so such a request gets none: a new cookie would replace the old
//! one.

use axum::extract::{Request, State};
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use std::sync::{Arc, OnceLock};

use super::error::Refusal;
use super::words;
use juez_lobby::VisitorId;

const NAME: &str = "visitor";
/// The key in the query of an address.
const KEY: &str = "key=";
/// Random bytes of a cookie.
const RANDOM_BYTES: usize = 16;
/// Paths of streams, of one subject and of several.
const STREAM_PATHS: [&str; 2] = ["/api/stream", "/api/streams"];
/// Days for which a browser keeps the cookie.
const LIFETIME_DAYS: u32 = 365;

/// True if the visitor sent no cookie.
#[derive(Clone, Copy)]
pub(super) struct IsNewVisitor(pub bool);

/// The identity of the person who ran the command that prints an address. The key in the address
/// works once, in the first browser that opens it.
pub(super) struct KeyHolder {
    key: String,
    first: OnceLock<VisitorId>,
}

impl KeyHolder {
    pub fn new(key: String) -> KeyHolder {
        KeyHolder { key, first: OnceLock::new() }
    }

    /// Gives the key to the visitor with the cookie `came`, if no other visitor has it.
    fn redeem(&self, key: &str, came: VisitorId) {
        // Comparing hashes leaks nothing through timing.
        if VisitorId::of(key) == VisitorId::of(&self.key) {
            self.first.get_or_init(|| came);
        }
    }

    /// Returns the identity of the visitor with the cookie `came`.
    fn identify(&self, came: VisitorId) -> VisitorId {
        if self.first.get() == Some(&came) { VisitorId::of(&self.key) } else { came }
    }
}

/// Splits off the key in the query of an address. Returns the key and the address without it.
fn without_key(uri: &Uri) -> Option<(&str, String)> {
    let mut rest: Vec<&str> = uri.query()?.split('&').collect();
    let at = rest.iter().position(|part| part.starts_with(KEY))?;
    let key = rest.remove(at).strip_prefix(KEY)?;
    let query = if rest.is_empty() { String::new() } else { format!("?{}", rest.join("&")) };
    // Two leading slashes would name another server.
    Some((key, format!("/{}{query}", uri.path().trim_start_matches('/'))))
}

/// Identifies the visitor by the cookie; sets one if there is none.
pub(super) async fn identify(
    State(holder): State<Option<Arc<KeyHolder>>>,
    mut request: Request,
    next: Next,
) -> Response {
    let known = value_of(request.headers(), NAME).filter(|text| is_ours(text));
    let (text, is_new) = match known {
        Some(text) => (text.to_string(), false),
        None => match random_text() {
            Ok(text) => (text, true),
            Err(_) => return Refusal::broken(words::no_random_bits()).into_response(),
        },
    };
    let gives = is_new && may_give(&request);
    let came = VisitorId::of(&text);
    let keyed = without_key(request.uri())
        .filter(|_| request.method() == Method::GET && (gives || !is_new));
    let mut response = match (&holder, keyed) {
        // Redirects to the address without the key: it stays in the browser and people share it.
        (Some(holder), Some((key, address))) => {
            holder.redeem(key, came);
            Redirect::to(&address).into_response()
        }
        _ => {
            let visitor = holder.map_or(came, |holder| holder.identify(came));
            request.extensions_mut().insert(visitor);
            request.extensions_mut().insert(IsNewVisitor(is_new));
            next.run(request).await
        }
    };
    if gives && let Some(cookie) = cookie(&text) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// Returns the value of a cookie. Of two with one name, the first belongs to the longer path (RFC
/// 6265, section 5.4).
pub(super) fn value_of<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(COOKIE).into_iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim())
}

/// True for a page's first request that depends on the visitor: the stream of the list of matches,
/// or the event log of a match, which precedes its stream.
fn is_first(request: &Request) -> bool {
    let path = request.uri().path();
    STREAM_PATHS.contains(&path)
        || (path.starts_with("/api/matches/") && path.ends_with("/event-log"))
}

/// True if the response can set a cookie. Pages send several requests at once, and two cookies
/// would make two visitors.
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
    // `Lax`: a link from another site leads to the same visitor. Changes need a POST, and POSTs
    // from other sites are refused.
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
    fn a_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        for line in ["visited=1; visitor=a=b ;c", "visitor=2", " session-1=s;flag"] {
            headers.append(COOKIE, line.parse().expect("a header"));
        }
        assert_eq!(value_of(&headers, NAME), Some("a=b"));
        assert_eq!(value_of(&headers, "session-1"), Some("s"));
        assert_eq!(value_of(&headers, "flag"), None);
        assert_eq!(value_of(&HeaderMap::new(), NAME), None);
    }

    #[test]
    fn a_key_holds_once_for_the_first_who_has_it() {
        let [ana, leo, owner] = ["ana", "leo", "secret"].map(VisitorId::of);
        let holder = KeyHolder::new("secret".into());
        holder.redeem("guess", leo);
        assert_eq!(holder.identify(leo), leo);
        holder.redeem("secret", ana);
        holder.redeem("secret", leo);
        assert_eq!(holder.identify(ana), owner);
        assert_eq!(holder.identify(leo), leo);
    }

    #[test]
    fn an_address_is_the_same_without_its_key() {
        let split = |text: &str| {
            let uri: Uri = text.parse().expect("an address");
            without_key(&uri).map(|(key, rest)| (key.to_string(), rest))
        };
        assert_eq!(split("/m/1?key=ab"), Some(("ab".into(), "/m/1".into())));
        assert_eq!(split("/m/1?flat&key=ab&q=low"), Some(("ab".into(), "/m/1?flat&q=low".into())));
        assert_eq!(split("//evil.example/m?key=a"), Some(("a".into(), "/evil.example/m".into())));
        assert_eq!(split("/m/1?flat"), None);
        assert_eq!(split("/m/1"), None);
    }

    #[test]
    fn the_first_request_of_a_page_sets_a_cookie_whichever_stream_it_opens() {
        let gives = |path: &str| {
            let request =
                Request::builder().uri(path).body(axum::body::Body::empty()).expect("a request");
            may_give(&request)
        };
        for path in ["/", "/api/stream", "/api/streams?of=", "/api/matches/1/event-log"] {
            assert!(gives(path), "{path}");
        }
        for path in ["/api/games", "/assets/index.js", "/api/streamsmore"] {
            assert!(!gives(path), "{path}");
        }
    }

    #[test]
    fn other_texts_are_no_cookie_of_ours() {
        for text in ["", "0", &"g".repeat(32), &"A".repeat(32), &"0".repeat(33)] {
            assert!(!is_ours(text), "{text}");
        }
    }
}
