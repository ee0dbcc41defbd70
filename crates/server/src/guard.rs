//! Checks and headers of every request: its origin, its timeout, a response even after a panic, and
//! the browser's rules for the page.
//!
//! A page of another site can make a browser send requests here. Browsers name the origin of a
//! request in `Origin` and `Sec-Fetch-Site`, and requests from other origins are refused. A site
//! could also point its own name at this machine to become the same origin. So host names are
//! refused unless they belong to this machine, are addresses on a network, or were allowed.

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::future::poll_fn;
use std::net::{IpAddr, SocketAddr};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use super::assets;
use super::error::{Refusal, Result};
use super::web_server::shown_ip;
use super::words;

/// Timeout for the start of a response.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);

/// Content security policy: scripts, styles, pictures and data come only from this server, nothing
/// inline runs, nothing is sent elsewhere, and no other page can frame ours.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'self'";

/// A header that browsers accept only from this machine; over plain http from others they print a
/// warning.
const OPENER_POLICY: &str = "cross-origin-opener-policy";

/// Headers of responses. Files get only the last ones.
const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", POLICY),
    ("referrer-policy", "same-origin"),
    (OPENER_POLICY, "same-origin"),
    (
        "permissions-policy",
        "camera=(), microphone=(), geolocation=(), payment=(), usb=(), fullscreen=(self)",
    ),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-content-type-options", "nosniff"),
];
/// Number of the last [`HEADERS`] that files get; they do not depend on the visitor.
const FOR_FILES: usize = 1;

/// Host names under which the server answers.
#[derive(Clone, Debug)]
pub(super) struct HostNames {
    /// Names of this machine, with the port.
    known: [String; 4],
    /// True on a network, where the machine can have unknown addresses. Other sites can point names
    /// at it, but not addresses.
    any_ip: bool,
    /// Further names, at any port.
    allowed: Arc<[String]>,
}

impl HostNames {
    /// Returns the names of a server that listens at this address, and the `allowed` ones.
    pub fn of(address: SocketAddr, allowed: Vec<String>) -> HostNames {
        let (port, own) = (address.port(), shown_ip(&address));
        let known = ["localhost", "127.0.0.1", "[::1]", &own].map(|name| match port {
            80 => name.to_string(),
            _ => format!("{name}:{port}"),
        });
        HostNames { known, any_ip: !address.ip().is_loopback(), allowed: allowed.into() }
    }

    fn has(&self, name: &str) -> bool {
        let is_ip = || without_port(name).trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
        self.known.iter().any(|known| known.eq_ignore_ascii_case(name))
            || self.is_allowed(name)
            || (self.any_ip && is_ip())
    }

    fn is_allowed(&self, name: &str) -> bool {
        self.allowed.iter().any(|allowed| allowed.eq_ignore_ascii_case(without_port(name)))
    }
}

fn without_port(name: &str) -> &str {
    match name.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => host,
        _ => name,
    }
}

/// Refuses requests from other sites or to other names.
pub(super) async fn only_ours(
    State(names): State<HostNames>,
    request: Request,
    next: Next,
) -> Response {
    match judge(&names, request.method(), request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

fn judge(names: &HostNames, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<()> {
    let forbidden = |why| Err(Refusal::new(StatusCode::FORBIDDEN, why));
    let Some(host) = one(headers, &HOST) else {
        return Err(Refusal::wrong(words::one_host()));
    };
    let names_it = |name: &str| names.has(name);
    if !names_it(host) || uri.authority().is_some_and(|name| !names_it(name.as_str())) {
        return forbidden(words::other_name());
    }
    let site = one(headers, &HeaderName::from_static("sec-fetch-site"));
    let reads = matches!(*method, Method::GET | Method::HEAD);
    let is_page = !uri.path().starts_with("/api/");
    let allowed: &[&str] = match (reads, is_page) {
        // Any site may link to a page.
        (true, true) => return Ok(()),
        (true, false) => &["same-origin", "none"],
        (false, _) => &["same-origin"],
    };
    if site.is_some_and(|site| !allowed.contains(&site)) {
        return forbidden(words::other_site());
    }
    if !reads && headers.contains_key(ORIGIN) {
        let origin = one(headers, &ORIGIN).and_then(|origin| origin.split_once("://"));
        // A proxy can put its own name for this server into the host. If the host is an allowed
        // name, the same name at another port is another site.
        let ours = |name: &str| {
            name.eq_ignore_ascii_case(host) || !names.is_allowed(host) && names.is_allowed(name)
        };
        if !origin.is_some_and(|(kind, name)| matches!(kind, "http" | "https") && ours(name)) {
            return forbidden(words::other_site());
        }
    }
    Ok(())
}

/// Returns the value of a header that occurs once.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

/// Adds [`HEADERS`] to the response; to files of pages, which are not documents, only the last
/// ones.
pub(super) async fn with_headers(request: Request, next: Next) -> Response {
    let first =
        if assets::is_immutable(request.uri().path()) { HEADERS.len() - FOR_FILES } else { 0 };
    let is_near = one(request.headers(), &HOST).is_some_and(is_loopback);
    let mut response = next.run(request).await;
    let headers = HEADERS[first..].iter();
    for &(name, value) in headers.filter(|(name, _)| is_near || *name != OPENER_POLICY) {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        response.headers_mut().insert(name, value);
    }
    response
}

/// True for a name that always means this machine.
fn is_loopback(host: &str) -> bool {
    let host = host.rsplit_once(':').map_or(host, |(name, _)| name).trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Responds even after a panic, and if the body of a request does not arrive.
pub(super) async fn always_answers(request: Request, next: Next) -> Response {
    let mut answer = pin!(next.run(request));
    let answer = poll_fn(|context| {
        let polled = catch_unwind(AssertUnwindSafe(|| answer.as_mut().poll(context)));
        match polled {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(response)) => Poll::Ready(response),
            // The panic hook has printed the message.
            Err(_) => Poll::Ready(Refusal::broken(words::server_error()).into_response()),
        }
    });
    let late = || Refusal::new(StatusCode::REQUEST_TIMEOUT, words::request_too_slow());
    tokio::time::timeout(RESPONSE_TIMEOUT, answer).await.unwrap_or_else(|_| late().into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(bound: &str, method: Method, path: &str, headers: &[(&'static str, &str)]) -> u16 {
        let allowed = vec!["room-4.lan".to_string()];
        let names = HostNames::of(bound.parse().expect("an address"), allowed);
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().expect("a header"));
        }
        let uri = path.parse().expect("a path");
        let judged = judge(&names, &method, &uri, &map);
        judged.map_or_else(|refusal| refusal.into_response().status().as_u16(), |()| 200)
    }

    const HERE: &str = "127.0.0.1:7878";

    #[test]
    fn on_loopback_only_the_names_of_this_machine_are_answered() {
        let ask = |host| status(HERE, Method::GET, "/", &[("host", host)]);
        for host in ["127.0.0.1:7878", "localhost:7878", "LocalHost:7878", "[::1]:7878"] {
            assert_eq!(ask(host), 200, "{host}");
        }
        for host in
            ["evil.example:7878", "127.0.0.1", "127.0.0.1:80", "localhost.evil.example:7878"]
        {
            assert_eq!(ask(host), 403, "{host}");
        }
        let absolute = "http://evil.example/";
        assert_eq!(status(HERE, Method::GET, absolute, &[("host", "localhost:7878")]), 403);
        assert_eq!(status(HERE, Method::GET, "/", &[]), 400);
        let twice = [("host", "localhost:7878"), ("host", "evil.example")];
        assert_eq!(status(HERE, Method::GET, "/", &twice), 400);
        assert_eq!(status("127.0.0.1:80", Method::GET, "/", &[("host", "localhost")]), 200);
    }

    #[test]
    fn in_a_network_addresses_are_answered_and_names_only_that_are_allowed() {
        let ask = |bound, host| status(bound, Method::GET, "/", &[("host", host)]);
        for host in ["192.168.1.7:7878", "192.168.1.7", "[fd00::7]:7878", "localhost:7878"] {
            assert_eq!(ask("0.0.0.0:7878", host), 200, "{host}");
        }
        for host in ["evil.example:7878", "192.168.1.7.evil.example", "localhost", "[fd00::7"] {
            assert_eq!(ask("0.0.0.0:7878", host), 403, "{host}");
        }
        // A tunnel or a port map has its own port.
        for host in ["room-4.lan", "Room-4.LAN:7878", "room-4.lan:443"] {
            assert_eq!(ask("0.0.0.0:7878", host), 200, "{host}");
            assert_eq!(ask(HERE, host), 200, "{host}");
        }
        assert_eq!(ask(HERE, "192.168.1.7:7878"), 403);
        assert_eq!(ask(HERE, "room-4.lan.evil.example:7878"), 403);
    }

    #[test]
    fn another_site_can_link_to_pages_but_neither_read_nor_change_anything() {
        let ask = |method, path, more: &[(&'static str, &str)]| {
            let headers = [&[("host", "localhost:7878")], more].concat();
            status(HERE, method, path, &headers)
        };
        let cross: [(&str, &str); 1] = [("sec-fetch-site", "cross-site")];
        assert_eq!(ask(Method::GET, "/m/abc", &cross), 200);
        assert_eq!(ask(Method::GET, "/api/matches", &cross), 403);
        assert_eq!(ask(Method::GET, "/api/stream", &[("sec-fetch-site", "same-site")]), 403);
        assert_eq!(ask(Method::GET, "/api/matches", &[("sec-fetch-site", "none")]), 200);
        assert_eq!(ask(Method::POST, "/api/matches", &cross), 403);
        assert_eq!(ask(Method::POST, "/api/matches", &[("sec-fetch-site", "none")]), 403);
        for origin in ["http://evil.example", "null", "http://localhost:1", "localhost:7878", ""] {
            assert_eq!(ask(Method::POST, "/api/matches", &[("origin", origin)]), 403, "{origin}");
        }
        let ours = [("origin", "http://localhost:7878"), ("sec-fetch-site", "same-origin")];
        assert_eq!(ask(Method::POST, "/api/matches", &ours), 200);
        let from = |host, origin| {
            let headers = [("host", host), ("origin", origin)];
            status(HERE, Method::POST, "/api/matches", &headers)
        };
        assert_eq!(from("room-4.lan", "https://room-4.lan"), 200);
        assert_eq!(from("localhost:7878", "https://room-4.lan"), 200, "a proxy names its upstream");
        assert_eq!(from("room-4.lan", "http://room-4.lan:8080"), 403, "another site of the host");
        assert_eq!(ask(Method::DELETE, "/m/abc", &cross), 403);
        // Only browsers send an origin.
        assert_eq!(ask(Method::POST, "/api/matches", &[]), 200);
    }
}
