//! A minimal client of the server, so that 500 of them cost little.

use anyhow::{Context, bail};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::server::Server;

/// A visitor with the cookie from the server.
pub struct Visitor {
    address: SocketAddr,
    cookie: Option<String>,
}

struct Answer {
    status: u16,
    cookie: Option<String>,
    body: Vec<u8>,
}

/// Opens a stream of events. The response is closed at its end and not chunked.
pub async fn open_stream(address: SocketAddr, path: &str) -> anyhow::Result<TcpStream> {
    let mut stream = TcpStream::connect(address).await?;
    let request =
        format!("GET {path} HTTP/1.0\r\nHost: {address}\r\nAccept: text/event-stream\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    Ok(stream)
}

impl Visitor {
    /// Creates a client unknown to the server.
    pub fn new(server: &Server) -> Visitor {
        Visitor { address: server.address, cookie: None }
    }

    /// Starts a match and returns its id.
    pub async fn begin(&mut self, game: &str, players: &[&str]) -> anyhow::Result<String> {
        let body = json!({ "game": game, "players": players, "name": "first", "pace_ms": 0 });
        let answer = self.post("/api/matches", &body).await?;
        answer["id"].as_str().map(str::to_string).context("a match without an id")
    }

    /// Sits down.
    pub async fn sit(&mut self, id: &str, seat: u8) -> anyhow::Result<()> {
        let body = json!({ "seat": seat, "take": true, "name": "second" });
        self.post(&format!("/api/matches/{id}/seat"), &body).await.map(drop)
    }

    /// Makes a move.
    pub async fn play(&mut self, id: &str, ply: u32, mv: &str) -> anyhow::Result<()> {
        let body = json!({ "seat": ply % 2, "ply": ply, "move": mv });
        self.post(&format!("/api/matches/{id}/move"), &body).await.map(drop)
    }

    /// Waits until a match is over.
    pub async fn wait_for_the_end(&mut self, id: &str, patience: Duration) -> anyhow::Result<()> {
        let until = Instant::now() + patience;
        while self.request("GET", &format!("/api/matches/{id}/record"), None).await?.status != 200 {
            if Instant::now() > until {
                bail!("a match of bots does not end");
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// Returns the bytes of a finished match's open event log.
    pub async fn event_log_length(&mut self, id: &str) -> anyhow::Result<usize> {
        let path = format!("/api/matches/{id}/event-log?observer=open");
        Ok(self.request("GET", &path, None).await?.body.len())
    }

    async fn post(&mut self, path: &str, body: &Value) -> anyhow::Result<Value> {
        let answer = self.request("POST", path, Some(body)).await?;
        let text = String::from_utf8_lossy(&answer.body);
        if answer.status >= 300 {
            bail!("{path} answers {}: {text}", answer.status);
        }
        Ok(serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    async fn request(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> anyhow::Result<Answer> {
        let address = self.address;
        let body = body.map(Value::to_string).unwrap_or_default();
        let cookie = self.cookie.iter().map(|cookie| format!("Cookie: {cookie}\r\n"));
        let cookie: String = cookie.collect();
        let head = format!(
            "{method} {path} HTTP/1.0\r\nHost: {address}\r\n{cookie}\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        let mut stream = TcpStream::connect(address).await?;
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body.as_bytes()).await?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await?;
        let answer = read_answer(&bytes).with_context(|| format!("{path}: no answer"))?;
        if answer.cookie.is_some() {
            self.cookie.clone_from(&answer.cookie);
        }
        Ok(answer)
    }
}

fn read_answer(bytes: &[u8]) -> Option<Answer> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&bytes[..end]).ok()?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let cookie = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let set = name.eq_ignore_ascii_case("set-cookie");
        set.then(|| value.split(';').next().unwrap_or_default().trim().to_string())
    });
    Some(Answer { status, cookie, body: bytes[end + 4..].to_vec() })
}
