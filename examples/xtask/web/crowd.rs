//! Viewers: some read everything and note the times, some never read.

use anyhow::bail;
use serde_json::Value;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::client::open_stream;
use super::server::Server;

/// Arrival times of moves at a viewer.
type Arrivals = Arc<Mutex<BTreeMap<u32, Instant>>>;

/// Viewers that read.
pub struct Crowd {
    viewers: Vec<(Arrivals, JoinHandle<()>)>,
}

impl Crowd {
    /// Connects `many` viewers to a match; each has received its beginning.
    pub async fn gather(server: &Server, id: &str, many: usize) -> anyhow::Result<Crowd> {
        let (ready, mut seated) = watch::channel(0);
        let ready = Arc::new(ready);
        let mut viewers = Vec::new();
        for _ in 0..many {
            let stream = open_stream(server.address, &format!("/api/stream?match={id}")).await?;
            let lines = BufReader::new(stream).lines();
            let arrivals = Arrivals::default();
            let task = tokio::spawn(look_on(lines, arrivals.clone(), ready.clone()));
            viewers.push((arrivals, task));
        }
        let all = seated.wait_for(|seated| *seated == many);
        if tokio::time::timeout(Duration::from_secs(20), all).await.is_err() {
            bail!("not every viewer was let in");
        }
        Ok(Crowd { viewers })
    }

    /// Returns the delay of each delivery of each move, once all have arrived or patience is over.
    /// Move `n` was sent at `sent[n]` and makes `n + 1` plies.
    pub async fn delays(self, sent: &[Instant], patience: Duration) -> Vec<Duration> {
        let until = Instant::now() + patience;
        let count = |arrivals: &Arrivals| lock(arrivals).len();
        while Instant::now() < until
            && self.viewers.iter().any(|(arrivals, _)| count(arrivals) < sent.len())
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let mut delays = Vec::new();
        for (arrivals, task) in &self.viewers {
            task.abort();
            for (ply, at) in lock(arrivals).iter() {
                if let Some(sent) = sent.get(*ply as usize - 1) {
                    delays.push(at.saturating_duration_since(*sent));
                }
            }
        }
        delays
    }
}

fn lock(arrivals: &Arrivals) -> std::sync::MutexGuard<'_, BTreeMap<u32, Instant>> {
    arrivals.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn look_on(
    mut lines: Lines<BufReader<TcpStream>>,
    arrivals: Arrivals,
    ready: Arc<watch::Sender<usize>>,
) {
    let mut begun = false;
    while let Ok(Some(line)) = lines.next_line().await {
        let Some(data) = line.strip_prefix("data:") else { continue };
        let at = Instant::now();
        let Ok(message) = serde_json::from_str::<Value>(data) else { continue };
        for item in message["items"].as_array().into_iter().flatten() {
            let ply = item["ply"].as_u64().unwrap_or_default() as u32;
            if item["type"] == "move" && ply > 0 {
                lock(&arrivals).entry(ply).or_insert(at);
            }
            if !begun && item["type"] == "start" {
                begun = true;
                ready.send_modify(|seated| *seated += 1);
            }
        }
    }
}

/// Connections that send a request and never read.
pub struct Silent {
    _connections: Vec<TcpStream>,
}

impl Silent {
    /// Opens `many` of them for a finished match.
    pub async fn gather(server: &Server, id: &str, many: usize) -> anyhow::Result<Silent> {
        let mut connections = Vec::new();
        for _ in 0..many {
            connections.push(ask_in_vain(server.address, id).await?);
        }
        Ok(Silent { _connections: connections })
    }
}

/// Uses the smallest possible system buffers, so that the server has to wait.
async fn ask_in_vain(address: SocketAddr, id: &str) -> anyhow::Result<TcpStream> {
    use tokio::io::AsyncWriteExt;
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(4096)?;
    let mut stream = socket.connect(address).await?;
    let path = format!("/api/stream?match={id}&observer=open");
    let request = format!("GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    Ok(stream)
}
