//! One match shown to many viewers.

mod client;
mod crowd;
mod server;

use anyhow::Context;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

use self::client::Visitor;
use self::crowd::{Crowd, Silent};
use self::server::Server;
use crate::figure::Figure;
use juez::grading::report::grouped;

/// Pages that watch one match.
const VIEWERS: usize = 500;
const MOVES: u32 = 60;
/// Time from one move to the next.
const MOVE_INTERVAL: Duration = Duration::from_millis(200);
/// Target for the 99th percentile of deliveries, from the moment the move is sent.
const TARGET_P99: Duration = Duration::from_millis(300);
/// Connections that request a long log and never read it.
const SILENT_VIEWERS: usize = 200;
/// Limit on the server's memory for each of them in KiB: the part written ahead, not the log.
const MAX_KEPT_KIB: u64 = 512;
/// Time to wait for stragglers.
const MAX_WAIT: Duration = Duration::from_secs(20);

/// Measures everything on a separate server.
pub fn figures() -> anyhow::Result<Vec<Figure>> {
    let runtime = Runtime::new().context("cannot start a runtime")?;
    runtime.block_on(async {
        let mut figures = crowded().await?;
        figures.extend(ignored().await?);
        Ok(figures)
    })
}

/// Has two people move their pawns back and forth before a crowd.
async fn crowded() -> anyhow::Result<Vec<Figure>> {
    let server = Server::start()?;
    let (mut white, mut black) = (Visitor::new(&server), Visitor::new(&server));
    let id = white.begin("quoridor", &["me", "free"]).await?;
    black.sit(&id, 1).await?;
    let crowd = Crowd::gather(&server, &id, VIEWERS).await?;
    let (memory, cpu, began) = (server.memory()?, server.cpu()?, Instant::now());
    let mut sent = Vec::new();
    for ply in 0..MOVES {
        let (mover, squares) = match ply % 2 {
            0 => (&mut white, ["e2", "e1"]),
            _ => (&mut black, ["e8", "e9"]),
        };
        sent.push(Instant::now());
        mover.play(&id, ply, squares[(ply / 2 % 2) as usize]).await?;
        tokio::time::sleep_until((*sent.last().expect("just sent") + MOVE_INTERVAL).into()).await;
    }
    let took = began.elapsed();
    let cpu = server.cpu()?.saturating_sub(cpu);
    let mut delays = crowd.delays(&sent, MAX_WAIT).await;
    let (due, came) = (VIEWERS * MOVES as usize, delays.len());
    delays.sort_unstable();
    let at = |share: f64| delays.get((share * came as f64) as usize).copied().unwrap_or(MAX_WAIT);
    let ms = |time: Duration| format!("{:.0} ms", 1e3 * time.as_secs_f64());
    let share = 100.0 * cpu.as_secs_f64() / took.as_secs_f64();
    Ok(vec![
        Figure::new(
            format!(
                "{VIEWERS} viewers of one match, {} moves a second",
                1000 / MOVE_INTERVAL.as_millis()
            ),
            format!("{} of {}", grouped(came as u64), grouped(due as u64)),
            "all delivered",
            came == due,
        ),
        Figure::new("  half of them within", ms(at(0.5)), "", true),
        Figure::new("  99 of 100 within", ms(at(0.99)), "<= 300 ms", at(0.99) <= TARGET_P99),
        Figure::new("  share of a core that the server takes", format!("{share:.0} %"), "", true),
        Figure::new("  memory of the server", format!("{} MiB", memory >> 10), "", true),
    ])
}

/// Has many clients request a long log and never read it, while one page keeps reading.
async fn ignored() -> anyhow::Result<Vec<Figure>> {
    let server = Server::start()?;
    let mut owner = Visitor::new(&server);
    let id = owner.begin("tute", &["greedy"; 6]).await?;
    owner.wait_for_the_end(&id, MAX_WAIT).await?;
    let length = owner.event_log_length(&id).await?;
    let before = server.memory()?;
    let silent = Silent::gather(&server, &id, SILENT_VIEWERS).await?;
    tokio::time::sleep(Duration::from_secs(3)).await;
    let each = server.memory()?.saturating_sub(before) / SILENT_VIEWERS as u64;
    let started = Instant::now();
    let again = owner.event_log_length(&id).await?;
    let took = started.elapsed();
    drop(silent);
    Ok(vec![
        Figure::new(
            format!("{SILENT_VIEWERS} viewers that never read a log of {} kB", length >> 10),
            format!("{each} KiB"),
            "<= 512 KiB each",
            each <= MAX_KEPT_KIB,
        ),
        Figure::new(
            "  the log for one that reads beside them",
            format!("{:.0} ms", 1e3 * took.as_secs_f64()),
            "",
            again == length,
        ),
    ])
}
