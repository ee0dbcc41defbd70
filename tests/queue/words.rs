//! Messages about servers that cannot be used.

use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::thread;

use crate::client::Client;
use crate::nats::{Nats, free_port};
use crate::processes::{Process, WHAT, assert_same, done, folder, juez};

/// Returns the message of a worker about a server that it cannot use.
fn said(url: &str, more: &[&str]) -> String {
    let folder = folder();
    let arguments = [&["worker", "--queue", url], more].concat();
    let output = juez(folder.path(), &arguments).env("JUEZ_QUEUE_PASSWORD", "wrong").output();
    let output = output.expect("juez runs");
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr).expect("text")
}

/// Starts a server that sends only its info.
fn speaking(info: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            thread::spawn(move || serve(stream, info));
        }
    });
    format!("nats://127.0.0.1:{port}")
}

fn serve(mut stream: TcpStream, info: &str) -> std::io::Result<()> {
    write!(stream, "INFO {info}\r\n")?;
    let reader = BufReader::new(stream.try_clone()?);
    for line in reader.lines() {
        if line?.starts_with("PING") {
            write!(stream, "PONG\r\n")?;
        }
    }
    Ok(())
}

#[test]
fn a_server_that_does_not_answer_is_said_and_not_waited_for_for_ever() {
    let url = format!("nats://127.0.0.1:{}", free_port());
    let said = said(&url, &["--patience", "1s"]);
    assert!(said.contains("no NATS server answers at"), "{said}");
}

#[test]
fn wrong_credentials_are_said_at_once() {
    let Some(nats) = Nats::with("authorization { users: [{ user: ana, password: right }] }") else {
        return;
    };
    let text = said(&nats.url(), &["--user", "ana", "--patience", "100s"]);
    assert!(text.contains("does not accept the user ana"), "{text}");
    let text = said(&nats.url(), &[]);
    assert!(text.contains("does not accept a connection without credentials"), "{text}");
}

#[test]
fn credentials_that_are_taken_away_are_not_tried_for_ever() {
    let users =
        |password| format!("authorization {{ users: [{{ user: ana, password: {password} }}] }}");
    let Some(mut nats) = Nats::with(&users("right")) else { return };
    let folder = folder();
    let worker = ["worker", "--queue", &nats.url(), "--user", "ana"];
    let mut command = juez(folder.path(), &worker);
    let mut worker = Process::command(command.env("JUEZ_QUEUE_PASSWORD", "right"));
    worker.wait_for(|line| line.contains("no tournament yet"));
    nats.kill();
    nats.reconfigure(&users("other"));
    nats.restart();
    let (status, said) = worker.end();
    assert_eq!(status.code(), Some(2));
    assert!(
        said.last().is_some_and(|line| line.contains("does not accept the user ana")),
        "{said:?}"
    );
}

#[test]
fn an_old_server_and_one_without_jetstream_are_named() {
    let info = r#"{"server_id":"x","server_name":"x","version":"2.9.10","go":"x","host":"h","port":1,"headers":true,"max_payload":1048576,"proto":1,"client_id":1,"jetstream":true}"#;
    let text = said(&speaking(info), &[]);
    assert!(text.contains("is NATS 2.9.10; juez needs 2.10 or newer"), "{text}");
    let info = r#"{"server_id":"x","server_name":"x","version":"2.12.0","go":"x","host":"h","port":1,"headers":true,"max_payload":1048576,"proto":1,"client_id":1}"#;
    let text = said(&speaking(info), &[]);
    assert!(text.contains("runs without JetStream"), "{text}");
}

#[test]
fn a_password_in_the_address_is_refused() {
    let text = said("nats://ana:secret@127.0.0.1:1", &[]);
    assert!(text.contains("use --user and the environment variable"), "{text}");
    assert!(!text.contains("secret"), "{text}");
}

#[test]
fn a_worker_waits_for_a_tournament_of_its_own_version() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let client = Client::connect(&url, "other");
    client.run(async {
        let jobs = Config {
            name: "JUEZ_JOBS".into(),
            subjects: vec!["juez.jobs.>".into()],
            retention: RetentionPolicy::WorkQueue,
            discard: DiscardPolicy::New,
            ..Config::default()
        };
        client.js.create_stream(jobs).await.expect("a stream");
        let other = pull::Config {
            durable_name: Some("workers-9_9_9".into()),
            filter_subject: "juez.jobs.9_9_9.>".into(),
            ack_policy: AckPolicy::Explicit,
            ..pull::Config::default()
        };
        client.js.create_consumer_on_stream(other, "JUEZ_JOBS").await.expect("a consumer");
    });
    let mut ana = Process::worker(folder, &url, "ana", &[]);
    let said = ana.wait_for(|line| line.contains("tournaments of juez"));
    assert!(said.contains("tournaments of juez 9.9.9, and this is"), "{said}");
    Process::coordinator(folder, &url, &[&WHAT[..], &["--db", "queue.db"]].concat()).finish();
    assert_same(folder, &WHAT, "queue.db");
}

#[test]
fn a_full_queue_is_said_and_goes_on_when_there_is_space() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let client = Client::connect(&url, "other");
    client.run(async {
        let jobs = Config {
            name: "JUEZ_JOBS".into(),
            subjects: vec!["juez.jobs.>".into()],
            retention: RetentionPolicy::WorkQueue,
            discard: DiscardPolicy::New,
            max_messages: 2,
            ..Config::default()
        };
        client.js.create_stream(jobs).await.expect("a stream");
    });
    let queue = [&WHAT[..], &["--db", "queue.db", "--batch", "4"]].concat();
    let mut coordinator = Process::coordinator(folder, &url, &queue);
    coordinator.wait_for(|line| line.contains("the queue is full"));
    let _ana = Process::worker(folder, &url, "ana", &[]);
    coordinator.finish();
    assert_same(folder, &WHAT, "queue.db");
}

/// A key for this test only: its seed, and the user that a server knows by it.
const NKEY: (&str, &str) = (
    "SUACGDC5RZU7BZBUIEAQRPZXA7USAJT3BP2L5Z4TJOCO7WI7ESY2RAUYWI",
    "UBYVOBMZWJUXX5FTSIBEIGIFKTAYM5MVVCIZ6QT5ISKZHP2NAXHH54UP",
);

#[test]
fn a_server_is_trusted_by_its_authority_and_a_user_by_an_nkey() {
    let keys = folder();
    let keys = keys.path();
    let made = [
        "req -x509 -newkey rsa:2048 -nodes -days 2 -keyout ca.key -out ca.pem -subj /CN=authority",
        "req -newkey rsa:2048 -nodes -keyout key.pem -out server.csr -subj /CN=localhost",
        "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out cert.pem",
    ];
    fs::write(keys.join("names"), "subjectAltName=IP:127.0.0.1\n").expect("a file");
    fs::write(keys.join("user.nk"), NKEY.0).expect("a file");
    for arguments in made {
        let made = Command::new("openssl").args(arguments.split(' ')).current_dir(keys).output();
        let Ok(made) = made else {
            eprintln!("skipped: there is no openssl");
            return;
        };
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }
    let path = |name: &str| keys.join(name).to_string_lossy().into_owned();
    let config = format!(
        "tls {{ cert_file: \"{}\", key_file: \"{}\" }}\nauthorization {{ users: [{{ nkey: {} }}] }}",
        path("cert.pem"),
        path("key.pem"),
        NKEY.1
    );
    let Some(nats) = Nats::with(&config) else { return };
    let (ca, nkey) = (path("ca.pem"), path("user.nk"));
    let status = ["queue", "status", "--queue", &nats.url(), "--tls-ca", &ca, "--nkey", &nkey];
    done(&mut juez(keys, &status));
    let text = said(&nats.url(), &["--nkey", &nkey, "--patience", "1s"]);
    assert!(text.contains("no safe connection to"), "{text}");
    let text = said(&nats.url(), &["--tls-ca", &ca]);
    assert!(text.contains("does not accept a connection without credentials"), "{text}");
}

#[test]
fn a_user_is_known_by_a_creds_file() {
    // An operator for this test only, with its account and a user in it.
    let Some(nats) = Nats::with(include_str!("operator.conf")) else { return };
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("user.creds"), include_str!("user.creds")).expect("a file");
    let status = ["queue", "status", "--queue", &nats.url(), "--creds", "user.creds"];
    done(&mut juez(folder, &status));
    let text = said(&nats.url(), &[]);
    assert!(text.contains("does not accept a connection without credentials"), "{text}");
    let stranger = include_str!("user.creds").replace("SUA", "SUB");
    fs::write(folder.join("stranger.creds"), stranger).expect("a file");
    let status = ["queue", "status", "--queue", &nats.url(), "--creds", "stranger.creds"];
    let output = juez(folder, &status).output().expect("juez runs");
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
}
