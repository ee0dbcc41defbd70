//! The files of the pages, which `build.rs` embeds. The path of a request is only compared with
//! known paths.

use axum::extract::Request;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use maud::{DOCTYPE, html};

use super::error::Refusal;
use super::words;

struct Asset {
    path: &'static str,
    /// Changes with the contents.
    hash: &'static str,
    plain: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

// ASSETS; MISSING, the reason why there are none; TABLES, the games with their own table.
include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The page for all addresses that people see.
const PAGE: &str = "/index.html";
/// File names below this path change with the contents.
const IMMUTABLE: &str = "/assets/";

/// Returns the reason why this program has no pages, if it has none.
pub fn missing() -> Option<&'static str> {
    MISSING
}

/// True if positions of the game must include a drawing, because the pages have no table for it.
pub fn need_drawings_of(game: &str) -> bool {
    !TABLES.contains(&game)
}

/// Responds with the page. It refers to its files by relative paths, since a proxy can strip a path
/// prefix.
pub(super) async fn page(request: Request) -> Response {
    match (find(PAGE), MISSING) {
        (Some(asset), _) => match up(request.uri().path()) {
            "" => answer(asset, request.headers()),
            up => page_below(asset, up),
        },
        (None, Some(why)) => (StatusCode::SERVICE_UNAVAILABLE, without_pages(why)).into_response(),
        (None, None) => Refusal::broken(words::no_page_here()).into_response(),
    }
}

/// Returns the relative path from a page to the root: `../` for `/m/ID`.
fn up(path: &str) -> &'static str {
    let folders = path.trim_start_matches('/').matches('/').count();
    let all = "../../../../../../../../";
    &all[..(folders * 3).min(all.len())]
}

/// Returns the page with its file paths prefixed by `up`.
fn page_below(asset: &Asset, up: &str) -> Response {
    let page = String::from_utf8_lossy(asset.plain).replace("\"./", &format!("\"{up}"));
    let headers = [(CACHE_CONTROL, "no-cache"), (CONTENT_TYPE, kind(asset.path))];
    (headers, page).into_response()
}

pub(super) async fn file(request: Request) -> Response {
    match find(request.uri().path()) {
        Some(asset) => answer(asset, request.headers()),
        None => Refusal::missing(words::no_such_page()).into_response(),
    }
}

/// True for files whose name changes with the contents.
pub(super) fn is_immutable(path: &str) -> bool {
    path.starts_with(IMMUTABLE)
}

fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

fn answer(asset: &'static Asset, asked: &HeaderMap) -> Response {
    let (encoding, bytes) = match (asset.brotli, asset.gzip) {
        (Some(bytes), _) if accepts(asked, "br") => ("br", bytes),
        (_, Some(bytes)) if accepts(asked, "gzip") => ("gzip", bytes),
        _ => ("", asset.plain),
    };
    // Each encoding has its own tag, because its bytes differ.
    let tag = format!("\"{}{encoding}\"", asset.hash);
    let keep =
        if is_immutable(asset.path) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut headers = HeaderMap::new();
    let mut set = |name, text: &str| {
        if let Ok(value) = text.parse() {
            headers.insert(name, value);
        }
    };
    set(CACHE_CONTROL, keep);
    set(ETAG, &tag);
    set(VARY, "accept-encoding");
    if has_current(asked, &tag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    set(CONTENT_TYPE, kind(asset.path));
    if !encoding.is_empty() {
        set(CONTENT_ENCODING, encoding);
    }
    (headers, bytes).into_response()
}

/// Returns the media type of a file.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Splits a header that is a list.
fn list(headers: &HeaderMap, name: header::HeaderName) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

/// True if a client accepts `encoding`.
pub(super) fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    list(headers, ACCEPT_ENCODING).any(|part| {
        let (name, weight) = part.split_once(';').unwrap_or((part, "q=1"));
        let refused = weight.trim().strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0));
        name.trim().eq_ignore_ascii_case(encoding) && !refused
    })
}

/// True if the client's copy has this tag.
fn has_current(headers: &HeaderMap, tag: &str) -> bool {
    list(headers, IF_NONE_MATCH).any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

/// Returns the page of a program built without pages.
fn without_pages(why: &str) -> Html<String> {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "juez: no web pages" }
            }
            body {
                h1 { "The server runs, but its web pages were not built" }
                p {
                    "They are built together with juez by Node, 20.19 or newer or 22.12 or newer, with npm. "
                    "Install them, then give the same cargo command again; nothing else has to be done."
                }
                p { "The error:" }
                pre { (why) }
            }
        }
    };
    Html(page.into_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn with(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    static SCRIPT: Asset = Asset {
        path: "/assets/a.js",
        hash: "1f",
        plain: b"plain",
        brotli: Some(b"brotli"),
        gzip: Some(b"gzip"),
    };

    fn header(response: &Response, name: header::HeaderName) -> &str {
        response.headers().get(name).map_or("", |value| value.to_str().expect("text"))
    }

    #[test]
    fn the_best_encoding_that_is_accepted_is_sent() {
        let encoding = |accepted| {
            let response = answer(&SCRIPT, &with(ACCEPT_ENCODING, accepted));
            header(&response, CONTENT_ENCODING).to_string()
        };
        assert_eq!(encoding("gzip, deflate, br, zstd"), "br");
        assert_eq!(encoding("gzip, br;q=0"), "gzip");
        assert_eq!(encoding("GZIP;q=0.5"), "gzip");
        assert_eq!(encoding("deflate, brotli"), "");
        assert_eq!(encoding(""), "");
    }

    #[test]
    fn what_is_known_is_not_sent_again_but_another_encoding_of_it_is() {
        let sent = answer(&SCRIPT, &with(ACCEPT_ENCODING, "br"));
        let tag = header(&sent, ETAG).to_string();
        let ask = |known: &str, accepted| {
            let mut headers = with(ACCEPT_ENCODING, accepted);
            headers.insert(IF_NONE_MATCH, known.parse().expect("a header"));
            answer(&SCRIPT, &headers).status()
        };
        assert_eq!(ask(&tag, "br"), StatusCode::NOT_MODIFIED);
        assert_eq!(ask(&format!("\"x\", W/{tag}"), "br"), StatusCode::NOT_MODIFIED);
        assert_eq!(ask("*", "br"), StatusCode::NOT_MODIFIED);
        assert_eq!(ask(&tag, "gzip"), StatusCode::OK);
        assert_eq!(ask("\"x\"", "br"), StatusCode::OK);
    }

    #[test]
    fn files_of_the_page_are_named_from_where_it_is() {
        let ways = ["/", "/class", "/m/x", "/class/bot/3", "/docs/a/b"].map(up);
        assert_eq!(ways, ["", "", "../", "../../", "../../"]);
        assert_eq!(up(&"/x".repeat(30)).len(), 24, "no page is that deep");
    }

    #[test]
    fn the_page_without_pages_shows_the_reason_as_text() {
        let Html(page) = without_pages("npm failed <b>&</b>");
        assert!(page.contains("npm failed &lt;b&gt;&amp;&lt;/b&gt;"), "{page}");
        assert!(page.contains("20.19 or newer"), "{page}");
    }

    #[test]
    fn pages_have_a_table_for_quoridor_and_need_drawings_of_an_unknown_game() {
        assert!(!need_drawings_of("quoridor"), "web/src/games/quoridor");
        assert!(need_drawings_of("plain") && need_drawings_of("nim"));
    }
}
