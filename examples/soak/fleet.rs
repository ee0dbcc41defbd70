//! Many workers that report each match as if it took a while, to find the bottleneck: coordinator,
//! server or connections.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::client::Client;
use crate::nats::Nats;
use crate::processes::{Process, folder};
use juez::queue::Batch;

/// Duration that workers report for a match.
const MATCH: Duration = Duration::from_millis(10);
/// Matches of four bots in a round.
const ROUND: u32 = 12;

/// Plays about `matches` matches with `workers` workers, and prints the throughput and memory.
pub fn run(workers: u32, matches: u32) {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let url = nats.url();
    let rounds = matches.div_ceil(ROUND).to_string();
    let what = [
        "tournament",
        "quoridor",
        "a=random",
        "b=random",
        "c=random",
        "d=random",
        "--rounds",
        &rounds,
        "--seed",
        "7",
        "-o",
        "max_plies=4",
        "--db",
        "fleet.db",
        "--recheck",
        "0",
    ];
    let mut coordinator = Process::coordinator(folder.path(), &url, &what);
    for number in 0..workers {
        let url = url.clone();
        let work = move || work(&url, &format!("w{number}"));
        thread::Builder::new().stack_size(juez::script::STACK).spawn(work).expect("a thread");
    }
    coordinator.wait_for_matches(1);
    let begun = Instant::now();
    let mut most_kb = 0;
    let mut over = 1;
    let mut reported = Instant::now();
    while !coordinator.has_ended() {
        over += coordinator.read(|line| line.contains(r#""stored":false"#));
        most_kb = most_kb.max(memory_kb(coordinator.id()));
        if reported.elapsed() > Duration::from_secs(10) {
            reported = Instant::now();
            println!("{over} matches after {:.0} s", begun.elapsed().as_secs_f64());
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    let all = rounds.parse::<u32>().unwrap_or_default() * ROUND;
    println!(
        "{workers} workers, {all} matches in {seconds:.1} s: {:.0}/s; the coordinator took {most_kb} kB, \
         the server {} kB",
        f64::from(all) / seconds,
        memory_kb(nats.id())
    );
}

/// Takes batches for ever. Each takes the time reported for its matches.
fn work(url: &str, name: &str) {
    let client = Client::connect(url, name);
    loop {
        client.heartbeat();
        let delivered = client.delivered();
        let begun = Instant::now();
        let Ok(batch) = Batch::from_bytes(&delivered.payload) else { return };
        let mut results = client.played(&batch);
        for played in results.iter_mut().filter_map(|result| result.played.as_mut().ok()) {
            played.wall_us = MATCH.as_micros() as u64;
        }
        thread::sleep((MATCH * results.len() as u32).saturating_sub(begun.elapsed()));
        client.report(&batch, results, "fleet");
        client.acknowledge(&delivered);
    }
}

/// Returns the resident memory of a process.
fn memory_kb(id: u32) -> u64 {
    let status = std::fs::read_to_string(Path::new("/proc").join(id.to_string()).join("status"));
    let status = status.unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
