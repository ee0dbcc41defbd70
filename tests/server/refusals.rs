//! Refusals are sentences that pages have in other languages.

use serde_json::{Value, json};

use crate::common::says::{is_one_of, says};
use crate::common::sentences::sentences;
use crate::server::client::Client;
use crate::server::process::Server;

/// Sentences about a part of a request, followed by another sentence.
const ABOUT: &[&str] =
    &["line {line} of the file: {why}", "ply {ply}: {why}", "deal {deal}: {why}"];

/// Returns the reason in a text, without the place.
fn why(text: &str) -> &str {
    let about = ABOUT.iter().find(|about| says(about, text));
    about.map_or(text, |_| why(text.split_once(": ").expect("a reason").1))
}

/// Checks that a refusal is one of the sentences, and that it begins like this.
#[track_caller]
fn is_a_sentence(refused: &str, expected: &str) {
    let found = why(refused);
    assert!(found.starts_with(expected), "{refused:?} is not {expected:?}");
    assert!(is_one_of(&sentences(), found), "no sentence says {found:?}");
}

fn refused_match(client: &mut Client, game: &str, players: &[&str], more: Value) -> String {
    let mut new = json!({"game": game, "players": players, "pace_ms": 0});
    let all = new.as_object_mut().expect("an object");
    all.extend(more.as_object().expect("an object").clone());
    let answer = client.post("/api/matches", &new);
    assert!((400..500).contains(&answer.status), "{answer:?}");
    answer.error()
}

#[test]
fn a_match_that_cannot_be_started_is_refused_in_a_sentence() {
    let server = Server::start();
    let mut client = server.client();
    let two: &[&str] = &["random", "random"];
    let four: &[&str] = &["random"; 4];
    let options = |options: Value| json!({ "options": options });
    let none = json!({});
    for (game, players, more, expected) in [
        ("quorridor", two, none.clone(), "no game called \"quorridor\"; did you mean quoridor?"),
        ("chess", two, none.clone(), "no game called \"chess\"; juez knows quoridor"),
        ("quoridor", &["random"; 7], none.clone(), "no game has more than 6 seats"),
        (
            "quoridor",
            &["random"; 3],
            none.clone(),
            "quoridor option seats cannot be 3; allowed: 2, 4",
        ),
        ("tute", two, none.clone(), "tute option seats cannot be 2; allowed: 3 to 6"),
        ("quoridor", two, options(json!({"seats": 4})), "2 players at a table of 4 seats"),
        (
            "quoridor",
            two,
            options(json!({"wals": 3})),
            "quoridor has no option \"wals\"; did you mean walls?; its options are seats",
        ),
        (
            "quoridor",
            two,
            options(json!({"colour": 3})),
            "quoridor has no option \"colour\"; its options are seats",
        ),
        (
            "quoridor",
            two,
            options(json!({"walls": 99})),
            "quoridor option walls cannot be 99; allowed: 0 to 20",
        ),
        (
            "quoridor",
            two,
            options(json!({"repetition": 2})),
            "quoridor option repetition cannot be 2; allowed: 0, 3",
        ),
        (
            "durak",
            two,
            options(json!({"first5": "yes"})),
            "durak option first5 cannot be \"yes\"; allowed: true, false",
        ),
        ("scopone", four, options(json!({"target": 21})), "target cannot be used with kind=solo9"),
        ("scopone", four, options(json!({"first": 1})), "first cannot be used with kind=solo9"),
        ("quoridor", &["random", "deep"], none.clone(), "Quoridor has no bot \"deep\"; it has "),
        (
            "quoridor",
            &["random", "random:depth=2"],
            none.clone(),
            "random has no option \"depth\"; it has none",
        ),
        (
            "quoridor",
            &["random", "minimax:dept=2"],
            none.clone(),
            "minimax has no option \"dept\"; did you mean depth?",
        ),
        (
            "quoridor",
            &["random", "minimax:colour=2"],
            none.clone(),
            "minimax has no option \"colour\"; its options are depth, eval",
        ),
        (
            "quoridor",
            &["random", "minimax:depth=99"],
            none.clone(),
            "minimax option depth cannot be 99; allowed: ",
        ),
        (
            "quoridor",
            &["random", "minimax:deep"],
            none.clone(),
            "cannot read \"deep\": expected name=value, as in minimax:depth=3",
        ),
        ("quoridor", two, json!({"seed": "seven"}), "cannot read seed \"seven\": expected a whole"),
        ("quoridor", two, json!({"clock_s": 0}), "a clock has 1 to 86400 seconds"),
        ("quoridor", two, json!({"more": 1}), "cannot read the request: unknown field `more`"),
    ] {
        is_a_sentence(&refused_match(&mut client, game, players, more), expected);
    }
}

#[test]
fn a_file_that_cannot_be_shown_is_refused_in_a_sentence() {
    let server = Server::start();
    let mut client = server.client();
    let quoridor = |more: Value| {
        let mut record = json!({"format": "juez/1", "game": "quoridor", "moves": ["e2"]});
        let all = record.as_object_mut().expect("an object");
        all.extend(more.as_object().expect("an object").clone());
        record.to_string()
    };
    let durak = |deal: Value| {
        json!({"format": "juez/1", "game": "durak", "moves": [], "deals": [deal]}).to_string()
    };
    let hands = json!([["6S", "6C", "6D", "6H", "7S", "7C"], ["6S", "8C", "8D", "8H", "9S", "9C"]]);
    let long = vec!["e2"; 10_001];
    let person = &json!({"name": "a", "bot": "human"});
    for (file, expected) in [
        (String::new(), "no record in this file"),
        ("{}".to_string(), "not a record: "),
        (quoridor(json!({"format": "juez/9"})), "not a record: cannot read format \"juez/9\"; "),
        (quoridor(json!({"game": "durrak"})), "no game called \"durrak\"; did you mean durak?"),
        (quoridor(json!({"rules": 99})), "version 99 of the rules of quoridor; this juez plays "),
        (quoridor(json!({"moves": long})), "10001 moves; 10000 can be shown"),
        (quoridor(json!({"moves": ["e5"]})), "illegal move e5: "),
        (quoridor(json!({"moves": ["E2"]})), "cannot read \"E2\": expected "),
        (quoridor(json!({"options": {"walls": -1}})), "quoridor option walls cannot be -1; "),
        (
            quoridor(json!({"players": [person, person, person]})),
            "quoridor option seats cannot be 3; allowed: 2, 4",
        ),
        (durak(json!({"hands": [], "talon": []})), "impossible deal: 0 hands for 2 seats"),
        (
            durak(json!({"hands": hands, "talon": []})),
            "impossible deal: the talon has 0 cards instead of 24",
        ),
        (
            json!({"format": "juez/1", "game": "durak", "moves": ["7S"], "deals": []}).to_string(),
            "move \"7S\" comes before the deal that is due",
        ),
    ] {
        let answer = client.ask("POST", "/api/event-log?observer=open", &[], file.as_bytes());
        assert_eq!(answer.status, 400, "{answer:?}");
        let refused = answer.error();
        is_a_sentence(&refused, expected);
        if let Some(deal) = why(&refused).strip_prefix("impossible deal: ") {
            is_a_sentence(deal, "");
        }
        if let Some(record) = why(&refused).strip_prefix("not a record: cannot read format") {
            is_a_sentence(&format!("cannot read format{record}"), "");
        }
    }
    let position = quoridor(json!({}));
    let observer = client.ask("POST", "/api/event-log?observer=5", &[], position.as_bytes());
    is_a_sentence(&observer.error(), "no seat 5: this match has seats 0 to 1");
    let binary = client.ask("POST", "/api/event-log", &[], &[0xff, 0xfe]);
    is_a_sentence(&binary.error(), "a file of records is text");
}

#[test]
fn a_request_that_no_page_makes_is_refused_in_a_sentence_too() {
    let server = Server::start();
    let mut client = server.client();
    for (method, path, headers, expected) in [
        ("POST", "/api/matches", &[][..], "the body must be application/json"),
        ("GET", "/api/rules/chess/en", &[], "no such page"),
        ("GET", "/api/rules/durak/xx", &[], "no such page"),
        ("GET", "/api/nothing", &[], "no such page"),
        ("GET", "/api/matches/nothing/event-log", &[], "no such match"),
        (
            "GET",
            "/api/stream?observer=both&match=x",
            &[],
            "an observer is public, open or the number",
        ),
        (
            "GET",
            "/api/games",
            &[("host", "evil.example")],
            "this server does not answer under this name",
        ),
        ("GET", "/api/games", &[("sec-fetch-site", "cross-site")], "requests from other sites"),
    ] {
        let answer = client.ask(method, path, headers, b"");
        assert!((400..500).contains(&answer.status), "{path}: {answer:?}");
        is_a_sentence(&answer.error(), expected);
    }
}
