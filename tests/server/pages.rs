//! Pages and assets.

use crate::server::client::{Answer, Client};
use crate::server::process::Server;
use juez::registry::definitions::api_reference;
use juez::registry::games;

/// Returns the path of the script that the page loads; `None` if juez was built without pages, in
/// which case the page must say so.
fn script(client: &mut Client) -> Option<String> {
    let page = client.get("/");
    if page.status != 200 {
        assert_eq!(page.status, 503, "{page:?}");
        assert!(page.text().contains("Node, 20.19 or newer"), "{page:?}");
        return None;
    }
    let page = page.text();
    let at = page.find("src=\"./assets/").expect("a script") + "src=\".".len();
    page[at..].split('"').next().map(str::to_string)
}

fn with(client: &mut Client, path: &str, headers: &[(&str, &str)]) -> Answer {
    client.ask("GET", path, headers, b"")
}

#[test]
fn every_address_for_people_shows_the_page() {
    let server = Server::start();
    let mut client = server.client();
    let start = client.get("/");
    for path in ["/", "/drop", "/m/abc", "/m/abc?n=1"] {
        let page = client.get(path);
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        // Files are named relative to the page.
        let up = |text: &str| text.replace("\"../assets/", "\"./assets/");
        assert_eq!((page.status, up(&page.text())), (start.status, up(&start.text())), "{path}");
    }
}

#[test]
fn a_script_is_compressed_kept_for_good_and_asked_for_once() {
    let server = Server::start();
    let mut client = server.client();
    let Some(script) = script(&mut client) else { return };
    let plain = client.get(&script);
    assert_eq!(plain.status, 200);
    assert_eq!(plain.header("content-type"), Some("text/javascript; charset=utf-8"));
    assert_eq!(plain.header("cache-control"), Some("public, max-age=31536000, immutable"));
    assert_eq!(plain.header("vary"), Some("accept-encoding"));
    let mut tags = vec![plain.header("etag").expect("a tag").to_string()];
    for encoding in ["br", "gzip"] {
        let packed = with(&mut client, &script, &[("accept-encoding", encoding)]);
        assert_eq!(packed.header("content-encoding"), Some(encoding));
        assert!(packed.body.len() < plain.body.len() * 3 / 4, "{encoding}");
        let tag = packed.header("etag").expect("a tag").to_string();
        let again = [("accept-encoding", encoding), ("if-none-match", tag.as_str())];
        let again = with(&mut client, &script, &again);
        assert_eq!((again.status, again.body.len()), (304, 0), "{encoding}");
        tags.push(tag);
    }
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 3, "each encoding has a tag of its own");
    assert_eq!(client.ask("HEAD", &script, &[], b"").body.len(), 0);
}

#[test]
fn the_page_itself_is_asked_for_each_time_and_sent_when_it_has_changed() {
    let server = Server::start();
    let mut client = server.client();
    if script(&mut client).is_none() {
        return;
    }
    let page = client.get("/");
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    let tag = page.header("etag").expect("a tag").to_string();
    assert_eq!(with(&mut client, "/", &[("if-none-match", &tag)]).status, 304);
    assert_eq!(with(&mut client, "/", &[("if-none-match", "\"other\"")]).status, 200);
}

#[test]
fn the_rules_are_those_of_the_games_folder_in_the_language_that_is_asked_for() {
    let server = Server::start();
    let mut client = server.client();
    for game in ["quoridor", "tute", "dominoes", "durak", "scopone"] {
        for language in ["en", "es", "it"] {
            let answer = client.get(&format!("/api/rules/{game}/{language}"));
            assert_eq!(answer.status, 200, "{game} {language}");
            assert_eq!(answer.header("content-type"), Some("text/markdown; charset=utf-8"));
            let root = env!("CARGO_MANIFEST_DIR");
            let code = if language == "en" { String::new() } else { format!(".{language}") };
            let page =
                std::fs::read_to_string(format!("{root}/crates/games/src/{game}/rules{code}.md"));
            let page = page.expect("a page of rules");
            let rules = page.split("\n<!-- examples -->").next().expect("the rules come first");
            let rules = rules.replacen(&format!("<!-- game: {game} -->\n\n"), "", 1);
            assert_eq!(answer.text(), rules.trim_end(), "{game} {language}");
        }
    }
    for path in
        ["/api/rules/mus/en", "/api/rules/tute/de", "/api/rules/tute", "/api/rules/tute/en/x"]
    {
        assert_eq!(client.get(path).status, 404, "{path}");
    }
}

#[test]
fn the_reference_is_that_of_the_tables() {
    let server = Server::start();
    let mut client = server.client();
    for game in games() {
        let answer = client.get(&format!("/api/reference/{}", game.info().id));
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header("content-type"), Some("application/json"));
        let expected = serde_json::to_string(&api_reference(game)).expect("it is plain data");
        assert_eq!(answer.text(), expected);
    }
    for path in ["/api/reference/mus", "/api/reference", "/api/reference/tute/en"] {
        assert_eq!(client.get(path).status, 404, "{path}");
    }
}

#[test]
fn a_path_leads_to_no_file_of_the_disk() {
    let server = Server::start();
    let mut client = server.client();
    for path in [
        "/assets/../../../../etc/passwd",
        "/../../etc/passwd",
        "/assets/..%2f..%2f..%2fetc%2fpasswd",
        "/assets/%2e%2e/%2e%2e/etc/passwd",
        "/assets//etc/passwd",
        "//etc/passwd",
        "/assets/..\\..\\windows\\win.ini",
        "/assets/%00",
        "/assets/%ff%fe",
        "/assets/",
        "/assets",
        "/Cargo.toml",
        "/juez-matches.db",
        "/m/a/b",
        "/m/",
        "/api/nothing",
        "/api/matches/..%2f..%2fetc%2fpasswd/event-log",
        "/api/matches/%2e%2e/record",
    ] {
        let answer = client.get(path);
        assert_eq!(answer.status, 404, "{path}: {answer:?}");
        assert!(!answer.text().contains("root:"), "{path}");
    }
}
