//! The binary on a free port, and people who use it.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Cursor, Read};
use std::process::{Child, Stdio};
use tempfile::TempDir;
use zip::ZipArchive;

use crate::server::client::{Answer, Client};
use crate::server::process::juez;

/// A running class server; it ends with its owner.
pub struct ClassServer {
    child: Child,
    /// `127.0.0.1:PORT`.
    pub host: String,
    pub join_code: String,
    /// The teacher key, if it was shown.
    pub teacher_key: Option<String>,
    pub folder: TempDir,
}

impl ClassServer {
    pub fn start() -> ClassServer {
        ClassServer::within(tempfile::tempdir().expect("a folder"), &[])
    }

    /// Starts the class in the subfolder `class`.
    pub fn within(folder: TempDir, arguments: &[&str]) -> ClassServer {
        let mut command = juez(folder.path());
        command.args(["class", "class", "--bind", "127.0.0.1:0"]).args(arguments);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("juez runs");
        let out = BufReader::new(child.stdout.take().expect("it is piped"));
        let (mut host, mut join_code, mut teacher_key) = (None, None, None);
        for line in out.lines().map_while(Result::ok) {
            let Some((name, value)) = line.split_once("  ") else { continue };
            let value = value.trim();
            match name {
                "students" => host = value.strip_prefix("http://").map(str::to_string),
                "join code" => join_code = Some(value.to_string()),
                "teacher key" => teacher_key = value.split(' ').next().map(str::to_string),
                "kept in" => break,
                _ => {}
            }
        }
        let (host, join_code) = (host.expect("an address"), join_code.expect("a join code"));
        ClassServer { child, host, join_code, teacher_key, folder }
    }

    /// Returns a visitor without a session.
    pub fn stranger(&self) -> Client {
        Client::new(&self.host)
    }

    /// Returns a person who has just joined.
    pub fn person(&self, name: &str) -> Client {
        self.joined(name).0
    }

    /// Returns a person who has just joined, with their return code.
    pub fn joined(&self, name: &str) -> (Client, String) {
        let mut client = self.stranger();
        let answer = self.join(&mut client, name);
        assert_eq!(answer.status, 200, "{answer:?}");
        let code = answer.json()["code"].as_str().expect("a code").to_string();
        (client, code)
    }

    /// Asks to join under a name.
    pub fn join(&self, client: &mut Client, name: &str) -> Answer {
        client.post("/api/class/join", &json!({"code": self.join_code, "name": name}))
    }

    pub fn teacher(&self) -> Client {
        let mut client = self.stranger();
        let key = self.teacher_key.as_ref().expect("a class that is new");
        let answer = client.post("/api/class/teach", &json!({"code": key}));
        assert_eq!(answer.status, 204, "{answer:?}");
        client
    }

    /// Kills the server.
    pub fn kill(mut self) -> TempDir {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
        std::mem::replace(&mut self.folder, tempfile::tempdir().expect("a folder"))
    }
}

impl Drop for ClassServer {
    fn drop(&mut self) {
        // A test may have ended it already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the name of a person's session cookie and its secret.
#[track_caller]
pub fn session(client: &Client) -> (String, String) {
    let cookies = client.cookie.as_deref().unwrap_or_default().split("; ");
    let mut pairs = cookies.filter_map(|cookie| cookie.split_once('='));
    let found = pairs.find(|(name, _)| name.starts_with("session-"));
    found.map(|(name, secret)| (name.to_string(), secret.to_string())).expect("a session")
}

/// A bot in Lua that plays the first legal move.
pub const FIRST: &str = "return { next_move = function(view) return view:moves()[1] end }";

/// Makes a bot in Lua for Quoridor and returns its number.
#[track_caller]
pub fn new_bot(client: &mut Client, name: &str, source: &str) -> i64 {
    let files = json!({ "main.lua": source });
    let new = json!({"game": "quoridor", "language": "lua", "name": name, "files": files});
    let answer = client.post("/api/class/bots", &new);
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()["id"].as_i64().expect("a number")
}

/// Makes a version of a bot's draft and returns its number.
#[track_caller]
pub fn keep(client: &mut Client, bot: i64) -> u64 {
    let answer = client.post(&format!("/api/class/bots/{bot}"), &json!({"change": "keep"}));
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json().as_u64().expect("a number")
}

/// The texts of a zip, by name.
pub struct Unzipped(ZipArchive<Cursor<Vec<u8>>>);

impl Unzipped {
    pub fn new(zip: Vec<u8>) -> Unzipped {
        Unzipped(ZipArchive::new(Cursor::new(zip)).expect("a zip"))
    }

    #[track_caller]
    pub fn text(&mut self, name: &str) -> String {
        let mut text = String::new();
        self.0.by_name(name).expect("a file").read_to_string(&mut text).expect("text");
        text
    }
}

/// Saves a draft.
pub fn save(client: &mut Client, bot: i64, revision: i64, source: &str) -> Answer {
    let draft = json!({"revision": revision, "files": {"main.lua": source}});
    let kind = [("content-type", "application/json")];
    let path = format!("/api/class/bots/{bot}/draft");
    client.ask("PUT", &path, &kind, draft.to_string().as_bytes())
}

/// Runs the draft of a bot against these players at full speed and returns the id of the match.
#[track_caller]
pub fn run(client: &mut Client, bot: i64, source: &str, players: &[&str]) -> String {
    let page = client.get(&format!("/api/class/bots/{bot}")).json();
    let draft = json!({"revision": page["draft"]["revision"], "files": {"main.lua": source}});
    let new = json!({"game": "quoridor", "players": players, "pace_ms": 0});
    let answer =
        client.post(&format!("/api/class/bots/{bot}/run"), &json!({"draft": draft, "match": new}));
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()["id"].as_str().expect("an id").to_string()
}

/// Sets whether classmates can play each other's bots.
#[track_caller]
pub fn classmates_play(teacher: &mut Client, play: bool) {
    let settings = json!({ "classmates_play": play });
    assert_eq!(teacher.post("/api/class/settings", &settings).status, 204);
}

/// Returns the server's description of a person.
pub fn me(client: &mut Client) -> Value {
    client.get("/api/class").json()["me"].clone()
}
