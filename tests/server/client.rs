//! A small HTTP client, for a server on this machine.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Time after which a server counts as hanging.
const PATIENCE: Duration = Duration::from_secs(60);
/// Longest wait for an event of a stream that only sends beats.
const LONGEST_WAIT: Duration = Duration::from_secs(300);

/// A visitor of a server, with the cookies that the server has set.
pub struct Client {
    /// `127.0.0.1:PORT`.
    pub host: String,
    /// The cookies in the form of the request header: `a=1; b=2`.
    pub cookie: Option<String>,
}

/// A response.
#[derive(Debug)]
pub struct Answer {
    /// The code.
    pub status: u16,
    /// Names in lower case, in order.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    /// Returns a header, if there is one.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the body as text.
    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("the body is text")
    }

    /// Parses the body as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        let text = self.text();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error} in {text:?}"))
    }

    /// Returns the reason of a refusal.
    #[track_caller]
    pub fn error(&self) -> String {
        self.json()["error"].as_str().expect("a refusal says why").to_string()
    }
}

impl Client {
    /// Makes a new visitor.
    pub fn new(host: &str) -> Client {
        Client { host: host.to_string(), cookie: None }
    }

    /// Sends a `GET`.
    pub fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"")
    }

    /// Sends a `POST` of JSON.
    pub fn post(&mut self, path: &str, body: &Value) -> Answer {
        let kind = [("content-type", "application/json")];
        self.ask("POST", path, &kind, body.to_string().as_bytes())
    }

    /// Sends any request, and keeps cookies that are set.
    pub fn ask(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let (mut answer, mut rest) = self.open(method, path, headers, body);
        // A reset connection has sent everything that it will.
        let _ = rest.read_to_end(&mut answer.body);
        answer
    }

    /// Keeps the cookies of an answer as a browser does: one of each name, whatever the port.
    fn keep_cookies(&mut self, answer: &Answer) {
        for (_, set) in answer.headers.iter().filter(|(name, _)| name == "set-cookie") {
            let pair = set.split(';').next().unwrap_or_default();
            let name = |pair: &str| pair.split('=').next().unwrap_or_default().to_string();
            let kept = self.cookie.iter().flat_map(|cookies| cookies.split("; "));
            let kept = kept.filter(|other| name(other) != name(pair));
            self.cookie = Some(kept.chain([pair]).collect::<Vec<_>>().join("; "));
        }
    }

    /// Returns the head of an answer whose body may have no end, and keeps cookies that are set.
    pub fn head_of(&mut self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.open("GET", path, headers, b"").0
    }

    /// Opens the stream at `path`, from the message after `last`.
    pub fn stream(&mut self, path: &str, last: Option<&str>) -> Events {
        let headers: Vec<_> = last.iter().map(|id| ("last-event-id", *id)).collect();
        Events::of(self.open("GET", path, &headers, b""))
    }

    /// Opens the stream that answers a `POST` of JSON.
    #[track_caller]
    pub fn stream_of(&mut self, path: &str, body: &Value) -> Events {
        let kind = [("content-type", "application/json")];
        Events::of(self.open("POST", path, &kind, body.to_string().as_bytes()))
    }

    fn open(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> (Answer, Box<dyn BufRead>) {
        let mut connection = TcpStream::connect(&self.host).expect("the server listens");
        connection.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        let mut request = format!("{method} {path} HTTP/1.1\r\n");
        let mut add = |name: &str, value: &str| request += &format!("{name}: {value}\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            add("host", &self.host);
        }
        if let Some(cookie) = &self.cookie {
            add("cookie", cookie);
        }
        headers.iter().for_each(|(name, value)| add(name, value));
        if method != "GET" && method != "HEAD" {
            add("content-length", &body.len().to_string());
        }
        add("connection", "close");
        request += "\r\n";
        connection.write_all(request.as_bytes()).expect("the server reads");
        // A server that refuses a long body does not read it.
        let _ = connection.write_all(body);
        let mut reader = BufReader::new(connection);
        let answer = head(&mut reader);
        self.keep_cookies(&answer);
        match answer.header("transfer-encoding") {
            Some("chunked") => (answer, Box::new(BufReader::new(Chunks { reader, left: 0 }))),
            _ => (answer, Box::new(reader)),
        }
    }
}

/// Reads an answer up to its body.
pub fn head(reader: &mut impl BufRead) -> Answer {
    let mut line = || {
        let mut line = String::new();
        reader.read_line(&mut line).expect("an answer");
        line.trim_end().to_string()
    };
    let first = line();
    let status = first.split(' ').nth(1).and_then(|code| code.parse().ok());
    let status = status.unwrap_or_else(|| panic!("no answer but {first:?}"));
    let mut headers = Vec::new();
    while let Some((name, value)) = line().split_once(": ") {
        headers.push((name.to_lowercase(), value.to_string()));
    }
    Answer { status, headers, body: Vec::new() }
}

/// The body of an answer of unknown length.
struct Chunks<R> {
    reader: R,
    /// Bytes left of the chunk.
    left: usize,
}

impl<R: BufRead> Read for Chunks<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.left == 0 {
            let mut line = String::new();
            self.reader.read_line(&mut line)?;
            self.left = usize::from_str_radix(line.trim(), 16).unwrap_or(0);
            if self.left == 0 {
                return Ok(0);
            }
        }
        let most = into.len().min(self.left);
        let read = self.reader.read(&mut into[..most])?;
        self.left -= read;
        if self.left == 0 {
            self.reader.read_line(&mut String::new())?;
        }
        Ok(read)
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    /// The id that a page names when it reconnects.
    pub id: String,
    pub data: Value,
}

/// An open stream.
pub struct Events {
    reader: Box<dyn BufRead>,
}

impl Events {
    #[track_caller]
    fn of((answer, reader): (Answer, Box<dyn BufRead>)) -> Events {
        assert_eq!(answer.status, 200, "{answer:?}");
        assert_eq!(answer.header("content-type"), Some("text/event-stream"));
        Events { reader }
    }
}

impl Iterator for Events {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        let (mut id, mut data, mut is_beat) = (String::new(), None, false);
        let begun = Instant::now();
        while begun.elapsed() < LONGEST_WAIT {
            let mut line = String::new();
            match self.reader.read_line(&mut line) {
                Ok(0) | Err(_) => return None,
                Ok(_) => {}
            }
            let line = line.trim_end();
            if let Some(text) = line.strip_prefix("id:") {
                id = text.trim().to_string();
            } else if let Some(text) = line.strip_prefix("data:") {
                data = Some(serde_json::from_str(text.trim()).expect("data is JSON"));
            } else if line.starts_with("event:") {
                is_beat = true;
            } else if line.is_empty() && std::mem::take(&mut is_beat) {
                data = None;
            } else if line.is_empty()
                && let Some(data) = data.take()
            {
                return Some(Event { id, data });
            }
        }
        None
    }
}

/// Returns the record of a match that has just ended, which its table has a moment later.
pub fn record_of(client: &mut Client, id: &str) -> Answer {
    loop {
        let answer = client.get(&format!("/api/matches/{id}/record"));
        if answer.status != 409 {
            return answer;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

/// Combines the items of a stream, as a page does, until the match is over.
pub fn items_until_over(events: &mut Events) -> Vec<Value> {
    let mut items = Vec::new();
    for event in events {
        if event.data.get("head").is_some() {
            items.clear();
        }
        let Some(more) = event.data["items"].as_array() else { continue };
        assert_eq!(event.data["from"], items.len(), "items follow each other");
        items.extend(more.iter().cloned());
        if items.iter().any(|item| item["type"] == "over") {
            return items;
        }
    }
    panic!("the stream ended before the match: {} items", items.len());
}
