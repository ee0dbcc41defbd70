//! Event logs of files.

use serde_json::json;
use std::io::{ErrorKind, Write};
use std::net::TcpStream;

use crate::server::process::{Server, run};

#[test]
fn a_file_of_records_is_shown_and_not_kept() {
    let server = Server::start();
    let folder = server.folder.path();
    let play = ["play", "durak", "random", "random", "--seed", "3", "-n", "2", "--json"];
    let (code, records, err) = run(folder, &play);
    assert_eq!(code, 0, "{err}");
    let mut client = server.client();
    let logs = client.ask("POST", "/api/event-log?observer=open", &[], records.as_bytes());
    assert_eq!(logs.status, 200, "{logs:?}");
    let logs = logs.json();
    assert_eq!(logs.as_array().map(Vec::len), Some(2));
    for (log, record) in logs.as_array().expect("logs").iter().zip(records.lines()) {
        let record: serde_json::Value = serde_json::from_str(record).expect("a record");
        assert_eq!(log["head"]["observer"], "open");
        let items = log["items"].as_array().expect("items");
        let moves = items.iter().filter(|item| item["type"] == "move").count();
        assert_eq!(Some(moves), record["moves"].as_array().map(Vec::len));
        assert_eq!(items.last().expect("an end")["type"], "over");
    }
    assert_eq!(client.get("/api/matches").json(), json!([]));
}

#[test]
fn uploaded_event_logs_are_compressed() {
    let server = Server::start();
    let play = ["play", "durak", "random", "random", "--seed", "3", "--json"];
    let (_, record, _) = run(server.folder.path(), &play);
    let mut client = server.client();
    let plain = client.ask("POST", "/api/event-log", &[], record.as_bytes());
    let packed = [("accept-encoding", "gzip, br")];
    let packed = client.ask("POST", "/api/event-log", &packed, record.as_bytes());
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.body.len() * 3 < plain.body.len(), "{} {}", packed.body.len(), plain.body.len());
    let streams = [("accept-encoding", "gzip, br"), ("last-event-id", "x")];
    let stream = client.ask("GET", "/api/stream?match=nothing&observer=9", &streams, b"");
    assert_eq!(stream.status, 400);
}

#[test]
fn uploads_that_stall_block_no_other() {
    let server = Server::start();
    let host = &server.client().host;
    let stalled = [(); 8].map(|()| {
        let mut stream = TcpStream::connect(host).expect("a connection");
        let head = "POST /api/event-log HTTP/1.1\r\ncontent-length: 4000000\r\n";
        write!(stream, "{head}host: {host}\r\n\r\n{{\"format\"").expect("half a request");
        stream
    });
    let position = br#"{"format":"juez/1","game":"quoridor","moves":["e2"]}"#;
    let mut client = server.client();
    assert_eq!(client.ask("POST", "/api/event-log", &[], position).status, 200);
    // The stalled requests are still there, without an answer.
    for stream in &stalled {
        stream.set_nonblocking(true).expect("a socket");
        let waits = stream.peek(&mut [0]).map_err(|error| error.kind());
        assert_eq!(waits, Err(ErrorKind::WouldBlock));
    }
}

#[test]
fn a_line_that_is_no_record_is_refused_with_its_number() {
    let server = Server::start();
    let mut client = server.client();
    let position = r#"{"format":"juez/1","game":"quoridor","moves":["e2"]}"#;
    let file = format!("{position}\n{}\n", position.replace("e2", "e5"));
    let refused = client.ask("POST", "/api/event-log?observer=open", &[], file.as_bytes());
    assert_eq!(refused.status, 400);
    assert!(refused.error().starts_with("line 2 of the file: ply 0: "), "{}", refused.error());
    assert_eq!(client.ask("POST", "/api/event-log", &[], b"\xff\xfe\x00").status, 400);
    assert_eq!(
        client.ask("POST", "/api/event-log?observer=7", &[], position.as_bytes()).status,
        400
    );
}
