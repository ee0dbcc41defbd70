//! `juez submit`: a bot from a person's own machine.

use serde_json::json;
use std::fs;

use super::site::{ClassServer, FIRST, save};
use crate::server::process;

#[test]
fn a_bot_is_sent_as_a_new_one_and_then_as_its_next_version() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let token = ana.post("/api/class/tokens", &json!({})).json();
    let token = token.as_str().expect("a token");
    let folder = tempfile::tempdir().expect("a folder");
    let (url, bot) = (format!("http://{}", site.host), folder.path().join("racer.lua"));
    let submit = |url: &str, token: &str| {
        process::run(folder.path(), &["submit", url, "racer.lua", "--token", token])
    };
    fs::write(&bot, format!("-- juez: quoridor\n{FIRST}")).expect("a file");
    let (code, out, err) = submit(&url, token);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.starts_with("racer is version 1 in the class: http://"), "{out}");
    let id = ana.get("/api/class/bots").json()[0]["id"].as_i64().expect("a number");
    save(&mut ana, id, 1, "-- typed in the browser");
    fs::write(&bot, "-- juez: quoridor\nreturn {").expect("a file");
    let (code, out, _) = process::run(
        folder.path(),
        &["submit", &url, "racer.lua", "--token", token, "--name", "Racer"],
    );
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("version 3") && out.contains("main.lua:2: "), "{out}");
    let typed = ana.get(&format!("/api/class/bots/{id}/versions/2")).json();
    assert_eq!(typed["main.lua"], "-- typed in the browser", "it is not lost");
    let bots = ana.get("/api/class/bots").json();
    assert_eq!(bots.as_array().map(Vec::len), Some(1), "{bots}");
    assert_eq!((&bots[0]["name"], &bots[0]["version"]), (&json!("racer"), &json!(3)));
}

#[test]
fn what_is_no_class_or_no_token_is_said_so() {
    let site = ClassServer::start();
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("racer.lua"), FIRST).expect("a file");
    let url = format!("http://{}", site.host);
    for (arguments, expected) in [
        (vec!["submit", &url, "racer.lua", "--token", "0"], "the class does not know this token"),
        (vec!["submit", &url, "racer.lua"], "--token is missing"),
        (vec!["submit", &url, "other.lua", "--token", "0"], "cannot read bot other.lua"),
        (
            vec!["submit", "http://127.0.0.1:1", "racer.lua", "--token", "0"],
            "cannot reach the class",
        ),
    ] {
        let (code, _, err) = process::run(folder.path(), &arguments);
        assert_eq!(code, 2, "{arguments:?}: {err}");
        assert!(err.contains(expected), "{arguments:?}: {err}");
    }
}
